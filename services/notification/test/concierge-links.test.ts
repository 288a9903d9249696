import {
  ConciergeBought,
  ConciergeGuideRedeemed,
  ConciergeRefunded,
  ConciergeRefundRequested,
} from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { ConciergeActivated, PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { SubscriptionPaid } from '@xrp-bridge/contracts/subscription';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adoptEmails } from '../src/concierge-store.ts';
import { deleteOldContacts } from '../src/store.ts';
import { eventually, type Harness, newEmail, newTransferId, publicUrl, startHarness } from './harness.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
let notification: Harness;
let aheadMs = 0;

beforeAll(async () => {
  notification = await startHarness({ clock: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => notification?.stop());

const ask = (email: string) => notification.client.call(notificationApi.requestConciergeLink, { body: { email } });
const redeem = (token: string) => notification.client.call(notificationApi.redeemConciergeLink, { body: { token } });
const register = (orderId: string, email: string, sendLink = false) =>
  notification.client.call(notificationApi.keepConciergeEmail, { params: { orderId }, body: { email, sendLink } });
const hasEmail = async (orderId: string) =>
  (await notification.client.call(notificationApi.readConciergeReach, { params: { orderId } })).email;

/** Waits until a handler has done what an event says. */
async function heard(orderId: string, owned: boolean): Promise<void> {
  await eventually(async () => {
    const { db } = notification.context;
    const rows = await db.selectFrom('concierge').select('owned').where('order_id', '=', orderId).execute();
    expect(rows).toEqual([{ owned }]);
  });
}

async function buy(orderId = newTransferId()): Promise<string> {
  const facts = { orderId, paymentId: `pay_${orderId}`, amountCents: 1776, currency: 'USD' };
  await notification.publish(ConciergeBought, orderId, {
    ...facts,
    paidAt: notification.context.clock().toISOString(),
  });
  await heard(orderId, true);
  return orderId;
}

async function payBack(orderId: string): Promise<void> {
  const facts = { orderId, paymentId: `pay_${orderId}`, amountCents: 1776, currency: 'USD' };
  await notification.publish(ConciergeRefunded, orderId, { ...facts, refundedCents: 1776, closes: 'all' });
  await heard(orderId, false);
}

/** The token of the last of so many mails with a link. */
async function tokenOf(email: string, mails = 1): Promise<string> {
  const mail = (await notification.expectMails(email, mails)).at(-1);
  return mail?.text.match(/\/concierge\/register#t=([\w-]+)/)?.[1] as string;
}

/** How many links were planned for an address, sent or not. */
async function countLinks(email: string): Promise<number> {
  const mails = notification.context.db
    .selectFrom('mail')
    .innerJoin('contact', 'contact.id', 'mail.contact_id')
    .select('mail.id')
    .where('mail.template', '=', 'concierge_link')
    .where('contact.email', '=', email);
  return (await mails.execute()).length;
}

describe('a sign-in link', () => {
  it('goes to the address of an owner, opens their orders, and opens once', async () => {
    const email = newEmail('owner');
    const orderId = newTransferId();
    await register(orderId, email);
    await buy(orderId);
    // The receipt comes first.
    await notification.expectMails(email, 1);
    expect(await ask(email.toUpperCase())).toEqual({ ok: true });
    const token = await tokenOf(email, 2);
    expect(await redeem(token)).toEqual({ orderIds: [orderId] });
    await expect(redeem(token)).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('opens no order that somebody began with the address, and nobody has paid', async () => {
    const email = newEmail('begun');
    const orderId = await buy();
    const begun = newTransferId();
    await register(begun, email);
    await register(orderId, email, true);
    expect(await redeem(await tokenOf(email))).toEqual({ orderIds: [orderId] });
  });

  it('is too old after 15 minutes', async () => {
    const email = newEmail('late');
    await register(await buy(), email, true);
    const token = await tokenOf(email);
    aheadMs += 15 * minuteMs;
    await expect(redeem(token)).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('is mailed once in two minutes, however often it is asked for', async () => {
    const email = newEmail('often');
    await register(await buy(), email);
    aheadMs += 2 * minuteMs - (notification.context.clock().getTime() % (2 * minuteMs));
    for (let times = 0; times < 3; times++) await ask(email);
    await tokenOf(email);
    aheadMs += 2 * minuteMs;
    await ask(email);
    await tokenOf(email, 2);
  });

  it('goes to nobody who owns nothing, and the answer is the same', async () => {
    const [stranger, former] = [newEmail('stranger'), newEmail('former')];
    const orderId = await buy();
    await register(orderId, former);
    await payBack(orderId);
    // The refund’s own mail.
    await notification.expectMails(former, 1);
    const enqueue = vi.spyOn(notification.context, 'enqueue');
    expect([await ask(stranger), await ask(former)]).toEqual([{ ok: true }, { ok: true }]);
    // As for an owner, so that the time of the answer is the same, too.
    expect(enqueue.mock.calls.map(([, definition, data]) => [definition.name, data])).toEqual([
      ['send-concierge-link', { orderId: null }],
      ['send-concierge-link', { orderId: null }],
    ]);
    enqueue.mockRestore();
    const links = await notification.context.db
      .selectFrom('mail')
      .select('id')
      .where('template', '=', 'concierge_link')
      .execute();
    const contacts = await notification.context.db
      .selectFrom('contact')
      .select('id')
      .where('email', 'in', [stranger, former])
      .execute();
    for (const { id } of contacts) expect(links.some((mail) => mail.id.includes(id))).toBe(false);
  });

  it('is not forged, and is asked for with an address alone', async () => {
    await expect(redeem('x'.repeat(43))).rejects.toMatchObject({ code: 'link_expired' });
    for (const email of ['ann', 'ann@exa\nmple.com', 'änn@exämple.com', '']) {
      await expect(ask(email)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  it('goes to the address of the receipt where the concierge was bought with a transfer', async () => {
    const email = newEmail('receipt');
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_1' });
    await heard(transferId, true);
    expect(await hasEmail(transferId)).toBe(true);
    await ask(email);
    expect(await redeem(await tokenOf(email))).toEqual({ orderIds: [transferId] });
  });

  it('goes to the new address after it was changed, and not to the one before', async () => {
    const [before, now] = [newEmail('before'), newEmail('now')];
    const orderId = await buy();
    expect(await hasEmail(orderId)).toBe(false);
    await register(orderId, before);
    await ask(before);
    const open = await tokenOf(before);
    await register(orderId, now, true);
    await tokenOf(now);
    expect(await redeem(open)).toEqual({ orderIds: [] });
    aheadMs += 2 * minuteMs;
    await ask(before);
    expect(await countLinks(before)).toBe(1);
  });
});

describe('the address before', () => {
  const told = 'Your concierge has a new e-mail address';
  const warningsOf = async (orderId: string) => {
    const mails = notification.context.db.selectFrom('mail').select(['id', 'dropped_at']);
    const warnings = await mails.where('template', '=', 'concierge_moved').execute();
    return warnings.filter(({ id }) => id.includes(orderId));
  };

  it('is told once that links go elsewhere, however often that is asked for, and not where', async () => {
    const [before, now] = [newEmail('kept'), newEmail('thief')];
    const orderId = await buy();
    await register(orderId, before);
    await Promise.all([register(orderId, now, true), register(orderId, now, true)]);
    const [mail] = await notification.expectMails(before, 1);
    expect(mail?.subject).toBe(told);
    for (const form of [mail?.text, mail?.html]) expect(form).not.toMatch(/thief|\/concierge\/register/i);
    expect(mail?.text).toContain(`Your reference: ${referenceOf(orderId)}`);
    expect(await warningsOf(orderId)).toHaveLength(1);
    // It is told of each change, also when it is taken back.
    await register(orderId, before);
    expect(await warningsOf(orderId)).toHaveLength(2);
  });

  it('is that of the receipt where the concierge came with a transfer', async () => {
    const [before, now] = [newEmail('receipt'), newEmail('other')];
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email: before });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_6' });
    await heard(transferId, true);
    await register(transferId, now, true);
    expect((await notification.expectMails(before, 1))[0]?.subject).toBe(told);
    expect(await redeem(await tokenOf(now))).toEqual({ orderIds: [transferId] });
  });

  it('that takes no mail any more leaves no job that failed', async () => {
    const orderId = await buy();
    await register(orderId, newEmail('gone').replace('@example.com', '@unknown.example'));
    await register(orderId, newEmail('reads'));
    await eventually(async () => expect((await warningsOf(orderId))[0]?.dropped_at).toBeInstanceOf(Date));
    expect((await notification.client.call(operationsApi.listJobs, {})).failed).toEqual([]);
  });

  it('of what nobody has paid yet, or was paid back, is told nothing', async () => {
    const [begun, closed] = [newTransferId(), await buy()];
    const mistyped = newEmail('mistyped');
    await register(begun, mistyped);
    await register(begun, newEmail('right'));
    await register(closed, mistyped);
    await payBack(closed);
    await register(closed, newEmail('later'));
    for (const orderId of [begun, closed]) expect(await warningsOf(orderId)).toEqual([]);
  });
});

describe('a refund that is asked for', () => {
  const requestedAt = '2026-11-21T23:30:00.000Z';
  const request = (orderId: string) =>
    notification.publish(ConciergeRefundRequested, orderId, { orderId, paymentId: `pay_${orderId}`, requestedAt });
  const asked = 'We have your request for a refund';
  const paidBack = 'Your money is on its way back';
  const subjectsTo = async (email: string, count: number) =>
    (await notification.expectMails(email, count)).map(({ subject }) => subject);

  it('is answered where that was asked for, is found by its order, and moves no sign-in link', async () => {
    const [owner, answers] = [newEmail('owner'), newEmail('answers')];
    const orderId = await buy();
    await register(orderId, owner);
    await notification.saveContact({ transferId: orderId, email: answers, reason: 'refund_request' });
    for (let time = 0; time < 2; time++) await request(orderId);
    // Whoever may not have asked is told, too.
    for (const email of [owner, answers]) expect(await subjectsTo(email, 1)).toEqual([asked]);
    const [mail] = await notification.mailsTo(answers);
    expect(mail?.text).toContain('You asked for your money back on 21 Nov 2026, 23:30 UTC.');
    expect(mail?.text).toContain('Until then your concierge stays open.');
    expect(mail?.text).toContain(`Open my concierge:\n${publicUrl}/concierge/dashboard\n`);

    const found = await notification.client.call(notificationApi.listContacts, { query: { search: orderId } });
    expect(found.contacts).toMatchObject([{ transferId: orderId, reason: 'refund_request', email: answers }]);
    await ask(answers);
    expect(await countLinks(answers)).toBe(0);

    await payBack(orderId);
    for (const email of [owner, answers]) expect(await subjectsTo(email, 2)).toEqual([asked, paidBack]);
  });

  it('is answered once where it is the address that links go to, whatever its capitals', async () => {
    const email = newEmail('same');
    const orderId = await buy();
    await register(orderId, email);
    await notification.saveContact({ transferId: orderId, email: email.toUpperCase(), reason: 'refund_request' });
    await request(orderId);
    expect(await subjectsTo(email, 1)).toEqual([asked]);
    await payBack(orderId);
    expect(await subjectsTo(email, 2)).toEqual([asked, paidBack]);
    expect(await notification.mailsTo(email.toUpperCase())).toEqual([]);
  });
});

it('the receipt leads to where an owner is known again on another device', async () => {
  const email = newEmail('receipt');
  const orderId = newTransferId();
  await register(orderId, email);
  await buy(orderId);
  const [receipt] = await notification.expectMails(email, 1);
  expect(receipt?.text).toContain(`Open my concierge:\n${publicUrl}/concierge/dashboard\n`);
});

it('an order that a transfer has redeemed has one address, by either of its ids', async () => {
  const [before, now] = [newEmail('first'), newEmail('second')];
  const orderId = await buy();
  await register(orderId, before);
  const transferId = newTransferId();
  await notification.publish(ConciergeGuideRedeemed, transferId, { orderId, transferId });
  await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_5' });
  await heard(transferId, true);
  await eventually(async () => expect(await hasEmail(transferId)).toBe(true));
  await register(transferId, now, true);
  expect((await redeem(await tokenOf(now))).orderIds.toSorted()).toEqual([orderId, transferId].toSorted());
  await ask(before);
  aheadMs += 2 * minuteMs;
  await ask(now);
  await tokenOf(now, 2);
  expect(await countLinks(before)).toBe(0);
});

describe('what is owned for life', () => {
  it('is found by its address when its transfer is long forgotten', async () => {
    const email = newEmail('life');
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_2' });
    await heard(transferId, true);
    const { db, transact, clock } = notification.context;
    await transact((tx) => adoptEmails(tx, clock()));
    await deleteOldContacts(db, new Date(clock().getTime() + 181 * dayMs));
    expect(await hasEmail(transferId)).toBe(true);
    await ask(email);
    expect(await redeem(await tokenOf(email))).toEqual({ orderIds: [transferId] });
  });

  it('is closed in all its names when the transfer that redeemed it is paid back', async () => {
    const email = newEmail('redeemed');
    const orderId = await buy();
    const transferId = newTransferId();
    await register(orderId, email);
    await notification.publish(ConciergeGuideRedeemed, transferId, { orderId, transferId });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_3' });
    await heard(transferId, true);
    await notification.publish(PaymentRefunded, transferId, {
      paymentId: 'pay_3',
      transferId,
      product: 'bundle',
      amountCents: 1776,
      currency: 'USD',
      refundedCents: 1776,
      closes: 'all',
    });
    for (const id of [transferId, orderId]) await heard(id, false);
  });
});

describe('the signed link of a subscription', () => {
  const readLink = (token: string) =>
    notification.client.call(notificationApi.readSubscriptionLink, { body: { token } });

  async function subscribed(email: string): Promise<{ token: string; subscriberId: string }> {
    await notification.client.call(notificationApi.subscribeSignals, { body: { email } });
    const [mail] = await notification.expectMails(email, 1);
    const token = mail?.text.match(/\/nansen#confirm=([\w-]+)/)?.[1] as string;
    await expect(readLink(token)).rejects.toMatchObject({ code: 'link_expired' });
    await notification.client.call(notificationApi.confirmSubscription, { body: { token } });
    return { token, subscriberId: (await readLink(token)).subscriberId };
  }

  it('stands in every mail, opens nobody else’s, and is not forged', async () => {
    const email = newEmail('signals');
    const { subscriberId } = await subscribed(email);
    const other = await subscribed(newEmail('other'));
    const until = notification.context.clock().toISOString();
    const facts = { paymentId: 'pay_4', amountCents: 400, currency: 'USD' };
    await notification.publish(SubscriptionPaid, subscriberId, { subscriberId, ...facts, until });
    const mail = (await notification.expectMails(email, 2))[1];
    expect(mail?.subject).toBe('Your receipt for a month of signals');
    const token = mail?.text.match(/\/nansen#subscription=([\w.-]+)/)?.[1] as string;
    expect(await readLink(token)).toEqual({ subscriberId, email });

    const [, signature] = token.split('.');
    for (const forged of [`${other.subscriberId}.${signature}`, `${token}x`, `${subscriberId}.${'x'.repeat(43)}`]) {
      await expect(readLink(forged)).rejects.toMatchObject({ code: 'link_expired' });
    }
  });
});
