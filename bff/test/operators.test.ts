import { randomBytes } from 'node:crypto';
import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { eventually, operatorPassword, useSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' } as const;

const system = useSystem();

const newTransfer = async (over?: object) => system.startTransfer({ ...order, ...over });

/** Publishes an event of an unknown version, which each subscribed service stores as a dead letter. */
async function publishUnknownVersion(subject: string): Promise<void> {
  await system.payment.publish(PaymentSucceeded, subject, {} as never, { dataversion: 99 });
}

describe('an operator’s session', () => {
  it('starts with the password, and its cookie is SameSite=Strict', async () => {
    const browser = await system.signIn('Olga');
    const [cookie] = browser.setCookies;
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain('Path=/;');
    const session = await browser.get('/api/operator/session');
    expect(session).toMatchObject({ status: 200, body: { name: 'Olga', expiresAt: expect.any(String) } });
    const hours = (Date.parse(session.body.expiresAt) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(12);
  });

  it('stores neither the password nor the token in plain text', async () => {
    const browser = await system.signIn();
    const token = browser.cookie('operator_session');
    const { db } = system.bff.context;
    const rows = [
      ...(await db.selectFrom('operator_account').selectAll().execute()),
      ...(await db.selectFrom('operator_session').selectAll().execute()),
    ];
    const text = JSON.stringify(
      rows.map((row) => ({ ...row, utf8: 'token_hash' in row ? row.token_hash.toString() : '' })),
    );
    expect(text).toContain('$argon2id$');
    expect(text).not.toContain(operatorPassword);
    expect(text).not.toContain(token);
  });

  it('ends when the operator signs out', async () => {
    const browser = await system.signIn();
    const cookie = browser.cookiesFor('/api/operator/session');
    expect((await browser.send('DELETE', '/api/operator/session')).status).toBe(204);
    expect(browser.cookiesFor('/api/operator/session')).not.toContain('operator_session');
    expect(refusal(await system.browser().get('/api/operator/session', { cookie }))).toEqual([
      401,
      'operator_required',
    ]);
  });

  it('ends when the browser signs in again', async () => {
    const browser = await system.signIn();
    const cookie = browser.cookiesFor('/api/operator/session');
    await browser.post('/api/operator/session', { password: operatorPassword });
    expect((await browser.get('/api/operator/session')).status).toBe(200);
    expect(refusal(await system.browser().get('/api/operator/session', { cookie }))).toEqual([
      401,
      'operator_required',
    ]);
  });

  it('is refused without a cookie or with a forged cookie', async () => {
    for (const cookie of ['', 'operator_session=', 'operator_session=AAAA']) {
      const answer = await system.browser().get('/api/operator/session', { cookie });
      expect(refusal(answer)).toEqual([401, 'operator_required']);
    }
  });
});

describe('the check of operator routes', () => {
  // access.test.ts covers each route of the contracts.
  it.each(['GET /api/admin/whatever/comes/later', 'HEAD /api/admin/transfers'])(
    'refuses %s without a session',
    async (call) => {
      const [method = '', path = ''] = call.split(' ');
      expect((await system.browser().send(method, path)).status).toBe(401);
    },
  );

  it.each(['/api//admin/transfers', '/api/%61dmin/transfers', '/api/ADMIN/transfers', '/api/x/../admin/transfers'])(
    'cannot be bypassed with the path %s',
    async (path) => {
      const answer = await system.browser().get(path);
      expect([401, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('"transfers"');
    },
  );

  it('answers 404 for an unknown path with a session', async () => {
    expect(refusal(await (await system.signIn()).get('/api/admin/whatever/comes/later'))).toEqual([404, 'not_found']);
  });
});

describe('an operator', () => {
  it('can list transfers, payments, contacts, jobs and dead-lettered events', async () => {
    const { browser: owner, id: transferId } = await newTransfer({ email: 'ann@example.com' });
    await owner.post('/api/save-contact', {
      transferId,
      email: 'ann@example.com',
      reason: 'stripe_pending_notification',
    });
    await system.pay(owner, transferId);
    const operator = await system.signIn();
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

  it('gets 400 for an invalid limit, cursor or sort order', async () => {
    const operator = await system.signIn();
    for (const query of ['limit=0', 'cursor=made-up', 'sort=colour']) {
      expect(refusal(await operator.get(`/api/admin/jobs?${query}`))).toEqual([400, 'invalid_input']);
    }
  });

  it('can unlock a transfer that was paid another way', async () => {
    const { id: transferId } = await newTransfer();
    const operator = await system.signIn();
    const path = `/api/admin/bypass-payment/${transferId}`;
    expect((await operator.post(path)).body).toEqual({
      success: true,
      message: 'Payment bypassed - instructions now available',
    });
    // The call waits at most 3 seconds until the guide is unlocked, so the test polls for it.
    await eventually(async () =>
      expect((await operator.get(`/api/transfer-instructions/${transferId}`)).status).toBe(200),
    );
    expect(refusal(await operator.post(`/api/admin/bypass-payment/${'0'.repeat(32)}`))).toEqual([
      404,
      'transfer_not_found',
    ]);
  });

  it('can refund a payment, and the refund closes the transfer', async () => {
    const { browser: owner, id: transferId } = await newTransfer();
    await system.pay(owner, transferId);
    const operator = await system.signIn();
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

  it('can close a task once, with a note, and gets 404 for an unknown task', async () => {
    const { browser: owner, id: transferId } = await newTransfer();
    const email = 'eve@example.com';
    const contact = { transferId, email, reason: 'stripe_pending_notification' };
    await owner.post('/api/save-contact', contact);
    await owner.post('/api/save-contact', contact);
    const operator = await system.signIn('Petra');
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

  it('can close the application to customers, and open it again', async () => {
    const operator = await system.signIn();
    expect((await operator.get('/api/maintenance-status')).body).toEqual({ maintenanceMode: false });
    await operator.send('PUT', '/api/maintenance-status', { maintenanceMode: true });
    expect((await system.browser().get('/api/maintenance-status')).body).toEqual({ maintenanceMode: true });
    await operator.send('PUT', '/api/maintenance-status', { maintenanceMode: false, reason: 'done' });
    expect((await system.browser().get('/api/maintenance-status')).body).toEqual({ maintenanceMode: false });
  });

  it('can retry a dead-lettered event, and sees the reason if the event fails again', async () => {
    const { id: subject } = await newTransfer();
    await publishUnknownVersion(subject);
    const operator = await system.signIn();
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

  it('can retry a dead-lettered event successfully after the missing transfer was created', async () => {
    const id = randomBytes(16).toString('hex');
    const paid = { paymentId: 'pay_redriven', transferId: id, product: 'guide', amountCents: 400, currency: 'usd' };
    await system.payment.publish(PaymentSucceeded, id, paid);
    const operator = await system.signIn();
    const parked = async () => {
      const { deadLetters } = (await operator.get(`/api/admin/events?search=${id}`)).body;
      return deadLetters as { id: string; reason: string }[];
    };
    const [letter] = await eventually(async () => {
      const letters = await parked();
      // Only the transfer service stores a dead letter, because no transfer has this id. The notification service
      // handles the event without an existing transfer.
      expect(letters).toMatchObject([{ id: expect.stringMatching(/^transfer\./), attempts: 5 }]);
      return letters;
    });
    const path = `/api/admin/events/${letter?.id}/redrive`;
    const early = await operator.post(path, { reason: 'Is it there?' });
    expect(early.body).toMatchObject({ success: false, message: expect.stringMatching(/^The event failed again: /) });
    await system.transfer.client.call(transferApi.create, {
      body: { ...order, id, amountDrops: '0', destinationAddress: null, destinationTag: null },
    });
    expect((await operator.post(path, { reason: 'The transfer is there' })).body).toEqual({
      success: true,
      message: 'The event went through',
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
