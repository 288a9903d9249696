import {
  MoneyReceived,
  MoneyReturned,
  OrderClosed,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
  paymentApi,
} from '@xrp-bridge/contracts/payment';
import { TaskSettled } from '@xrp-bridge/contracts/task';
import { TransferClosing } from '@xrp-bridge/contracts/transfer-events';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Context } from '../src/context.ts';
import { SettleUnsettled } from '../src/jobs.ts';
import { bypassPayment } from '../src/use-cases/bypass-payment.ts';
import { closeOrder } from '../src/use-cases/close-order.ts';
import { eventually, newTransferId, sharePayment } from './harness.ts';

const t = sharePayment();

const closing = (transferId: string) => t.publish(TransferClosing, transferId, { transferId });
const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] as string;

async function expectCanceled(clientSecret: string) {
  await eventually(async () => {
    const intent = await t.provider.paymentIntents.retrieve(intentIdOf(clientSecret));
    expect(intent.status).toBe('canceled');
  });
}

/** Creates a transfer whose guide is paid and whose concierge payment is open. */
async function withOpenUpgrade() {
  const paid = await t.paidTransfer();
  const upgrade = await t.order(paid.transferId, { purpose: 'concierge' });
  return { ...paid, upgrade };
}

/**
 * Runs two use cases so that their transactions overlap.
 * The first transaction holds its row locks until the second transaction, which has already read the rows, waits for
 * the locks.
 */
async function meet(first: (context: Context) => Promise<void>, second: (context: Context) => Promise<void>) {
  const { db, transact } = t.context;
  const [written, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding: Context['transact'] = (work) =>
    transact(async (tx) => {
      const result = await work(tx);
      written.resolve();
      await seen.promise;
      return result;
    });
  const one = first({ ...t.context, transact: holding });
  await written.promise;
  const other = second(t.context);
  const both = Promise.allSettled([one, other]);
  await eventually(async () => {
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    expect((await waiting.execute(db)).rows).toHaveLength(1);
  });
  seen.resolve();
  return both;
}

describe('refunding a guide', () => {
  test('cancels every open payment of the order at the provider', async () => {
    const { transferId, upgrade } = await withOpenUpgrade();
    await t.refund(transferId);
    await expectCanceled(upgrade.clientSecret);
    expect(await t.pay(upgrade.clientSecret).catch(() => 'refused')).toBe('refused');
    await eventually(async () =>
      expect((await t.paymentsOf(transferId)).map((one) => one.status).sort()).toEqual(['canceled', 'refunded']),
    );
    expect((await t.refund(transferId)).payments.map((one) => one.refunded).sort()).toEqual(['0.00', '4.00']);
    expect(await t.events(transferId, PaymentRefunded)).toHaveLength(1);
  });

  test('expires the open hosted page of the order at the provider', async () => {
    const { transferId } = await t.paidTransfer();
    const body = { transferId, transferStatus: 'instructions_sent' };
    await t.client.call(paymentApi.openCheckout, { body });
    await t.refund(transferId);
    await eventually(async () => {
      const { data } = await t.provider.checkout.sessions.list({ limit: 100 });
      const ours = data.filter((session) => session.client_reference_id === transferId);
      expect(ours.map((session) => session.status)).toEqual(['expired']);
    });
  });

  test('cancels open payments after a refund in the provider’s dashboard, even if the first attempt to cancel fails', async () => {
    const { transferId, intentId, upgrade } = await withOpenUpgrade();
    const { cancel } = t.context.stripe;
    let refused = 0;
    t.context.stripe.cancel = async (payment) => {
      if (refused++ === 0) throw new Error('away');
      return cancel(payment);
    };
    await t.provider.refunds.create({ payment_intent: intentId });
    await t.emitted(transferId, PaymentRefunded);
    await expectCanceled(upgrade.clientSecret);
    t.context.stripe.cancel = cancel;
    expect(refused).toBeGreaterThan(1);
  });

  test('lets the sweep cancel a payment that was opened during the refund', async () => {
    const { transferId } = await t.paidTransfer();
    await t.refund(transferId);
    // This card form was opened during the refund.
    const { id } = await t.provider.paymentIntents.create({ amount: 1376, currency: 'usd' });
    const at = t.context.clock();
    await t.context.db
      .insertInto('payment')
      .values({
        id: `pay_late_${transferId}`,
        order_id: transferId,
        product: 'concierge',
        channel: 'intent',
        amount_cents: 1376,
        status: 'open',
        intent_id: id,
        failure: null,
        session_id: null,
        bypassed_by: null,
        bypass_reason: null,
        refund_requested_at: null,
        paid_at: null,
        created_at: at,
        checked_at: at,
      })
      .execute();
    t.advance(3 * 60_000);
    await t.run(SettleUnsettled);
    expect(await t.provider.paymentIntents.retrieve(id)).toMatchObject({ status: 'canceled' });
  });

  test('opens a task for money that arrives afterwards and unlocks nothing, and settles the task when the money is refunded', async () => {
    const { transferId, upgrade } = await withOpenUpgrade();
    // The customer pays during the refund; the provider’s report of the payment is late.
    await t.hold(true);
    const { fetchPayment } = t.context.stripe;
    t.context.stripe.fetchPayment = async (payment) =>
      payment.id === upgrade.paymentId ? null : fetchPayment(payment);
    await t.pay(upgrade.clientSecret);
    await t.refund(transferId);
    await eventually(async () =>
      expect((await t.paymentsOf(transferId)).map((one) => one.status).sort()).toEqual(['canceled', 'refunded']),
    );
    t.context.stripe.fetchPayment = fetchPayment;
    await t.hold(false);

    expect(await t.emitted(transferId, MoneyReceived)).toMatchObject([{ paymentId: upgrade.paymentId }]);
    expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
    const access = await t.entitlement(transferId);
    expect(access).toEqual({ guide: false, concierge: false });
    const { paymentId } = upgrade;
    expect(await t.tasks(transferId)).toMatchObject([
      { kind: 'unlocks_nothing', paymentId, refund: { product: 'all', amountCents: 1376 } },
    ]);
    expect(await t.events(paymentId, TaskSettled)).toEqual([]);
    await t.refund(transferId);
    expect(await t.emitted(transferId, MoneyReturned)).toMatchObject([{ refundedCents: 1376 }]);
    const settled = { kinds: ['unlocks_nothing'], paymentId, cause: paymentId, reason: 'Refunded.' };
    expect(await t.events(paymentId, TaskSettled)).toContainEqual(settled);
  });
});

describe('closing an order before its transfer is deleted', () => {
  test('cancels open payments, emits payment.order_closed and refuses new payments', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await closing(transferId);
    expect(await t.emitted(transferId, OrderClosed)).toEqual([{ transferId }]);
    await expectCanceled(clientSecret);
    await expect(t.order(transferId, { transferStatus: 'expired' })).rejects.toMatchObject({ code: 'transfer_closed' });
    await expect(
      t.client.call(paymentApi.bypass, { params: { transferId }, body: { operator: 'Ada' } }),
    ).rejects.toMatchObject({ code: 'transfer_closed' });
    // The transfer service repeats its request if the reply was lost, and receives the reply again.
    await closing(transferId);
    await t.emitted(transferId, OrderClosed, 2);
  });

  test('emits payment.order_closed for an order without payments', async () => {
    const transferId = newTransferId();
    await closing(transferId);
    await t.emitted(transferId, OrderClosed);
  });

  test('does not close an order that was just paid, and emits payment.succeeded again', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.hold(true);
    await t.pay(clientSecret);
    await closing(transferId);
    await t.emitted(transferId, PaymentSucceeded);
    t.advance(60_000);
    await closing(transferId);
    await t.emitted(transferId, PaymentSucceeded, 2);
    expect(await t.events(transferId, OrderClosed)).toEqual([]);
  });

  test('makes a simultaneous bypass fail with transfer_closed if the closing commits first', async () => {
    const transferId = newTransferId();
    const [closed, unlocked] = await meet(
      (context) => closeOrder(context, transferId),
      (context) => bypassPayment(context, transferId, { operator: 'Ada', serviceFee: '4.00' }),
    );
    expect(closed).toMatchObject({ status: 'fulfilled' });
    expect(unlocked).toMatchObject({ status: 'rejected', reason: { code: 'transfer_closed' } });
    expect(await t.emitted(transferId, OrderClosed)).toEqual([{ transferId }]);
    expect(await t.events(transferId, PaymentBypassed)).toEqual([]);
    expect(await t.paymentsOf(transferId)).toEqual([]);
  });

  test('is retried, and does not close the order, if a simultaneous bypass commits first', async () => {
    const transferId = newTransferId();
    const [unlocked, closed] = await meet(
      (context) => bypassPayment(context, transferId, { operator: 'Ada', serviceFee: '4.00' }),
      (context) => closeOrder(context, transferId),
    );
    expect(unlocked).toMatchObject({ status: 'fulfilled' });
    expect(closed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('just paid') } });
    t.advance(60_000);
    await closeOrder(t.context, transferId);
    await t.emitted(transferId, PaymentBypassed, 2);
    expect(await t.events(transferId, OrderClosed)).toEqual([]);
    expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
  });

  test('does not close a refunded order that the transfer has not confirmed, and emits payment.refunded again', async () => {
    const { transferId } = await t.paidTransfer();
    await t.refund(transferId);
    t.advance(60_000);
    await closing(transferId);
    await t.emitted(transferId, PaymentRefunded, 2);
    expect(await t.events(transferId, OrderClosed)).toEqual([]);
  });

  test('opens a task for a payment that arrives after the order was closed, and unlocks nothing', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.hold(true);
    const { fetchPayment } = t.context.stripe;
    t.context.stripe.fetchPayment = async () => null;
    await t.pay(clientSecret);
    await closing(transferId);
    await t.emitted(transferId, OrderClosed);
    t.context.stripe.fetchPayment = fetchPayment;
    await t.hold(false);
    await t.emitted(transferId, MoneyReceived);
    expect(await t.events(transferId, PaymentSucceeded)).toEqual([]);
    expect(await t.tasks(transferId)).toMatchObject([{ kind: 'unlocks_nothing' }]);
  });
});
