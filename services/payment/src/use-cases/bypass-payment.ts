import { ConciergeActivated, PaymentBypassed } from '@xrp-bridge/contracts/payment';
import { prices, productByServiceFee, type ServiceFee } from '@xrp-bridge/contracts/prices';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { accessOf, opens } from '../domain/payment.ts';
import { insertBypass, lockPayments } from '../store.ts';

/**
 * Unlocks what was paid another way; works without the provider, for that is when it is needed. Again changes nothing.
 * @throws ProblemError `already_paid` when a card has paid for it
 */
export async function bypassPayment(
  { transact, clock, emit }: Context,
  transferId: string,
  bypass: { operator: string; reason?: string | undefined; serviceFee: ServiceFee },
): Promise<void> {
  const product = productByServiceFee[bypass.serviceFee];
  const bought = opens(product);
  await transact(async (tx) => {
    const payments = await lockPayments(tx, { transferId });
    if (payments.some((payment) => payment.status === 'bypassed')) return;
    if (accessOf(payments).guide) throw new ProblemError('already_paid');
    const payment = await insertBypass(tx, {
      transferId,
      product,
      amountCents: prices[product],
      opensGuide: bought.guide,
      opensConcierge: bought.concierge,
      operator: bypass.operator,
      reason: bypass.reason ?? null,
      createdAt: clock(),
    });
    // Another operator was faster.
    if (!payment) return;
    emit(tx, PaymentBypassed, transferId, { transferId });
    if (bought.concierge) emit(tx, ConciergeActivated, transferId, { transferId, paymentId: payment.id });
  });
}
