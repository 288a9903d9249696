import { ConciergeGuideRedeemed } from '@xrp-bridge/contracts/concierge';
import { ConciergeActivated, PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { describe, expect, it, vi } from 'vitest';
import { copyOwnerEmails } from '../src/concierge-store.ts';
import { deleteOldContacts } from '../src/store.ts';
import { sendConciergeLink } from '../src/use-cases/concierge.ts';
import { shareConcierge } from './concierge-harness.ts';
import { eventually, newEmail, newTransferId } from './harness.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const {
  notification,
  advance,
  requestLink,
  redeem,
  register,
  hasEmail,
  expectOwned,
  buy,
  refund,
  tokenOf,
  countLinks,
} = shareConcierge();

describe('a sign-in link', () => {
  it('is mailed to an owner’s address, opens the owner’s orders, and works once', async () => {
    const email = newEmail('owner');
    const orderId = newTransferId();
    await register(orderId, email);
    await buy(orderId);
    // The first mail is the receipt.
    await notification.expectMails(email, 1);
    expect(await requestLink(email.toUpperCase())).toEqual({ ok: true });
    const token = await tokenOf(email, 2);
    expect(await redeem(token)).toEqual({ orderIds: [orderId] });
    await expect(redeem(token)).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('does not open an unpaid order with the same address', async () => {
    const email = newEmail('begun');
    const orderId = await buy();
    const begun = newTransferId();
    await register(begun, email);
    await register(orderId, email, true);
    expect(await redeem(await tokenOf(email))).toEqual({ orderIds: [orderId] });
  });

  it('expires after 15 minutes', async () => {
    const email = newEmail('late');
    await register(await buy(), email, true);
    const token = await tokenOf(email);
    advance(15 * minuteMs);
    await expect(redeem(token)).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('is mailed at most once in two minutes', async () => {
    const email = newEmail('often');
    await register(await buy(), email);
    advance(2 * minuteMs - (notification.context.clock().getTime() % (2 * minuteMs)));
    for (let times = 0; times < 3; times++) await requestLink(email);
    await tokenOf(email);
    advance(2 * minuteMs);
    await requestLink(email);
    await tokenOf(email, 2);
  });

  it('is mailed once if its job runs again later', async () => {
    const email = newEmail('repeated');
    await register(await buy(), email);
    const enqueue = vi.spyOn(notification.context, 'enqueue');
    await requestLink(email);
    const data = enqueue.mock.calls.find(([, { name }]) => name === 'send-concierge-link')?.[2];
    enqueue.mockRestore();
    await tokenOf(email);
    advance(2 * minuteMs);
    await sendConciergeLink(notification.context, data as Parameters<typeof sendConciergeLink>[1]);
    expect(await countLinks(email)).toBe(1);
  });

  it('is not mailed to an address without a concierge, but the response is the same as for an owner', async () => {
    const [stranger, former] = [newEmail('stranger'), newEmail('former')];
    const orderId = await buy();
    await register(orderId, former);
    await refund(orderId);
    // The only mail is about the refund.
    await notification.expectMails(former, 1);
    const enqueue = vi.spyOn(notification.context, 'enqueue');
    expect([await requestLink(stranger), await requestLink(former)]).toEqual([{ ok: true }, { ok: true }]);
    // The call enqueues the same job as for an owner, so that the response takes the same time.
    expect(enqueue.mock.calls.map(([, definition, data]) => [definition.name, data])).toEqual([
      ['send-concierge-link', { orderId: null, window: expect.any(Number) }],
      ['send-concierge-link', { orderId: null, window: expect.any(Number) }],
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

  it('cannot be forged, and cannot be requested for an invalid address', async () => {
    await expect(redeem('x'.repeat(43))).rejects.toMatchObject({ code: 'link_expired' });
    for (const email of ['ann', 'ann@exa\nmple.com', 'änn@exämple.com', '']) {
      await expect(requestLink(email)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  it('is mailed to the receipt’s address if the concierge was bought with a transfer', async () => {
    const email = newEmail('receipt');
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_1' });
    await expectOwned(transferId, true);
    expect(await hasEmail(transferId)).toBe(true);
    await requestLink(email);
    expect(await redeem(await tokenOf(email))).toEqual({ orderIds: [transferId] });
  });

  it('is mailed to the new address after a change of address, not to the previous address', async () => {
    const [before, now] = [newEmail('before'), newEmail('now')];
    const orderId = await buy();
    expect(await hasEmail(orderId)).toBe(false);
    await register(orderId, before);
    await requestLink(before);
    const open = await tokenOf(before);
    await register(orderId, now, true);
    await tokenOf(now);
    expect(await redeem(open)).toEqual({ orderIds: [] });
    advance(2 * minuteMs);
    await requestLink(before);
    expect(await countLinks(before)).toBe(1);
  });
});

it('an order and the transfer that redeemed it share one e-mail address', async () => {
  const [before, now] = [newEmail('first'), newEmail('second')];
  const orderId = await buy();
  await register(orderId, before);
  const transferId = newTransferId();
  await notification.publish(ConciergeGuideRedeemed, transferId, { orderId, transferId });
  await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_5' });
  await expectOwned(transferId, true);
  await eventually(async () => expect(await hasEmail(transferId)).toBe(true));
  await register(transferId, now, true);
  expect((await redeem(await tokenOf(now))).orderIds.toSorted()).toEqual([orderId, transferId].toSorted());
  await requestLink(before);
  advance(2 * minuteMs);
  await requestLink(now);
  await tokenOf(now, 2);
  expect(await countLinks(before)).toBe(0);
});

describe('a concierge that is owned for life', () => {
  it('is found by the owner’s address after the transfer’s contacts were deleted', async () => {
    const email = newEmail('life');
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_2' });
    await expectOwned(transferId, true);
    const { db, transact, clock } = notification.context;
    await transact((tx) => copyOwnerEmails(tx, clock()));
    await deleteOldContacts(db, new Date(clock().getTime() + 181 * dayMs));
    expect(await hasEmail(transferId)).toBe(true);
    await requestLink(email);
    expect(await redeem(await tokenOf(email))).toEqual({ orderIds: [transferId] });
  });

  it('is closed for the order and for its transfer when the transfer is refunded', async () => {
    const email = newEmail('redeemed');
    const orderId = await buy();
    const transferId = newTransferId();
    await register(orderId, email);
    await notification.publish(ConciergeGuideRedeemed, transferId, { orderId, transferId });
    await notification.publish(ConciergeActivated, transferId, { transferId, paymentId: 'pay_3' });
    await expectOwned(transferId, true);
    await notification.publish(PaymentRefunded, transferId, {
      paymentId: 'pay_3',
      transferId,
      product: 'bundle',
      amountCents: 1776,
      currency: 'USD',
      refundedCents: 1776,
      closes: 'all',
    });
    for (const id of [transferId, orderId]) await expectOwned(id, false);
  });
});
