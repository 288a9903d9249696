import { randomUUID } from 'node:crypto';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { TransferCompleted, TransferInstructionsReady } from '@xrp-bridge/contracts/transfer-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskEmail } from '../src/mask-email.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

let notification: Harness;

beforeAll(async () => {
  notification = await startHarness();
});
afterAll(() => notification?.stop());

const isReceipt = ({ subject }: { subject: string }) => subject.includes('receipt');

describe('the receipt', () => {
  it.each([
    ['payment first', ['pay', 'release']],
    ['instructions first', ['release', 'pay']],
  ] as const)('is sent only after both the payment and the release of the instructions: %s', async (_name, order) => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    for (const step of order) {
      expect(await notification.mailsTo(email)).toEqual([]);
      await notification[step](transferId);
      await expectStored(transferId, step);
    }

    const [mail] = await notification.expectMails(email, 1);
    expect(mail?.subject).toBe('Your transfer guide and receipt for $4.00');
    expect(mail?.text).toContain('from Coinbase to Xaman');
    expect(mail?.text).toContain('Amount: $4.00 (US dollars)');
    expect(mail?.text).toContain(`Your reference: ${referenceOf(transferId)}`);
    expect(mail?.text).toContain('On your card statement: XRP BRIDGE');
    await eventually(async () => {
      const sent = (await notification.published('notification.sent')).filter((event) => event.subject === transferId);
      expect(sent.map((event) => event.data)).toEqual([{ transferId, template: 'receipt' }]);
    });
  });

  it('is reported as sent until the e-mail address is replaced', async () => {
    const transferId = newTransferId();
    const [email, next] = [newEmail(), newEmail('bob')];
    const readReach = () => notification.client.call(notificationApi.readReach, { params: { transferId } });
    await notification.saveContact({ transferId, email });
    expect(await readReach()).toEqual({ email: maskEmail(email), receiptSent: false });
    await notification.pay(transferId);
    await notification.release(transferId);
    await eventually(async () => expect(await readReach()).toEqual({ email: maskEmail(email), receiptSent: true }));
    await notification.saveContact({ transferId, email: next });
    expect(await readReach()).toEqual({ email: maskEmail(next), receiptSent: false });
  });

  it('is sent once for each of 40 transfers whose two events arrive concurrently', async () => {
    const transfers = Array.from({ length: 40 }, () => ({ transferId: newTransferId(), email: newEmail('bob') }));
    for (const contact of transfers) await notification.saveContact(contact);
    await Promise.all(
      transfers.flatMap(({ transferId }) => [notification.pay(transferId), notification.release(transferId)]),
    );
    for (const { email } of transfers) await notification.expectMails(email, 1);
  });

  it('is sent once after 1,000 duplicate deliveries', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.pay(transferId);
    const first = await notification.release(transferId);
    await notification.bus.publish(
      TransferInstructionsReady.context,
      Array.from({ length: 999 }, (_, n) => (n % 10 ? first : { ...first, id: randomUUID() })),
    );
    // Events of one transfer stay in order: when this event's mail arrives, all previous events have been handled.
    await notification.arrive(transferId);

    const mails = await eventually(async () => {
      const all = await notification.mailsTo(email);
      expect(all.map((mail) => mail.subject)).toContain('Your XRP is home');
      expect(all.some(isReceipt)).toBe(true);
      return all;
    });
    expect(mails).toHaveLength(2);
  });

  it('waits for the e-mail address, and is not sent again when the address changes', async () => {
    const transferId = newTransferId();
    await notification.pay(transferId);
    await notification.release(transferId);
    await expectStored(transferId, 'pay');
    await expectStored(transferId, 'release');
    const late = newEmail('late');
    await notification.saveContact({ transferId, email: late });
    await notification.expectMails(late, 1);

    const other = newEmail('other');
    await notification.saveContact({ transferId, email: other });
    await notification.arrive(transferId);
    const mails = await notification.expectMails(other, 2);
    expect(mails.some(isReceipt)).toBe(false);
    expect(await notification.mailsTo(late)).toHaveLength(1);
  });

  it('contains no amount if an operator unlocked the transfer', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.release(transferId, { reason: 'bypassed' });
    const [mail] = await notification.expectMails(email, 1);
    expect(mail?.subject).toBe('Your transfer guide is ready');
    expect(mail?.text).not.toContain('$');
    expect(mail?.text).toMatch(/resume#t=/);
  });

  it('names the refund terms of both parts of a bundle, and a later concierge gets its own receipt', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.pay(transferId, { product: 'bundle', amountCents: 1776 });
    await notification.release(transferId, { serviceFee: '17.76' });
    const [bundle] = await notification.expectMails(email, 1);
    expect(bundle?.text).toContain(
      'Guide ($4.00): Full refund until all your XRP arrives, or for 14 days after you tell us it did.',
    );
    expect(bundle?.text).toContain('Concierge ($13.76): Full refund within 14 days.');

    const upgraded = newTransferId();
    const buyer = newEmail();
    await notification.saveContact({ transferId: upgraded, email: buyer });
    await notification.pay(upgraded, { product: 'concierge', amountCents: 1376, paymentId: 'pay_concierge' });
    const [concierge] = await notification.expectMails(buyer, 1);
    expect(concierge?.subject).toBe('Your concierge is ready (receipt for $13.76)');
  });

  it('is not sent for a guide that was paid back before its instructions were released', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    const { data } = await notification.pay(transferId);
    await notification.publish(PaymentRefunded, transferId, { ...data, refundedCents: 400, closes: 'guide' });
    await notification.expectMails(email, 1);
    await notification.release(transferId);
    await notification.arrive(transferId);
    const mails = await notification.expectMails(email, 2);
    expect(mails.some(isReceipt)).toBe(false);
  });
});

describe('an event with values of a newer service', () => {
  it('is not dead-lettered, and the mail contains only the values that this version supports', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    const { data } = await notification.pay(transferId, { product: 'lessons', paymentId: 'pay_lessons' });
    await notification.release(transferId, { fromExchange: 'new-exchange', toWallet: 'new-wallet', reason: 'voucher' });
    await notification.publish(PaymentRefunded, transferId, { ...data, refundedCents: 400, closes: 'lessons' });
    await notification.publish(TransferCompleted, transferId, { transferId, by: 'operator' });
    const mails = await notification.expectMails(email, 2);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['We refunded $4.00', 'Your XRP is home']);
    expect(mails.find(({ subject }) => subject.includes('$4.00'))?.text).toContain(
      'You can no longer use what you bought with this payment.',
    );
    const { deadLetters } = await notification.client.call(operationsApi.listDeadLetters);
    expect(deadLetters.filter(({ subject }) => subject === transferId)).toEqual([]);
  });
});

/** Waits until the service has stored the payment or the release of the transfer. */
async function expectStored(transferId: string, step: 'pay' | 'release'): Promise<void> {
  const { db } = notification.context;
  await eventually(async () => {
    const row =
      step === 'pay'
        ? await db.selectFrom('payment').select('id').where('transfer_id', '=', transferId).executeTakeFirst()
        : await db
            .selectFrom('transfer')
            .select('id')
            .where('id', '=', transferId)
            .where('released', 'is not', null)
            .executeTakeFirst();
    expect(row).toBeDefined();
  });
}
