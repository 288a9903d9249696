import { notificationApi } from '@xrp-bridge/contracts/notification';
import { describe, expect, it } from 'vitest';
import { createBrowser, refusal } from './browser.ts';
import { eventually, startBff, useSystem } from './harness.ts';

const path = '/api/quantum-waitlist';

const system = useSystem();

async function waiting() {
  const { contacts } = await system.notification.client.call(notificationApi.listContacts, { query: { limit: 200 } });
  return contacts.filter(({ reason }) => reason === 'quantum_waitlist').map(({ email }) => email);
}

describe('the waitlist', () => {
  it('takes an e-mail of anybody, and answers the same each time', async () => {
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
    expect(await waiting()).toEqual(['ann@example.com']);
    await eventually(async () => expect(await system.mailsTo('ann@example.com')).toHaveLength(1));
  });

  it('is joined while no mail leaves: the mail follows', async () => {
    await system.control('POST', 'faults', { provider: 'smtp', kind: 'error', forMs: 60_000 });
    const answer = await system.browser().post(path, { email: 'bea@example.com' });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(await system.mailsTo('bea@example.com')).toEqual([]);
    await system.control('POST', 'faults', { provider: 'smtp', kind: 'error', forMs: 0 });
    await eventually(async () => expect(await system.mailsTo('bea@example.com')).toHaveLength(1));
  });

  it.each([[{}], [{ email: '' }], [{ email: null }], [{ email: 'ann' }], [{ email: ['ann@example.com'] }]])(
    'takes no %j, and says so beside the field',
    async (body) => {
      const answer = await system.browser().post(path, body);
      expect(refusal(answer)).toEqual([400, 'invalid_input']);
      expect(answer.body.errors[0].field).toBe('email');
    },
  );

  it('is for no other site’s pages', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await system.browser().post(path, { email: 'eve@example.com' }, headers);
    expect(refusal(answer)).toEqual([403, 'cross_site_refused']);
    expect(await waiting()).not.toContain('eve@example.com');
  });

  it('is limited like what costs us a mail, and is not there while its service is away', async () => {
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
