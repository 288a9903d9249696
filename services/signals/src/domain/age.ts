import { staleAfterMs } from '@xrp-bridge/contracts/source-age';

/** Returns true when a source's last successful fetch is too old to be called current. */
export function isStale(goodAt: Date | null, now: Date): boolean {
  return goodAt === null || now.getTime() - goodAt.getTime() > staleAfterMs;
}
