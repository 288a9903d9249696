import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { parseDrops } from '@xrp-bridge/contracts/drops';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { defineStored } from '../../lib/storage.ts';

/**
 * The customer's step, counted from 0.
 * Null until this device has shown the steps of the paid transfer.
 */
export const stepReached = defineStored<number | null>(
  'step',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  null,
);

/**
 * Returns the progress from 0 to 1.
 * The first half is the steps, the second half the arrived part of the stated amount.
 * @param step the current step, counted from 0
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

/** Returns the sum of arrivals in drops. */
export function dropsOf(arrivals: Transfer['arrivals']): bigint {
  return arrivals.reduce((sum, { deliveredXrp }) => sum + toDrops(deliveredXrp), 0n);
}

/** Converts decimal XRP to drops; invalid text is 0. */
export function toDrops(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  return parsed.ok ? parsed.drops : 0n;
}
