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
  type Payment,
  refundableParts,
  refundableUntil,
  standingOf,
} from '../domain/payment.ts';
import { upsertEmitted } from '../order-store.ts';
import { findPayments, findPaymentsOf, lockPayments } from '../store.ts';
import type { Tables } from '../tables.ts';
import { sayAll } from './confirm-access.ts';
import { openPayment } from './open-payment.ts';
import { settleOrder } from './settle.ts';

/**
 * What orders give access to. The order of a concierge whose guide was redeemed is its transfer's.
 * @throws ProviderUnavailable where it is asked first
 */
export async function readOrderAccess(
  context: Context,
  asked: { orderIds: readonly string[]; settle: boolean },
): Promise<OrderAccess[]> {
  const { db, clock } = context;
  const orderIds = [...new Set(asked.orderIds)];
  const redeemedBy = new Map((await findConciergeOrders(db, orderIds)).map((own) => [own.orderId, own.transferId]));
  const held = (orderId: string) => redeemedBy.get(orderId) ?? orderId;
  if (asked.settle) await Promise.all(orderIds.map((orderId) => settleOrder(context, held(orderId))));
  const payments = await findPaymentsOf(db, orderIds.map(held));
  return orderIds.flatMap((orderId) => {
    const own = redeemedBy.get(orderId);
    const of = payments.get(held(orderId)) ?? [];
    // Of a transfer that nobody has paid anything for there is nothing to say.
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
  const asked = bought.find((payment) => payment.refundRequestedAt)?.refundRequestedAt ?? null;
  // A transfer's guide is asked back there.
  const parts = owned && !asked ? refundableParts(owned, transferId !== null, now) : { guide: false, concierge: false };
  // The guide alone leaves no other trace than its money, which is not offered twice.
  const isGone = owned !== undefined && !parts.concierge && owned.refundedCents > 0;
  const cents = owned && !isGone ? centsOf(owned, parts) : 0;
  return {
    orderId,
    transferId,
    state: standingOf(payments).concierge,
    guide: accessOf(payments).guide,
    guideCredit: holdsGuideCredit(payments),
    boughtAt: (owned ?? bought.at(-1))?.paidAt?.toISOString() ?? null,
    refundRequestedAt: asked?.toISOString() ?? null,
    refundableUntil: parts.concierge && owned?.paidAt ? refundableUntil(owned.paidAt).toISOString() : null,
    refundable: cents > 0 ? { amount: formatCents(cents), ...parts } : null,
  };
}

/**
 * Opens the hosted page of a concierge without a transfer, or finds the open one: then it is sold with its guide.
 * @throws ProblemError `already_owned`, `transfer_closed` where it was paid back or redeemed: a new one has an order of
 * its own
 */
export async function openConciergeCheckout(context: Context, orderId: string): Promise<string> {
  const { db, clock } = context;
  await insertConciergeOrder(db, orderId, clock());
  const [order] = await findConciergeOrders(db, [orderId]);
  if (order?.transferId) throw new ProblemError('transfer_closed');
  const bundle = { purpose: 'concierge_or_bundle', transferStatus: 'pending' } as const;
  const { url } = (await openPayment(context, orderId, bundle, 'page', 'concierge')).opened;
  if (!url) throw new ProblemError('payment_provider_unavailable');
  return url;
}

/**
 * Pays for a transfer with the guide of the first of these orders that holds one: from then on the order's payments are
 * the transfer's, with all that refunds, receipts and the transfer itself make of them. Again changes nothing.
 * @returns whether it is paid for so
 * @throws ProblemError `transfer_closed` when it was deleted
 */
export async function redeemGuide(context: Context, orderIds: readonly string[], transferId: string): Promise<boolean> {
  return context.transact(async (tx) => {
    const orders = await lockConciergeOrders(tx, orderIds);
    if (orders.some((order) => order.transferId === transferId)) return true;
    // What is paid for already needs no guide.
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
  await sayAll(context, tx, await findPayments(tx, transferId), transferId);
  return true;
}
