import { ConciergeActivated, PaymentBypassed } from '@xrp-bridge/contracts/payment';
import { prices, productByServiceFee, type ServiceFee } from '@xrp-bridge/contracts/prices';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { accessOf, isLive, isRefunded, opens } from '../domain/payment.ts';
import { findOrder, upsertEmitted } from '../order-store.ts';
import { insertBypass, lockPayments } from '../store.ts';
import { CancelOpenPayments } from './close-order.ts';
import { sayAgainIfUnconfirmed } from './confirm-access.ts';

/**
 * Unlocks what was paid another way; works without the provider, for that is when it is needed. Again changes nothing,
 * but what the transfer has not heard of, though it is paid, is said again.
 * @throws ProblemError `already_paid` when a card has paid for it and the transfer knows, `transfer_closed` when it was
 * paid back or deleted
 */
export async function bypassPayment(
  context: Context,
  transferId: string,
  bypass: { operator: string; reason?: string | undefined; serviceFee: ServiceFee },
): Promise<void> {
  const { transact, clock, emit, enqueue } = context;
  const product = productByServiceFee[bypass.serviceFee];
  const bought = opens(product);
  await transact(async (tx) => {
    const payments = await lockPayments(tx, { orderId: transferId });
    const closed = (await findOrder(tx, transferId))?.closed_at;
    if (closed || isRefunded(payments)) throw new ProblemError('transfer_closed');
    if (accessOf(payments).guide) {
      const saidAgain = await sayAgainIfUnconfirmed(context, tx, payments, transferId);
      if (saidAgain || payments.some((payment) => payment.status === 'bypassed')) return;
      throw new ProblemError('already_paid');
    }
    const now = clock();
    const payment = await insertBypass(tx, {
      orderId: transferId,
      product,
      amountCents: prices[product],
      opensGuide: bought.guide,
      opensConcierge: bought.concierge,
      operator: bypass.operator,
      reason: bypass.reason ?? null,
      createdAt: now,
    });
    // Another operator was faster.
    if (!payment) return;
    if (!(await upsertEmitted(tx, transferId, now))) throw new ProblemError('transfer_closed');
    emit(tx, PaymentBypassed, transferId, { transferId });
    if (bought.concierge) emit(tx, ConciergeActivated, transferId, { transferId, paymentId: payment.id });
    // The card form that did not work may still be open: nobody shall pay for what is unlocked.
    const paymentIds = payments.filter(isLive).map(({ id }) => id);
    if (paymentIds.length > 0) {
      const data = { orderId: transferId, paymentIds };
      enqueue(tx, CancelOpenPayments, data, { jobId: `cancel-open-payments-${payment.id}` });
    }
  });
}
