import { ConciergeGuideRedeemed, ConciergeRefunded } from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { type MarketWeek, MarketWeekWritten, UnusualDayFound } from '@xrp-bridge/contracts/signals';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hourMs, mostMailsAnHour } from '../src/domain/mailbox.ts';
import { insertMail } from '../src/mail-store.ts';
import { deleteOldContacts } from '../src/store.ts';
import { planIssue } from '../src/use-cases/plan-issue.ts';
import { sendMail } from '../src/use-cases/send-mail.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

const dayMs = 86_400_000;
let notification: Harness;
let aheadMs = 0;

beforeAll(async () => {
  notification = await startHarness({
    clock: () => new Date(Date.now() + aheadMs),
    environment: { POSTAL_ADDRESS: '1 Bridge Street, 12345 Town' },
  });
});
afterEach(() => notification.fault('bouncing', 0));
afterAll(() => notification?.stop());

interface Choice {
  email?: string | null;
  market: boolean;
  alerts: boolean;
}
const choose = (orderId: string, body: Choice) =>
  notification.client.call(notificationApi.changeNewsletters, { params: { orderId }, body });
const read = (orderId: string) => notification.client.call(notificationApi.readNewsletters, { params: { orderId } });
const confirm = (token: string) => notification.client.call(notificationApi.confirmNewsletters, { body: { token } });
const stop = (token: string) => notification.client.call(notificationApi.unsubscribe, { body: { token } });

/** A token of the last of so many mails. */
async function tokenOf(email: string, does: 'confirm' | 'stop', mails: number): Promise<string> {
  const mail = (await notification.expectMails(email, mails)).at(-1);
  const token = new RegExp(`/newsletters#${does}=([\\w.-]+)`).exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`the mail has no link to ${does}`);
  return token;
}

/** An owner who has chosen, and said yes. */
async function subscriber(choice: { market: boolean; alerts: boolean }, name = 'reader') {
  const [orderId, email] = [newTransferId(), newEmail(name)];
  await choose(orderId, { email, ...choice });
  await confirm(await tokenOf(email, 'confirm', 1));
  return { orderId, email };
}

let days = 0;
/** A day that no other test tells of. */
function nextDay(): string {
  return new Date(Date.UTC(2020, 0, 1 + days++)).toISOString().slice(0, 10);
}
const alert = (day: string, more: { coin?: string; time?: string } = {}) => {
  const { coin = 'XRP', time = new Date(Date.now() + aheadMs).toISOString() } = more;
  return alertOf(day, { [coin]: 2.6 }, time);
};
const alertOf = (day: string, sigmas: Record<string, number>, time = new Date(Date.now() + aheadMs).toISOString()) => {
  const coins = Object.entries(sigmas).map(([coin, sigma]) => ({ coin, sigma }));
  return notification.publish(UnusualDayFound, day, { day, coins }, { time });
};
const tellWeek = (to: string) => {
  const week: MarketWeek = {
    from: to,
    to,
    paragraphs: [{ title: 'Prices', text: 'XRP ended the week at $2.10.', sources: [] }],
  };
  return notification.publish(MarketWeekWritten, to, week);
};

async function consentsOf(email: string): Promise<string[]> {
  const { db } = notification.context;
  const rows = db.selectFrom('consent').innerJoin('contact', 'contact.id', 'consent.contact_id').select('said');
  return (await rows.where('email', '=', email).orderBy('consent.id').execute()).map(({ said }) => said);
}

/** Waits until the mails of an issue are planned, and settled. */
async function expectSettled(issueId: string, count: number) {
  const { db } = notification.context;
  await eventually(async () => {
    const mails = db.selectFrom('mail').select(['sent_at', 'dropped_at']).where('id', 'like', `${issueId}-%`);
    const settled = (await mails.execute()).filter(({ sent_at, dropped_at }) => sent_at ?? dropped_at);
    expect(settled).toHaveLength(count);
  });
}

describe('choosing newsletters', () => {
  it('asks the address back by one mail a day, and nothing else goes there before it has said yes', async () => {
    const [orderId, email] = [newTransferId(), newEmail('asked')];
    expect(await read(orderId)).toEqual({ market: false, alerts: false, state: 'none' });
    expect(await choose(orderId, { email, market: true, alerts: false })).toMatchObject({ state: 'asked' });
    await choose(orderId, { email: email.toUpperCase(), market: true, alerts: true });
    const token = await tokenOf(email, 'confirm', 1);

    const other = await subscriber({ market: false, alerts: true });
    await alert(nextDay());
    await notification.expectMails(other.email, 2);
    expect(await notification.mailsTo(email)).toHaveLength(1);

    const confirmed = { market: true, alerts: true, state: 'confirmed' };
    expect([await confirm(token), await confirm(token)]).toEqual([confirmed, confirmed]);
    expect(await read(orderId)).toEqual(confirmed);
    expect(await consentsOf(email)).toEqual(['asked', 'asked', 'confirmed']);
    // Said once, it need not be said again.
    expect(await choose(orderId, { market: false, alerts: true })).toMatchObject({ market: false, state: 'confirmed' });
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('takes the address that receipts go to where none is named, and needs one', async () => {
    const orderId = newTransferId();
    await expect(choose(orderId, { market: true, alerts: true })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'email', code: 'required' }],
    });
    const email = newEmail('receipt');
    await notification.saveContact({ transferId: orderId, email });
    expect(await choose(orderId, { market: true, alerts: true })).toMatchObject({ state: 'asked' });
    await tokenOf(email, 'confirm', 1);
  });

  it('asks another address anew; the first one gets nothing more, and its link does nothing', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true });
    const other = newEmail('other');
    expect(await choose(orderId, { email: other, market: true, alerts: true })).toMatchObject({ state: 'asked' });
    await confirm(await tokenOf(other, 'confirm', 1));
    const day = nextDay();
    await alert(day);
    await notification.expectMails(other, 2);
    await expectSettled(`alert-XRP-${day}`, await subscribersNow());
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('asks an address again to which somebody returns on the same day, and can be confirmed there', async () => {
    const [orderId, first, other] = [newTransferId(), newEmail('first'), newEmail('other')];
    for (const email of [first, other]) {
      await choose(orderId, { email, market: true, alerts: false });
      await notification.expectMails(email, 1);
    }
    expect(await choose(orderId, { email: first, market: true, alerts: false })).toMatchObject({ state: 'asked' });
    expect(await confirm(await tokenOf(first, 'confirm', 2))).toMatchObject({ market: true, state: 'confirmed' });
  });

  it('sends no link to an address that was replaced before the mail left', async () => {
    const [orderId, first, other] = [newTransferId(), newEmail('slow'), newEmail('other')];
    const { context } = notification;
    const facts = { newsletterId: '' };
    await choose(orderId, { email: other, market: true, alerts: false });
    await choose(orderId, { email: first, market: true, alerts: false });
    const token = await tokenOf(first, 'confirm', 1);
    const newsletter = context.db.selectFrom('newsletter').select('id').where('order_id', '=', orderId);
    facts.newsletterId = (await newsletter.executeTakeFirstOrThrow()).id;
    const contact = context.db.selectFrom('contact').select('id').where('email', '=', other);
    const { id: contactId } = await contact.executeTakeFirstOrThrow();
    const late = {
      id: `late-${contactId}`,
      transferId: null,
      contactId,
      template: 'newsletters_asked',
      facts,
    } as const;
    const at = context.clock();
    await context.transact((tx) => insertMail(tx, late, at, at));
    await sendMail(context, late.id, { attempt: 1, lastAttempt: false, signal: new AbortController().signal });
    expect(await confirm(token)).toMatchObject({ state: 'confirmed' });
  });

  it('for an address that somebody else has confirmed asks it all the same, and tells nothing of the other', async () => {
    const first = await subscriber({ market: true, alerts: false });
    const orderId = newTransferId();
    const answer = await choose(orderId, { email: first.email, market: false, alerts: true });
    expect(answer).toEqual({ market: false, alerts: true, state: 'asked' });
    await confirm(await tokenOf(first.email, 'confirm', 2));
    expect(await read(first.orderId)).toEqual({ market: true, alerts: false, state: 'confirmed' });
  });

  it('is the same choice once a transfer has redeemed the order, by either of its ids', async () => {
    const { orderId } = await subscriber({ market: true, alerts: false }, 'redeemed');
    const transferId = newTransferId();
    await notification.publish(ConciergeGuideRedeemed, transferId, { orderId, transferId });
    await eventually(async () => expect(await read(transferId)).toMatchObject({ market: true, state: 'confirmed' }));
    expect(await choose(transferId, { market: false, alerts: true })).toMatchObject({ state: 'confirmed' });
    for (const id of [orderId, transferId]) expect(await read(id)).toMatchObject({ market: false, alerts: true });
  });

  it('can be undone there, too', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true });
    expect(await choose(orderId, { market: false, alerts: false })).toEqual({
      market: false,
      alerts: false,
      state: 'none',
    });
    expect(await consentsOf(email)).toEqual(['asked', 'confirmed', 'ended']);
    expect(await choose(newTransferId(), { market: false, alerts: false })).toMatchObject({ state: 'none' });
  });

  it.each(['ann', 'ann@example.com\r\nBcc: eve@example.com', 'ann@example.com, eve@example.com'])(
    'takes no address %j',
    async (email) => {
      const wrong = choose(newTransferId(), { email, market: true, alerts: true });
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field: 'email' }] });
    },
  );

  it('is confirmed by nothing but the link of the last mail', async () => {
    const [orderId, email] = [newTransferId(), newEmail('late')];
    await choose(orderId, { email, market: true, alerts: true });
    const first = await tokenOf(email, 'confirm', 1);
    aheadMs += dayMs;
    await choose(orderId, { email, market: true, alerts: true });
    const last = await tokenOf(email, 'confirm', 2);
    for (const wrong of [first, 'x'.repeat(43)]) {
      await expect(confirm(wrong)).rejects.toMatchObject({ code: 'link_expired' });
    }
    expect(await confirm(last)).toMatchObject({ state: 'confirmed' });
  });
});

/** How many addresses get alerts now. */
async function subscribersNow(): Promise<number> {
  const { subscribers } = await notification.client.call(notificationApi.previewNewsletters);
  return subscribers.alerts;
}

describe('an issue', () => {
  it('goes to each subscriber once, however often its event comes and its mails are planned', async () => {
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

  it('is stored once, and its mails name it', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'by-id');
    const day = nextDay();
    await alertOf(day, { ADA: 2.2, SOL: -3 });
    await notification.expectMails(email, 2);
    const { db } = notification.context;
    const mails = await db.selectFrom('mail').select('facts').where('id', 'like', `alert-SOL-${day}-%`).execute();
    expect(mails.length).toBeGreaterThan(0);
    for (const { facts } of mails) expect(facts).toEqual({ issueIds: [`alert-SOL-${day}`, `alert-ADA-${day}`] });
  });

  it('tells all coins of a bad day in one mail, and of none of them twice', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'bad-day');
    const day = nextDay();
    const found = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`C${n}`, -2.1 - n / 10]));
    await alertOf(day, found);
    await notification.expectMails(email, 2);
    // Looked at once more, one coin is new.
    await alertOf(day, { ...found, LATE: 2.2 });
    const [, first, second] = await notification.expectMails(email, 3);
    expect(first?.subject).toBe('20 coins had an unusual day');
    const rows = first?.text.match(/^C\d+: fell, [\d.]+ sigma away from its usual day$/gm) ?? [];
    expect(rows).toHaveLength(20);
    expect([rows[0], rows[19]]).toEqual([
      'C19: fell, 4.0 sigma away from its usual day',
      'C0: fell, 2.1 sigma away from its usual day',
    ]);
    expect(second?.subject).toBe('LATE had an unusual day');
  });

  it('of several coins is what operators see', async () => {
    const day = nextDay();
    await alertOf(day, { ADA: 2.2, SOL: -3 });
    await eventually(async () => {
      const { previews } = await notification.client.call(notificationApi.previewNewsletters);
      const shown = previews.find(({ template }) => template === 'deviation_alert');
      expect(shown?.subject).toBe('2 coins had an unusual day');
      expect(shown?.text).toMatch(/SOL: fell, 3\.0 sigma.*\nADA: rose, 2\.2 sigma/);
    });
  });

  it('takes no room from a link that somebody waits for', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'room');
    for (let issue = 0; issue < mostMailsAnHour; issue++) await alert(nextDay());
    await notification.expectMails(email, 1 + mostMailsAnHour);
    const body = { email, sendLink: true };
    await notification.client.call(notificationApi.keepConciergeEmail, { params: { orderId: newTransferId() }, body });
    const mails = await notification.expectMails(email, 2 + mostMailsAnHour);
    expect(mails.at(-1)?.subject).toBe('Your link to your concierge');
    // The readers of the next test have room again.
    aheadMs += hourMs;
  });

  it('goes once to an address that two orders have', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'twice');
    await choose(newTransferId(), { email, market: false, alerts: true });
    await confirm(await tokenOf(email, 'confirm', 2));
    const day = nextDay();
    await alert(day, { coin: 'XLM' });
    await expectSettled(`alert-XLM-${day}`, await subscribersNow());
    expect(await notification.mailsTo(email)).toHaveLength(3);
  });

  it('of the market tells the week, says who we are, and is stopped by its link for good', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true }, 'weekly');
    const to = nextDay();
    await tellWeek(to);
    const token = await tokenOf(email, 'stop', 2);
    const [, mail] = await notification.mailsTo(email);
    expect(mail?.text).toContain('XRP ended the week at $2.10.');
    expect(mail?.text).toContain('1 Bridge Street, 12345 Town');

    const stopped = { ok: true, stopped: 'market' };
    expect([await stop(token), await stop(token)]).toEqual([stopped, stopped]);
    expect(await read(orderId)).toEqual({ market: false, alerts: true, state: 'confirmed' });
    expect(await consentsOf(email)).toEqual(['asked', 'confirmed', 'unsubscribed']);
    const next = nextDay();
    await tellWeek(next);
    // Nor is anybody of the next test among its readers.
    const { subscribers } = await notification.client.call(notificationApi.previewNewsletters);
    await expectSettled(`market-${next}`, subscribers.market);
    const day = nextDay();
    await alert(day);
    await notification.expectMails(email, 3);
    expect((await notification.mailsTo(email)).at(-1)?.subject).toBe('XRP had an unusual day');
  });

  it('is stopped by no link that was changed, and not by that of the other newsletter', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true }, 'forged');
    await tellWeek(nextDay());
    const token = await tokenOf(email, 'stop', 2);
    const [id = '', signature = ''] = token.split('.');
    const others = await subscriber({ market: true, alerts: true }, 'victim');
    const victim = notification.context.db.selectFrom('contact').select('id').where('email', '=', others.email);
    const { id: victimId } = await victim.executeTakeFirstOrThrow();
    for (const forged of [`${victimId}.${signature}`, `${id}.${signature.toLowerCase()}x`, `${token}.x`, id]) {
      await expect(stop(forged)).rejects.toMatchObject({ code: 'link_expired' });
    }
    expect(await read(others.orderId)).toMatchObject({ market: true, alerts: true });
    await stop(token);
    expect(await read(orderId)).toMatchObject({ market: false, alerts: true });
  });

  it('is stopped by the link of any of its mails, and by nothing else', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true }, 'any');
    await alert(nextDay());
    const first = await tokenOf(email, 'stop', 2);
    await alert(nextDay(), { coin: 'ALGO' });
    await notification.expectMails(email, 3);
    for (const wrong of ['x'.repeat(43), await tokenOfAnother()]) {
      await stop(wrong).catch((error: unknown) => expect(error).toMatchObject({ code: 'link_expired' }));
    }
    expect(await read(orderId)).toMatchObject({ alerts: true });
    await stop(first);
    expect(await read(orderId)).toMatchObject({ market: true, alerts: false });
  });

  async function tokenOfAnother(): Promise<string> {
    const { email } = await subscriber({ market: false, alerts: true }, 'another');
    await alert(nextDay(), { coin: 'HBAR' });
    return tokenOf(email, 'stop', 2);
  }

  it('that was planned and then stopped is not sent', async () => {
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
    // Down until then: a try that had begun before would bring it.
    await eventually(async () =>
      expect(await mails.execute()).toEqual([{ sent_at: null, dropped_at: expect.any(Date) }]),
    );
    await notification.fault('down', 0);
    expect(await notification.mailsTo(email)).toHaveLength(2);
  });

  it('that comes two days late alerts nobody', async () => {
    const { email } = await subscriber({ market: false, alerts: true }, 'late');
    const day = nextDay();
    await alert(day, { time: new Date(Date.now() + aheadMs - 3 * dayMs).toISOString() });
    const fresh = nextDay();
    await alert(fresh);
    await notification.expectMails(email, 2);
    expect(
      await notification.context.db.selectFrom('issue').select('id').where('id', '=', `alert-XRP-${day}`).execute(),
    ).toEqual([]);
  });

  it('says nothing of the address to anybody else', async () => {
    const { email } = await subscriber({ market: true, alerts: true }, 'secret');
    await alert(nextDay());
    await notification.expectMails(email, 2);
    expect(JSON.stringify(await notification.published())).not.toContain(email);
  });
});

describe('an address that takes no mail', () => {
  it('is written to no more, fails no job, and may be asked again', async () => {
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

    aheadMs += dayMs;
    expect(await choose(orderId, { email, market: true, alerts: true })).toMatchObject({ state: 'bounced' });
    await confirm(await tokenOf(email, 'confirm', 2));
    expect(await read(orderId)).toMatchObject({ state: 'confirmed' });
  });
});

describe('whoever owns the concierge no more', () => {
  const refunded = { paymentId: 'pay_x', product: 'bundle', amountCents: 1776, refundedCents: 1376, currency: 'USD' };

  it.each(['concierge', 'all'])('gets no newsletter after a refund of %s', async (closes) => {
    const { orderId } = await subscriber({ market: true, alerts: true }, 'refunded');
    await notification.publish(PaymentRefunded, orderId, { ...refunded, transferId: orderId, closes });
    await eventually(async () => expect(await read(orderId)).toMatchObject({ state: 'none' }));
  });

  it('nor where it was bought without a transfer; but a guide that was paid back changes nothing', async () => {
    const { orderId } = await subscriber({ market: true, alerts: true }, 'alone');
    const facts = { orderId, paymentId: 'pay_y', amountCents: 1776, currency: 'USD', refundedCents: 400 };
    await notification.publish(ConciergeRefunded, orderId, { ...facts, closes: 'guide' });
    const other = await subscriber({ market: true, alerts: true }, 'after');
    await notification.publish(ConciergeRefunded, other.orderId, { ...facts, orderId: other.orderId, closes: 'all' });
    await eventually(async () => expect(await read(other.orderId)).toMatchObject({ state: 'none' }));
    expect(await read(orderId)).toMatchObject({ state: 'confirmed' });
  });
});

it('who reads newsletters is known after 180 days, and nobody else', async () => {
  const { email: reader } = await subscriber({ market: true, alerts: false }, 'stays');
  const { orderId, email: left } = await subscriber({ market: true, alerts: false }, 'left');
  await choose(orderId, { market: false, alerts: false });
  const silent = newEmail('silent');
  await choose(newTransferId(), { email: silent, market: true, alerts: true });
  await tokenOf(silent, 'confirm', 1);
  const { db, clock } = notification.context;
  await deleteOldContacts(db, new Date(clock().getTime() + 181 * dayMs));
  const kept = await db.selectFrom('contact').select('email').where('email', 'in', [reader, left, silent]).execute();
  expect(kept).toEqual([{ email: reader }]);
});

it('operators see each newsletter as it is sent, and how many get it', async () => {
  await subscriber({ market: true, alerts: true }, 'seen');
  const day = nextDay();
  await alert(day, { coin: 'QNT' });
  await eventually(async () => {
    const { previews } = await notification.client.call(notificationApi.previewNewsletters);
    expect(previews.map(({ template, subject }) => [template, subject])).toContainEqual([
      'deviation_alert',
      'QNT had an unusual day',
    ]);
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
