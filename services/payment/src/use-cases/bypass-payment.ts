import { ConciergeActivated, PaymentBypassed } from '@xrp-bridge/contracts/payment';
import { prices, productByServiceFee, type ServiceFee } from '@xrp-bridge/contracts/prices';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { accessOf, isLive, isRefunded, opens } from '../domain/payment.ts';
import { findOrder, upsertEmitted } from '../order-store.ts';
import { insertBypass, lockPayments } from '../store.ts';
import { CancelOpenPayments } from './cancel-open-payments.ts';
import { emitAgainIfUnconfirmed } from './confirm-access.ts';

/**
 * Gives access to a transfer that an operator confirms as paid in another way.
 * The provider is not called, because operators need a bypass when the provider is unavailable. If the transfer is
 * already paid or bypassed, only its unconfirmed access is emitted again.
 * @throws ProblemError `already_paid` if a card has paid and there is no bypass, after the access was emitted again;
 * `transfer_closed` if the transfer was refunded or deleted
 */
export async function bypassPayment(
  context: Context,
  transferId: string,
  bypass: { operator: string; reason?: string | undefined; serviceFee: ServiceFee },
): Promise<void> {
  const { transact, clock, emit, enqueue } = context;
  const product = productByServiceFee[bypass.serviceFee];
  const bought = opens(product);
  const isBypassed = await transact(async (tx) => {
    const payments = await lockPayments(tx, { orderId: transferId });
    const closed = (await findOrder(tx, transferId))?.closed_at;
    if (closed || isRefunded(payments)) throw new ProblemError('transfer_closed');
    if (accessOf(payments).guide) {
      await emitAgainIfUnconfirmed(context, tx, payments, transferId);
      return payments.some((payment) => payment.status === 'bypassed');
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
    // If there is no row, another operator has inserted the bypass first.
    if (!payment) return true;
    if (!(await upsertEmitted(tx, transferId, now))) throw new ProblemError('transfer_closed');
    emit(tx, PaymentBypassed, transferId, { transferId });
    if (bought.concierge) emit(tx, ConciergeActivated, transferId, { transferId, paymentId: payment.id });
    // The customer's card form may still be open, but must not take a second payment.
    const paymentIds = payments.filter(isLive).map(({ id }) => id);
    if (paymentIds.length > 0) {
      const data = { orderId: transferId, paymentIds };
      enqueue(tx, CancelOpenPayments, data, { jobId: `cancel-open-payments-${payment.id}` });
    }
    return true;
  });
  // Thrown after the commit, because a rollback would also undo the emission.
  if (!isBypassed) throw new ProblemError('already_paid');
}
