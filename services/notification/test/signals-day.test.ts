import { notificationApi, SubscriptionStopped } from '@xrp-bridge/contracts/notification';
import { type SignalsDay, SignalsDayWritten } from '@xrp-bridge/contracts/signals';
import { SubscriptionEnded, SubscriptionStarted } from '@xrp-bridge/contracts/subscription';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldContacts } from '../src/store.ts';
import { planIssue } from '../src/use-cases/plan-issue.ts';
import { eventually, type Harness, newEmail, startHarness } from './harness.ts';

const dayMs = 86_400_000;
let notification: Harness;
let aheadMs = 0;

beforeAll(async () => {
  notification = await startHarness({ clock: () => new Date(Date.now() + aheadMs) });
});
afterEach(() => notification.fault('bouncing', 0));
afterAll(() => notification?.stop());

const now = () => new Date(Date.now() + aheadMs).toISOString();
const subscribe = (email: string) => notification.client.call(notificationApi.subscribeSignals, { body: { email } });
const confirm = (token: string) => notification.client.call(notificationApi.confirmSubscription, { body: { token } });
const stop = (token: string) => notification.client.call(notificationApi.unsubscribe, { body: { token } });

/** Waits for a mail whose subject begins with `subject`, and returns the token of its link `#<link>=…`. */
async function tokenOf(email: string, link: string, subject: string): Promise<string> {
  return eventually(async () => {
    const mail = (await notification.mailsTo(email)).findLast((each) => each.subject.startsWith(subject));
    const token = new RegExp(`#${link}=([\\w.-]+)`).exec(mail?.text ?? '')?.[1];
    expect(token).toBeDefined();
    return token as string;
  });
}

/** Subscribes and confirms a new address, without an order. */
async function confirmed(name: string): Promise<{ email: string; subscriberId: string }> {
  const email = newEmail(name);
  await subscribe(email);
  await confirm(await tokenOf(email, 'confirm', 'Do you want signals'));
  const contact = notification.context.db.selectFrom('contact').select('id').where('email', '=', email);
  return { email, subscriberId: (await contact.executeTakeFirstOrThrow()).id };
}

const start = (subscriberId: string, time = now()) =>
  notification.publish(SubscriptionStarted, subscriberId, { subscriberId, trialEndsAt: null }, { time });
const end = (subscriberId: string, time = now()) =>
  notification.publish(SubscriptionEnded, subscriberId, { subscriberId, reason: 'canceled' }, { time });

/** Subscribes and confirms a new address, and starts its subscription. */
async function subscriber(name: string) {
  const known = await confirmed(name);
  await start(known.subscriberId);
  await tokenOf(known.email, 'subscription', 'Your subscription has started');
  return known;
}

/** Waits until `count` mails with this subject have arrived. */
const expectSubject = (email: string, subject: string, count: number) =>
  eventually(async () => {
    const mails = await notification.mailsTo(email);
    expect(mails.filter((mail) => mail.subject === subject)).toHaveLength(count);
  });

let days = 0;
/** Publishes the signals of a day that no other test uses. @returns the issue's id */
async function publishDay(time = now()): Promise<string> {
  const day = new Date(Date.UTC(2020, 0, 1 + days++)).toISOString().slice(0, 10);
  const facts: SignalsDay = { day, paragraphs: [{ title: 'XRP', text: 'A bank integrated it.', sources: [] }] };
  await notification.publish(SignalsDayWritten, day, facts, { time });
  return `signals-${day}`;
}

const findIssue = (issueId: string) =>
  notification.context.db.selectFrom('issue').select('id').where('id', '=', issueId).execute();

/** Returns the mails with a day's signals that an address received. */
const daysOf = async (email: string) =>
  (await notification.mailsTo(email)).filter(({ subject }) => subject.startsWith('Your signals for '));
const expectDays = (email: string, count: number) =>
  eventually(async () => expect(await daysOf(email)).toHaveLength(count));

describe('the signals of a day', () => {
  it('are mailed once to subscribers, and not to confirmed addresses without a subscription', async () => {
    const [{ email }, only] = [await subscriber('paid'), await confirmed('only')];
    const issueId = await publishDay();
    await expectDays(email, 1);
    for (let time = 0; time < 2; time++) await planIssue(notification.context, issueId);
    const other = await subscriber('other');
    await publishDay();
    for (const each of [email, other.email]) await expectDays(each, each === email ? 2 : 1);
    expect(await daysOf(only.email)).toEqual([]);
    expect((await daysOf(email))[0]?.text).toContain('A bank integrated it.');
    expect(JSON.stringify(await notification.published())).not.toContain(email);
  });

  it('are not mailed after the subscription ends, even if the start event is repeated later', async () => {
    const { email, subscriberId } = await subscriber('ended');
    const began = now();
    aheadMs += 1_000;
    await end(subscriberId);
    await tokenOf(email, 'subscription', 'Your subscription has ended');
    await start(subscriberId, began);
    await expectSubject(email, 'Your subscription has started', 2);
    const other = await subscriber('goes-on');
    await publishDay();
    await expectDays(other.email, 1);
    expect(await daysOf(email)).toEqual([]);
  });

  it('are not mailed if they were written more than two days ago', async () => {
    const { email } = await subscriber('late');
    const late = await publishDay(new Date(Date.now() + aheadMs - 3 * dayMs).toISOString());
    await publishDay();
    await expectDays(email, 1);
    expect(await findIssue(late)).toEqual([]);
  });
});

describe('unsubscribing from signals by a link', () => {
  it('stops the mails and emits SubscriptionStopped once, despite repeated clicks', async () => {
    const { email, subscriberId } = await subscriber('stops');
    await publishDay();
    const token = await tokenOf(email, 'stop', 'Your signals for');
    const stopped = { ok: true, stopped: 'signals' };
    expect([await stop(token), await stop(token)]).toEqual([stopped, stopped]);
    const stops = (await notification.published(SubscriptionStopped.type)).filter(
      ({ subject }) => subject === subscriberId,
    );
    expect(stops.map(({ data }) => data)).toEqual([{ subscriberId, reason: 'unsubscribed' }]);
    const other = await subscriber('reads');
    await publishDay();
    await expectDays(other.email, 1);
    expect(await daysOf(email)).toHaveLength(1);
  });

  it('can be undone by confirming again, or by a new order', async () => {
    const [again, anew] = [await subscriber('again'), await subscriber('anew')];
    await publishDay();
    for (const { email } of [again, anew]) await stop(await tokenOf(email, 'stop', 'Your signals for'));
    aheadMs += dayMs;
    await subscribe(again.email);
    await expectSubject(again.email, 'Do you want signals by email?', 2);
    await confirm(await tokenOf(again.email, 'confirm', 'Do you want signals'));
    await end(anew.subscriberId);
    await start(anew.subscriberId);
    await expectSubject(anew.email, 'Your subscription has started', 2);
    await publishDay();
    for (const { email } of [again, anew]) await expectDays(email, 2);
  });

  it('is rejected with a forged token or the token of another purpose', async () => {
    const { email, subscriberId } = await subscriber('forged');
    await publishDay();
    const [, signature] = (await tokenOf(email, 'stop', 'Your signals for')).split('.');
    const other = await subscriber('victim');
    const manage = await tokenOf(email, 'subscription', 'Your signals for');
    for (const forged of [`${other.subscriberId}.${signature}`, `${subscriberId}.x${signature}`, manage]) {
      await expect(stop(forged)).rejects.toMatchObject({ code: 'link_expired' });
    }
  });
});

it('a request for signals is answered by a confirmation mail unless the subscription is active', async () => {
  const [has, had, yet] = [await subscriber('has'), await subscriber('had'), await confirmed('yet')];
  await end(had.subscriberId);
  await expectSubject(had.email, 'Your subscription has ended', 1);
  aheadMs += dayMs;
  for (const { email } of [has, had, yet]) await subscribe(email);
  const countConfirmations = async ({ subscriberId }: { subscriberId: string }) => {
    const mails = notification.context.db.selectFrom('mail').select('id').where('contact_id', '=', subscriberId);
    return (await mails.where('template', '=', 'subscription_asked').execute()).length;
  };
  expect([await countConfirmations(has), await countConfirmations(had), await countConfirmations(yet)]).toEqual([
    1, 2, 2,
  ]);
});

it('a bounced address emits SubscriptionStopped, and gets signals again only after a new confirmation', async () => {
  const { email, subscriberId } = await subscriber('gone');
  await notification.fault('bouncing', dayMs);
  await publishDay();
  await eventually(async () => {
    const stops = (await notification.published(SubscriptionStopped.type)).filter(
      ({ subject }) => subject === subscriberId,
    );
    expect(stops.map(({ data }) => data)).toEqual([{ subscriberId, reason: 'bounced' }]);
  });
  await notification.fault('bouncing', 0);
  const other = await subscriber('there');
  await publishDay();
  await expectDays(other.email, 1);
  expect(await daysOf(email)).toEqual([]);

  aheadMs += dayMs;
  await subscribe(email);
  await expectSubject(email, 'Do you want signals by email?', 2);
  await confirm(await tokenOf(email, 'confirm', 'Do you want signals'));
  await publishDay();
  await expectDays(email, 1);
});

it('a bounced address gets signals again after a new order', async () => {
  const { email, subscriberId } = await subscriber('back');
  await notification.fault('bouncing', dayMs);
  const issueId = await publishDay();
  const isBounced = async () =>
    (
      await notification.context.db
        .selectFrom('contact')
        .select('bounced_at')
        .where('id', '=', subscriberId)
        .executeTakeFirstOrThrow()
    ).bounced_at !== null;
  await eventually(async () => expect(await isBounced(), issueId).toBe(true));
  await notification.fault('bouncing', 0);
  await end(subscriberId);
  await start(subscriberId);
  await expectSubject(email, 'Your subscription has started', 2);
  await publishDay();
  await expectDays(email, 1);
});

it('only an unsubscribed address is deleted, 90 days after the end of the subscription', async () => {
  const [reads, stopped, over] = [await subscriber('stays'), await subscriber('stopped'), await subscriber('over')];
  await publishDay();
  for (const { email } of [stopped, over]) await stop(await tokenOf(email, 'stop', 'Your signals for'));
  const { db, clock } = notification.context;
  aheadMs += 181 * dayMs;
  await end(over.subscriberId);
  await expectSubject(over.email, 'Your subscription has ended', 1);
  const left = async () => {
    await deleteOldContacts(db, clock());
    const emails = [reads, stopped, over].map(({ email }) => email);
    const remaining = db.selectFrom('contact').select('email').where('email', 'in', emails).orderBy('created_at');
    return (await remaining.execute()).map(({ email }) => email);
  };
  expect(await left()).toEqual([reads.email, stopped.email, over.email]);
  aheadMs += 91 * dayMs;
  expect(await left()).toEqual([reads.email, stopped.email]);
});
