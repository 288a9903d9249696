import { staleAfterMs } from '@xrp-bridge/contracts/source-age';

/** Whether what a source said last is too old to be taken for news. */
export function isStale(goodAt: Date | null, now: Date): boolean {
  return goodAt === null || now.getTime() - goodAt.getTime() > staleAfterMs;
}
