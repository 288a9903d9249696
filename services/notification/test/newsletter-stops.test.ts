import { notificationApi } from '@xrp-bridge/contracts/notification';
import { describe, expect, it } from 'vitest';
import { planIssue } from '../src/use-cases/plan-issue.ts';
import { eventually } from './harness.ts';
import { shareNewsletters } from './newsletter-harness.ts';

const dayMs = 86_400_000;
const {
  notification,
  advance,
  choose,
  read,
  confirm,
  stop,
  tokenOf,
  subscriber,
  nextDay,
  alert,
  publishWeek,
  consentsOf,
  expectSettled,
} = shareNewsletters();

describe('a newsletter', () => {
  it('about the market contains the week’s summary and our address, and its link unsubscribes the reader', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true }, 'weekly');
    const to = nextDay();
    await publishWeek(to);
    const token = await tokenOf(email, 'stop', 2);
    const [, mail] = await notification.mailsTo(email);
    expect(mail?.text).toContain('XRP ended the week at $2.10.');
    expect(mail?.text).toContain('1 Bridge Street, 12345 Town');

    const stopped = { ok: true, stopped: 'market' };
    expect([await stop(token), await stop(token)]).toEqual([stopped, stopped]);
    expect(await read(orderId)).toEqual({ market: false, alerts: true, state: 'confirmed' });
    expect(await consentsOf(email)).toEqual(['asked', 'confirmed', 'unsubscribed']);
    const next = nextDay();
    await publishWeek(next);
    // The mails to all other subscribers are settled, so a mail to this address would have arrived.
    const { subscribers } = await notification.client.call(notificationApi.previewNewsletters);
    await expectSettled(`market-${next}`, subscribers.market);
    const day = nextDay();
    await alert(day);
    await notification.expectMails(email, 3);
    expect((await notification.mailsTo(email)).at(-1)?.subject).toBe('XRP had an unusual day');
  });

  it('is not stopped by a forged link or by a link for a different newsletter', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true }, 'forged');
    await publishWeek(nextDay());
    const token = await tokenOf(email, 'stop', 2);
    const [id = '', signature = ''] = token.split('.');
    const others = await subscriber({ market: true, alerts: true }, 'victim');
    const victim = notification.context.db.selectFrom('contact').select('id').where('email', '=', others.email);
    const { id: victimId } = await victim.executeTakeFirstOrThrow();
    for (const forged of [
      `${victimId}.${signature}`,
      `${id}.${signature.toLowerCase()}x`,
      `${token}.x`,
      id,
      'x'.repeat(43),
    ]) {
      await expect(stop(forged)).rejects.toMatchObject({ code: 'link_expired' });
    }
    await stop(token);
    expect(await read(orderId)).toMatchObject({ market: false, alerts: true });
    expect(await read(others.orderId)).toMatchObject({ market: true, alerts: true });
  });

  it('is stopped by the link of any of its mails', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true }, 'any');
    await alert(nextDay());
    const first = await tokenOf(email, 'stop', 2);
    await alert(nextDay(), { coin: 'ALGO' });
    await notification.expectMails(email, 3);
    await stop(first);
    expect(await read(orderId)).toMatchObject({ market: true, alerts: false });
  });

  it('is not sent if it was stopped after its mail was planned', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'waits');
    const earlier = nextDay();
    await alert(earlier);
    const token = await tokenOf(email, 'stop', 2);
    await notification.fault('down', dayMs);
    const day = nextDay();
    await alert(day);
    const [contactId] = token.split('.');
    const mails = notification.context.db
      .selectFrom('mail')
      .select(['sent_at', 'dropped_at'])
      .where('id', '=', `alert-XRP-${day}-${contactId}`);
    await eventually(async () => expect(await mails.execute()).toEqual([{ sent_at: null, dropped_at: null }]));
    await stop(token);
    // The mail server stays down until here: an attempt that began earlier would deliver the mail.
    await eventually(async () =>
      expect(await mails.execute()).toEqual([{ sent_at: null, dropped_at: expect.any(Date) }]),
    );
    await notification.fault('down', 0);
    expect(await notification.mailsTo(email)).toHaveLength(2);
  });
});

describe('a bounced address', () => {
  it('gets no newsletters, causes no failed job, and can be confirmed again', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true }, 'gone');
    await notification.fault('bouncing', dayMs);
    const day = nextDay();
    await alert(day);
    await eventually(async () => expect(await read(orderId)).toMatchObject({ state: 'bounced' }));
    await notification.fault('bouncing', 0);
    expect((await consentsOf(email)).at(-1)).toBe('bounced');

    const next = nextDay();
    await alert(next);
    await eventually(async () => {
      const issue = notification.context.db.selectFrom('issue').select('id').where('id', '=', `alert-XRP-${next}`);
      expect(await issue.execute()).toHaveLength(1);
    });
    await planIssue(notification.context, `alert-XRP-${next}`);
    expect(await notification.mailsTo(email)).toHaveLength(1);

    advance(dayMs);
    expect(await choose(orderId, { email, market: true, alerts: true })).toMatchObject({ state: 'bounced' });
    await confirm(await tokenOf(email, 'confirm', 2));
    expect(await read(orderId)).toMatchObject({ state: 'confirmed' });
  });
});
