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
const ask = (email: string) => notification.client.call(notificationApi.subscribeSignals, { body: { email } });
const confirm = (token: string) => notification.client.call(notificationApi.confirmSubscription, { body: { token } });
const stop = (token: string) => notification.client.call(notificationApi.unsubscribe, { body: { token } });

/** A token that stands in a mail: behind `confirm`, `stop` or `subscription`. */
async function tokenOf(email: string, does: string, subject: string): Promise<string> {
  return eventually(async () => {
    const mail = (await notification.mailsTo(email)).findLast((each) => each.subject.startsWith(subject));
    const token = new RegExp(`#${does}=([\\w.-]+)`).exec(mail?.text ?? '')?.[1];
    expect(token).toBeDefined();
    return token as string;
  });
}

/** Somebody who has said yes, and ordered nothing yet. */
async function confirmed(name: string): Promise<{ email: string; subscriberId: string }> {
  const email = newEmail(name);
  await ask(email);
  await confirm(await tokenOf(email, 'confirm', 'Do you want signals'));
  const contact = notification.context.db.selectFrom('contact').select('id').where('email', '=', email);
  return { email, subscriberId: (await contact.executeTakeFirstOrThrow()).id };
}

const start = (subscriberId: string, time = now()) =>
  notification.publish(SubscriptionStarted, subscriberId, { subscriberId, trialEndsAt: null }, { time });
const end = (subscriberId: string, time = now()) =>
  notification.publish(SubscriptionEnded, subscriberId, { subscriberId, reason: 'canceled' }, { time });

/** … whose subscription goes on. */
async function subscriber(name: string) {
  const known = await confirmed(name);
  await start(known.subscriberId);
  await tokenOf(known.email, 'subscription', 'Your signals begin');
  return known;
}

/** Waits until so many mails with this subject have come. */
const expectSubject = (email: string, subject: string, count: number) =>
  eventually(async () => {
    const mails = await notification.mailsTo(email);
    expect(mails.filter((mail) => mail.subject === subject)).toHaveLength(count);
  });

let days = 0;
/** Tells of a day that no other test tells of, and waits until all its mails are planned. @returns the issue's id */
async function tellDay(time = now()): Promise<string> {
  const day = new Date(Date.UTC(2020, 0, 1 + days++)).toISOString().slice(0, 10);
  const facts: SignalsDay = { day, paragraphs: [{ title: 'XRP', text: 'A bank integrated it.', sources: [] }] };
  await notification.publish(SignalsDayWritten, day, facts, { time });
  return `signals-${day}`;
}

const kept = (issueId: string) =>
  notification.context.db.selectFrom('issue').select('id').where('id', '=', issueId).execute();

/** The days that came to an address. */
const daysOf = async (email: string) =>
  (await notification.mailsTo(email)).filter(({ subject }) => subject.startsWith('Signals of '));
const expectDays = (email: string, count: number) =>
  eventually(async () => expect(await daysOf(email)).toHaveLength(count));

describe('the signals of a day', () => {
  it('go once to whoever subscribes, in the trial or paid, and not to whoever only said yes', async () => {
    const [{ email }, only] = [await subscriber('paid'), await confirmed('only')];
    const issueId = await tellDay();
    await expectDays(email, 1);
    for (let time = 0; time < 2; time++) await planIssue(notification.context, issueId);
    const other = await subscriber('other');
    await tellDay();
    for (const each of [email, other.email]) await expectDays(each, each === email ? 2 : 1);
    expect(await daysOf(only.email)).toEqual([]);
    expect((await daysOf(email))[0]?.text).toContain('A bank integrated it.');
    expect(JSON.stringify(await notification.published())).not.toContain(email);
  });

  it('end with the subscription, whenever what began it is told once more', async () => {
    const { email, subscriberId } = await subscriber('ended');
    const began = now();
    aheadMs += 1_000;
    await end(subscriberId);
    await tokenOf(email, 'subscription', 'Your signals have ended');
    await start(subscriberId, began);
    await expectSubject(email, 'Your signals begin', 2);
    const other = await subscriber('goes-on');
    await tellDay();
    await expectDays(other.email, 1);
    expect(await daysOf(email)).toEqual([]);
  });

  it('that were noticed more than two days ago are no news', async () => {
    const { email } = await subscriber('late');
    const late = await tellDay(new Date(Date.now() + aheadMs - 3 * dayMs).toISOString());
    await tellDay();
    await expectDays(email, 1);
    expect(await kept(late)).toEqual([]);
  });
});

describe('who stops the mails with one press', () => {
  it('gets none, is not charged any more, and hears that once, however often it is pressed', async () => {
    const { email, subscriberId } = await subscriber('stops');
    await tellDay();
    const token = await tokenOf(email, 'stop', 'Signals of');
    const stopped = { ok: true, stopped: 'signals' };
    expect([await stop(token), await stop(token)]).toEqual([stopped, stopped]);
    const told = (await notification.published(SubscriptionStopped.type)).filter(
      ({ subject }) => subject === subscriberId,
    );
    expect(told.map(({ data }) => data)).toEqual([{ subscriberId, reason: 'unsubscribed' }]);
    const other = await subscriber('reads');
    await tellDay();
    await expectDays(other.email, 1);
    expect(await daysOf(email)).toHaveLength(1);
  });

  it('can say yes anew for what is paid already, and who orders anew need not', async () => {
    const [again, anew] = [await subscriber('again'), await subscriber('anew')];
    await tellDay();
    for (const { email } of [again, anew]) await stop(await tokenOf(email, 'stop', 'Signals of'));
    aheadMs += dayMs;
    await ask(again.email);
    await expectSubject(again.email, 'Do you want signals by e-mail?', 2);
    await confirm(await tokenOf(again.email, 'confirm', 'Do you want signals'));
    await end(anew.subscriberId);
    await start(anew.subscriberId);
    await expectSubject(anew.email, 'Your signals begin', 2);
    await tellDay();
    for (const { email } of [again, anew]) await expectDays(email, 2);
  });

  it('is another than who stops a newsletter: no link opens what another one is for', async () => {
    const { email, subscriberId } = await subscriber('forged');
    await tellDay();
    const [, signature] = (await tokenOf(email, 'stop', 'Signals of')).split('.');
    const other = await subscriber('victim');
    const manage = await tokenOf(email, 'subscription', 'Signals of');
    for (const forged of [`${other.subscriberId}.${signature}`, `${subscriberId}.x${signature}`, manage]) {
      await expect(stop(forged)).rejects.toMatchObject({ code: 'link_expired' });
    }
  });
});

it('who asks for signals and has them is not asked back; who has none of them any more, or yet, is', async () => {
  const [has, had, yet] = [await subscriber('has'), await subscriber('had'), await confirmed('yet')];
  await end(had.subscriberId);
  await expectSubject(had.email, 'Your signals have ended', 1);
  aheadMs += dayMs;
  for (const { email } of [has, had, yet]) await ask(email);
  const asked = async ({ subscriberId }: { subscriberId: string }) => {
    const mails = notification.context.db.selectFrom('mail').select('id').where('contact_id', '=', subscriberId);
    return (await mails.where('template', '=', 'subscription_asked').execute()).length;
  };
  expect([await asked(has), await asked(had), await asked(yet)]).toEqual([1, 2, 2]);
});

it('an address that takes no mail is written to no more, and not charged for it; it may be asked again', async () => {
  const { email, subscriberId } = await subscriber('gone');
  await notification.fault('bouncing', dayMs);
  await tellDay();
  await eventually(async () => {
    const told = (await notification.published(SubscriptionStopped.type)).filter(
      ({ subject }) => subject === subscriberId,
    );
    expect(told.map(({ data }) => data)).toEqual([{ subscriberId, reason: 'bounced' }]);
  });
  await notification.fault('bouncing', 0);
  const other = await subscriber('there');
  await tellDay();
  await expectDays(other.email, 1);
  expect(await daysOf(email)).toEqual([]);

  aheadMs += dayMs;
  await ask(email);
  await expectSubject(email, 'Do you want signals by e-mail?', 2);
  await confirm(await tokenOf(email, 'confirm', 'Do you want signals'));
  await tellDay();
  await expectDays(email, 1);
});

it('an address that took no mail is tried anew once somebody orders with it again', async () => {
  const { email, subscriberId } = await subscriber('back');
  await notification.fault('bouncing', dayMs);
  const issueId = await tellDay();
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
  await expectSubject(email, 'Your signals begin', 2);
  await tellDay();
  await expectDays(email, 1);
});

it('who stopped the mails, and has no subscription any more, is forgotten 90 days later, and nobody before', async () => {
  const [reads, stopped, over] = [await subscriber('stays'), await subscriber('stopped'), await subscriber('over')];
  await tellDay();
  for (const { email } of [stopped, over]) await stop(await tokenOf(email, 'stop', 'Signals of'));
  const { db, clock } = notification.context;
  aheadMs += 181 * dayMs;
  await end(over.subscriberId);
  await expectSubject(over.email, 'Your signals have ended', 1);
  const left = async () => {
    await deleteOldContacts(db, clock());
    const emails = [reads, stopped, over].map(({ email }) => email);
    const kept = db.selectFrom('contact').select('email').where('email', 'in', emails).orderBy('created_at');
    return (await kept.execute()).map(({ email }) => email);
  };
  expect(await left()).toEqual([reads.email, stopped.email, over.email]);
  aheadMs += 91 * dayMs;
  expect(await left()).toEqual([reads.email, stopped.email]);
});
