import { paymentApi } from '@xrp-bridge/contracts/payment';
import { prices } from '@xrp-bridge/contracts/prices';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import type { Operator } from './operator-session.ts';

const centsOf = (amount: string) => Math.round(Number(amount) * 100);

/**
 * Limits the refunds of staff to STAFF_REFUND_LIMIT.
 * @throws ProblemError refund_over_limit if the refund is larger; owners have no limit
 */
export async function requireRefundWithinLimit(
  { services, settings }: Pick<Context, 'services' | 'settings'>,
  operator: Operator | null,
  { transferId, product, paymentId }: { transferId: string; product: string; paymentId?: string | undefined },
): Promise<void> {
  if (operator?.role === 'owner') return;
  const { payments } = await services.payment.call(paymentApi.list, { query: { transferId, limit: 100 } });
  const left = payments
    // An open or failed payment counts too: if the payment was made at the provider, the refund first settles and then
    // includes it.
    .filter(({ status }) => status !== 'canceled' && status !== 'bypassed')
    .filter(({ id }) => paymentId === undefined || id === paymentId)
    .reduce((sum, { amount, refunded }) => sum + centsOf(amount) - centsOf(refunded), 0);
  const cents = product === 'concierge' ? Math.min(left, prices.concierge) : left;
  if (cents > Math.round(settings.STAFF_REFUND_LIMIT * 100)) throw new ProblemError('refund_over_limit');
}
