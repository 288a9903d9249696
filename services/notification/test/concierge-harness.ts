import { ConciergeBought, ConciergeRefunded } from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { afterAll, beforeAll, expect } from 'vitest';
import { eventually, type Harness, newTransferId, startHarness } from './harness.ts';

/** Starts one notification service for a test file, with helpers for the concierge's calls and events. */
export function shareConcierge() {
  const notification = {} as Harness;
  let aheadMs = 0;
  beforeAll(async () => {
    Object.assign(notification, await startHarness({ clock: () => new Date(Date.now() + aheadMs) }));
  });
  afterAll(() => notification.stop?.());

  const advance = (ms: number) => {
    aheadMs += ms;
  };
  const requestLink = (email: string) =>
    notification.client.call(notificationApi.requestConciergeLink, { body: { email } });
  const redeem = (token: string) => notification.client.call(notificationApi.redeemConciergeLink, { body: { token } });
  const register = (orderId: string, email: string, sendLink = false) =>
    notification.client.call(notificationApi.saveConciergeEmail, { params: { orderId }, body: { email, sendLink } });
  const hasEmail = async (orderId: string) =>
    (await notification.client.call(notificationApi.readConciergeReach, { params: { orderId } })).email;

  /** Waits until the handler of the event has stored the ownership of the order. */
  async function expectOwned(orderId: string, owned: boolean): Promise<void> {
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
    await expectOwned(orderId, true);
    return orderId;
  }

  async function refund(orderId: string): Promise<void> {
    const facts = { orderId, paymentId: `pay_${orderId}`, amountCents: 1776, currency: 'USD' };
    await notification.publish(ConciergeRefunded, orderId, { ...facts, refundedCents: 1776, closes: 'all' });
    await expectOwned(orderId, false);
  }

  /** Waits for this many mails, and returns the token of the sign-in link in the last mail. */
  async function tokenOf(email: string, mails = 1): Promise<string> {
    const mail = (await notification.expectMails(email, mails)).at(-1);
    return mail?.text.match(/\/concierge\/register#t=([\w-]+)/)?.[1] as string;
  }

  /** Counts the sign-in links that were planned for an address, sent or not. */
  async function countLinks(email: string): Promise<number> {
    const mails = notification.context.db
      .selectFrom('mail')
      .innerJoin('contact', 'contact.id', 'mail.contact_id')
      .select('mail.id')
      .where('mail.template', '=', 'concierge_link')
      .where('contact.email', '=', email);
    return (await mails.execute()).length;
  }

  return {
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
  };
}
