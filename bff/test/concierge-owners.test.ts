import { ConciergeBought } from '@xrp-bridge/contracts/concierge';
import { describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { checkout, me, orderOf, required, useConcierge } from './concierge-harness.ts';
import { eventually } from './harness.ts';

const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };

const { system, operator, owner, knownOwner, expectBalance, tokenMailedTo } = useConcierge();

describe('the guide credit of the concierge', () => {
  it('is redeemed for the owner’s next transfer, but not for a later transfer', async () => {
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

    // The refund closes the transfer and the concierge.
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

describe('a refund request for the concierge', () => {
  it('is confirmed by mail to the address in the request, while sign-in links still go to the registered address', async () => {
    const [signsIn, answers] = ['signs-in@example.com', 'answers@example.com'];
    const { browser, orderId } = await knownOwner({ email: signsIn });
    const answer = await browser.post('/api/concierge/refund-request', { email: answers, reason: 'Not for me.' });
    expect(answer.body).toEqual({ requested: true });
    const subjects = async (email: string) => (await system.mailsTo(email)).map(({ subject }) => subject);
    await eventually(async () => expect(await subjects(answers)).toEqual(['We got your refund request']));
    const { contacts } = (await operator.post('/api/admin/contacts/search', { search: orderId })).body;
    expect(contacts).toMatchObject([{ email: answers, reason: 'refund_request', message: 'Not for me.' }]);
    for (const email of [answers, signsIn]) await system.browser().post('/api/concierge/sign-in-link', { email });
    await tokenMailedTo(signsIn);
    expect(await subjects(signsIn)).not.toContain('Your concierge has a new email address');
    expect(await subjects(answers)).toEqual(['We got your refund request']);
  });

  it('needs an e-mail address, and opens a task in which an operator decides about the refund', async () => {
    const { browser, orderId } = await owner();
    const refused = await browser.post('/api/concierge/refund-request', {});
    expect(refusal(refused)).toEqual([400, 'invalid_input']);
    expect(refused.body.errors).toMatchObject([{ field: 'email', code: 'required' }]);
    const email = 'back@example.com';
    const answer = await browser.post('/api/concierge/refund-request', { email, reason: 'Not for me.' });
    expect(answer.body).toEqual({ requested: true });
    expect(await me(browser)).toMatchObject({ state: 'owned', refundRequestedAt: expect.any(String), email: true });
    const expectTasks = (expected: object[]) =>
      eventually(async () => {
        const { tasks } = (await operator.get(`/api/admin/tasks?search=${orderId}`)).body;
        expect(tasks).toMatchObject(expected);
        return tasks;
      });
    const [task] = await expectTasks([{ kind: 'refund_request', orderId, doneAt: null }]);
    await operator.post(`/api/admin/tasks/${task.id}/close`, { reason: 'It was used.' });
    await eventually(async () => expect(await me(browser)).toMatchObject({ refundRequestedAt: null }));
    await browser.post('/api/concierge/refund-request', { email, reason: 'It was not.' });
    await expectTasks([{ doneAt: null }, { reason: 'It was used.' }]);
    await operator.post(`/api/admin/refunds/${orderId}`, { reason: 'within 14 days' });
    await expectTasks([{ doneBy: 'system', reason: 'Refunded.' }, { reason: 'It was used.' }]);
    expect(refusal(await browser.post('/api/concierge/refund-request', {}))).toEqual(required);
    await expectBalance();
  });
});

describe('another device', () => {
  it('signs in with a single-use link, and a request for a link gets the same reply for an unknown address', async () => {
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
    // The link is used up for this device and for all others.
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

  it('can sign in while payment is unavailable', async () => {
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

  it('loses access after a refund, as the first device does', async () => {
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
    'cannot sign in with the forged token %s',
    async (token) => {
      const browser = system.browser();
      expect(refusal(await browser.post('/api/concierge/sign-in', { token }))).toEqual([410, 'link_expired']);
      expect(browser.setCookies).toEqual([]);
    },
  );
});

describe('an owner without an e-mail address or a signed-in browser', () => {
  const give = (orderId: string, email: string, reason = 'She named the day and the amount') =>
    operator.post(`/api/admin/concierge/${orderId}/email`, { email, reason });

  it('signs in with a link mailed to the address that an operator adds, and the audit trail does not contain the address', async () => {
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
        what: 'Olga: Change a concierge email',
        detail: 'Done: She wrote from (email address) and named the amount',
      }),
    );
    const trail = (await operator.get(`/api/admin/audit?search=${orderId}`)).body;
    expect(trail.entries).toHaveLength(1);
    expect(JSON.stringify([trail, entries])).not.toContain(email);
  });

  it('cannot get an address from an operator for an unpaid or refunded order', async () => {
    const begun = system.browser();
    await checkout(begun);
    const refunded = await owner();
    await operator.post(`/api/admin/refunds/${refunded.orderId}`, { reason: 'asked' });
    const guide = await system.startPaid({ serviceFee: '4.00' });
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
    expect(detail).toBe('The concierge for this order was refunded');
    expect(refusal(await give(refunded.orderId, 'ann'))).toEqual([400, 'invalid_input']);
    const { contacts } = (await operator.post('/api/admin/contacts/search', { search: email })).body;
    expect(contacts).toEqual([]);
  });
});

it.each(['ann', 'ann@exa\nmple.com', 'ann@example.com\r\nBcc: eve@example.com', 'änn@exämple.com', 'a'.repeat(300)])(
  'every call with an e-mail address refuses the invalid address %j',
  async (email) => {
    const { browser } = await owner();
    const stranger = system.browser();
    const answers = {
      checkout: await checkout(stranger, { email }),
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
    expect(stranger.setCookies).toEqual([]);
    expect(await me(browser)).toMatchObject({ state: 'owned', email: false, refundRequestedAt: null });
  },
);

describe('the subscription to signals:', () => {
  it('a customer can confirm, order, cancel and get a refund with only the links in mails', async () => {
    const email = 'signals@example.com';
    const browser = system.browser();
    await browser.post('/api/signal-subscriptions', { email });
    const readMail = (subject: string) =>
      eventually(async () => {
        const mail = (await system.mailsTo(email)).find((each) => each.subject === subject);
        expect(mail).toBeDefined();
        return mail?.text ?? '';
      });
    const token = /#confirm=([\w-]+)/.exec(await readMail('Do you want signals by email?'))?.[1];
    const act = (what: string, by = token) => browser.post(`/api/signal-subscriptions/${what}`, { token: by });

    // A checkout needs a confirmed address.
    expect(refusal(await act('checkout'))).toEqual([410, 'link_expired']);
    await act('confirm');
    expect((await act('read')).body.state).toBe('confirmed');
    await system.payOn((await act('checkout')).body.url);
    await eventually(async () => expect((await act('read')).body.state).toBe('trialing'));
    expect(refusal(await act('checkout'))).toEqual([409, 'already_subscribed']);
    expect(refusal(await act('money-back'))).toEqual([409, 'not_refundable']);

    const mailed = /#subscription=([\w.-]+)/.exec(await readMail('Your subscription has started'))?.[1];
    await system.control('POST', 'clock', { advanceMs: 62 * 24 * 3600_000 });
    await readMail('Your receipt for a month of signals');
    expect((await act('read', mailed)).body).toMatchObject({ state: 'active', moneyBack: { amount: '4.00' } });
    expect((await act('cancel', mailed)).body).toMatchObject({ state: 'active', renewsAt: null });
    expect((await act('money-back', mailed)).body).toMatchObject({ state: 'ended', refunded: '4.00' });
    await readMail('Your refund is on its way');
    await expectBalance();
  });

  it.each(['checkout', 'read', 'cancel', 'money-back'])('%s refuses a forged token', async (what) => {
    for (const token of ['x'.repeat(43), `0af76519-16cd-43dd-8448-eb211c80319c.${'x'.repeat(43)}`]) {
      const answer = await system.browser().post(`/api/signal-subscriptions/${what}`, { token });
      expect(refusal(answer)).toEqual([410, 'link_expired']);
    }
  });
});
