import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { useBrowserState } from '../../ui/use-browser-state.ts';

/**
 * The payment that the customer reported as sent: its time (ISO), and the transfer's state before the
 * payment.
 */
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
 * The time is an ISO date, or null if the customer has not sent the payment.
 */
export function useSentAt(transfer: Transfer): [string | null, (sent: boolean) => void] {
  const { id, addressChangedAt } = transfer;
  // After another arrival or a change of the address, the awaited payment is a different one.
  const before = `${arrivedThisWay(transfer).length} ${addressChangedAt}`;
  const [sent, setSent] = useBrowserState(() => sentPayment.get(id), null);
  return [
    sent?.before === before ? sent.at : null,
    (isSent) => {
      const next = isSent ? { at: new Date().toISOString(), before } : null;
      sentPayment.set(next, id);
      setSent(next);
    },
  ];
}
