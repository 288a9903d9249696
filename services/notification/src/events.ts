import { CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import {
  ConciergeBought,
  ConciergeGuideRedeemed,
  ConciergeRefunded,
  ConciergeRefundRequested,
} from '@xrp-bridge/contracts/concierge';
import {
  AccountingChecked,
  ConciergeActivated,
  MoneyReturned,
  OrderClosed,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { MarketWeekWritten, SignalsDayWritten, UnusualDayFound } from '@xrp-bridge/contracts/signals';
import {
  SubscriptionCanceled,
  SubscriptionEnded,
  SubscriptionPaid,
  SubscriptionPaymentFailed,
  SubscriptionRefunded,
  SubscriptionStarted,
} from '@xrp-bridge/contracts/subscription';
import { TaskOpened, TaskSettled } from '@xrp-bridge/contracts/task';
import {
  TransferArrived,
  TransferCompleted,
  TransferDeleted,
  TransferExpired,
  TransferInstructionsReady,
  TransferUpdated,
} from '@xrp-bridge/contracts/transfer-events';
import { type EventHandler, on, type Tx } from '@xrp-bridge/runtime';
import { upsertClosed, upsertConcierge, upsertRedemption } from './concierge-store.ts';
import type { Context } from './context.ts';
import { newsWithinMs } from './domain/newsletters.ts';
import { closesProduct, type RefundFacts, type SubscriptionNews } from './domain/notification.ts';
import {
  accountingAgrees,
  accountingAlarm,
  bypassed,
  campaignByHand,
  campaignEnded,
  handPaymentSettled,
} from './domain/task.ts';
import { deleteNewsletters } from './newsletter-store.ts';
import { deletePushSubscriptions, updateFirstArrival } from './push-store.ts';
import {
  deleteTransfer,
  insertPayment,
  updateConciergeRefunded,
  updateRefunded,
  upsertEnd,
  upsertRelease,
  upsertTransfer,
} from './store.ts';
import { updateRunning } from './subscription-store.ts';
import type { Tables } from './tables.ts';
import { updateTaskOrder, updateTasksSettled } from './task-store.ts';
import { planOrderMail } from './use-cases/concierge.ts';
import { publishAlerts, publishIssue } from './use-cases/plan-issue.ts';
import { planMails, planReceipts } from './use-cases/plan-mails.ts';
import { planPushes } from './use-cases/push-arrival.ts';
import { openTask, settleTasks } from './use-cases/tasks.ts';

export function notificationEvents(context: Context): EventHandler[] {
  const { clock } = context;

  function isNews(time: string): boolean {
    return clock().getTime() - Date.parse(time) <= newsWithinMs;
  }

  /** Closes a refunded concierge and deletes its newsletters. */
  async function closeConcierge(tx: Tx<Tables>, orderId: string): Promise<void> {
    for (const closed of [orderId, ...(await upsertClosed(tx, orderId, clock()))]) await deleteNewsletters(tx, closed);
  }

  /**
   * Settles an order's `hand_payment` task, if there is one.
   * No settlement is stored for a later task: a contact that arrives after this event opens a task for an operator.
   */
  async function settleHandPayment(tx: Tx<Tables>, orderId: string, reason: string): Promise<void> {
    await updateTasksSettled(tx, handPaymentSettled(orderId, reason), clock());
  }

  /** Plans a mail about a subscription, once per event. */
  async function planSubscriptionMail(
    tx: Tx<Tables>,
    eventId: string,
    contactId: string,
    facts: SubscriptionNews,
  ): Promise<void> {
    const id = `subscription-${facts.what}-${eventId}`;
    await planMails(context, tx, [{ id, transferId: null, contactId, template: 'subscription_news', facts }]);
  }

  return [
    on(PaymentSucceeded, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, paymentId, product, amountCents } = data;
      const paidAt = new Date(data.paidAt ?? time);
      await insertPayment(tx, transferId, { id: paymentId, product, amountCents, paidAt }, clock());
      await planReceipts(context, tx, transferId);
      if (product !== 'concierge') await settleHandPayment(tx, transferId, 'The customer paid by card.');
    }),
    on(PaymentBypassed, (tx: Tx<Tables>, { data }) => settleHandPayment(tx, data.transferId, bypassed)),
    on(OrderClosed, (tx: Tx<Tables>, { data }) =>
      settleHandPayment(tx, data.transferId, 'The customer never paid, so the transfer was deleted.'),
    ),
    on(PaymentRefunded, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, paymentId, product, closes } = data;
      if (closes === 'concierge') await upsertTransfer(tx, transferId, clock());
      else await upsertEnd(tx, transferId, clock());
      if (closesProduct(closes, product)) await updateRefunded(tx, paymentId);
      else if (closes === 'concierge') await updateConciergeRefunded(tx, paymentId);
      if (closesConcierge(closes)) await closeConcierge(tx, transferId);
      const id = `${transferId}-refund-${paymentId}-${closes}`;
      await planMails(context, tx, [{ id, transferId, template: 'refund', facts: refundFactsOf(data, closes, time) }]);
    }),
    on(ConciergeActivated, (tx: Tx<Tables>, { data }) =>
      upsertConcierge(tx, data.transferId, clock(), { owned: true }),
    ),
    on(ConciergeBought, async (tx: Tx<Tables>, { data }) => {
      const { orderId, paymentId, amountCents, paidAt: at } = data;
      await upsertConcierge(tx, orderId, clock(), { owned: true });
      const facts = { orderId, amountCents, at };
      await planOrderMail(context, tx, orderId, {
        id: `concierge-bought-${paymentId}`,
        template: 'concierge_bought',
        facts,
      });
    }),
    on(ConciergeRefundRequested, async (tx: Tx<Tables>, { data }) => {
      const { orderId, paymentId, requestedAt: at } = data;
      await planOrderMail(context, tx, orderId, {
        id: `concierge-refund-requested-${paymentId}-${Date.parse(at)}`,
        template: 'concierge_refund_requested',
        facts: { orderId, at },
      });
    }),
    on(ConciergeRefunded, async (tx: Tx<Tables>, { data, time, id: eventId }) => {
      const { orderId, refundedCents, closes } = data;
      if (closesConcierge(closes)) await closeConcierge(tx, orderId);
      const facts = { orderId, refundedCents, closes, at: time };
      await planOrderMail(context, tx, orderId, {
        id: `concierge-refunded-${eventId}`,
        template: 'concierge_refunded',
        facts,
      });
    }),
    on(ConciergeGuideRedeemed, async (tx: Tx<Tables>, { data }) => {
      await upsertRedemption(tx, data.orderId, data.transferId, clock());
      await updateTaskOrder(tx, data.orderId, data.transferId);
    }),
    on(SubscriptionStarted, async (tx: Tx<Tables>, { id, time, data }) => {
      await updateRunning(tx, data.subscriberId, true, new Date(time));
      await planSubscriptionMail(tx, id, data.subscriberId, { what: 'started', at: data.trialEndsAt });
    }),
    on(SubscriptionPaid, (tx: Tx<Tables>, { id, data }) =>
      planSubscriptionMail(tx, id, data.subscriberId, { what: 'paid', at: data.until, cents: data.amountCents }),
    ),
    on(SubscriptionPaymentFailed, (tx: Tx<Tables>, { id, data }) =>
      planSubscriptionMail(tx, id, data.subscriberId, { what: 'failed', at: data.retryAt }),
    ),
    on(SubscriptionCanceled, (tx: Tx<Tables>, { id, data }) =>
      planSubscriptionMail(tx, id, data.subscriberId, {
        what: 'canceled',
        at: data.endsAt,
        unpaid: data.unpaid ?? false,
      }),
    ),
    on(SubscriptionRefunded, (tx: Tx<Tables>, { id, data }) =>
      planSubscriptionMail(tx, id, data.subscriberId, { what: 'refunded', cents: data.refundedCents }),
    ),
    on(SubscriptionEnded, async (tx: Tx<Tables>, { id, time, data }) => {
      await updateRunning(tx, data.subscriberId, false, new Date(time));
      await planSubscriptionMail(tx, id, data.subscriberId, { what: 'ended' });
    }),
    on(MoneyReturned, async (tx: Tx<Tables>, { data, time, id: eventId }) => {
      const { transferId } = data;
      await upsertTransfer(tx, transferId, clock());
      const facts = refundFactsOf(data, 'nothing', time);
      await planMails(context, tx, [{ id: `${transferId}-refund-${eventId}`, transferId, template: 'refund', facts }]);
    }),
    on(RefundRequested, async (tx: Tx<Tables>, { data, time }) => {
      const { transferId, reason, requestedAt: at = time } = data;
      if (reason !== 'customer_asked') return;
      await upsertTransfer(tx, transferId, clock());
      // There is one id per request, so that a request for several payments causes one mail.
      const id = `${transferId}-refund-requested-${Date.parse(at)}`;
      await planMails(context, tx, [{ id, transferId, template: 'refund_requested', facts: { at } }]);
    }),
    on(TransferInstructionsReady, async (tx: Tx<Tables>, { data }) => {
      const { transferId, fromExchange, toWallet, reason } = data;
      const released = reason === 'bypassed' ? 'bypassed' : 'paid';
      await upsertRelease(tx, { id: transferId, released, fromExchange, toWallet, now: clock() });
      await planReceipts(context, tx, transferId);
    }),
    on(TransferUpdated, async (tx: Tx<Tables>, { data, time }) => {
      if (!data.addressChangedAfterPayment) return;
      const { transferId, version } = data;
      await upsertTransfer(tx, transferId, clock());
      const id = `${transferId}-address-changed-${version}`;
      await planMails(context, tx, [{ id, transferId, template: 'address_changed', facts: { at: time } }]);
    }),
    on(TransferArrived, async (tx: Tx<Tables>, { data }) => {
      const { transferId, hash, deliveredDrops, completes, testFirst } = data;
      await upsertTransfer(tx, transferId, clock());
      // Only the first payment and the completing payment cause a mail, so that small sums from strangers do not flood
      // the mailbox.
      const facts = { payment: { hash, deliveredDrops } };
      const mail = completes
        ? ({ id: `${transferId}-arrived`, transferId, template: 'arrived', facts } as const)
        : ({ id: `${transferId}-first-arrival`, transferId, template: 'first_arrival', facts } as const);
      await planMails(context, tx, [mail]);
      const isFirst = await updateFirstArrival(tx, transferId, clock());
      if (completes) await planPushes(context, tx, transferId, 'home');
      else if (isFirst) await planPushes(context, tx, transferId, testFirst ? 'test' : 'part');
    }),
    on(TransferCompleted, async (tx: Tx<Tables>, { data }) => {
      const { transferId } = data;
      await upsertEnd(tx, transferId, clock());
      // A customer who confirmed the arrival needs no mail. The event of a completing payment uses the same mail id, so
      // no second mail is sent.
      if (data.by === 'customer') return deletePushSubscriptions(tx, transferId);
      const id = `${transferId}-arrived`;
      await planMails(context, tx, [{ id, transferId, template: 'arrived', facts: { payment: null } }]);
      await planPushes(context, tx, transferId, 'home');
    }),
    on(TransferExpired, async (tx: Tx<Tables>, { data }) => {
      await upsertEnd(tx, data.transferId, clock());
    }),
    on(MarketWeekWritten, async (tx: Tx<Tables>, { data }) =>
      publishIssue(context, tx, { id: `market-${data.to}`, newsletter: 'market', facts: data }),
    ),
    on(SignalsDayWritten, async (tx: Tx<Tables>, { data, time }) => {
      if (!isNews(time)) return;
      await publishIssue(context, tx, { id: `signals-${data.day}`, newsletter: 'signals', facts: data });
    }),
    on(UnusualDayFound, async (tx: Tx<Tables>, { data, time }) => {
      if (!isNews(time)) return;
      await publishAlerts(
        context,
        tx,
        data.coins.map(({ coin, sigma }) => ({ coin, day: data.day, sigma })),
      );
    }),
    on(TaskOpened, (tx: Tx<Tables>, { data, time }) => openTask(context, tx, data, new Date(time))),
    on(TaskSettled, (tx: Tx<Tables>, { data, time }) => settleTasks(tx, data, new Date(time))),
    on(AccountingChecked, (tx: Tx<Tables>, { data, time }) => {
      const alarm = accountingAlarm(data);
      return alarm ? openTask(context, tx, alarm, new Date(time)) : settleTasks(tx, accountingAgrees, new Date(time));
    }),
    on(CampaignCreated, async (tx: Tx<Tables>, { data, time }) => {
      if (data.todo) await openTask(context, tx, campaignByHand(data.campaignId, data.todo), new Date(time));
    }),
    // The task is settled, because operators must not create, and pay for, a campaign that has ended.
    on(CampaignEnded, (tx: Tx<Tables>, { data, time }) =>
      settleTasks(tx, campaignEnded(data.campaignId), new Date(time)),
    ),
    // Later events about the transfer have no effect, because its contacts are deleted.
    on(TransferDeleted, async (tx: Tx<Tables>, { data }) => deleteTransfer(tx, data.transferId)),
  ];
}

/** Returns whether a refund closes the concierge. */
function closesConcierge(closes: string): boolean {
  return closes === 'concierge' || closes === 'all';
}

/** Returns the facts of a mail about a refund. */
function refundFactsOf(
  data: { product: string; amountCents: number; paidAt?: string | undefined; refundedCents: number },
  closes: string,
  at: string,
): RefundFacts {
  const { product, amountCents, paidAt = null, refundedCents } = data;
  return { closes, refundedCents, at, payment: { product, amountCents, paidAt } };
}
