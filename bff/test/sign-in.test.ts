import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { describe, expect, it } from 'vitest';
import { ensureOperatorPassword } from '../src/index.ts';
import { createBrowser, refusal } from './browser.ts';
import { operatorPassword, startBff } from './harness.ts';

describe('password guessing:', () => {
  it('a network is blocked after five failed sign-ins in 15 minutes, even if the attempts are simultaneous', async () => {
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

  it('a successful sign-in resets the count of failures', async () => {
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

  it('failures from a thousand addresses delay unknown devices up to a limit, but lock out no device', async () => {
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    const bff = await startBff({ TRUST_PROXY: 'on' }, { overrides: { pause } });
    try {
      const { db } = bff.context;
      const browser = createBrowser(bff.url);
      const signIn = (from: string, password = operatorPassword, by = browser) =>
        by.post('/api/operator/session', { password }, { 'x-forwarded-for': from });
      expect((await signIn('198.51.100.1')).status).toBe(204);
      expect(pauses).toEqual([0]);

      const networks = Array.from({ length: 1000 }, (_, at) => `203.0.${at >> 8}.${at & 255}`);
      for (let guess = 0; guess < 5; guess++) {
        await db
          .insertInto('sign_in_failure')
          .values(networks.map((network) => ({ network, at: new Date() })))
          .execute();
      }
      // An attacker shares the IP address of the known device.
      const own = Array.from({ length: 5 }, () => ({ network: '198.51.100.1', at: new Date() }));
      await db.insertInto('sign_in_failure').values(own).execute();
      expect((await signIn('203.0.0.1', operatorPassword, createBrowser(bff.url))).status).toBe(429);

      expect((await signIn('198.51.100.1')).status).toBe(204);
      expect(pauses).toEqual([0]);
      expect((await signIn('198.51.100.2', operatorPassword, createBrowser(bff.url))).status).toBe(204);
      expect(pauses).toEqual([0, 8000]);
      const audit = () => db.selectFrom('audit').select('outcome').where('outcome', '=', 'wrong_password').execute();
      expect((await signIn('198.51.100.3', 'wrong', createBrowser(bff.url))).status).toBe(401);
      expect(await audit()).toEqual([]);
    } finally {
      await bff.stop();
    }
  });

  it('the delay grows with every hundred failures', async () => {
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    const bff = await startBff({ TRUST_PROXY: 'on' }, { overrides: { pause } });
    try {
      const { db } = bff.context;
      for (const have of [0, 99, 199, 299, 399]) {
        await db.deleteFrom('sign_in_failure').execute();
        const failures = Array.from({ length: have }, (_, at) => ({ network: `203.0.113.${at}`, at: new Date() }));
        if (have > 0) await db.insertInto('sign_in_failure').values(failures).execute();
        const from = { 'x-forwarded-for': '198.51.100.1' };
        await createBrowser(bff.url).post('/api/operator/session', { password: 'wrong' }, from);
      }
      expect(pauses).toEqual([0, 250, 500, 1000, 2000]);
    } finally {
      await bff.stop();
    }
  });

  it('a known device has its own limit, whatever its IP address', async () => {
    const bff = await startBff({ TRUST_PROXY: 'on' });
    try {
      const browser = createBrowser(bff.url);
      const guess = (from: number, password = 'wrong') =>
        browser.post('/api/operator/session', { password }, { 'x-forwarded-for': `198.51.100.${from}` });
      expect((await guess(1, operatorPassword)).status).toBe(204);
      const device = browser.setCookies.find((cookie) => cookie.startsWith('operator_device='));
      expect(device).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/);
      const statuses: number[] = [];
      for (let from = 2; from < 8; from++) statuses.push((await guess(from)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      // Another browser at the same IP address has its own failures, so it can sign in.
      const other = createBrowser(bff.url);
      const from = { 'x-forwarded-for': '198.51.100.7' };
      expect((await other.post('/api/operator/session', { password: operatorPassword }, from)).status).toBe(204);
    } finally {
      await bff.stop();
    }
  });

  it('a device with a forged cookie, or with a cookie older than the password, is not a known device', async () => {
    const database = await createTestDatabase();
    let bff = await startBff({}, { database });
    const browser = createBrowser(bff.url);
    await browser.post('/api/operator/session', { password: operatorPassword });
    const cookie = browser.cookiesFor('/api/operator/session');
    await bff.stop();
    bff = await startBff({ OPERATOR_PASSWORD: 'another-password' }, { database });
    try {
      const strangers = [
        cookie,
        cookie.replace(/operator_device=[^.]*/, 'operator_device=made-up'),
        'operator_device=x',
      ];
      for (const one of strangers) {
        const answer = await createBrowser(bff.url).post(
          '/api/operator/session',
          { password: 'wrong' },
          { cookie: one },
        );
        expect(answer.status).toBe(401);
      }
      const failures = await bff.context.db.selectFrom('sign_in_failure').select('network').execute();
      expect(failures.map(({ network }) => network)).toEqual(Array(3).fill('127.0.0.1'));
    } finally {
      await bff.stop();
      await database.drop();
    }
  });
});

describe('the list of allowed IP addresses', () => {
  it('refuses operator calls from other addresses, including sign-ins', async () => {
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
    'refuses the invalid X-Forwarded-For value “%s” with 400',
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

  it('is not checked against X-Forwarded-For if no proxy is trusted', async () => {
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

describe('the generated password', () => {
  it('is created and returned once if no password is configured, survives restarts, and ends when a password is configured', async () => {
    const database = await createTestDatabase();
    let bff = await startBff({ OPERATOR_PASSWORD: undefined }, { database });
    const password = await ensureOperatorPassword(bff.context.db, bff.context.settings, new Date());
    expect(password).toMatch(/^(\w{5}-){5}\w{5}$/);
    expect(await ensureOperatorPassword(bff.context.db, bff.context.settings, new Date())).toBeNull();
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
