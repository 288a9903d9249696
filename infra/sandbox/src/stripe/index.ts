import type { Provider, World } from '../provider.ts';
import { type Account, internalCall, type StripeSandbox } from './account.ts';
import { expireInTime } from './checkout.ts';
import { serveControls } from './controls.ts';
import { servePages } from './pages.ts';
import { serveApi } from './routes.ts';
import { resumeSubscription } from './subscriptions.ts';
import { createWebhooks } from './webhooks.ts';

/** The time for which Stripe retries an event: https://docs.stripe.com/webhooks#retries */
const retriedForSeconds = 3 * 24 * 3600;

/**
 * Creates Stripe: payment intents, charges, refunds, subscriptions, hosted Checkout and signed
 * webhooks.
 */
export function createStripe(
  world: World,
  settings: { webhookTarget: string | undefined; webhookSecret: string },
): Provider {
  const { webhookTarget: target, webhookSecret: secret } = settings;
  const webhooks = createWebhooks({ clock: world.clock, log: world.log, changed: world.changed, target, secret });
  const stripe: StripeSandbox = { world, accounts: new Map(), webhooks };
  const all = <T>(kind: (account: Account) => Map<string, T>) =>
    [...stripe.accounts.values()].flatMap((account) => [...kind(account).values()]);

  return {
    name: 'stripe',
    routes(app) {
      app.register(async (api) => serveApi(api, stripe), { prefix: '/v1' });
      app.register(async (pages) => servePages(pages, stripe), { prefix: '/c' });
    },
    controls: (app) => serveControls(app, stripe),
    state: () => ({
      paymentIntents: all((account) => account.paymentIntents),
      charges: all((account) => account.charges),
      refunds: all((account) => account.refunds),
    }),
    save: () => stripe.accounts,
    restore(saved: typeof stripe.accounts) {
      for (const [name, account] of saved) {
        stripe.accounts.set(name, account);
        resume(stripe, account);
      }
    },
    reset() {
      stripe.accounts.clear();
      webhooks.reset();
    },
    stop: async () => webhooks.stop(),
  };
}

/** Reschedules an account's pending work after a restart. */
function resume(stripe: StripeSandbox, account: Account): void {
  const call = internalCall(stripe, account);
  // A request that the restart interrupted got no answer, so its idempotency key may be used again.
  for (const [key, reply] of account.replies) if (!reply.answer) account.replies.delete(key);
  for (const session of account.sessions.values()) if (session.status === 'open') expireInTime(call, session);
  for (const subscription of account.subscriptions.values()) resumeSubscription(call, subscription);
  const oldest = stripe.world.clock.seconds() - retriedForSeconds;
  for (const event of account.events.values()) {
    if (!event.delivered && event.created > oldest) stripe.webhooks.send(event);
  }
}
