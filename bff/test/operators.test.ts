import { randomBytes } from 'node:crypto';
import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, refusal } from './browser.ts';
import { eventually, operatorPassword, type System, startSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' } as const;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system?.stop());

async function signIn(name = 'Olga') {
  const browser = system.browser();
  const answer = await browser.post('/api/operator/session', { password: operatorPassword, name });
  expect(answer.status).toBe(204);
  return browser;
}

const owners = new Map<string, Browser>();

async function newTransfer(over: object = {}): Promise<string> {
  const owner = system.browser();
  const { id } = (await owner.post('/api/transfers', { ...order, ...over })).body;
  owners.set(id, owner);
  return id;
}

async function payFor(transferId: string): Promise<void> {
  const browser = owners.get(transferId) as Browser;
  const intent = await browser.post('/api/create-payment-intent', { transferId });
  await system.confirm(intent.body.clientSecret);
  await browser.post(`/api/transfers/${transferId}/complete`);
}

/** How many events of no version that anybody knows were published: each of the two services that read them parks each. */
let strangers = 0;
async function publishStranger(subject: string): Promise<void> {
  await system.payment.publish(PaymentSucceeded, subject, {} as never, { dataversion: 99 });
  strangers += 1;
}

describe('an operator’s session', () => {
  it('begins with the password and lives in a strict cookie', async () => {
    const browser = await signIn('Olga');
    const [cookie] = browser.setCookies;
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain('Path=/;');
    const session = await browser.get('/api/operator/session');
    expect(session).toMatchObject({ status: 200, body: { name: 'Olga', expiresAt: expect.any(String) } });
    const hours = (Date.parse(session.body.expiresAt) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(12);
  });

  it('keeps neither password nor token in the database', async () => {
    const browser = await signIn();
    const token = browser.cookie('operator_session');
    const { db } = system.bff.context;
    const kept = [
      ...(await db.selectFrom('operator_account').selectAll().execute()),
      ...(await db.selectFrom('operator_session').selectAll().execute()),
    ];
    const text = JSON.stringify(
      kept.map((row) => ({ ...row, utf8: 'token_hash' in row ? row.token_hash.toString() : '' })),
    );
    expect(text).toContain('$argon2id$');
    expect(text).not.toContain(operatorPassword);
    expect(text).not.toContain(token);
  });

  it('ends with signing out', async () => {
    const browser = await signIn();
    const cookie = browser.cookiesFor('/api/operator/session');
    expect((await browser.send('DELETE', '/api/operator/session')).status).toBe(204);
    expect(browser.cookiesFor('/api/operator/session')).not.toContain('operator_session');
    expect(refusal(await system.browser().get('/api/operator/session', { cookie }))).toEqual([
      401,
      'operator_required',
    ]);
  });

  it('is nobody’s without the cookie, or with a made-up one', async () => {
    for (const cookie of ['', 'operator_session=', 'operator_session=AAAA']) {
      const answer = await system.browser().get('/api/operator/session', { cookie });
      expect(refusal(answer)).toEqual([401, 'operator_required']);
    }
  });
});

describe('the gate', () => {
  it.each([
    'GET /api/admin/transfers',
    'GET /api/admin/payments',
    'GET /api/admin/events',
    'GET /api/admin/jobs',
    'GET /api/admin/audit',
    'GET /api/admin/contacts',
    'GET /api/admin/accounting',
    'GET /api/admin/webhook-events',
    'GET /api/admin/publishers',
    'POST /api/admin/publishers/coin.example',
    'GET /api/admin/tasks',
    'POST /api/admin/tasks/task_1/close',
    'GET /api/admin/dashboard',
    'GET /api/admin/whatever/comes/later',
    'HEAD /api/admin/transfers',
    'POST /api/admin/bypass-payment/0123456789abcdef0123456789abcdef',
    'POST /api/admin/refunds/0123456789abcdef0123456789abcdef',
    'POST /api/admin/concierge/0123456789abcdef0123456789abcdef/email',
    'POST /api/admin/events/transfer.1/redrive',
    'PUT /api/maintenance-status',
    'DELETE /api/operator/session',
    'GET /api/ad-automation-status',
    'GET /api/google-ads/campaigns',
    'POST /api/google-ads/initialize-robinhood',
    'POST /api/safe-ad-post',
    'GET /api/preview-next-ad',
    'POST /api/x-ads/daily-post',
    'GET /api/test-x-api',
    'POST /api/test-x-post',
    'GET /api/x-rate-limits',
    'POST /api/test-x-ad',
    'POST /api/ad-revenue',
    'GET /api/ad-revenue/unreinvested',
    'POST /api/ad-revenue/7/reinvest',
    'POST /api/initialize-advertising',
    'POST /api/ad-campaigns',
  ])('is closed for %s', async (call) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await system.browser().send(method, path);
    expect(answer.status).toBe(401);
    if (method !== 'HEAD') expect(answer.body.code).toBe('operator_required');
  });

  it.each(['/api//admin/transfers', '/api/%61dmin/transfers', '/api/ADMIN/transfers', '/api/x/../admin/transfers'])(
    'has no way round it: %s',
    async (path) => {
      const answer = await system.browser().get(path);
      expect([401, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('"transfers"');
    },
  );

  it('says that there is nothing to whoever may look', async () => {
    expect(refusal(await (await signIn()).get('/api/admin/whatever/comes/later'))).toEqual([404, 'not_found']);
  });
});

describe('what operators do', () => {
  it('lists transfers, payments, contacts, jobs and parked events', async () => {
    const transferId = await newTransfer({ email: 'ann@example.com' });
    await owners
      .get(transferId)
      ?.post('/api/save-contact', { transferId, email: 'ann@example.com', reason: 'stripe_pending_notification' });
    await payFor(transferId);
    const operator = await signIn();
    const transfers = (await operator.get('/api/admin/transfers?limit=200')).body.transfers;
    expect(transfers).toEqual(expect.arrayContaining([expect.objectContaining({ id: transferId })]));
    const { payments } = (await operator.get(`/api/admin/payments?transferId=${transferId}`)).body;
    expect(payments).toMatchObject([{ transferId, amount: '4.00', status: 'succeeded' }]);
    const { contacts } = (await operator.get('/api/admin/contacts')).body;
    expect(contacts).toEqual(
      expect.arrayContaining([expect.objectContaining({ transferId, email: 'ann@example.com' })]),
    );
    const { queues } = (await operator.get('/api/admin/jobs')).body;
    expect(queues.map((queue: { service: string }) => queue.service)).toContain('notification');
    expect((await operator.get('/api/admin/events')).body).toEqual({ deadLetters: [], nextCursor: null, away: [] });
    expect((await operator.get('/api/admin/accounting')).body).toMatchObject({ balanced: true });
  });

  it('refuses a limit, a place and an order that are none', async () => {
    expect(refusal(await (await signIn()).get('/api/admin/audit?limit=0'))).toEqual([400, 'invalid_input']);
    const operator = await signIn();
    for (const query of ['limit=0', 'cursor=made-up', 'sort=colour']) {
      expect(refusal(await operator.get(`/api/admin/jobs?${query}`))).toEqual([400, 'invalid_input']);
    }
  });

  it('unlocks a transfer that was paid another way', async () => {
    const transferId = await newTransfer();
    const operator = await signIn();
    const path = `/api/admin/bypass-payment/${transferId}`;
    expect((await operator.post(path)).body).toEqual({
      success: true,
      message: 'Payment bypassed - instructions now available',
    });
    // The answer waits for it, but not for ever.
    await eventually(async () =>
      expect((await operator.get(`/api/transfer-instructions/${transferId}`)).status).toBe(200),
    );
    expect(refusal(await operator.post(`/api/admin/bypass-payment/${'0'.repeat(32)}`))).toEqual([
      404,
      'transfer_not_found',
    ]);
  });

  it('pays back', async () => {
    const transferId = await newTransfer();
    await payFor(transferId);
    const operator = await signIn();
    const path = `/api/admin/refunds/${transferId}`;
    expect((await operator.post(path, { reason: 'asked by phone' })).body.payments).toMatchObject([
      { status: 'refunded', refunded: '4.00' },
    ]);
    await eventually(async () =>
      expect((await operator.get(`/api/transfers/${transferId}`)).body.status).toBe('refunded'),
    );
    expect(refusal(await operator.get(`/api/transfer-instructions/${transferId}`))).toEqual([409, 'transfer_closed']);
    expect(refusal(await operator.post(`/api/admin/bypass-payment/${transferId}`))).toEqual([409, 'transfer_closed']);
  });

  it('does tasks: closes one with a reason, once, and hears where there is none', async () => {
    const transferId = await newTransfer();
    const email = 'eve@example.com';
    const contact = { transferId, email, reason: 'stripe_pending_notification' };
    await owners.get(transferId)?.post('/api/save-contact', contact);
    await owners.get(transferId)?.post('/api/save-contact', contact);
    const operator = await signIn('Petra');
    const { tasks } = (await operator.get('/api/admin/tasks')).body;
    const ours = tasks.filter((task: { orderId: string }) => task.orderId === transferId);
    const reference = referenceOf(transferId);
    expect(ours).toMatchObject([{ kind: 'hand_payment', doneAt: null, why: expect.stringContaining(reference) }]);
    expect(JSON.stringify(tasks)).not.toContain(email);
    const path = `/api/admin/tasks/${ours[0].id}/close`;
    expect(refusal(await operator.post(path, { reason: ' ' }))).toEqual([400, 'invalid_input']);
    const closed = await operator.post(path, { reason: 'wrote to her' });
    expect(closed).toMatchObject({ status: 200, body: { doneBy: 'Petra', reason: 'wrote to her' } });
    expect((await operator.post(path, { reason: 'again' })).body).toEqual(closed.body);
    for (const id of ['task_nothing', '\0', 'ö'])
      expect(
        refusal(await operator.post(`/api/admin/tasks/${encodeURIComponent(id)}/close`, { reason: 'no' })),
      ).toEqual([404, 'task_not_found']);
    const { entries } = (await operator.get('/api/admin/audit?limit=10')).body;
    const audited = { action: 'POST /api/admin/tasks/:id/close', subject: ours[0].id, reason: 'wrote to her' };
    expect(entries).toContainEqual(expect.objectContaining({ ...audited, operator: 'Petra', outcome: 'done' }));
  });

  it('closes and opens the application', async () => {
    const operator = await signIn();
    expect((await operator.get('/api/maintenance-status')).body).toEqual({ maintenanceMode: false });
    await operator.send('PUT', '/api/maintenance-status', { maintenanceMode: true });
    expect((await system.browser().get('/api/maintenance-status')).body).toEqual({ maintenanceMode: true });
    await operator.send('PUT', '/api/maintenance-status', { maintenanceMode: false, reason: 'done' });
    expect((await system.browser().get('/api/maintenance-status')).body).toEqual({ maintenanceMode: false });
  });

  it('tries a parked event again', async () => {
    const subject = await newTransfer();
    await publishStranger(subject);
    const operator = await signIn();
    const [letter] = await eventually(async () => {
      const { deadLetters } = (await operator.get('/api/admin/events')).body;
      const ours = deadLetters.filter((each: { subject: string; service: string }) => each.subject === subject);
      expect(ours).not.toHaveLength(0);
      return ours;
    });
    expect(letter).toMatchObject({ id: `${letter.service}.${letter.id.split('.')[1]}`, type: 'payment.succeeded' });
    const again = await operator.post(`/api/admin/events/${letter.id}/redrive`);
    expect(again).toMatchObject({ status: 200, body: { success: false, message: expect.stringContaining('99') } });
    for (const id of ['nonsense', 'nobody.1', `${letter.service}.999999`]) {
      expect(refusal(await operator.post(`/api/admin/events/${id}/redrive`))).toEqual([404, 'event_not_found']);
    }
  });

  it('has a parked event handled, once, when what it waited for is there', async () => {
    const id = randomBytes(16).toString('hex');
    const paid = { paymentId: 'pay_redriven', transferId: id, product: 'guide', amountCents: 400, currency: 'usd' };
    await system.payment.publish(PaymentSucceeded, id, paid);
    const operator = await signIn();
    const parked = async () => {
      const { deadLetters } = (await operator.get(`/api/admin/events?search=${id}`)).body;
      return deadLetters as { id: string; reason: string }[];
    };
    const [letter] = await eventually(async () => {
      const letters = await parked();
      // No transfer has this id. Who writes to customers does not ask for one.
      expect(letters).toMatchObject([{ id: expect.stringMatching(/^transfer\./), attempts: 5 }]);
      return letters;
    });
    const path = `/api/admin/events/${letter?.id}/redrive`;
    const early = await operator.post(path, { reason: 'Is it there?' });
    expect(early.body).toMatchObject({ success: false, message: expect.stringMatching(/^It failed again: /) });
    await system.transfer.client.call(transferApi.create, {
      body: { ...order, id, amountDrops: '0', destinationAddress: null, destinationTag: null },
    });
    expect((await operator.post(path, { reason: 'The transfer is there' })).body).toEqual({
      success: true,
      message: 'The event was handled',
    });
    expect(await parked()).toEqual([]);
    expect((await system.browser().get(`/api/transfers/${id}`)).body.status).toBe('instructions_sent');
    expect(refusal(await operator.post(path))).toEqual([404, 'event_not_found']);
    for (const [reason, outcome] of [
      ['Is it there', 'not_done'],
      ['The transfer is there', 'done'],
    ]) {
      const { entries } = (await operator.get(`/api/admin/audit?search=${reason}`)).body;
      expect(entries).toMatchObject([{ subject: letter?.id, outcome }]);
    }
  });
});

describe('every list', () => {
  const lists = [
    ['transfers', 'transfers', 'createdAt'],
    ['payments', 'payments', 'createdAt'],
    ['webhook-events', 'events', 'receivedAt'],
    ['tasks', 'tasks', 'since'],
    ['contacts', 'contacts', 'createdAt'],
    ['events', 'deadLetters', 'parkedAt'],
    ['audit', 'entries', 'at'],
  ] as const;

  it.each([
    ['transfers', 'id'],
    ['payments', 'transferId'],
    ['tasks', 'orderId'],
    ['contacts', 'transferId'],
  ])('%s are found by the reference that the customer quotes', async (noun, name) => {
    const [transferId] = await Promise.all([newTransfer({ email: 'quote@example.com' }), newTransfer()]);
    const owner = owners.get(transferId);
    await owner?.post('/api/create-payment-intent', { transferId });
    await owner?.post('/api/save-contact', {
      transferId,
      email: 'quote@example.com',
      reason: 'stripe_pending_notification',
    });
    const operator = await signIn();
    const reference = referenceOf(transferId);
    for (const search of [reference, reference.toLowerCase(), reference.replace('-', '')]) {
      const found = (await operator.get(`/api/admin/${noun}?search=${search}`)).body[noun];
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map((row: Record<string, string>) => row[name]))).toEqual(new Set([transferId]));
    }
  });

  it('paid transfers are found by what people call their exchange and their wallet', async () => {
    const [transferId = ''] = await Promise.all([
      newTransfer({ fromExchange: 'cryptocom', toWallet: 'xumm' }),
      newTransfer({ fromExchange: 'kraken', toWallet: 'trust' }),
    ]);
    const operator = await signIn();
    await operator.post(`/api/admin/bypass-payment/${transferId}`, {});
    for (const search of ['Crypto.com', 'xaman', 'XAM']) {
      const { transfers } = (await operator.get(`/api/admin/transfers?limit=200&search=${search}`)).body;
      expect(transfers.map(({ id }: { id: string }) => id)).toContain(transferId);
      const pairs = transfers.map((one: Record<string, string>) => `${one.fromExchange} ${one.toWallet}`);
      expect(pairs.filter((pair: string) => !/cryptocom|xumm/.test(pair))).toEqual([]);
    }
  });

  it.each(lists)('%s is read page by page, in either order, and searched', async (path, noun, time) => {
    const sort = time === 'receivedAt' ? 'at' : time;
    const operator = await signIn();
    if (path === 'webhook-events') await system.sendWebhooks();
    await system.control('PUT', 'stripe/webhooks', { held: true });
    for (let time = 0; time < 2; time++) {
      const transferId = await newTransfer({ email: 'list@example.com' });
      await payFor(transferId);
      const message = { transferId, email: 'list@example.com', reason: 'stripe_pending_notification' };
      await owners.get(transferId)?.post('/api/save-contact', message);
      await publishStranger(transferId);
    }
    // All of them have come before they are counted: one that came meanwhile would stand between those that are there.
    await system.control('PUT', 'stripe/webhooks', { held: false });
    const read = async (query: string) => {
      const answer = await operator.get(`/api/admin/${path}?${query}`);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const all = await eventually(async () => {
      const rows = (await read(`limit=200&sort=-${sort}`))[noun];
      if (path === 'events') expect(rows).toHaveLength(2 * strangers);
      expect(rows.length).toBeGreaterThan(1);
      return rows;
    });
    const moments = all.map((row: Record<string, string>) => row[time]);
    expect(moments).toEqual([...moments].sort().reverse());

    const begin = all.at(-1).id;
    const rows: { id: string }[] = [];
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 50; pages++) {
      const page: Record<string, { id: string }[]> & { nextCursor: string | null } = await read(
        `limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`,
      );
      rows.push(...(page[noun] ?? []));
      cursor = page.nextCursor;
    }
    expect(rows[0]?.id).toBe(begin);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.map(({ id }) => id).slice(0, all.length)).toEqual(all.map(({ id }: { id: string }) => id).reverse());

    expect((await read('search=no such thing anywhere'))[noun]).toEqual([]);
    for (const query of ['cursor=made-up', 'sort=colour', 'limit=201', 'search=%00']) {
      expect(refusal(await operator.get(`/api/admin/${path}?${query}`))).toEqual([400, 'invalid_input']);
    }
  });
});

describe('the audit trail', () => {
  async function latest(count: number) {
    const { entries } = (await (await signIn('Auditor')).get(`/api/admin/audit?limit=${count + 1}`)).body;
    return entries.slice(1);
  }

  it('says who did what, when, from where and why', async () => {
    const transferId = await newTransfer();
    const operator = await signIn('Petra');
    await operator.post(`/api/admin/bypass-payment/${transferId}`, { reason: 'paid by Zelle' });
    const [entry] = await latest(1);
    expect(entry).toMatchObject({
      operator: 'Petra',
      ip: '127.0.0.1',
      what: 'Bypass payment',
      action: 'POST /api/admin/bypass-payment/:transferId',
      subject: transferId,
      reason: 'paid by Zelle',
      outcome: 'done',
    });
    expect(Math.abs(Date.parse(entry.at) - Date.now())).toBeLessThan(60_000);
  });

  it('says in words what was done, by which it is found', async () => {
    const operator = await signIn('Petra');
    const path = '/api/maintenance-status';
    await operator.send('PUT', path, { maintenanceMode: true, reason: 'a try of words' });
    await operator.send('PUT', path, { maintenanceMode: false });
    expect((await latest(2)).map(({ what }: { what: string }) => what)).toEqual([
      'Open the application',
      'Close the application',
    ]);
    const { entries } = (await operator.get('/api/admin/audit?search=close the app')).body;
    expect(entries[0]).toMatchObject({ reason: 'a try of words' });
    expect(new Set(entries.map(({ what }: { what: string }) => what))).toEqual(new Set(['Close the application']));
  });

  it('tells of failures too', async () => {
    const transferId = await newTransfer();
    const operator = await signIn('Petra');
    await operator.post(`/api/admin/refunds/${transferId}`);
    await operator.send('PUT', '/api/maintenance-status', { maintenanceMode: 'maybe' });
    expect((await latest(2)).map((entry: { outcome: string }) => entry.outcome)).toEqual([
      'invalid_input',
      'not_refundable',
    ]);
  });

  it('tells of sign-ins, right and wrong, and of signing out', async () => {
    await system.browser().post('/api/operator/session', { password: 'wrong', name: 'Mallory' });
    await (await signIn('Petra')).send('DELETE', '/api/operator/session');
    expect(await latest(3)).toMatchObject([
      { operator: 'Petra', what: 'Sign out', outcome: 'done' },
      { operator: 'Petra', what: 'Sign in', outcome: 'done' },
      { operator: 'Mallory', what: 'Sign in', outcome: 'wrong_password' },
    ]);
  });
});
