import {
  MoneyReceived,
  MoneyReturned,
  OrderClosed,
  PaymentRefunded,
  PaymentSucceeded,
  paymentApi,
} from '@xrp-bridge/contracts/payment';
import { TransferClosing } from '@xrp-bridge/contracts/transfer';
import { recordTransactions } from '@xrp-bridge/runtime/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SettleUnsettled } from '../src/jobs.ts';
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

/** A transfer whose guide is paid, with the payment of its concierge open in some browser. */
async function withOpenUpgrade() {
  const paid = await t.paidTransfer();
  const upgrade = await t.order(paid.transferId, { purpose: 'concierge' });
  return { ...paid, upgrade };
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

  test('cancels the provider’s own page too', async () => {
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

  test('also when it was made in the provider’s dashboard, with the provider away afterwards', async () => {
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

  test('what the job missed is cancelled by the sweep', async () => {
    const { transferId } = await t.paidTransfer();
    await t.refund(transferId);
    // As a form that was opened while the refund was being made.
    const { id } = await t.provider.paymentIntents.create({ amount: 1376, currency: 'usd' });
    const at = t.context.clock();
    await t.context.db
      .insertInto('payment')
      .values({
        id: `pay_late_${transferId}`,
        transfer_id: transferId,
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

  test('money that comes in anyway unlocks nothing and is a task, until it is paid back', async () => {
    const { transferId, upgrade } = await withOpenUpgrade();
    // It is being paid in the moment of the refund.
    await t.hold(true);
    const { look } = t.context.stripe;
    t.context.stripe.look = async (payment) => (payment.id === upgrade.paymentId ? null : look(payment));
    await t.pay(upgrade.clientSecret);
    await t.refund(transferId);
    await eventually(async () =>
      expect((await t.paymentsOf(transferId)).map((one) => one.status).sort()).toEqual(['canceled', 'refunded']),
    );
    t.context.stripe.look = look;
    await t.hold(false);

    expect(await t.emitted(transferId, MoneyReceived)).toMatchObject([{ paymentId: upgrade.paymentId }]);
    expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
    const access = await t.entitlement(transferId);
    expect(access).toEqual({ guide: false, concierge: false });
    const [task] = await t.tasks(transferId);
    expect(task).toMatchObject({ kind: 'unlocks_nothing', paymentId: upgrade.paymentId, doneAt: null });
    await t.refund(transferId);
    expect(await t.emitted(transferId, MoneyReturned)).toMatchObject([{ refundedCents: 1376 }]);
    expect(await t.tasks(transferId)).toMatchObject([{ doneBy: 'system', reason: 'Paid back.' }]);
  });
});

describe('closing an order, because its transfer will be deleted', () => {
  test('cancels what is open, says so, and sells nothing more', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await closing(transferId);
    expect(await t.emitted(transferId, OrderClosed)).toEqual([{ transferId }]);
    await expectCanceled(clientSecret);
    await expect(t.order(transferId, { transferStatus: 'expired' })).rejects.toMatchObject({ code: 'transfer_closed' });
    await expect(
      t.client.call(paymentApi.bypass, { params: { transferId }, body: { operator: 'Ada' } }),
    ).rejects.toMatchObject({ code: 'transfer_closed' });
    // Asked again, because the answer was lost, it answers again.
    await closing(transferId);
    await t.emitted(transferId, OrderClosed, 2);
  });

  test('needs no payment at all, and then takes its turn with a bypass: both write state and tasks at once', async () => {
    const transferId = newTransferId();
    const { ended, stop } = recordTransactions();
    onTestFinished(stop);
    await closing(transferId);
    await t.emitted(transferId, OrderClosed);
    const writes = ended
      .flatMap(({ statements }) => statements)
      .filter((text) => /(into "order_state"|update "task")/.test(text));
    expect(writes).toEqual([expect.stringMatching(/^with .*into "order_state".*update "task"/s)]);
  });

  test('leaves one that turns out to be paid: its transfer is told again', async () => {
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

  test('money that comes later unlocks nothing and is a task', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.hold(true);
    const { look } = t.context.stripe;
    t.context.stripe.look = async () => null;
    await t.pay(clientSecret);
    await closing(transferId);
    await t.emitted(transferId, OrderClosed);
    t.context.stripe.look = look;
    await t.hold(false);
    await t.emitted(transferId, MoneyReceived);
    expect(await t.events(transferId, PaymentSucceeded)).toEqual([]);
    expect(await t.tasks(transferId)).toMatchObject([{ kind: 'unlocks_nothing', doneAt: null }]);
  });
});
