import { notificationApi } from '@xrp-bridge/contracts/notification';
import { describe, expect, it } from 'vitest';
import { hourMs, mostMailsAnHour } from '../src/domain/mailbox.ts';
import { planIssue } from '../src/use-cases/plan-issue.ts';
import { eventually, newTransferId } from './harness.ts';
import { shareNewsletters } from './newsletter-harness.ts';

const dayMs = 86_400_000;
const {
  notification,
  advance,
  choose,
  confirm,
  tokenOf,
  subscriber,
  nextDay,
  alert,
  alertOf,
  expectSettled,
  subscribersNow,
} = shareNewsletters();

describe('an issue', () => {
  it('is mailed to each subscriber once, despite repeated events and repeated planning', async () => {
    const [both, alerts] = [
      await subscriber({ market: true, alerts: true }),
      await subscriber({ market: false, alerts: true }),
    ];
    const market = await subscriber({ market: true, alerts: false });
    const day = nextDay();
    for (let time = 0; time < 3; time++) await alert(day);
    await eventually(async () => {
      expect(await notification.mailsTo(both.email)).toHaveLength(2);
      expect(await notification.mailsTo(alerts.email)).toHaveLength(2);
    });
    for (let time = 0; time < 2; time++) await planIssue(notification.context, `alert-XRP-${day}`);
    await expectSettled(`alert-XRP-${day}`, await subscribersNow());
    for (const { email } of [both, alerts]) {
      expect((await notification.mailsTo(email)).map(({ subject }) => subject)).toEqual([
        'Do you want our newsletters?',
        'XRP had an unusual day',
      ]);
    }
    expect(await notification.mailsTo(market.email)).toHaveLength(1);
  });

  it('is stored once, and referenced by id in its mails', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'by-id');
    const day = nextDay();
    await alertOf(day, { ADA: 2.2, SOL: -3 });
    await notification.expectMails(email, 2);
    const { db } = notification.context;
    const mails = await db.selectFrom('mail').select('facts').where('id', 'like', `alert-SOL-${day}-%`).execute();
    expect(mails.length).toBeGreaterThan(0);
    for (const { facts } of mails) expect(facts).toEqual({ issueIds: [`alert-SOL-${day}`, `alert-ADA-${day}`] });
  });

  it('lists all coins of an unusual day in one mail, and no coin twice', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'bad-day');
    const day = nextDay();
    const found = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`C${n}`, -2.1 - n / 10]));
    await alertOf(day, found);
    await notification.expectMails(email, 2);
    // A second event of the same day has one more coin.
    await alertOf(day, { ...found, LATE: 2.2 });
    const [, first, second] = await notification.expectMails(email, 3);
    expect(first?.subject).toBe('20 coins had an unusual day');
    const rows = first?.text.match(/^C\d+: fell, about [\d.]+ times its usual swing$/gm) ?? [];
    expect(rows).toHaveLength(20);
    expect([rows[0], rows[19]]).toEqual([
      'C19: fell, about 4.0 times its usual swing',
      'C0: fell, about 2.1 times its usual swing',
    ]);
    expect(second?.subject).toBe('LATE had an unusual day');
  });

  it('does not count against the mailbox limit of sign-in links', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'room');
    for (let issue = 0; issue < mostMailsAnHour; issue++) await alert(nextDay());
    await notification.expectMails(email, 1 + mostMailsAnHour);
    const body = { email, sendLink: true };
    await notification.client.call(notificationApi.saveConciergeEmail, { params: { orderId: newTransferId() }, body });
    const mails = await notification.expectMails(email, 2 + mostMailsAnHour);
    expect(mails.at(-1)?.subject).toBe('Your concierge sign-in link');
    // Resets the mailbox limit for the next test.
    advance(hourMs);
  });

  it('is mailed once to an address with two orders', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'twice');
    await choose(newTransferId(), { email, market: false, alerts: true });
    await confirm(await tokenOf(email, 'confirm', 2));
    const day = nextDay();
    await alert(day, { coin: 'XLM' });
    await expectSettled(`alert-XLM-${day}`, await subscribersNow());
    expect(await notification.mailsTo(email)).toHaveLength(3);
  });

  it('is not mailed if its event arrives more than two days late', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'late');
    const day = nextDay();
    await alert(day, { time: new Date(notification.context.clock().getTime() - 3 * dayMs).toISOString() });
    const fresh = nextDay();
    await alert(fresh);
    await notification.expectMails(email, 2);
    expect(
      await notification.context.db.selectFrom('issue').select('id').where('id', '=', `alert-XRP-${day}`).execute(),
    ).toEqual([]);
  });

  it('does not leak the e-mail address into events', async () => {
    const { email } = await subscriber({ market: true, alerts: true }, 'secret');
    await alert(nextDay());
    await notification.expectMails(email, 2);
    expect(JSON.stringify(await notification.published())).not.toContain(email);
  });
});

it('operators get a preview of each newsletter, and the number of its subscribers', async () => {
  await subscriber({ market: true, alerts: true }, 'seen');
  const day = nextDay();
  await alertOf(day, { ADA: 2.2, SOL: -3 });
  await eventually(async () => {
    const { previews } = await notification.client.call(notificationApi.previewNewsletters);
    const shown = previews.find(({ template }) => template === 'deviation_alert');
    expect(shown?.subject).toBe('2 coins had an unusual day');
    expect(shown?.text).toMatch(/SOL: fell, about 3\.0 times.*\nADA: rose, about 2\.2 times/);
  });
  const { subscribers, previews } = await notification.client.call(notificationApi.previewNewsletters);
  expect(subscribers.market).toBeGreaterThan(0);
  expect(previews.map(({ template }) => template)).toEqual([
    ...['newsletters_asked', 'market_analysis', 'deviation_alert', 'signals_day'],
  ]);
  for (const { text, html } of previews) {
    expect(`${text}${html}`).not.toMatch(/#(?:stop|confirm)=|unsubscribe\//);
    expect(html).toContain('<html lang="en">');
  }
});
