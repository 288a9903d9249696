import { createHmac, randomUUID } from 'node:crypto';
import { ConciergeBought } from '@xrp-bridge/contracts/concierge';
import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import type { ServiceContext } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, refusal } from './browser.ts';
import { eventually, operatorPassword, type System, startSystem } from './harness.ts';

const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
const required = [402, 'concierge_required'];

let system: System;
let operator: Browser;
beforeAll(async () => {
  system = await startSystem();
  await system.sendWebhooks();
  operator = system.browser();
  await operator.post('/api/operator/session', { password: operatorPassword, name: 'Olga' });
});
afterAll(() => system?.stop());

/** The id of the order that a browser began last. */
function orderOf(browser: Browser): string {
  const cookie = browser.setCookies.findLast((each) => /^concierge_[0-9a-f]{32}=/.test(each));
  return /^concierge_([0-9a-f]{32})/.exec(cookie ?? '')?.[1] as string;
}

const me = async (browser: Browser) => (await browser.get('/api/concierge/me')).body;
const checkout = (browser: Browser, body: object = {}) => browser.post('/api/concierge-checkout', body);

/** A browser that has bought the concierge without a transfer. */
async function owner(body: object = {}): Promise<{ browser: Browser; orderId: string }> {
  const browser = system.browser();
  await system.payOn((await checkout(browser, body)).body.url);
  expect((await browser.post('/api/concierge/complete')).body.state).toBe('owned');
  return { browser, orderId: orderOf(browser) };
}

/** … of which notification has heard: from then on a mailed link opens it, and no receipt comes after the link. */
async function knownOwner(body: object = {}): Promise<{ browser: Browser; orderId: string }> {
  const known = await owner(body);
  const { db } = system.notification.context as ServiceContext;
  await eventually(async () => {
    const { rows } = await sql`select from concierge where order_id = ${known.orderId} and owned`.execute(db);
    expect(rows).toHaveLength(1);
  });
  return known;
}

/** A browser whose transfer is paid by card. */
async function startPaid(serviceFee: '4.00' | '17.76', browser = system.browser()) {
  const { id } = (await browser.post('/api/transfers', { ...order, serviceFee })).body;
  const { clientSecret } = (await browser.post('/api/create-payment-intent', { transferId: id })).body;
  await system.confirm(clientSecret);
  await browser.post(`/api/transfers/${id}/complete`);
  await eventually(async () => expect((await browser.get(`/api/transfers/${id}`)).body.access.guide).toBe(true));
  return { browser, id: id as string };
}

/** The books balance and agree with the provider. */
async function expectBalance(): Promise<void> {
  await eventually(async () => {
    expect((await operator.get('/api/admin/accounting')).body.balanced).toBe(true);
    const compared = system.payment.client.call(paymentApi.reconcileAccounting, { query: { days: 90 } });
    expect(await compared).toMatchObject({ agrees: true, differences: [] });
    const { events } = (await operator.get('/api/admin/webhook-events?limit=200')).body as {
      events: { outcome: string }[];
    };
    expect(events.filter(({ outcome }) => outcome.startsWith('wrong'))).toEqual([]);
  });
}

const entitled = (publicRoutes as readonly RouteDefinition[]).filter(({ access }) => access === 'entitled');
const ask = (browser: Browser, { method, path }: RouteDefinition, cookie?: string) =>
  browser.send(method, path, method === 'GET' ? undefined : { unknown: true }, cookie === undefined ? {} : { cookie });

describe('what the concierge shows', () => {
  let paidBack: Browser;
  let bought: Browser;
  let secret: Buffer;
  let orderId: string;
  beforeAll(async () => {
    ({ browser: bought, orderId } = await owner());
    const refunded = await owner();
    paidBack = refunded.browser;
    expect((await operator.post(`/api/admin/refunds/${refunded.orderId}`, { reason: 'asked' })).status).toBe(200);
    // The first transfer's cookie is what the key is made for.
    await system.browser().post('/api/transfers', order);
    const row = await system.bff.context.db
      .selectFrom('secret')
      .select('value')
      .where('name', '=', 'owner-cookie')
      .executeTakeFirstOrThrow();
    secret = row.value;
  });

  it('is listed in the contracts', () => expect(entitled.length).toBeGreaterThan(7));

  it.each(entitled.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s needs an order that is paid and not paid back',
    async (_name, route) => {
      const packed = Buffer.from(orderId, 'hex').toString('base64url');
      const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
      const strangers = [
        '',
        `concierge=${packed}`,
        `concierge=${packed}.`,
        `concierge=${packed}.${sign('a guess', `concierge:${packed}`)}`,
        // Signed by us, for something else.
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
      expect(closed.body.detail).toBe('Your concierge was paid back, so it is closed');
      expect((await ask(bought, route)).status).toBeLessThan(402);
    },
  );

  it('says to everybody what they own, and to whom it was paid back that it was', async () => {
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

  it('is closed while payment cannot say whether it is owned, and sets nothing', async () => {
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

  it('reads a balance from the ledger, of an address that is one', async () => {
    const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
    await system.control('POST', 'xrpl/accounts', { address, drops: '25500001' });
    const look = (asked: string) => bought.post('/api/concierge/portfolio', { address: asked });
    await eventually(async () =>
      expect((await look(address)).body).toMatchObject({ address, state: 'found', balanceXrp: '25.500001' }),
    );
    expect((await look('rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn')).body.state).toBe('empty');
    for (const wrong of ['', '0x52908400098527886E0F7030069857D2E4169EE7', `${address}x`]) {
      const answer = await look(wrong);
      expect(refusal(answer)).toEqual([400, 'invalid_input']);
      expect(answer.body.errors).toMatchObject([{ field: 'address' }]);
    }
  });
});

describe('buying', () => {
  it('the concierge alone: the page is paid, the cookie is there, and coming back proves nothing', async () => {
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

  it('two presses of the button are one order, and what is owned is not sold again', async () => {
    const browser = system.browser();
    const first = (await checkout(browser)).body.url;
    expect((await checkout(browser)).body.url).toBe(first);
    await system.payOn(first);
    await browser.post('/api/concierge/complete');
    expect(refusal(await checkout(browser))).toEqual([409, 'already_owned']);
    expect((await checkout(browser)).body.detail).toBe('You already have the concierge');
    expect(refusal(await browser.post('/api/transfers', { ...order, fromExchange: 'nowhere' }))[0]).toBe(400);
  });

  it('two first presses of one button at the same moment are one order', async () => {
    const browser = system.browser();
    const key = randomUUID();
    const urls = (await Promise.all([checkout(browser, { key }), checkout(browser, { key })])).map(
      ({ body }) => body.url as string,
    );
    expect(urls[0]).toMatch(/^http/);
    expect(urls[1]).toBe(urls[0]);
    expect(refusal(await checkout(browser, { key: 'short' }))).toEqual([400, 'invalid_input']);

    // Paid back, the button that is still there begins another order.
    await system.payOn(urls[0] as string);
    await browser.post('/api/concierge/complete');
    await operator.post(`/api/admin/refunds/${orderOf(browser)}`, { reason: 'asked' });
    expect((await me(browser)).state).toBe('refunded');
    const again = await checkout(browser, { key });
    expect(again.status).toBe(200);
    expect(again.body.url).not.toBe(urls[0]);
  });

  it('two pages that begin at the same moment lose no order: whichever is paid opens it', async () => {
    const browser = system.browser();
    const urls = (await Promise.all([checkout(browser), checkout(browser)])).map(({ body }) => body.url as string);
    await system.payOn(urls[0] as string);
    await eventually(async () => expect((await browser.post('/api/concierge/complete')).body.state).toBe('owned'));
    expect(refusal(await checkout(browser))).toEqual([409, 'already_owned']);
  });

  it('the upgrade after a paid guide costs the rest, and is the owner’s to buy', async () => {
    const { browser, id } = await startPaid('4.00');
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
    // The transfer’s cookie is enough to come in, and the concierge gets its own.
    expect((await browser.get('/api/concierge/dashboard')).status).toBe(200);
    expect(browser.cookiesFor('/api/concierge/me')).toContain('concierge=');
  });

  it('a bundle that was ordered before the concierge was bought alone is not charged any more', async () => {
    const browser = system.browser();
    const { id } = (await browser.post('/api/transfers', { ...order, serviceFee: '17.76' })).body;
    await system.payOn((await checkout(browser)).body.url);
    await browser.post('/api/concierge/complete');
    expect(refusal(await browser.post('/api/create-payment-intent', { transferId: id }))).toEqual([
      409,
      'already_owned',
    ]);
  });

  it('the bundle opens it, and the next transfer is not sold a second one', async () => {
    const { browser } = await startPaid('17.76');
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

  it.each(['ann', 'ann@exa\nmple.com', 'änn@exämple.com', 'a'.repeat(300)])(
    'is refused the address “%s”',
    async (email) => {
      const browser = system.browser();
      expect(refusal(await checkout(browser, { email }))).toEqual([400, 'invalid_input']);
      expect(browser.setCookies).toEqual([]);
    },
  );
});

describe('the guide that came with the concierge', () => {
  it('pays for the next transfer, and for no other', async () => {
    const { browser, orderId } = await owner();
    const first = (await browser.post('/api/transfers', order)).body;
    expect(first).toMatchObject({ access: { guide: true } });
    await eventually(async () =>
      expect((await browser.get(`/api/transfers/${first.id}`)).body).toMatchObject({
        status: 'instructions_sent',
        access: { guide: true, concierge: 'owned' },
      }),
    );
    expect(refusal(await browser.post('/api/create-payment-intent', { transferId: first.id }))).toEqual([
      409,
      'already_paid',
    ]);
    expect(await me(browser)).toMatchObject({ state: 'owned', guideCredit: false, transferId: first.id });
    const second = (await browser.post('/api/transfers', order)).body;
    expect(second).toMatchObject({ status: 'pending', access: { guide: false } });

    // Paid back, it closes the transfer and the concierge.
    await operator.post(`/api/admin/refunds/${first.id}`, { reason: 'asked' });
    expect((await me(browser)).state).toBe('refunded');
    await eventually(async () =>
      expect((await browser.get(`/api/transfers/${first.id}`)).body.status).toBe('refunded'),
    );
    expect(await system.payment.published(ConciergeBought.type)).toContainEqual(
      expect.objectContaining({ subject: orderId }),
    );
    await expectBalance();
  });
});

describe('the money back', () => {
  it('is answered at the address that was left with the request, which operators find; links go where they went', async () => {
    const [signsIn, answers] = ['signs-in@example.com', 'answers@example.com'];
    const { browser, orderId } = await knownOwner({ email: signsIn });
    const answer = await browser.post('/api/concierge/refund-request', { email: answers, reason: 'Not for me.' });
    expect(answer.body).toEqual({ requested: true });
    const subjects = async (email: string) => (await system.mailsTo(email)).map(({ subject }) => subject);
    await eventually(async () => expect(await subjects(answers)).toEqual(['We have your request for a refund']));
    const { contacts } = (await operator.get(`/api/admin/contacts?search=${orderId}`)).body;
    expect(contacts).toMatchObject([{ email: answers, reason: 'refund_request', message: 'Not for me.' }]);
    for (const email of [answers, signsIn]) await system.browser().post('/api/concierge/sign-in-link', { email });
    await tokenMailedTo(signsIn);
    expect(await subjects(signsIn)).not.toContain('Your concierge has a new e-mail address');
    expect(await subjects(answers)).toEqual(['We have your request for a refund']);
  });

  it('is asked for with an address to answer, and an operator decides', async () => {
    const { browser, orderId } = await owner();
    const asked = await browser.post('/api/concierge/refund-request', {});
    expect(refusal(asked)).toEqual([400, 'invalid_input']);
    expect(asked.body.errors).toMatchObject([{ field: 'email', code: 'required' }]);
    const email = 'back@example.com';
    const answer = await browser.post('/api/concierge/refund-request', { email, reason: 'Not for me.' });
    expect(answer.body).toEqual({ requested: true });
    expect(await me(browser)).toMatchObject({ state: 'owned', refundRequestedAt: expect.any(String), email: true });
    const { tasks } = (await operator.get('/api/admin/tasks?limit=200')).body as { tasks: { orderId: string }[] };
    expect(tasks).toContainEqual(expect.objectContaining({ kind: 'refund_request', orderId }));
    await operator.post(`/api/admin/refunds/${orderId}`, { reason: 'within 14 days' });
    expect(refusal(await browser.post('/api/concierge/refund-request', {}))).toEqual(required);
    await expectBalance();
  });
});

/** The token of the sign-in link that came to an address. */
const tokenMailedTo = (email: string) =>
  eventually(async () => {
    const texts = (await system.mailsTo(email)).map(({ text }) => text).join('\n');
    const token = /\/concierge\/register#t=([\w-]+)/.exec(texts)?.[1];
    expect(token).toBeDefined();
    return token;
  });

describe('another device', () => {
  it('gets in by a link that opens once, and a stranger learns nothing by asking', async () => {
    const email = 'second-device@example.com';
    const { browser } = await knownOwner();
    expect((await browser.post('/api/concierge/register', { email })).body).toEqual({ ok: true });
    const [mail] = await eventually(async () => {
      const mails = await system.mailsTo(email);
      expect(mails).toHaveLength(1);
      return mails;
    });
    const token = /\/concierge\/register#t=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const device = system.browser();
    expect((await device.post('/api/concierge/sign-in', { token })).body).toMatchObject({
      state: 'owned',
      email: true,
    });
    expect((await device.get('/api/concierge/dashboard')).status).toBe(200);
    // Used up: for this device, and for whoever read the mail after it.
    for (const late of [device, system.browser()]) {
      expect(refusal(await late.post('/api/concierge/sign-in', { token }))).toEqual([410, 'link_expired']);
    }
    const answers = [
      await system.browser().post('/api/concierge/sign-in-link', { email }),
      await system.browser().post('/api/concierge/sign-in-link', { email: 'nobody@example.com' }),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(await system.mailsTo('nobody@example.com')).toEqual([]);
  });

  it('is in although nobody can say what it owns at that moment', async () => {
    const email = 'payment-away@example.com';
    const { browser } = await knownOwner();
    await browser.post('/api/concierge/register', { email });
    const token = await tokenMailedTo(email);
    const { payment } = system.bff.context.services;
    const call = payment.call;
    payment.call = () => Promise.reject(new Error('away'));
    const device = system.browser();
    try {
      const answer = await device.post('/api/concierge/sign-in', { token });
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ state: 'owned', email: true })]);
    } finally {
      payment.call = call;
    }
    expect((await device.get('/api/concierge/dashboard')).status).toBe(200);
  });

  it('is closed with the first one once the money went back', async () => {
    const email = 'both-devices@example.com';
    const { browser, orderId } = await knownOwner();
    await browser.post('/api/concierge/register', { email });
    const device = system.browser();
    await device.post('/api/concierge/sign-in', { token: await tokenMailedTo(email) });
    expect((await device.get('/api/concierge/dashboard')).status).toBe(200);
    await operator.post(`/api/admin/refunds/${orderId}`, { reason: 'asked' });
    for (const each of [browser, device]) {
      expect(refusal(await each.get('/api/concierge/dashboard'))).toEqual(required);
      expect((await me(each)).state).toBe('refunded');
    }
  });

  it.each(['x'.repeat(43), `${'x'.repeat(20)}.${'y'.repeat(43)}`])(
    'is kept out with the forged token %s',
    async (token) => {
      const browser = system.browser();
      expect(refusal(await browser.post('/api/concierge/sign-in', { token }))).toEqual([410, 'link_expired']);
      expect(browser.setCookies).toEqual([]);
    },
  );
});

describe('an owner who has left no address, and has no browser any more that knows them', () => {
  const give = (orderId: string, email: string, reason = 'She named the day and the amount') =>
    operator.post(`/api/admin/concierge/${orderId}/email`, { email, reason });

  it('is given one by an operator, and gets in by the link that comes there; the trail does not name it', async () => {
    const email = 'found-again@example.com';
    const { orderId } = await knownOwner();
    const answer = await give(orderId, email, `She wrote from ${email} and named the amount`);
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    const device = system.browser();
    const signedIn = await device.post('/api/concierge/sign-in', { token: await tokenMailedTo(email) });
    expect(signedIn.body).toMatchObject({ state: 'owned', email: true });
    expect((await device.get('/api/concierge/dashboard')).status).toBe(200);

    const { entries } = (await operator.get(`/api/admin/transfers/${orderId}/timeline`)).body;
    expect(entries).toContainEqual(expect.objectContaining({ what: 'Paid' }));
    expect(entries).toContainEqual(
      expect.objectContaining({
        what: 'Olga: Give a concierge an address',
        detail: 'Done: She wrote from (e-mail address) and named the amount',
      }),
    );
    const trail = (await operator.get(`/api/admin/audit?search=${orderId}`)).body;
    expect(trail.entries).toHaveLength(1);
    expect(JSON.stringify([trail, entries])).not.toContain(email);
  });

  it('is not given one for what nobody has paid, or what was paid back', async () => {
    const begun = system.browser();
    await checkout(begun);
    const refunded = await owner();
    await operator.post(`/api/admin/refunds/${refunded.orderId}`, { reason: 'asked' });
    const guide = await startPaid('4.00');
    const email = 'never-paid@example.com';
    const refused = [
      ['f'.repeat(32), 404, 'order_not_found'],
      ['nope', 404, 'order_not_found'],
      [orderOf(begun), 409, 'not_owned'],
      [guide.id, 409, 'not_owned'],
      [refunded.orderId, 409, 'not_owned'],
    ] as const;
    for (const [orderId, ...answer] of refused) expect(refusal(await give(orderId, email))).toEqual(answer);
    const { detail } = (await give(refunded.orderId, email)).body;
    expect(detail).toBe('The concierge of this order was paid back');
    expect(refusal(await give(refunded.orderId, 'ann'))).toEqual([400, 'invalid_input']);
    const { contacts } = (await operator.get(`/api/admin/contacts?search=${email}`)).body;
    expect(contacts).toEqual([]);
  });
});

describe('what is no e-mail address', () => {
  it.each(['ann', 'ann@exa\nmple.com', 'ann@example.com\r\nBcc: eve@example.com', 'änn@exämple.com'])(
    'is refused wherever one is asked for: %j',
    async (email) => {
      const { browser } = await owner();
      const answers = {
        register: await browser.post('/api/concierge/register', { email }),
        refund: await browser.post('/api/concierge/refund-request', { email }),
        newsletters: await browser.send('PUT', '/api/concierge/newsletters', { email, market: true, alerts: true }),
        link: await browser.post('/api/concierge/sign-in-link', { email }),
        signals: await browser.post('/api/signal-subscriptions', { email }),
        waitlist: await browser.post('/api/quantum-waitlist', { email }),
      };
      for (const [where, answer] of Object.entries(answers)) {
        expect([where, ...refusal(answer)]).toEqual([where, 400, 'invalid_input']);
      }
      expect(await me(browser)).toMatchObject({ state: 'owned', email: false, refundRequestedAt: null });
    },
  );
});

describe('the subscription to signals', () => {
  it('is confirmed, ordered, passes its trial, and is ended with the money back, by links of mails alone', async () => {
    const email = 'signals@example.com';
    const browser = system.browser();
    await browser.post('/api/signal-subscriptions', { email });
    const readMail = (subject: string) =>
      eventually(async () => {
        const mail = (await system.mailsTo(email)).find((each) => each.subject === subject);
        expect(mail).toBeDefined();
        return mail?.text ?? '';
      });
    const token = /#confirm=([\w-]+)/.exec(await readMail('Do you want signals by e-mail?'))?.[1];
    const act = (what: string, by = token) => browser.post(`/api/signal-subscriptions/${what}`, { token: by });

    // Nothing can be ordered before the address has said yes.
    expect(refusal(await act('checkout'))).toEqual([410, 'link_expired']);
    await act('confirm');
    expect((await act('read')).body.state).toBe('confirmed');
    await system.payOn((await act('checkout')).body.url);
    await eventually(async () => expect((await act('read')).body.state).toBe('trialing'));
    expect(refusal(await act('checkout'))).toEqual([409, 'already_subscribed']);
    expect(refusal(await act('money-back'))).toEqual([409, 'not_refundable']);

    const mailed = /#subscription=([\w.-]+)/.exec(await readMail('Your signals begin'))?.[1];
    await system.control('POST', 'clock', { advanceMs: 62 * 24 * 3600_000 });
    await readMail('Your receipt for a month of signals');
    expect((await act('read', mailed)).body).toMatchObject({ state: 'active', moneyBack: { amount: '4.00' } });
    expect((await act('cancel', mailed)).body).toMatchObject({ state: 'active', renewsAt: null });
    expect((await act('money-back', mailed)).body).toMatchObject({ state: 'ended', refunded: '4.00' });
    await readMail('Your money is on its way back');
    await expectBalance();
  });

  it.each(['checkout', 'read', 'cancel', 'money-back'])('%s is for whoever has a link of ours', async (what) => {
    for (const token of ['x'.repeat(43), `0af76519-16cd-43dd-8448-eb211c80319c.${'x'.repeat(43)}`]) {
      const answer = await system.browser().post(`/api/signal-subscriptions/${what}`, { token });
      expect(refusal(answer)).toEqual([410, 'link_expired']);
    }
  });
});
