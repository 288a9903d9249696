import { notificationApi } from '@xrp-bridge/contracts/notification';
import { describe, expect, it } from 'vitest';
import { type Browser, refusal } from './browser.ts';
import { eventually, useSystem } from './harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

const system = useSystem();
// The sandbox sends no webhooks here, so the BFF detects a payment only by querying the provider.

const start = (over?: object) => system.startTransfer(over);
const startPaid = (over?: object) => system.startPaid(over);

/** Returns the e-mail address of every contact in notification. */
async function listContacts(): Promise<(string | null)[]> {
  const { contacts } = await system.notification.client.call(notificationApi.listContacts, {
    body: { limit: 200 },
  });
  return contacts.map((contact) => contact.email);
}

describe('paying:', () => {
  it('an unpaid transfer refuses to return the instructions or to confirm an arrival', async () => {
    const { browser, id, path } = await start({ destinationAddress: address });
    expect(refusal(await browser.get(`/api/transfer-instructions/${id}`))).toEqual([402, 'payment_required']);
    expect(refusal(await browser.post(`${path}/confirm-arrival`))).toEqual([402, 'payment_required']);
    expect((await browser.post(`${path}/complete`)).body.status).toBe('pending');
  });

  it('a card payment releases the instructions as soon as the provider reports the payment', async () => {
    const { browser, id, path } = await start({ destinationAddress: address, sourceAmount: '50' });
    const intent = await browser.post('/api/create-payment-intent', { transferId: id, amount: 0.01 });
    expect(intent.status).toBe(200);
    expect(Object.keys(intent.body)).toEqual(['clientSecret']);
    expect((await browser.post('/api/create-payment-intent', { transferId: id })).body).toEqual(intent.body);
    expect(await system.confirm(intent.body.clientSecret)).toBe(200);

    const completed = await browser.post(`${path}/complete`);
    expect(completed).toMatchObject({
      status: 200,
      body: { id, status: expect.stringMatching(/paid|instructions_sent/) },
    });
    await eventually(async () => expect((await browser.get(path)).body.status).toBe('instructions_sent'));
    const instructions = await browser.get(`/api/transfer-instructions/${id}`);
    expect(JSON.stringify(instructions.body.instructions)).toContain(address);
    expect(refusal(await browser.post('/api/create-payment-intent', { transferId: id }))).toEqual([
      409,
      'already_paid',
    ]);

    expect((await system.complete(browser, id)).body.status).toBe('completed');
    expect(refusal(await browser.send('PATCH', path, { destinationAddress: otherAddress }))).toEqual([
      409,
      'transfer_closed',
    ]);
    expect(refusal(await browser.send('PATCH', path, { email: 'late@example.com' }))).toEqual([409, 'transfer_closed']);
    expect(await listContacts()).not.toContain('late@example.com');
  });

  it('a declined card unlocks nothing', async () => {
    const { browser, id, path } = await start({ destinationAddress: address });
    const intent = await browser.post('/api/create-payment-intent', { transferId: id });
    expect(await system.confirm(intent.body.clientSecret, 'pm_card_chargeDeclined')).toBe(402);
    expect((await browser.post(`${path}/complete`)).body.status).toBe('pending');
    expect(refusal(await browser.get(`/api/transfer-instructions/${id}`))).toEqual([402, 'payment_required']);
  });

  it('payment calls answer payment_provider_unavailable while the provider is down', async () => {
    const { browser, id, path } = await start();
    await browser.post('/api/create-payment-intent', { transferId: id });
    await system.control('POST', 'faults', { provider: 'stripe', kind: 'down', forMs: 60_000 });
    try {
      expect(refusal(await browser.post(`${path}/complete`))).toEqual([503, 'payment_provider_unavailable']);
      const other = await start();
      expect(refusal(await other.browser.post('/api/create-payment-intent', { transferId: other.id }))).toEqual([
        503,
        'payment_provider_unavailable',
      ]);
    } finally {
      await system.control('POST', 'faults', { provider: 'stripe', kind: 'down', forMs: 0 });
    }
  });

  it('the concierge can be added to a transfer only after the guide is paid, and only once', async () => {
    const unpaid = await start();
    expect(refusal(await unpaid.browser.post('/api/create-concierge-payment', { transferId: unpaid.id }))).toEqual([
      402,
      'payment_required',
    ]);
    const { browser, id } = await startPaid();
    const intent = await browser.post('/api/create-concierge-payment', { transferId: id });
    expect(await system.confirm(intent.body.clientSecret)).toBe(200);
    await browser.post(`/api/transfers/${id}/complete`);
    expect(refusal(await browser.post('/api/create-concierge-payment', { transferId: id }))).toEqual([
      409,
      'already_owned',
    ]);
  });

  it('a refund request is confirmed by mail and recorded on the transfer', async () => {
    const { browser, path } = await startPaid({ email: 'cid@example.com' });
    const answer = await browser.post(`${path}/refund-request`, { reason: 'I changed my mind' });
    expect(answer).toMatchObject({ status: 200, body: { requested: true } });
    await eventually(async () => {
      expect((await browser.get(path)).body).toMatchObject({ mine: true, refundRequestedAt: expect.any(String) });
    });
    expect((await system.browser().get(path)).body).toMatchObject({ mine: false, refundRequestedAt: null });
    await eventually(async () => expect(await subjectsTo('cid@example.com')).toContain(confirmation));
    const unpaid = await start();
    expect(refusal(await unpaid.browser.post(`${unpaid.path}/refund-request`))).toEqual([409, 'not_refundable']);
  });

  it('a refund request is accepted after an arrival that the customer claims, and refused after an arrival on the ledger', async () => {
    const { browser, path } = await startPaid({ email: 'walt@example.com', destinationAddress: address });
    const claimed = (await browser.post(`${path}/confirm-arrival`)).body;
    expect(claimed).toMatchObject({ status: 'instructions_sent', arrivalClaimedAt: expect.any(String) });
    expect((await system.browser().get(path)).body.arrivalClaimedAt).toBeNull();
    expect((await browser.send('DELETE', `${path}/confirm-arrival`)).body.arrivalClaimedAt).toBeNull();
    await browser.post(`${path}/confirm-arrival`);
    expect((await browser.post(`${path}/refund-request`)).body).toEqual({ requested: true });
    const seen = await startPaid({ email: 'wanda@example.com', destinationAddress: address });
    await system.complete(seen.browser, seen.id);
    expect(refusal(await seen.browser.post(`${seen.path}/refund-request`))).toEqual([409, 'not_refundable']);
  });

  it('a refund request must contain an e-mail address if the transfer has none, and is confirmed to that address', async () => {
    const { browser, path } = await startPaid();
    for (const body of [undefined, { email: '' }, { reason: 'I changed my mind' }]) {
      const without = await browser.post(`${path}/refund-request`, body);
      expect(refusal(without)).toEqual([400, 'invalid_input']);
      expect(without.body.errors).toMatchObject([{ field: 'email', code: 'required' }]);
    }
    const wrong = await browser.post(`${path}/refund-request`, { email: 'cleo@' });
    expect(wrong.body.errors).toMatchObject([{ field: 'email' }]);
    expect((await browser.get(path)).body.refundRequestedAt).toBeNull();
    expect((await browser.post(`${path}/refund-request`, { email: 'cleo@example.com' })).status).toBe(200);
    await eventually(async () => expect(await subjectsTo('cleo@example.com')).toContain(confirmation));
  });
});

const confirmation = 'We got your refund request';
const subjectsTo = async (email: string) => (await system.mailsTo(email)).map(({ subject }) => subject);

async function tokenMailedTo(email: string, nth = 0): Promise<string> {
  return eventually(async () => {
    const tokens = (await system.mailsTo(email)).flatMap(({ text }) => /\/resume#t=([\w-]+)/.exec(text)?.[1] ?? []);
    return tokens[nth] ?? Promise.reject(new Error('no mail yet'));
  });
}

describe('the mailed resume link', () => {
  const resume = (browser: Browser, token: string) => browser.post('/api/transfers/resume', { token });

  it('makes one other browser an owner, can be used again there, and is refused in a third browser', async () => {
    const { path, id } = await startPaid({ email: 'dora@example.com', destinationAddress: address });
    const token = await tokenMailedTo('dora@example.com');
    const other = system.browser();
    // Only a POST uses up the token, because mail scanners open links by themselves.
    for (const call of ['/resume', '/api/transfers/resume']) await other.get(`${call}?token=${token}`);
    expect(refusal(await other.send('PATCH', path, { sourceAmount: 7 }))).toEqual([403, 'not_your_transfer']);
    expect((await resume(other, token)).body).toMatchObject({ destinationAddress: address });
    expect((await other.send('PATCH', path, { sourceAmount: 7 })).body.sourceAmount).toBe('7');
    expect((await resume(other, token)).body).toMatchObject({ id, mine: true });
    expect(refusal(await resume(system.browser(), token))).toEqual([410, 'link_expired']);
    const stranger = (await start()).browser;
    expect(refusal(await resume(stranger, token))).toEqual([410, 'link_expired']);
  });

  it('can still be used in another browser after the browser that paid has used it', async () => {
    const { browser, id } = await startPaid({ email: 'dan@example.com' });
    const token = await tokenMailedTo('dan@example.com');
    expect((await resume(browser, token)).body).toMatchObject({ id, mine: true });
    expect((await resume(system.browser(), token)).body).toMatchObject({ id, mine: true });
  });

  it('is replaced by a new one, mailed to the stored address, for any caller with the token; an unknown token gets the same reply', async () => {
    const { id } = await startPaid({ email: 'dick@example.com' });
    const token = await tokenMailedTo('dick@example.com');
    await resume(system.browser(), token);
    const elsewhere = system.browser();
    const answers = [
      await elsewhere.post('/api/transfers/resume-link', { token }),
      await elsewhere.post('/api/transfers/resume-link', { token: 'x'.repeat(43) }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { requested: true } });
    expect(answers.map(({ headers }) => headers.getSetCookie())).toEqual([[], []]);
    expect((await resume(elsewhere, await tokenMailedTo('dick@example.com', 1))).body).toMatchObject({ id });
    expect(refusal(await elsewhere.post('/api/transfers/resume-link', {}))).toEqual([400, 'invalid_input']);
  });
});

describe('a resume link requested by the transfer’s id', () => {
  it('is mailed to the stored address, and the reply is the same for an unknown id', async () => {
    const { id } = await startPaid({ email: 'dot@example.com' });
    await tokenMailedTo('dot@example.com');
    const { id: withoutEmail } = await startPaid({});
    const elsewhere = system.browser();
    const ask = (transferId: string) => elsewhere.post(`/api/transfers/${transferId}/resume-link`);
    for (const each of [id, withoutEmail, 'f'.repeat(32)]) {
      const answer = await ask(each);
      expect(answer).toMatchObject({ status: 200, body: { requested: true } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const token = await tokenMailedTo('dot@example.com', 1);
    expect((await elsewhere.post('/api/transfers/resume', { token })).body).toMatchObject({ id, mine: true });
    expect(refusal(await ask('nonsense'))).toEqual([404, 'transfer_not_found']);
  });
});

describe('the phone link', () => {
  it('makes one other device an owner, and can be created only by an owner', async () => {
    const { browser, id, path } = await start({ destinationAddress: address });
    const made = await browser.post(`${path}/phone-link`);
    expect(made).toMatchObject({ status: 201, body: { minutes: 10 } });
    const phone = system.browser();
    const opened = await phone.post('/api/transfers/resume', { token: made.body.token });
    expect(opened.body).toMatchObject({ id, mine: true, destinationAddress: address });
    expect((await phone.get(path)).body.mine).toBe(true);
    const elsewhere = system.browser();
    expect(refusal(await elsewhere.post('/api/transfers/resume', { token: made.body.token }))).toEqual([
      410,
      'link_expired',
    ]);
    expect(refusal(await elsewhere.post(`${path}/phone-link`))).toEqual([403, 'not_your_transfer']);
  });
});
