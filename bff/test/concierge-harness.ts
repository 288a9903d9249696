import { paymentApi } from '@xrp-bridge/contracts/payment';
import type { ServiceContext } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import type { Browser } from './browser.ts';
import { eventually, useOperator, useSystem } from './harness.ts';

/** The refusal of a call that needs the concierge. */
export const required = [402, 'concierge_required'];

/** Returns the id of the latest concierge order of a browser. */
export function orderOf(browser: Browser): string {
  const cookie = browser.setCookies.findLast((each) => /^concierge_[0-9a-f]{32}=/.test(each));
  return /^concierge_([0-9a-f]{32})/.exec(cookie ?? '')?.[1] as string;
}

export const me = async (browser: Browser) => (await browser.get('/api/concierge/me')).body;
export const checkout = (browser: Browser, body: object = {}) => browser.post('/api/concierge-checkout', body);

/** Starts the system for the tests of a file, with an operator and helpers that buy the concierge. */
export function useConcierge() {
  const system = useSystem();
  const operator = useOperator(system);
  beforeAll(async () => {
    await system.sendWebhooks();
  });

  /** Buys the concierge without a transfer in a new browser. */
  async function owner(body: object = {}): Promise<{ browser: Browser; orderId: string }> {
    const browser = system.browser();
    await system.payOn((await checkout(browser, body)).body.url);
    expect((await browser.post('/api/concierge/complete')).body.state).toBe('owned');
    return { browser, orderId: orderOf(browser) };
  }

  return {
    system,
    operator,
    owner,
    /**
     * Buys the concierge, and waits until notification has received the event.
     *
     * From then on a mailed sign-in link works, and no receipt is mailed after the link.
     */
    async knownOwner(body: object = {}): Promise<{ browser: Browser; orderId: string }> {
      const bought = await owner(body);
      const { db } = system.notification.context as ServiceContext;
      await eventually(async () => {
        const { rows } = await sql`select from concierge where order_id = ${bought.orderId} and owned`.execute(db);
        expect(rows).toHaveLength(1);
      });
      return bought;
    },
    /** Expects that the accounting balances and matches the provider. */
    async expectBalance(): Promise<void> {
      await eventually(async () => {
        expect((await operator.get('/api/admin/accounting')).body.balanced).toBe(true);
        const compared = system.payment.client.call(paymentApi.reconcileAccounting, { query: { days: 90 } });
        expect(await compared).toMatchObject({ agrees: true, differences: [] });
        const { events } = (await operator.get('/api/admin/webhook-events?limit=200')).body as {
          events: { outcome: string }[];
        };
        expect(events.filter(({ outcome }) => outcome.startsWith('wrong'))).toEqual([]);
      });
    },
    /** Waits for a sign-in link mailed to an address, and returns its token. */
    tokenMailedTo: (email: string) =>
      eventually(async () => {
        const texts = (await system.mailsTo(email)).map(({ text }) => text).join('\n');
        const token = /\/concierge\/register#t=([\w-]+)/.exec(texts)?.[1];
        expect(token).toBeDefined();
        return token;
      }),
  };
}
