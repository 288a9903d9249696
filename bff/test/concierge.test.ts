import { createHmac, randomUUID } from 'node:crypto';
import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, refusal } from './browser.ts';
import { checkout, me, orderOf, required, useConcierge } from './concierge-harness.ts';
import { eventually } from './harness.ts';

const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };

const { system, operator, owner, expectBalance } = useConcierge();

const entitled = (publicRoutes as readonly RouteDefinition[]).filter(({ access }) => access === 'entitled');
const ask = (browser: Browser, { method, path }: RouteDefinition, cookie?: string) =>
  browser.send(method, path, method === 'GET' ? undefined : { unknown: true }, cookie === undefined ? {} : { cookie });

describe('access to the concierge:', () => {
  let paidBack: Browser;
  let bought: Browser;
  let secret: Buffer;
  let orderId: string;
  beforeAll(async () => {
    ({ browser: bought, orderId } = await owner());
    const refunded = await owner();
    paidBack = refunded.browser;
    expect((await operator.post(`/api/admin/refunds/${refunded.orderId}`, { reason: 'asked' })).status).toBe(200);
    // The first transfer creates the key of the owner cookie, which some forged cookies below use.
    await system.browser().post('/api/transfers', order);
    const row = await system.bff.context.db
      .selectFrom('secret')
      .select('value')
      .where('name', '=', 'owner-cookie')
      .executeTakeFirstOrThrow();
    secret = row.value;
  });

  it('applies to at least eight routes of the contracts', () => expect(entitled.length).toBeGreaterThan(7));

  it.each(entitled.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s needs an order that is paid and not refunded',
    async (_name, route) => {
      const packed = Buffer.from(orderId, 'hex').toString('base64url');
      const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
      const strangers = [
        '',
        `concierge=${packed}`,
        `concierge=${packed}.`,
        `concierge=${packed}.${sign('a guess', `concierge:${packed}`)}`,
        // The next cookies are signed with our key, but for another purpose.
        `concierge=${packed}.${sign(secret, `concierge:${packed}`)}`,
        `concierge=${packed}.${sign(secret, `owner:${packed}`)}`,
        `concierge_${orderId}=${sign(secret, orderId)}`,
        `concierge=${'A'.repeat(5000)}`,
      ];
      for (const cookie of strangers) {
        const answer = await ask(system.browser(), route, cookie);
        expect([cookie, ...refusal(answer)]).toEqual([cookie, ...required]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      const closed = await ask(paidBack, route);
      expect(refusal(closed)).toEqual(required);
      expect(closed.body.detail).toBe('Your concierge was refunded, so you can’t use it anymore');
      expect((await ask(bought, route)).status).toBeLessThan(402);
    },
  );

  it('GET /api/concierge/me returns the access of the calling browser, also after a refund', async () => {
    expect(await me(system.browser())).toEqual({
      state: 'none',
      guide: false,
      guideCredit: false,
      transferId: null,
      boughtAt: null,
      refundRequestedAt: null,
      refundableUntil: null,
      refundable: null,
      email: false,
    });
    expect(await me(bought)).toEqual({
      state: 'owned',
      guide: true,
      guideCredit: true,
      transferId: null,
      boughtAt: expect.any(String),
      refundRequestedAt: null,
      refundableUntil: expect.any(String),
      email: false,
      refundable: { amount: '17.76', concierge: true, guide: true },
    });
    expect(await me(paidBack)).toMatchObject({ state: 'refunded', guide: false, guideCredit: false });
  });

  it('the portal answers 5xx while the payment service is unavailable, and 200 afterwards', async () => {
    const { payment } = system.bff.context.services;
    const call = payment.call;
    payment.call = () => Promise.reject(new Error('away'));
    try {
      expect((await bought.get('/api/concierge/dashboard')).status).toBeGreaterThanOrEqual(500);
    } finally {
      payment.call = call;
    }
    expect((await bought.get('/api/concierge/dashboard')).status).toBe(200);
  });

  it('the portfolio reads the balance of a valid address from the ledger', async () => {
    const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
    await system.control('POST', 'xrpl/accounts', { address, drops: '25500001' });
    const readPortfolio = (of: string) => bought.post('/api/concierge/portfolio', { address: of });
    await eventually(async () =>
      expect((await readPortfolio(address)).body).toMatchObject({ address, state: 'found', balanceXrp: '25.500001' }),
    );
    expect((await readPortfolio('rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn')).body.state).toBe('empty');
    for (const wrong of ['', '0x52908400098527886E0F7030069857D2E4169EE7', `${address}x`]) {
      const answer = await readPortfolio(wrong);
      expect(refusal(answer)).toEqual([400, 'invalid_input']);
      expect(answer.body.errors).toMatchObject([{ field: 'address' }]);
    }
  });
});

describe('buying:', () => {
  it('a concierge bought alone is owned after the payment, not already after the return from the payment page', async () => {
    const browser = system.browser();
    const { url } = (await checkout(browser)).body;
    expect(browser.setCookies.every((each) => /HttpOnly/.test(each) && /Path=\/;/.test(each))).toBe(true);
    expect((await browser.post('/api/concierge/complete')).body.state).toBe('none');
    expect(refusal(await browser.get('/api/concierge/dashboard'))).toEqual(required);
    await system.payOn(url);
    await eventually(async () => expect((await me(browser)).state).toBe('owned'));
    expect((await browser.get('/api/concierge/dashboard')).status).toBe(200);
    await expectBalance();
  });

  it('two checkout requests create one order, and a browser that owns the concierge cannot buy it again', async () => {
    const browser = system.browser();
    const first = (await checkout(browser)).body.url;
    expect((await checkout(browser)).body.url).toBe(first);
    await system.payOn(first);
    await browser.post('/api/concierge/complete');
    expect(refusal(await checkout(browser))).toEqual([409, 'already_owned']);
    expect((await checkout(browser)).body.detail).toBe('You already have the concierge');
    expect(refusal(await browser.post('/api/transfers', { ...order, fromExchange: 'nowhere' }))[0]).toBe(400);
  });

  it('two simultaneous checkout requests with the same key create one order', async () => {
    const browser = system.browser();
    const key = randomUUID();
    const urls = (await Promise.all([checkout(browser, { key }), checkout(browser, { key })])).map(
      ({ body }) => body.url as string,
    );
    expect(urls[0]).toMatch(/^http/);
    expect(urls[1]).toBe(urls[0]);
    expect(refusal(await checkout(browser, { key: 'short' }))).toEqual([400, 'invalid_input']);

    // After the refund, the same key starts a new order.
    await system.payOn(urls[0] as string);
    await browser.post('/api/concierge/complete');
    await operator.post(`/api/admin/refunds/${orderOf(browser)}`, { reason: 'asked' });
    expect((await me(browser)).state).toBe('refunded');
    const again = await checkout(browser, { key });
    expect(again.status).toBe(200);
    expect(again.body.url).not.toBe(urls[0]);
  });

  it('after two simultaneous checkout requests without a key, paying the first order gives access to the concierge', async () => {
    const browser = system.browser();
    const urls = (await Promise.all([checkout(browser), checkout(browser)])).map(({ body }) => body.url as string);
    await system.payOn(urls[0] as string);
    await eventually(async () => expect((await browser.post('/api/concierge/complete')).body.state).toBe('owned'));
    expect(refusal(await checkout(browser))).toEqual([409, 'already_owned']);
  });

  it('only the owner of a paid guide can buy the upgrade for $13.76', async () => {
    const { browser, id } = await system.startPaid({ serviceFee: '4.00' });
    const stranger = system.browser();
    expect(refusal(await checkout(stranger, { transferId: id }))).toEqual([403, 'not_your_transfer']);
    expect(refusal(await checkout(stranger, { transferId: 'f'.repeat(32) }))).toEqual([404, 'transfer_not_found']);
    expect(refusal(await checkout(stranger, { transferId: 'nonsense' }))).toEqual([404, 'transfer_not_found']);
    const { url } = (await checkout(browser, { transferId: id })).body;
    await system.payOn(url);
    await eventually(async () =>
      expect((await browser.get(`/api/transfers/${id}`)).body.access.concierge).toBe('owned'),
    );
    const payments = (await operator.get(`/api/admin/payments?transferId=${id}`)).body.payments as { amount: string }[];
    expect(payments.map(({ amount }) => amount).sort()).toEqual(['13.76', '4.00']);
    expect(refusal(await checkout(browser, { transferId: id }))).toEqual([409, 'already_owned']);
    expect(refusal(await checkout(stranger, { transferId: id }))).toEqual([409, 'already_owned']);
    expect(refusal(await browser.post('/api/create-concierge-payment', { transferId: id }))).toEqual([
      409,
      'already_owned',
    ]);
    // The owner cookie of the transfer gives access, and the answer sets the cookie of the concierge.
    expect((await browser.get('/api/concierge/dashboard')).status).toBe(200);
    expect(browser.cookiesFor('/api/concierge/me')).toContain('concierge=');
  });

  it('an unpaid bundle cannot be paid after the browser has bought the concierge alone', async () => {
    const browser = system.browser();
    const { id } = (await browser.post('/api/transfers', { ...order, serviceFee: '17.76' })).body;
    await system.payOn((await checkout(browser)).body.url);
    await browser.post('/api/concierge/complete');
    expect(refusal(await browser.post('/api/create-payment-intent', { transferId: id }))).toEqual([
      409,
      'already_owned',
    ]);
  });

  it('a paid bundle gives access to the concierge, and the next transfer cannot include the bundle again', async () => {
    const { browser } = await system.startPaid({ serviceFee: '17.76' });
    expect((await me(browser)).state).toBe('owned');
    expect(refusal(await browser.post('/api/transfers', { ...order, serviceFee: '17.76' }))).toEqual([
      409,
      'already_owned',
    ]);
    const { id } = (await browser.post('/api/transfers', order)).body;
    expect(refusal(await browser.post('/api/create-concierge-payment', { transferId: id }))).toEqual([
      409,
      'already_owned',
    ]);
    await expectBalance();
  });
});
