import { notificationApi } from '@xrp-bridge/contracts/notification';
import { UnusualDayFound } from '@xrp-bridge/contracts/signals';
import { describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { eventually, operatorPassword, useSystem } from './harness.ts';

const orderId = 'a'.repeat(32);
const email = 'reader@example.com';

const system = useSystem();

/** Waits until this many mails were sent, and returns the token of the link in the latest mail. */
async function tokenOf(action: 'confirm' | 'stop', mails: number): Promise<string> {
  await eventually(async () => expect(await system.mailsTo(email)).toHaveLength(mails));
  const mail = (await system.mailsTo(email)).at(-1);
  return new RegExp(`/newsletters#${action}=([\\w.-]+)`).exec(mail?.text ?? '')?.[1] as string;
}

const stateNow = () => system.notification.client.call(notificationApi.readNewsletters, { params: { orderId } });

/** Sends the one-click form of RFC 8058 without a cookie, as the servers of mailbox providers do. */
const unsubscribeInMailProgram = (token: string) =>
  fetch(`${system.url}/api/newsletters/unsubscribe/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

describe('a newsletter', () => {
  it('is confirmed by a mailed link and stopped by one-click unsubscribe, but not stopped by opening the unsubscribe link', async () => {
    const browser = system.browser();
    await system.notification.client.call(notificationApi.changeNewsletters, {
      params: { orderId },
      body: { email, market: true, alerts: true },
    });
    const confirm = { token: await tokenOf('confirm', 1) };
    expect((await browser.post('/api/newsletters/confirm', confirm)).body).toMatchObject({ state: 'confirmed' });
    const day = '2026-11-20';
    await system.signals.publish(UnusualDayFound, day, { day, coins: [{ coin: 'XRP', sigma: 3 }] });
    const token = await tokenOf('stop', 2);
    const [, alert] = await system.mailsTo(email);
    expect([alert?.subject, alert?.text]).toEqual([
      'XRP had an unusual day',
      expect.stringContaining('On Nov 20, 2026, the price of XRP rose much more than usual.'),
    ]);

    const opened = await fetch(`${system.url}/api/newsletters/unsubscribe/${token}`, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/newsletters#stop=${token}`]);
    expect(await stateNow()).toMatchObject({ alerts: true });

    for (let press = 0; press < 2; press++) {
      const answer = await unsubscribeInMailProgram(token);
      expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([
        200,
        { ok: true, stopped: 'alerts' },
        [],
      ]);
    }
    expect(await stateNow()).toEqual({ market: true, alerts: false, state: 'confirmed' });
  });

  it('cannot be stopped with an invalid token or by a page of another site', async () => {
    const wrong = await unsubscribeInMailProgram('x'.repeat(43));
    expect(wrong.status).toBe(410);
    expect((await unsubscribeInMailProgram('short')).status).toBe(400);
    const browser = system.browser();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const forged = await browser.post(`/api/newsletters/unsubscribe/${'x'.repeat(43)}`, {}, headers);
    expect(refusal(forged)).toEqual([403, 'cross_site_refused']);
    expect(refusal(await browser.post('/api/newsletters/unsubscribe', { token: 'x'.repeat(43) }))).toEqual([
      410,
      'link_expired',
    ]);
    expect(refusal(await browser.post('/api/newsletters/confirm', { token: 'x'.repeat(43) }))).toEqual([
      410,
      'link_expired',
    ]);
  });

  it('has an unsubscribe link that never redirects to another site', async () => {
    const token = encodeURIComponent('//evil.example/#aaaaaaaaaaaaaaaa');
    const answer = await fetch(`${system.url}/api/newsletters/unsubscribe/${token}`, { redirect: 'manual' });
    expect(answer.headers.get('location') ?? '').toMatch(/^(?:\/newsletters#stop=%2F%2Fevil|$)/);
  });

  it('can be previewed by operators only', async () => {
    const browser = system.browser();
    expect(refusal(await browser.get('/api/admin/newsletters'))).toEqual([401, 'operator_required']);
    await browser.post('/api/operator/session', { password: operatorPassword });
    const { subscribers, previews } = (await browser.get('/api/admin/newsletters')).body;
    expect(subscribers).toEqual({ market: 1, alerts: 0, signals: 0, bounced: 0 });
    expect(previews).toHaveLength(4);
    expect(JSON.stringify(previews)).not.toContain(email);
  });
});
