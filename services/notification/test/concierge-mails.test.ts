import { ConciergeRefundRequested } from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { ConciergeActivated } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { describe, expect, it } from 'vitest';
import { shareConcierge } from './concierge-harness.ts';
import { eventually, newEmail, newTransferId, publicUrl } from './harness.ts';

const { notification, requestLink, redeem, register, expectOwned, buy, refund, tokenOf, countLinks } = shareConcierge();

describe('the previous e-mail address of a concierge order', () => {
  const warning = 'Your concierge has a new email address';
  const warningsOf = async (orderId: string) => {
    const mails = notification.context.db.selectFrom('mail').select(['id', 'dropped_at']);
    const warnings = await mails.where('template', '=', 'concierge_moved').execute();
    return warnings.filter(({ id }) => id.includes(orderId));
  };

  it('receives one warning about a change of address, without the new address', async () => {
    const [before, now] = [newEmail('kept'), newEmail('thief')];
    const orderId = await buy();
    await register(orderId, before);
    await Promise.all([register(orderId, now, true), register(orderId, now, true)]);
    const [mail] = await notification.expectMails(before, 1);
    expect(mail?.subject).toBe(warning);
    for (const form of [mail?.text, mail?.html]) expect(form).not.toMatch(/thief|\/concierge\/register/i);
    expect(mail?.text).toContain(`Your reference: ${referenceOf(orderId)}`);
    expect(await warningsOf(orderId)).toHaveLength(1);
    // Each change causes a warning, including the change back to the earlier address.
    await register(orderId, before);
    expect(await warningsOf(orderId)).toHaveLength(2);
  });

  it('is the receipt’s address if the concierge was bought with a transfer', async () => {
    const [before, now] = [newEmail('receipt'), newEmail('other')];
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email: before });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_6' });
    await expectOwned(transferId, true);
    await register(transferId, now, true);
    expect((await notification.expectMails(before, 1))[0]?.subject).toBe(warning);
    expect(await redeem(await tokenOf(now))).toEqual({ orderIds: [transferId] });
  });

  it('receives a warning whose job does not fail if the mail bounces', async () => {
    const orderId = await buy();
    await register(orderId, newEmail('gone').replace('@example.com', '@unknown.example'));
    await register(orderId, newEmail('reads'));
    await eventually(async () => expect((await warningsOf(orderId))[0]?.dropped_at).toBeInstanceOf(Date));
    expect((await notification.client.call(operationsApi.listJobs, {})).failed).toEqual([]);
  });

  it('receives no warning for an unpaid or a refunded order', async () => {
    const [begun, closed] = [newTransferId(), await buy()];
    const mistyped = newEmail('mistyped');
    await register(begun, mistyped);
    await register(begun, newEmail('right'));
    await register(closed, mistyped);
    await refund(closed);
    await register(closed, newEmail('later'));
    for (const orderId of [begun, closed]) expect(await warningsOf(orderId)).toEqual([]);
  });
});

describe('a concierge’s refund request', () => {
  const requestedAt = '2026-11-21T23:30:00.000Z';
  const request = (orderId: string) =>
    notification.publish(ConciergeRefundRequested, orderId, { orderId, paymentId: `pay_${orderId}`, requestedAt });
  const confirmation = 'We got your refund request';
  const refunded = 'Your refund is on its way';
  const subjectsTo = async (email: string, count: number) =>
    (await notification.expectMails(email, count)).map(({ subject }) => subject);

  it('is confirmed by mail to the owner and to the given reply address; the reply address gets no sign-in link', async () => {
    const [owner, answers] = [newEmail('owner'), newEmail('answers')];
    const orderId = await buy();
    await register(orderId, owner);
    await notification.saveContact({ transferId: orderId, email: answers, reason: 'refund_request' });
    for (let time = 0; time < 2; time++) await request(orderId);
    // The owner is also notified, because the request may come from a stranger.
    for (const email of [owner, answers]) expect(await subjectsTo(email, 1)).toEqual([confirmation]);
    const [mail] = await notification.mailsTo(answers);
    expect(mail?.text).toContain('You asked for a refund on Nov 21, 2026, 11:30 PM UTC.');
    expect(mail?.text).toContain('Until then, you can keep using your concierge.');
    expect(mail?.text).toContain(`Open my concierge:\n${publicUrl}/concierge/dashboard\n`);

    const found = await notification.client.call(notificationApi.listContacts, { body: { search: orderId } });
    expect(found.contacts).toMatchObject([{ transferId: orderId, reason: 'refund_request', email: answers }]);
    await requestLink(answers);
    expect(await countLinks(answers)).toBe(0);

    await refund(orderId);
    for (const email of [owner, answers]) expect(await subjectsTo(email, 2)).toEqual([confirmation, refunded]);
  });

  it('is confirmed by one mail if the reply address differs from the owner’s address only in case', async () => {
    const email = newEmail('same');
    const orderId = await buy();
    await register(orderId, email);
    await notification.saveContact({ transferId: orderId, email: email.toUpperCase(), reason: 'refund_request' });
    await request(orderId);
    expect(await subjectsTo(email, 1)).toEqual([confirmation]);
    await refund(orderId);
    expect(await subjectsTo(email, 2)).toEqual([confirmation, refunded]);
    expect(await notification.mailsTo(email.toUpperCase())).toEqual([]);
  });
});

it('the concierge’s receipt links to the page where an owner signs in on another device', async () => {
  const email = newEmail('receipt');
  const orderId = newTransferId();
  await register(orderId, email);
  await buy(orderId);
  const [receipt] = await notification.expectMails(email, 1);
  expect(receipt?.text).toContain(`Open my concierge:\n${publicUrl}/concierge/dashboard\n`);
});
