import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { parseDrops } from '@xrp-bridge/contracts/drops';
import { useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';

/**
 * The customer's step, counted from 0.
 * Null until this device has shown the steps of the paid transfer.
 */
export const stepReached = defineStored<number | null>(
  'step',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  null,
);

/** A payment that the customer said to have sent: when (ISO), and what had arrived before it. */
const sentPayment = defineStored<{ at: string; before: string } | null>(
  'sent',
  (value) => {
    const { at, before } = fieldsOf(value);
    return typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof before === 'string'
      ? { at, before }
      : undefined;
  },
  null,
);

/**
 * Returns when the customer sent the awaited payment, and a function that sets or clears the time.
 * The time is an ISO date; null if the payment is not sent yet.
 */
export function useSentAt(transfer: Transfer): [string | null, (sent: boolean) => void] {
  const { id, addressChangedAt } = transfer;
  // Another arrival or address makes it another payment.
  const before = `${arrivedThisWay(transfer).length} ${addressChangedAt}`;
  const [sent, setSent] = useState(() => sentPayment.get(id));
  return [
    sent?.before === before ? sent.at : null,
    (isSent) => {
      const next = isSent ? { at: new Date().toISOString(), before } : null;
      sentPayment.set(next, id);
      setSent(next);
    },
  ];
}

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
