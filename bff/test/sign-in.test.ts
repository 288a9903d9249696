import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { describe, expect, it } from 'vitest';
import { ensureOperatorPassword } from '../src/index.ts';
import { createBrowser, refusal } from './browser.ts';
import { operatorPassword, startBff } from './harness.ts';

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

  it.each(['not-an-address', '203.0.113.9:1234', '198.51.100.7, <script>'])(
    'hears nobody who says that his address is “%s”',
    async (claimed) => {
      const bff = await startBff({ OPERATOR_ALLOWED_IPS: '203.0.113.0/24', TRUST_PROXY: 'on' });
      try {
        const browser = createBrowser(bff.url);
        for (const path of ['/api/get-client-ip', '/api/config', '/api/admin/audit', '/nowhere']) {
          expect(refusal(await browser.get(path, { 'x-forwarded-for': claimed }))).toEqual([400, 'invalid_input']);
        }
      } finally {
        await bff.stop();
      }
    },
  );

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
