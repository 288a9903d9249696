import { MoneyReturned, PaymentRefunded, RefundRequested } from '@xrp-bridge/contracts/payment';
import { TransferArrived, TransferCompleted, TransferUpdated } from '@xrp-bridge/contracts/transfer-events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, newEmail, newTransferId, publicUrl, startHarness } from './harness.ts';

let notification: Harness;

beforeAll(async () => {
  notification = await startHarness();
});
afterAll(() => notification?.stop());

async function newCustomer() {
  const transferId = newTransferId();
  const email = newEmail();
  await notification.saveContact({ transferId, email });
  return { transferId, email };
}

it('a refund is confirmed by one mail per refunded part, despite repeated events', async () => {
  const { transferId, email } = await newCustomer();
  const bundle = { product: 'bundle' as const, amountCents: 1776, paymentId: 'pay_bundle' };
  const { data } = await notification.pay(transferId, bundle);
  const concierge = { ...data, refundedCents: 1376, closes: 'concierge' as const };
  const first = await notification.publish(PaymentRefunded, transferId, concierge);
  await notification.publish(PaymentRefunded, transferId, concierge, { id: first.id });
  await notification.publish(PaymentRefunded, transferId, concierge);
  await notification.publish(PaymentRefunded, transferId, { ...data, refundedCents: 400, closes: 'guide' });
  for (let time = 0; time < 2; time++) {
    await notification.publish(
      MoneyReturned,
      transferId,
      { ...data, refundedCents: 100 },
      { id: `goodwill ${transferId}` },
    );
  }
  const mails = await notification.expectMails(email, 3);
  expect(mails.map((mail) => mail.subject).sort()).toEqual([
    'We refunded $1.00',
    'We refunded $13.76',
    'We refunded $4.00',
  ]);
  expect(mails.find((mail) => mail.subject.endsWith('13.76'))?.text).toContain(
    'You can still use your transfer guide.',
  );
});

it('each refund request of the customer is confirmed by one mail, and automatic requests by no mail', async () => {
  const { transferId, email } = await newCustomer();
  const requestedAt = '2026-11-21T23:30:00.000Z';
  const request = (paymentId: string, more: object = {}) =>
    notification.publish(RefundRequested, transferId, { transferId, paymentId, reason: 'customer_asked', ...more });
  await request('pay_twice', { reason: 'paid_twice' });
  await request('pay_guide', { requestedAt });
  await request('pay_concierge', { requestedAt });
  await request('pay_guide', { requestedAt: '2026-11-22T09:05:00.000Z' });
  await notification.arrive(transferId);
  const mails = await notification.expectMails(email, 3);
  const confirmed = mails.filter(({ subject }) => subject === 'We got your refund request');
  expect(confirmed.map(({ text }) => /on (\w.* UTC)\./.exec(text)?.[1]).sort()).toEqual([
    'Nov 21, 2026, 11:30 PM UTC',
    'Nov 22, 2026, 9:05 AM UTC',
  ]);
  for (const { text } of confirmed) expect(text).toContain('5 to 10 business days');
});

it('the reply address of a refund request receives the mails about the refund and no other mail', async () => {
  const { transferId, email } = await newCustomer();
  const answers = newEmail('answers');
  const { data } = await notification.pay(transferId, { product: 'bundle', amountCents: 1776 });
  await notification.saveContact({ transferId, email: answers, reason: 'refund_request' });
  await notification.publish(RefundRequested, transferId, {
    transferId,
    paymentId: data.paymentId,
    reason: 'customer_asked',
  });
  for (const each of [email, answers]) await notification.expectMails(each, 1);
  await notification.publish(PaymentRefunded, transferId, { ...data, refundedCents: 1376, closes: 'concierge' });
  for (const each of [email, answers]) await notification.expectMails(each, 2);
  await notification.arrive(transferId);
  await notification.expectMails(email, 3);
  const mails = await notification.mailsTo(answers);
  expect(mails.map(({ subject }) => subject)).toEqual(['We got your refund request', 'We refunded $13.76']);
  for (const { text } of mails) expect(text).not.toContain('/resume#');
});

it('each change of the address after payment causes one warning, and other changes cause no warning', async () => {
  const { transferId, email } = await newCustomer();
  const change = (version: number, addressChangedAfterPayment: boolean) =>
    notification.publish(TransferUpdated, transferId, {
      transferId,
      changed: ['destinationAddress'],
      status: 'instructions_sent',
      version,
      addressChangedAfterPayment,
    });
  await change(2, false);
  await change(3, true);
  await change(3, true);
  await change(4, true);
  await notification.arrive(transferId);
  const mails = await notification.expectMails(email, 3);
  const warnings = mails.filter((mail) => mail.subject === 'The address or tag for your transfer was changed');
  expect(warnings).toHaveLength(2);
  for (const { text } of warnings) {
    expect(text).toContain('please don’t send any XRP');
    expect(text).toContain(`${publicUrl}/resume#t=`);
  }
});

it('an arrival is mailed if it was seen on the XRP Ledger, not if the customer reported it', async () => {
  const seen = await newCustomer();
  const reported = await newCustomer();
  await notification.publish(TransferCompleted, reported.transferId, {
    transferId: reported.transferId,
    by: 'customer',
  });
  await notification.arrive(seen.transferId);
  await notification.expectMails(seen.email, 1);
  // Events of one transfer stay in order, so when the refund's mail arrives, the completion has been handled.
  const { data } = await notification.pay(reported.transferId);
  await notification.publish(PaymentRefunded, reported.transferId, { ...data, refundedCents: 400, closes: 'guide' });
  const mails = await notification.expectMails(reported.email, 1);
  expect(mails[0]?.subject).toBe('We refunded $4.00');
});

it('the first arrival and the arrival that completes the transfer are mailed once each, with the hash', async () => {
  const { transferId, email } = await newCustomer();
  const arrive = (hash: string, completes: boolean) =>
    notification.publish(TransferArrived, transferId, {
      transferId,
      hash: hash.repeat(64),
      deliveredDrops: '2000000',
      ledgerIndex: 1,
      completes,
    });
  await arrive('A', false);
  await arrive('A', false);
  await arrive('B', false);
  await arrive('C', true);
  await notification.arrive(transferId);
  const mails = await notification.expectMails(email, 2);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['2 XRP arrived in your wallet', 'Your XRP is home']);
  const text = (subject: string) => mails.find((mail) => mail.subject === subject)?.text;
  expect(text('2 XRP arrived in your wallet')).toContain('A'.repeat(64));
  expect(text('Your XRP is home')).toContain('C'.repeat(64));
});

it('a transfer without an e-mail address gets no mail', async () => {
  const transferId = newTransferId();
  await notification.pay(transferId);
  await notification.release(transferId);
  await notification.arrive(transferId);
  const { transferId: marker, email } = await newCustomer();
  await notification.arrive(marker);
  await notification.expectMails(email, 1);
  const rows = await notification.context.db
    .selectFrom('mail')
    .select('id')
    .where('transfer_id', '=', transferId)
    .execute();
  expect(rows).toEqual([]);
});
