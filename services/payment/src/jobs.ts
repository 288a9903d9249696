import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { CancelOpenPayments } from './use-cases/cancel-open-payments.ts';
import { CheckAccounting, checkAccounting } from './use-cases/check-accounting.ts';
import { CloseOrder, cancelOpenPayments, closeOrder } from './use-cases/close-order.ts';
import { repeatUnconfirmed } from './use-cases/confirm-access.ts';
import { EndSubscription, endSubscription, endWanted } from './use-cases/end-subscription.ts';
import { retireOvertaken, settleDue } from './use-cases/settle-due.ts';
import { settleDueSubscriptions } from './use-cases/subscription.ts';
import { deleteWebhookEvents } from './webhook-store.ts';

/** The jobs have one attempt, because the next scheduled run follows within minutes. */
const once = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 120_000 };

/** Settles payments whose webhook was lost. */
export const SettleUnsettled = defineJob('settle-unsettled', once);

/** Updates subscriptions whose webhook was lost, and ends subscriptions whose mails stopped. */
export const SettleSubscriptions = defineJob('settle-subscriptions', once);

/** Re-emits access events that the transfer service has not confirmed, because events may be lost. */
export const RepeatUnconfirmed = defineJob('repeat-unconfirmed', once);

/** Deletes webhook events that the provider no longer sends again. */
export const DeleteWebhookEvents = defineJob('delete-webhook-events', once);

const webhookEventDays = 90;
/** Maximum number of rows that one statement deletes, and of orders whose access one run emits again. */
const batch = 1_000;

export function paymentJobs(context: Context): JobHandler[] {
  return [
    work(SettleUnsettled, async (_data, { signal }) => {
      await settleDue(context, signal);
      await retireOvertaken(context, signal);
    }),
    work(SettleSubscriptions, async (_data, { signal }) => {
      await settleDueSubscriptions(context, signal);
      await endWanted(context, signal);
    }),
    work(RepeatUnconfirmed, async () => {
      const orders = await repeatUnconfirmed(context, batch);
      if (orders > 0) context.log.warn({ orders }, 'emitted unconfirmed access again');
    }),
    work(CancelOpenPayments, ({ orderId, paymentIds }) => cancelOpenPayments(context, orderId, paymentIds)),
    work(CloseOrder, ({ orderId }) => closeOrder(context, orderId)),
    work(EndSubscription, async ({ subscriberId }) => void (await endSubscription(context, subscriberId))),
    work(CheckAccounting, () => checkAccounting(context)),
    work(DeleteWebhookEvents, async (_data, { signal }) => {
      const before = new Date(context.clock().getTime() - webhookEventDays * 24 * 3600_000);
      while (!signal.aborted && (await deleteWebhookEvents(context.db, before, batch)) === batch);
    }),
  ];
}

export function paymentSchedules(): Schedule[] {
  return [
    { definition: SettleUnsettled, data: {}, everyMs: 120_000 },
    { definition: SettleSubscriptions, data: {}, everyMs: 300_000 },
    { definition: RepeatUnconfirmed, data: {}, everyMs: 60_000 },
    { definition: CheckAccounting, data: {}, cron: '20 4 * * *' },
    { definition: DeleteWebhookEvents, data: {}, cron: '50 3 * * *' },
  ];
}
