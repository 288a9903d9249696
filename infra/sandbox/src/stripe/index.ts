import type { Provider, World } from '../provider.ts';
import type { Account, StripeSandbox } from './account.ts';
import { serveControls } from './controls.ts';
import { servePages } from './pages.ts';
import { serveApi } from './routes.ts';
import { createWebhooks } from './webhooks.ts';

/** Stripe: payment intents, charges, refunds, subscriptions, Checkout with its hosted page, events and signed webhooks. */
export function createStripe(
  world: World,
  settings: { webhookTarget: string | undefined; webhookSecret: string },
): Provider {
  const { webhookTarget: target, webhookSecret: secret } = settings;
  const webhooks = createWebhooks({ clock: world.clock, log: world.log, target, secret });
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
    reset() {
      stripe.accounts.clear();
      webhooks.reset();
    },
    stop: async () => webhooks.stop(),
  };
}
