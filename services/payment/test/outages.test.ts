import { operationsApi } from '@xrp-bridge/contracts/operations';
import { PaymentSucceeded, paymentApi } from '@xrp-bridge/contracts/payment';
import { describe, expect, test } from 'vitest';
import type { Payment } from '../src/domain/payment.ts';
import { findPayments } from '../src/store.ts';
import { createStripeGateway } from '../src/stripe.ts';
import { startFailing } from './failing-provider.ts';
import { newTransferId, sharePayment, startPayment } from './harness.ts';

const t = sharePayment();

describe('an outage of the provider', () => {
  test.each(['down', 'error', 'rate-limited'] as const)(
    '(%s) leaves no partial payment, and the next request succeeds',
    async (kind) => {
      const transferId = newTransferId();
      await t.fault(kind);
      await expect(t.order(transferId)).rejects.toMatchObject({ code: 'payment_provider_unavailable', status: 503 });
      await t.heal();
      const { clientSecret } = await t.order(transferId);
      await t.pay(clientSecret);
      await t.emitted(transferId, PaymentSucceeded);
      expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'succeeded' }]);
      expect(await t.intentsOf(transferId)).toHaveLength(1);
    },
  );

  test('is listed for operators with its start and reason, and later with its end', async () => {
    const seen = async () => (await t.client.call(operationsApi.listProviders)).providers;
    await t.fault('error');
    await expect(t.order(newTransferId())).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    const [stripe] = await seen();
    expect(stripe).toMatchObject({ service: 'payment', name: 'Stripe', configured: true });
    expect(stripe?.failures).toBeGreaterThan(0);
    expect(stripe?.failingSince).not.toBeNull();
    expect(stripe?.lastError).toBeTruthy();
    await t.heal();
    await t.order(newTransferId());
    expect(await seen()).toMatchObject([
      { name: 'Stripe', failures: 0, failingSince: null, lastError: stripe?.lastError, goodAt: expect.any(String) },
    ]);
  });

  test('is not recorded when the provider answers that a payment is unknown', async () => {
    const { settings, log } = t.context;
    const outcomes: (string | null)[] = [];
    const stripe = createStripeGateway(settings, log, (error) => void outcomes.push(error));
    const transferId = newTransferId();
    await t.order(transferId);
    const [payment] = await findPayments(t.context.db, transferId);
    expect(await stripe.fetchPayment({ ...(payment as Payment), intentId: 'pi_unknown' })).toBeNull();
    expect(outcomes).toEqual([null]);
  });

  test('with slow responses answers 503 after the timeout, and the next request finds the created intent', async () => {
    const { stripe, settings, log } = t.context;
    t.context.stripe = createStripeGateway(settings, log, () => {}, { timeoutMs: 200 });
    const transferId = newTransferId();
    await t.fault('slow');
    await expect(t.order(transferId)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    await t.heal();
    t.context.stripe = stripe;
    await t.order(transferId);
    expect(await t.intentsOf(transferId)).toHaveLength(1);
  });

  test('ends for the next request even if the provider stored an error for the first idempotency key', async () => {
    const { stripe, settings, log } = t.context;
    const failing = await startFailing(t.sandbox.url);
    t.context.stripe = createStripeGateway({ ...settings, STRIPE_API_BASE: failing.url }, log, () => {});
    try {
      const transferId = newTransferId();
      await expect(t.order(transferId)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
      failing.recover();
      await t.order(transferId);
      expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'open' }]);
    } finally {
      t.context.stripe = stripe;
      await failing.stop();
    }
  });

  test('does not affect the state of payments that are already settled', async () => {
    const { transferId } = await t.paidTransfer();
    await t.fault('down');
    await expect(t.order(transferId)).rejects.toMatchObject({ code: 'already_paid' });
    expect(await t.client.call(paymentApi.settle, { params: { transferId } })).toMatchObject({ paid: true });
    const open = newTransferId();
    await t.heal();
    await t.order(open);
    await t.fault('down');
    await expect(t.client.call(paymentApi.settle, { params: { transferId: open } })).rejects.toMatchObject({
      code: 'payment_provider_unavailable',
    });
  });
});

test('an intent that no longer exists at the provider is replaced', async () => {
  const restarted = await startPayment();
  try {
    const transferId = newTransferId();
    const first = await restarted.order(transferId);
    await restarted.control('POST', 'reset');
    const second = await restarted.order(transferId);
    expect(second.paymentId).toBe(first.paymentId);
    expect(second.clientSecret).not.toBe(first.clientSecret);
    await restarted.pay(second.clientSecret);
    await restarted.emitted(transferId, PaymentSucceeded);
    await restarted.checkAccounting();
  } finally {
    await restarted.stop();
  }
});
