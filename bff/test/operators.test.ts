import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureOperatorPassword } from '../src/index.ts';
import { createBrowser, refusal } from './browser.ts';
import { eventually, operatorPassword, type System, startBff, startSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };

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

async function newTransfer(over: object = {}): Promise<string> {
  return (await system.browser().post('/api/transfers', { ...order, ...over })).body.id;
}

async function payFor(transferId: string): Promise<void> {
  const browser = system.browser();
  const intent = await browser.post('/api/create-payment-intent', { transferId });
  await system.confirm(intent.body.clientSecret);
  await browser.post(`/api/transfers/${transferId}/complete`);
}

describe('an operator’s session', () => {
  it('begins with the password and lives in a strict cookie', async () => {
    const browser = await signIn('Olga');
    const [cookie] = browser.setCookies;
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain('Path=/api');
    const session = await browser.get('/api/operator/session');
    expect(session).toMatchObject({ status: 200, body: { name: 'Olga', expiresAt: expect.any(String) } });
    const hours = (Date.parse(session.body.expiresAt) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(12);
  });

  it('keeps neither password nor token in the database', async () => {
    const browser = await signIn();
    const token = browser.cookiesFor('/api/admin').split('=')[1] as string;
    const { db } = system.bff.context;
    const kept = [
      ...(await db.selectFrom('operator_password').selectAll().execute()),
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
    expect(browser.cookiesFor('/api/operator/session')).toBe('');
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
    'GET /api/admin/ledger',
    'GET /api/admin/webhook-events',
    'GET /api/admin/dashboard',
    'GET /api/admin/whatever/comes/later',
    'HEAD /api/admin/transfers',
    'POST /api/admin/bypass-payment/0123456789abcdef0123456789abcdef',
    'POST /api/admin/refunds/0123456789abcdef0123456789abcdef',
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
    expect(refusal(await (await signIn()).get('/api/preview-next-ad'))).toEqual([404, 'not_found']);
  });
});

describe('what operators do', () => {
  it('lists transfers, payments, contacts, jobs and parked events', async () => {
    const transferId = await newTransfer({ email: 'ann@example.com' });
    await system
      .browser()
      .post('/api/save-contact', { transferId, email: 'ann@example.com', reason: 'stripe_pending_notification' });
    await payFor(transferId);
    const operator = await signIn();
    const transfers = (await operator.get('/api/admin/transfers?limit=200')).body.transfers;
    expect(transfers).toEqual(expect.arrayContaining([expect.objectContaining({ id: transferId })]));
    expect(transfers[0]).not.toHaveProperty('version');
    const { payments } = (await operator.get(`/api/admin/payments?transferId=${transferId}`)).body;
    expect(payments).toMatchObject([{ transferId, amount: '4.00', status: 'succeeded' }]);
    const { contacts } = (await operator.get('/api/admin/contacts')).body;
    expect(contacts).toEqual(
      expect.arrayContaining([expect.objectContaining({ transferId, email: 'ann@example.com' })]),
    );
    const { queues } = (await operator.get('/api/admin/jobs')).body;
    expect(queues.map((queue: { service: string }) => queue.service)).toContain('notification');
    expect((await operator.get('/api/admin/events')).body).toEqual({ deadLetters: [] });
    expect((await operator.get('/api/admin/ledger')).body).toMatchObject({ balanced: true });
  });

  it('refuses a limit that is none', async () => {
    expect(refusal(await (await signIn()).get('/api/admin/audit?limit=0'))).toEqual([400, 'invalid_input']);
  });

  it('unlocks a transfer that was paid another way', async () => {
    const transferId = await newTransfer();
    const operator = await signIn();
    const path = `/api/admin/bypass-payment/${transferId}`;
    expect((await operator.post(path)).body).toEqual({
      success: true,
      message: 'Payment bypassed - instructions now available',
    });
    expect((await operator.get(`/api/transfer-instructions/${transferId}`)).status).toBe(200);
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
    await system.payment.publish(PaymentSucceeded, subject, {} as never, { dataversion: 99 });
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
      action: 'POST /api/admin/bypass-payment/:transferId',
      subject: transferId,
      reason: 'paid by Zelle',
      outcome: 'done',
    });
    expect(Math.abs(Date.parse(entry.at) - Date.now())).toBeLessThan(60_000);
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
      { operator: 'Petra', action: 'DELETE /api/operator/session', outcome: 'done' },
      { operator: 'Petra', action: 'sign in', outcome: 'done' },
      { operator: 'Mallory', action: 'sign in', outcome: 'wrong_password' },
    ]);
  });
});

describe('guessing passwords', () => {
  it('ends after five failures in 15 minutes, even those sent at once', async () => {
    let now = new Date();
    const bff = await startBff({}, { clock: () => now });
    try {
      const browser = createBrowser(bff.url);
      const guess = (password: string) => browser.post('/api/operator/session', { password });
      const answers = await Promise.all(Array.from({ length: 12 }, () => guess('wrong')));
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
      const refused = await guess(operatorPassword);
      expect(refusal(refused)).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
      now = new Date(now.getTime() + 15 * 60_000 + 1);
      expect((await guess(operatorPassword)).status).toBe(204);
    } finally {
      await bff.stop();
    }
  });

  it('forgets the failures of whoever knows it after all', async () => {
    const bff = await startBff();
    try {
      const browser = createBrowser(bff.url);
      const guess = (password: string) => browser.post('/api/operator/session', { password });
      for (let round = 0; round < 3; round++) {
        for (let wrong = 0; wrong < 4; wrong++) expect((await guess('wrong')).status).toBe(401);
        expect((await guess(operatorPassword)).status).toBe(204);
      }
    } finally {
      await bff.stop();
    }
  });

  it('ends for everybody at a hundred', async () => {
    const bff = await startBff({ TRUST_PROXY: 'on' });
    try {
      const guess = (ip: string, password = 'wrong') =>
        createBrowser(bff.url).post('/api/operator/session', { password }, { 'x-forwarded-for': ip });
      const { db } = bff.context;
      const failures = Array.from({ length: 99 }, (_, at) => ({ network: `203.0.113.${at}`, at: new Date() }));
      await db.insertInto('sign_in_failure').values(failures).execute();
      expect((await guess('198.51.100.1')).status).toBe(401);
      expect((await guess('198.51.100.2', operatorPassword)).status).toBe(429);
    } finally {
      await bff.stop();
    }
  });
});

describe('the list of addresses', () => {
  it('lets nobody else in, not even to sign in', async () => {
    const bff = await startBff({ OPERATOR_ALLOWED_IPS: '203.0.113.0/24, 2001:db8::/32', TRUST_PROXY: 'on' });
    try {
      const from = (ip: string) => ({ 'x-forwarded-for': ip });
      const browser = createBrowser(bff.url);
      const password = { password: operatorPassword };
      for (const ip of ['198.51.100.7', '2001:db9::1', '127.0.0.1']) {
        expect(refusal(await browser.get('/api/admin/audit', from(ip)))).toEqual([403, 'ip_not_allowed']);
        expect(refusal(await browser.post('/api/operator/session', password, from(ip)))).toEqual([
          403,
          'ip_not_allowed',
        ]);
      }
      for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::7']) {
        expect((await browser.post('/api/operator/session', password, from(ip))).status).toBe(204);
        expect((await browser.get('/api/admin/audit', from(ip))).status).toBe(200);
      }
      expect((await browser.get('/api/get-client-ip', from('198.51.100.7'))).body).toEqual({ ip: '198.51.100.7' });
    } finally {
      await bff.stop();
    }
  });

  it('cannot be passed by a forged header where no proxy is trusted', async () => {
    const bff = await startBff({ OPERATOR_ALLOWED_IPS: '203.0.113.7' });
    try {
      const browser = createBrowser(bff.url);
      const forged = { 'x-forwarded-for': '203.0.113.7' };
      expect(refusal(await browser.get('/api/admin/audit', forged))).toEqual([403, 'ip_not_allowed']);
    } finally {
      await bff.stop();
    }
  });
});

describe('the password', () => {
  it('is made once where none is given, shown once, and kept over restarts', async () => {
    const database = await createTestDatabase();
    let bff = await startBff({ OPERATOR_PASSWORD: undefined }, { database });
    const password = await ensureOperatorPassword(bff.context.db, bff.context.settings);
    expect(password).toMatch(/^(\w{5}-){3}\w{5}$/);
    expect(await ensureOperatorPassword(bff.context.db, bff.context.settings)).toBeNull();
    await bff.stop();

    bff = await startBff({ OPERATOR_PASSWORD: undefined }, { database });
    const browser = createBrowser(bff.url);
    expect((await browser.post('/api/operator/session', { password })).status).toBe(204);
    await bff.stop();

    bff = await startBff({ OPERATOR_PASSWORD: 'another-password' }, { database });
    const after = createBrowser(bff.url);
    const cookie = browser.cookiesFor('/api/operator/session');
    expect(refusal(await after.get('/api/operator/session', { cookie }))).toEqual([401, 'operator_required']);
    expect(refusal(await after.post('/api/operator/session', { password }))).toEqual([401, 'wrong_password']);
    expect((await after.post('/api/operator/session', { password: 'another-password' })).status).toBe(204);
    await bff.stop();
    await database.drop();
  });
});
