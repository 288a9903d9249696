import {
  MoneyReturned,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import {
  TransferCompleted,
  TransferExpired,
  TransferInstructionsReady,
  TransferUpdated,
} from '@xrp-bridge/contracts/transfer';
import { type EventHandler, on, type Tx } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { closesProduct } from './notification.ts';
import { planMails, planReceipts } from './plan-mails.ts';
import { finishTask, insertPayment, markRefunded, noteTransfer, openTask, type Tables } from './store.ts';

/** What an operator must know about a refund that nobody asked for. */
const refundNotes = {
  customer_asked: null,
  paid_twice: 'Paid twice: one payment must go back.',
  refund_failed: 'A refund failed at the payment provider.',
} as const;

export function notificationEvents(context: Context): EventHandler[] {
  const { clock } = context;
  return [
    on(PaymentSucceeded, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, paymentId, product, amountCents } = data;
      await noteTransfer(tx, transferId, clock());
      await insertPayment(tx, transferId, { id: paymentId, product, amountCents, paidAt: new Date(time) });
      if (product !== 'concierge') await finishTask(tx, transferId, 'stripe_pending_notification', clock());
      await planReceipts(context, tx, transferId);
    }),
    on(PaymentBypassed, async (tx: Tx<Tables>, { data }) => {
      await finishTask(tx, data.transferId, 'stripe_pending_notification', clock());
    }),
    on(RefundRequested, async (tx: Tx<Tables>, { data }) => {
      const { transferId } = data;
      await noteTransfer(tx, transferId, clock());
      await openTask(tx, { transferId, reason: 'refund_request', message: refundNotes[data.reason] }, clock());
    }),
    on(PaymentRefunded, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, paymentId, product, closes, refundedCents } = data;
      await noteTransfer(tx, transferId, clock(), closes === 'concierge' ? {} : { closed_at: clock() });
      if (closesProduct(closes, product)) await markRefunded(tx, paymentId);
      await finishTask(tx, transferId, 'refund_request', clock());
      const id = `${transferId}-refund-${paymentId}-${closes}`;
      await planMails(context, tx, [
        { id, transferId, template: 'refund', facts: { closes, refundedCents, at: time } },
      ]);
    }),
    on(MoneyReturned, async (tx: Tx<Tables>, { data, time, id: eventId }) => {
      const { transferId, refundedCents } = data;
      await noteTransfer(tx, transferId, clock());
      await finishTask(tx, transferId, 'refund_request', clock());
      const facts = { closes: 'nothing', refundedCents, at: time } as const;
      await planMails(context, tx, [{ id: `${transferId}-refund-${eventId}`, transferId, template: 'refund', facts }]);
    }),
    on(TransferInstructionsReady, async (tx: Tx<Tables>, { data }) => {
      const { transferId, fromExchange, toWallet, reason } = data;
      const facts = { released: reason, from_exchange: fromExchange, to_wallet: toWallet, closed_at: null };
      await noteTransfer(tx, transferId, clock(), facts);
      await planReceipts(context, tx, transferId);
    }),
    on(TransferUpdated, async (tx: Tx<Tables>, { data, time }) => {
      if (!data.addressChangedAfterPayment) return;
      const { transferId, version } = data;
      await noteTransfer(tx, transferId, clock());
      const id = `${transferId}-address-changed-${version}`;
      await planMails(context, tx, [{ id, transferId, template: 'address_changed', facts: { at: time } }]);
    }),
    on(TransferCompleted, async (tx: Tx<Tables>, { data }) => {
      const { transferId } = data;
      await noteTransfer(tx, transferId, clock(), { closed_at: clock() });
      // A customer who told us so needs no mail about it.
      if (data.by === 'customer') return;
      await planMails(context, tx, [{ id: `${transferId}-arrived`, transferId, template: 'arrived', facts: {} }]);
    }),
    on(TransferExpired, async (tx: Tx<Tables>, { data }) => {
      await noteTransfer(tx, data.transferId, clock(), { closed_at: clock() });
    }),
  ];
}
