import type { Receipt } from '@xrp-bridge/contracts/payment';
import { currency, formatCents } from '@xrp-bridge/contracts/prices';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { statementNameOf } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { isPaid } from '../domain/payment.ts';
import { findLastRefunds } from '../refund-store.ts';
import { findPayments } from '../store.ts';

/**
 * Returns a transfer's charged payments and their refunds.
 * A bypass is not a charged payment.
 */
export async function readReceipt({ db, settings }: Context, transferId: string): Promise<Receipt> {
  const payments = await findPayments(db, transferId);
  const refundedAt = await findLastRefunds(db, transferId);
  return {
    reference: referenceOf(transferId),
    payee: statementNameOf(settings),
    payments: payments.filter(isPaid).map((payment) => ({
      product: payment.product,
      amount: formatCents(payment.amountCents),
      currency,
      paidAt: (payment.paidAt ?? payment.createdAt).toISOString(),
      refunded: formatCents(payment.refundedCents),
      refundedAt: refundedAt.get(payment.id)?.toISOString() ?? null,
    })),
  };
}
