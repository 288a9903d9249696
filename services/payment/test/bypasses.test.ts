import {
  ConciergeActivated,
  PaymentBypassed,
  PaymentSucceeded,
  paymentApi,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SettleUnsettled } from '../src/jobs.ts';
import { insertBypass, lockPayments } from '../src/store.ts';
import { bypassPayment } from '../src/use-cases/bypass-payment.ts';
import { cancelOpenPayments } from '../src/use-cases/close-order.ts';
import { eventually, newTransferId, sharePayment } from './harness.ts';

const t = sharePayment();

const bypass = (transferId: string, serviceFee?: '4.00' | '17.76') =>
  t.client.call(paymentApi.bypass, {
    params: { transferId },
    body: { operator: 'Ada', reason: 'paid by hand', ...(serviceFee && { serviceFee }) },
  });

test('a bypass unlocks the guide once, even while the provider is down', async () => {
  const transferId = newTransferId();
  await t.fault('down');
  const before = await t.client.call(paymentApi.readAccounting);
  await Promise.all(Array.from({ length: 5 }, () => bypass(transferId)));
  expect(await bypass(transferId)).toEqual({ transferId, bypassed: true });
  expect(await t.emitted(transferId, PaymentBypassed)).toEqual([{ transferId }]);
  expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
  const payments = await t.paymentsOf(transferId);
  expect(payments).toMatchObject([{ status: 'bypassed', amount: '4.00', paidAt: null }]);
  // The provider received no money, so nothing is booked.
  expect(await t.client.call(paymentApi.readAccounting)).toEqual(before);
  await expect(t.order(transferId)).rejects.toMatchObject({ code: 'already_paid' });
});

test('a bypass of guide with concierge unlocks both', async () => {
  const transferId = newTransferId();
  await bypass(transferId, '17.76');
  expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: true });
  await t.emitted(transferId, ConciergeActivated);
});

test('a bypass cancels the open card payment, but not a concierge payment that is opened after the bypass', async () => {
  const transferId = newTransferId();
  const statusOf = async ({ clientSecret }: { clientSecret: string }) =>
    (await t.provider.paymentIntents.retrieve(clientSecret.split('_secret_')[0] as string)).status;
  const guide = await t.order(transferId);
  await bypass(transferId);
  await eventually(async () => expect(await statusOf(guide)).toBe('canceled'));

  const upgrade = await t.order(transferId, { purpose: 'concierge' });
  // The bypass job runs only now, after the upgrade was opened.
  const known = (await t.paymentsOf(transferId)).filter(({ status }) => status === 'canceled').map(({ id }) => id);
  expect(known).toHaveLength(1);
  await cancelOpenPayments(t.context, transferId, known);
  expect(await statusOf(upgrade)).toBe('requires_payment_method');
});

test('the sweep cancels an open card payment if the bypass job failed for good in an outage of the provider', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId);
  await t.pass(3);
  // After this sweep, the next check of the payment is three days away.
  await t.run(SettleUnsettled);
  // Enqueues no job, which simulates a job that failed for good.
  await bypassPayment({ ...t.context, enqueue: () => {} }, transferId, { operator: 'Ada', serviceFee: '4.00' });
  const upgrade = newTransferId();
  await bypass(upgrade);
  const wanted = await t.order(upgrade, { purpose: 'concierge' });

  await t.run(SettleUnsettled);
  const statusOf = async (secret: string) =>
    (await t.provider.paymentIntents.retrieve(secret.split('_secret_')[0] as string)).status;
  expect(await statusOf(clientSecret)).toBe('canceled');
  expect(await statusOf(wanted.clientSecret)).toBe('requires_payment_method');
});

test('a card payment that is settled during a bypass emits payment.refund_requested with reason paid_twice', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId);
  await t.hold(true);
  await t.pay(clientSecret);
  const { transact, clock } = t.context;
  const settled = await transact(async (tx) => {
    await lockPayments(tx, { orderId: transferId });
    const settling = t.client.call(paymentApi.settle, { params: { transferId } });
    await eventually(async () => {
      const waiting = sql`select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`;
      expect((await waiting.execute(tx)).rows).toHaveLength(1);
    });
    await insertBypass(tx, {
      orderId: transferId,
      product: 'guide',
      amountCents: 400,
      opensGuide: true,
      opensConcierge: false,
      operator: 'Ada',
      reason: null,
      createdAt: clock(),
    });
    return { settling };
  });
  expect(await settled.settling).toMatchObject({ paid: true });
  await t.emitted(transferId, PaymentSucceeded);
  expect(await t.emitted(transferId, RefundRequested)).toMatchObject([{ reason: 'paid_twice' }]);
});

test('the concierge can be bought after a bypass', async () => {
  const transferId = newTransferId();
  await bypass(transferId);
  expect(await t.order(transferId, { purpose: 'concierge' })).toMatchObject({ amount: '13.76' });
});
