import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { parseDrops } from '@xrp-bridge/contracts/drops';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { defineStored } from '../../lib/storage.ts';

/** The step the customer is at, counted from 0; null until this device has shown the steps of the paid transfer. */
export const stepReached = defineStored<number | null>(
  'step',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  null,
);

/**
 * How far the XRP is, from 0 to 1: the first half is the way through the steps, the second half what has arrived that
 * way of the amount that the customer stated. It is whole only when all has arrived.
 * @param step the step the person is at, counted from 0
 */
export function progressOf(
  transfer: Pick<Transfer, 'status' | 'arrivals' | 'addressChangedAt' | 'sourceAmount'>,
  step: number,
  steps: number,
): number {
  if (transfer.status === 'completed') return 1;
  const arrivals = arrivedThisWay(transfer);
  if (arrivals.length === 0) return (0.5 * (step + 1)) / Math.max(steps, step + 1);
  const stated = toDrops(transfer.sourceAmount);
  return stated === 0n ? 0.5 : 0.5 + 0.5 * Math.min(1, Number(dropsOf(arrivals)) / Number(stated));
}

/** The sum of arrivals, in drops. */
export function dropsOf(arrivals: Transfer['arrivals']): bigint {
  return arrivals.reduce((sum, { deliveredXrp }) => sum + toDrops(deliveredXrp), 0n);
}

/** Decimal XRP in drops; what is none counts as nothing. */
export function toDrops(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  return parsed.ok ? parsed.drops : 0n;
}
