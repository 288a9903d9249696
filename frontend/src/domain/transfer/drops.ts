import { parseDrops } from '@xrp-bridge/contracts/drops';
import type { Transfer } from '@xrp-bridge/contracts/transfer';

/** Converts decimal XRP to drops. Returns 0 for invalid text. */
export function toDrops(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  return parsed.ok ? parsed.drops : 0n;
}

/** Returns the sum of arrivals in drops. */
export function dropsOf(arrivals: Transfer['arrivals']): bigint {
  return arrivals.reduce((sum, { deliveredXrp }) => sum + toDrops(deliveredXrp), 0n);
}
