import { notificationApi } from '@xrp-bridge/contracts/notification';
import { describe, expect, it } from 'vitest';
import { createBrowser, refusal } from './browser.ts';
import { eventually, startBff, useSystem } from './harness.ts';

const path = '/api/quantum-waitlist';

const system = useSystem();

async function listWaiting() {
  const { contacts } = await system.notification.client.call(notificationApi.listContacts, { body: { limit: 200 } });
  return contacts.filter(({ reason }) => reason === 'quantum_waitlist').map(({ email }) => email);
}

describe('the waitlist', () => {
  it('accepts an address without a session, stores the address once, and always gives the same answer', async () => {
    const browser = system.browser();
    const answers = [
      await browser.post(path, { email: ' ann@example.com ' }),
      await browser.post(path, { email: 'ann@example.com' }),
      await browser.post(path, { email: 'ANN@EXAMPLE.COM' }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await listWaiting()).toEqual(['ann@example.com']);
    await eventually(async () => expect(await system.mailsTo('ann@example.com')).toHaveLength(1));
  });

  it('accepts an address while the mail server is down, and sends the confirmation mail later', async () => {
    await system.control('POST', 'faults', { provider: 'smtp', kind: 'error', forMs: 60_000 });
    const answer = await system.browser().post(path, { email: 'bea@example.com' });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(await system.mailsTo('bea@example.com')).toEqual([]);
    await system.control('POST', 'faults', { provider: 'smtp', kind: 'error', forMs: 0 });
    await eventually(async () => expect(await system.mailsTo('bea@example.com')).toHaveLength(1));
  });

  it.each([[{}], [{ email: '' }], [{ email: null }], [{ email: 'ann' }], [{ email: ['ann@example.com'] }]])(
    'refuses the body %j and names the field',
    async (body) => {
      const answer = await system.browser().post(path, body);
      expect(refusal(answer)).toEqual([400, 'invalid_input']);
      expect(answer.body.errors[0].field).toBe('email');
    },
  );

  it('refuses a request from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await system.browser().post(path, { email: 'eve@example.com' }, headers);
    expect(refusal(answer)).toEqual([403, 'cross_site_refused']);
    expect(await listWaiting()).not.toContain('eve@example.com');
  });

  it('has the rate limit of routes that send mail, and answers 503 while the notification service is unavailable', async () => {
    const alone = await startBff({ RATE_LIMITS: 'on' });
    try {
      const browser = createBrowser(alone.url);
      for (let call = 0; call < 20; call++) {
        const answer = await browser.post(path, { email: 'ann@example.com' });
        expect(refusal(answer)).toEqual([503, 'service_unavailable']);
      }
      expect(refusal(await browser.post(path, { email: 'ann@example.com' }))).toEqual([429, 'rate_limited']);
    } finally {
      await alone.stop();
    }
  });
});
