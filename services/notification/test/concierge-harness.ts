import { ConciergeBought, ConciergeRefunded } from '@xrp-bridge/contracts/concierge';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { afterAll, beforeAll, expect } from 'vitest';
import { eventually, type Harness, newTransferId, startHarness } from './harness.ts';

/** The notification service that the tests of a file share, with the calls and events about the concierge. */
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
  const ask = (email: string) => notification.client.call(notificationApi.requestConciergeLink, { body: { email } });
  const redeem = (token: string) => notification.client.call(notificationApi.redeemConciergeLink, { body: { token } });
  const register = (orderId: string, email: string, sendLink = false) =>
    notification.client.call(notificationApi.saveConciergeEmail, { params: { orderId }, body: { email, sendLink } });
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

  return { notification, advance, ask, redeem, register, hasEmail, heard, buy, payBack, tokenOf, countLinks };
}
