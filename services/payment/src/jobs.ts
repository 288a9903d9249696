import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { checkAccounting } from './use-cases/check-accounting.ts';
import { CancelOpenPayments, CloseOrder, cancelOpenPayments, closeOrder } from './use-cases/close-order.ts';
import { repeatUnconfirmed } from './use-cases/confirm-access.ts';
import { EndSubscription, endSubscription, endWanted } from './use-cases/end-subscription.ts';
import { retireOvertaken, settleDue } from './use-cases/settle-due.ts';
import { settleDueSubscriptions } from './use-cases/subscription.ts';
import { deleteWebhookEvents } from './webhook-store.ts';

/** One attempt where the next run is minutes away. */
const once = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 120_000 };

/** Notices payments whose webhook was lost. */
export const SettleUnsettled = defineJob('settle-unsettled', once);

/** Notices what became of subscriptions where the webhook was lost, and ends those that were to end. */
export const SettleSubscriptions = defineJob('settle-subscriptions', once);

/** Says again what transfers have not confirmed: the event, or its answer, was lost. */
export const RepeatUnconfirmed = defineJob('repeat-unconfirmed', once);

/** Compares the books with what the provider holds, and says so loudly where they differ. */
export const CheckAccounting = defineJob('check-accounting', {
  ...once,
  attempts: 5,
  backoffMs: 60_000,
  timeoutMs: 300_000,
});

/** Forgets what the provider told us so long ago that it will not tell it again. */
export const DeleteWebhookEvents = defineJob('delete-webhook-events', once);

const webhookEventDays = 90;
/** The most that one statement deletes, or one run says again. */
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
      if (orders > 0) context.log.warn({ orders }, 'said again what transfers have not confirmed');
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
