import { ConciergeGuideRedeemed, type OrderAccess } from '@xrp-bridge/contracts/concierge';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import { findConciergeOrders, insertConciergeOrder, lockConciergeOrders, moveToTransfer } from '../concierge-store.ts';
import type { Context } from '../context.ts';
import {
  accessOf,
  centsOf,
  holdsGuideCredit,
  isPaid,
  opens,
  ownershipOf,
  type Payment,
  refundableParts,
  refundableUntil,
} from '../domain/payment.ts';
import { upsertEmitted } from '../order-store.ts';
import { findPayments, findPaymentsOf, lockPayments } from '../store.ts';
import type { Tables } from '../tables.ts';
import { emitAccess } from './confirm-access.ts';
import { openPayment } from './open-payment.ts';
import { settleOrder } from './settle.ts';

/**
 * Returns the access of each order. An order whose guide was redeemed has the access of its transfer.
 * @throws ProviderUnavailable with `settle`
 */
export async function readOrderAccess(
  context: Context,
  request: { orderIds: readonly string[]; settle: boolean },
): Promise<OrderAccess[]> {
  const { db, clock } = context;
  const orderIds = [...new Set(request.orderIds)];
  const redeemedBy = new Map((await findConciergeOrders(db, orderIds)).map((own) => [own.orderId, own.transferId]));
  const held = (orderId: string) => redeemedBy.get(orderId) ?? orderId;
  if (request.settle) await Promise.all(orderIds.map((orderId) => settleOrder(context, held(orderId))));
  const payments = await findPaymentsOf(db, orderIds.map(held));
  return orderIds.flatMap((orderId) => {
    const own = redeemedBy.get(orderId);
    const of = payments.get(held(orderId)) ?? [];
    // A transfer without payments gives no access.
    if (own === undefined && of.length === 0) return [];
    return [toOrderAccess(orderId, own === undefined ? orderId : own, of, clock())];
  });
}

function toOrderAccess(
  orderId: string,
  transferId: string | null,
  payments: readonly Payment[],
  now: Date,
): OrderAccess {
  const bought = payments.filter((payment) => isPaid(payment) && opens(payment.product).concierge);
  const owned = bought.find((payment) => payment.opensConcierge);
  const requestedAt = bought.find((payment) => payment.refundRequestedAt)?.refundRequestedAt ?? null;
  // If the order belongs to a transfer, the guide is left out here, because the transfer's own page offers its refund.
  const parts =
    owned && !requestedAt ? refundableParts(owned, transferId !== null, now) : { guide: false, concierge: false };
  // A refund of the guide alone revokes no access (`closedBy`). Only `refundedCents` shows this refund, which must not
  // be offered again.
  const isGone = owned !== undefined && !parts.concierge && owned.refundedCents > 0;
  const cents = owned && !isGone ? centsOf(owned, parts) : 0;
  return {
    orderId,
    transferId,
    state: ownershipOf(payments).concierge,
    guide: accessOf(payments).guide,
    guideCredit: holdsGuideCredit(payments),
    boughtAt: (owned ?? bought.at(-1))?.paidAt?.toISOString() ?? null,
    refundRequestedAt: requestedAt?.toISOString() ?? null,
    refundableUntil: parts.concierge && owned?.paidAt ? refundableUntil(owned.paidAt).toISOString() : null,
    refundable: cents > 0 ? { amount: formatCents(cents), ...parts } : null,
  };
}

/**
 * Opens the hosted page of a concierge without a transfer.
 * The concierge is sold as a bundle with a guide. If a page is already open, returns that page.
 * @throws ProblemError `already_owned`; `transfer_closed` if the order was refunded or redeemed, so that a new order
 * is needed; `rate_limited`
 */
export async function openConciergeCheckout(
  context: Context,
  orderId: string,
  visitor: string | undefined,
): Promise<string> {
  const { db, clock } = context;
  await insertConciergeOrder(db, orderId, clock());
  const [order] = await findConciergeOrders(db, [orderId]);
  if (order?.transferId) throw new ProblemError('transfer_closed');
  const bundle = { purpose: 'concierge_or_bundle', transferStatus: 'pending' } as const;
  const { url } = (await openPayment(context, orderId, bundle, 'page', { orderKind: 'concierge', visitor })).opened;
  if (!url) throw new ProblemError('payment_provider_unavailable');
  return url;
}

/**
 * Redeems a guide credit for a transfer.
 * If several of these orders have a guide credit, the oldest order is used. The order's payments then belong to the
 * transfer, also for refunds and receipts. A repeated call changes nothing.
 * @returns whether a guide credit of these orders is redeemed for the transfer
 * @throws ProblemError `transfer_closed` if the transfer was deleted
 */
export async function redeemGuide(context: Context, orderIds: readonly string[], transferId: string): Promise<boolean> {
  return context.transact(async (tx) => {
    const orders = await lockConciergeOrders(tx, orderIds);
    if (orders.some((order) => order.transferId === transferId)) return true;
    // A paid transfer needs no guide.
    if (accessOf(await lockPayments(tx, { orderId: transferId })).guide) return false;
    for (const { orderId } of orders) if (await redeem(context, tx, orderId, transferId)) return true;
    return false;
  });
}

async function redeem(context: Context, tx: Tx<Tables>, orderId: string, transferId: string): Promise<boolean> {
  const payments = await lockPayments(tx, { orderId });
  if (!holdsGuideCredit(payments)) return false;
  const now = context.clock();
  const paid = payments.filter(isPaid).map(({ id }) => id);
  if (!(await upsertEmitted(tx, transferId, now))) throw new ProblemError('transfer_closed');
  await moveToTransfer(tx, orderId, paid, transferId, now);
  context.emit(tx, ConciergeGuideRedeemed, transferId, { orderId, transferId });
  await emitAccess(context, tx, await findPayments(tx, transferId), transferId);
  return true;
}
