import type { BodyOf } from '@xrp-bridge/contracts/define';
import type { PushMessage, pushApi } from '@xrp-bridge/contracts/push';
import { defineJob, type JobRun, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context, Settings } from '../context.ts';
import { type PushNews, pushNews } from '../domain/push-news.ts';
import {
  deletePushSubscriptionById,
  findPushSubscription,
  listPushSubscriptions,
  upsertPushSubscription,
} from '../push-store.ts';
import { isPushEndpoint, sendPush } from '../pusher.ts';
import { upsertTransfer } from '../store.ts';
import type { Tables } from '../tables.ts';
import { readVapidKeys } from '../vapid.ts';

/** The texts name no amount and no address, because a locked screen shows them. */
const texts = {
  test: { title: 'Your test arrived', body: 'Open your guide to see what comes next.' },
  part: { title: 'Some of your XRP arrived', body: 'Open your guide to see how much.' },
  home: { title: 'Your XRP is home', body: 'Open your guide to see the details.' },
} as const satisfies Record<PushNews, Omit<PushMessage, 'path'>>;

/**
 * Defines the job that sends a push message.
 * Its data is only ids, so that jobs contain no personal data.
 */
export function defineSendPush(settings: Pick<Settings, 'MAIL_RETRY_MS'>) {
  return defineJob('send-push', {
    data: z.object({ subscriptionId: z.string(), news: z.enum(pushNews) }),
    attempts: 8,
    backoffMs: settings.MAIL_RETRY_MS,
    timeoutMs: 30_000,
  });
}

/**
 * Stores a browser's subscription.
 * @throws ProblemError `invalid_input` for a URL outside of public push servers
 */
export async function savePushSubscription(
  { settings, transact, clock }: Context,
  transferId: string,
  subscription: BodyOf<typeof pushApi.save>,
): Promise<void> {
  if (!isPushEndpoint(subscription.endpoint, settings)) {
    const message = 'This isn’t the address of a public push server.';
    throw new ProblemError('invalid_input', message, { errors: [{ field: 'endpoint', code: 'invalid', message }] });
  }
  await transact(async (tx) => {
    await upsertTransfer(tx, transferId, clock());
    await upsertPushSubscription(tx, transferId, subscription, clock());
  });
}

/** Enqueues a message to each subscribed browser. Each browser gets each kind of message once. */
export async function planPushes(
  { enqueue, sendPush }: Context,
  tx: Tx<Tables>,
  transferId: string,
  news: PushNews,
): Promise<void> {
  for (const subscriptionId of await listPushSubscriptions(tx, transferId)) {
    enqueue(tx, sendPush, { subscriptionId, news }, { jobId: `${subscriptionId}-${news}` });
  }
}

/**
 * Sends a message.
 * Deletes the subscription after the last message (`home`), or if the browser has ended it.
 */
export async function pushArrival(
  { db, settings }: Context,
  { subscriptionId, news }: { subscriptionId: string; news: PushNews },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const found = await findPushSubscription(db, subscriptionId);
  if (!found) return;
  const message = { ...texts[news], path: `/transfer/${found.transfer_id}` };
  const outcome = await sendPush(settings, await readVapidKeys(db, settings), found, message, signal);
  if (outcome === 'gone' || news === 'home') await deletePushSubscriptionById(db, subscriptionId);
}
