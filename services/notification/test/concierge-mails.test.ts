import { ConciergeRefundRequested } from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { ConciergeActivated } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { describe, expect, it } from 'vitest';
import { shareConcierge } from './concierge-harness.ts';
import { eventually, newEmail, newTransferId, publicUrl } from './harness.ts';

const { notification, ask, redeem, register, heard, buy, payBack, tokenOf, countLinks } = shareConcierge();

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
