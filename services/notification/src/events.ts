import { ConciergeRefunded } from '@xrp-bridge/contracts/concierge';
import { MoneyReturned, PaymentRefunded, PaymentSucceeded, RefundRequested } from '@xrp-bridge/contracts/payment';
import { DeviationDetected, MarketWeekWritten } from '@xrp-bridge/contracts/signals';
import {
  TransferArrived,
  TransferCompleted,
  TransferDeleted,
  TransferExpired,
  TransferInstructionsReady,
  TransferUpdated,
} from '@xrp-bridge/contracts/transfer';
import { type EventHandler, on, type Tx } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { alertsWithinMs } from './domain/newsletters.ts';
import { closesProduct } from './domain/notification.ts';
import { deleteNewsletters } from './newsletter-store.ts';
import {
  deleteTransfer,
  insertPayment,
  markConciergeRefunded,
  markRefunded,
  noteRelease,
  noteTransfer,
  type Tables,
} from './store.ts';
import { publishIssue } from './use-cases/plan-issue.ts';
import { planMails, planReceipts } from './use-cases/plan-mails.ts';

export function notificationEvents(context: Context): EventHandler[] {
  const { clock } = context;
  return [
    on(PaymentSucceeded, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, paymentId, product, amountCents } = data;
      await noteTransfer(tx, transferId, clock());
      await insertPayment(tx, transferId, { id: paymentId, product, amountCents, paidAt: new Date(time) });
      await planReceipts(context, tx, transferId);
    }),
    on(PaymentRefunded, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, paymentId, product, closes, refundedCents } = data;
      await noteTransfer(tx, transferId, clock(), closes === 'concierge' ? {} : { closed_at: clock() });
      if (closesProduct(closes, product)) await markRefunded(tx, paymentId);
      else if (closes === 'concierge') await markConciergeRefunded(tx, paymentId);
      if (closesConcierge(closes)) await deleteNewsletters(tx, transferId);
      const id = `${transferId}-refund-${paymentId}-${closes}`;
      await planMails(context, tx, [
        { id, transferId, template: 'refund', facts: { closes, refundedCents, at: time } },
      ]);
    }),
    on(MoneyReturned, async (tx: Tx<Tables>, { data, time, id: eventId }) => {
      const { transferId, refundedCents } = data;
      await noteTransfer(tx, transferId, clock());
      const facts = { closes: 'nothing', refundedCents, at: time } as const;
      await planMails(context, tx, [{ id: `${transferId}-refund-${eventId}`, transferId, template: 'refund', facts }]);
    }),
    on(RefundRequested, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, reason, requestedAt: at = time } = data;
      if (reason !== 'customer_asked') return;
      await noteTransfer(tx, transferId, clock());
      // One mail, whatever the number of payments that are asked back at once.
      const id = `${transferId}-refund-requested-${Date.parse(at)}`;
      await planMails(context, tx, [{ id, transferId, template: 'refund_requested', facts: { at } }]);
    }),
    on(TransferInstructionsReady, async (tx: Tx<Tables>, { data }) => {
      const { transferId, fromExchange, toWallet, reason } = data;
      const released = reason === 'bypassed' ? 'bypassed' : 'paid';
      await noteTransfer(tx, transferId, clock());
      await noteRelease(tx, transferId, clock(), { released, from_exchange: fromExchange, to_wallet: toWallet });
      await planReceipts(context, tx, transferId);
    }),
    on(TransferUpdated, async (tx: Tx<Tables>, { data, time }) => {
      if (!data.addressChangedAfterPayment) return;
      const { transferId, version } = data;
      await noteTransfer(tx, transferId, clock());
      const id = `${transferId}-address-changed-${version}`;
      await planMails(context, tx, [{ id, transferId, template: 'address_changed', facts: { at: time } }]);
    }),
    on(TransferArrived, async (tx: Tx<Tables>, { data }) => {
      const { transferId, hash, deliveredDrops, completes } = data;
      await noteTransfer(tx, transferId, clock());
      // The first payment and the one that completes the transfer: a stranger who sends small sums fills no mailbox.
      const facts = { payment: { hash, deliveredDrops } };
      const mail = completes
        ? ({ id: `${transferId}-arrived`, transferId, template: 'arrived', facts } as const)
        : ({ id: `${transferId}-first-arrival`, transferId, template: 'first_arrival', facts } as const);
      await planMails(context, tx, [mail]);
    }),
    on(TransferCompleted, async (tx: Tx<Tables>, { data }) => {
      const { transferId } = data;
      await noteTransfer(tx, transferId, clock(), { closed_at: clock() });
      // A customer who told us so needs no mail about it; of a payment that completes the transfer there is one already.
      if (data.by === 'customer') return;
      const id = `${transferId}-arrived`;
      await planMails(context, tx, [{ id, transferId, template: 'arrived', facts: { payment: null } }]);
    }),
    on(TransferExpired, async (tx: Tx<Tables>, { data }) => {
      await noteTransfer(tx, data.transferId, clock(), { closed_at: clock() });
    }),
    on(ConciergeRefunded, async (tx: Tx<Tables>, { data }) => {
      if (closesConcierge(data.closes)) await deleteNewsletters(tx, data.orderId);
    }),
    on(MarketWeekWritten, async (tx: Tx<Tables>, { data }) =>
      publishIssue(context, tx, { id: `market-${data.to}`, newsletter: 'market', facts: data }),
    ),
    on(DeviationDetected, async (tx: Tx<Tables>, { data, time }) => {
      if (clock().getTime() - Date.parse(time) > alertsWithinMs) return;
      const { coin, day, sigma } = data;
      await publishIssue(context, tx, {
        id: `alert-${coin}-${day}`,
        newsletter: 'alerts',
        facts: { coin, day, sigma },
      });
    }),
    // Whatever is said of it later, by events that were under way, concerns nobody any more.
    on(TransferDeleted, async (tx: Tx<Tables>, { data }) => deleteTransfer(tx, data.transferId)),
  ];
}

/** Newsletters go to owners of the concierge. */
function closesConcierge(closes: string): boolean {
  return closes === 'concierge' || closes === 'all';
}
