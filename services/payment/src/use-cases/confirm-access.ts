import type { EventOf } from '@xrp-bridge/contracts/define';
import { ConciergeActivated, PaymentBypassed, PaymentRefunded, PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import type { TransferUpdated } from '@xrp-bridge/contracts/transfer-events';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { closedSoFar, isPaid, openRequestSince, ownershipOf, type Payment } from '../domain/payment.ts';
import { notReleased } from '../domain/task.ts';
import { listUnconfirmed, lockUnconfirmed, updateEmitted, updateOrder } from '../order-store.ts';
import { findPayments, lockPayments } from '../store.ts';
import type { Tables } from '../tables.ts';
import { emitSettled, emitTask, factsOf, refundFactsOf } from './emit.ts';

// An event with the access of an order may be lost, so it is emitted again until the transfer service confirms the
// access.

/**
 * A confirmation usually takes milliseconds, but the bus may be unavailable.
 * Each wait is four times as long as the previous one.
 */
const wait = { firstMs: 2 * 60_000, times: 4 };

/** If access was emitted this recently, it may not have been handled yet, so it is not emitted again. */
const onItsWayMs = 10_000;

/** Handles a transfer's event. Confirms the order if the transfer gives the access that was paid for. */
export async function confirmAccess(
  context: Pick<Context, 'clock' | 'emit'>,
  tx: Tx<Tables>,
  updated: EventOf<typeof TransferUpdated>['data'],
): Promise<void> {
  const { transferId: orderId, access, status } = updated;
  const unconfirmed = access && (await lockUnconfirmed(tx, orderId));
  if (!unconfirmed) return;
  const due = ownershipOf(await findPayments(tx, orderId));
  const gives = access.guide === due.guide && access.concierge === due.concierge;
  if (!gives || (status === 'refunded') !== due.refunded) return;
  await updateOrder(tx, orderId, { confirmed_at: context.clock(), task_opened_at: null });
  if (unconfirmed.hasTask)
    emitSettled(context, tx, ['not_released'], { cause: orderId }, 'The transfer is up to date now.');
}

/** Emits overdue access again, and opens a task after the last attempt. @returns the number of orders */
export async function repeatUnconfirmed(context: Context, limit: number): Promise<number> {
  const { db, transact, clock } = context;
  const due = await listUnconfirmed(db, clock(), wait, limit);
  for (const { orderId, emittedAt } of due) {
    await transact(async (tx) => {
      const times = await emitAgain(context, tx, await lockPayments(tx, { orderId }), orderId, emittedAt);
      if (!times || times <= wait.times) return;
      await updateOrder(tx, orderId, { task_opened_at: clock() });
      emitTask(context, tx, notReleased(orderId));
    });
  }
  return due.length;
}

/**
 * Emits the access of an order again, if the transfer has not confirmed the access.
 * Access that was emitted less than `onItsWayMs` ago is not emitted again.
 * @param payments all payments of the order, locked by `tx`
 */
export async function emitAgainIfUnconfirmed(
  context: Context,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  orderId: string,
): Promise<void> {
  if (!(await lockUnconfirmed(tx, orderId))) return;
  await emitAgain(context, tx, payments, orderId, new Date(context.clock().getTime() - onItsWayMs));
}

async function emitAgain(
  { clock, emit }: Context,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  transferId: string,
  notSince: Date,
): Promise<number | null> {
  const times = await updateEmitted(tx, transferId, clock(), notSince);
  if (times !== null) await emitAccess({ emit }, tx, payments, transferId);
  return times;
}

/** Emits the access that a transfer's payments give, and the access that their refunds have closed. */
export async function emitAccess(
  { emit }: Pick<Context, 'emit'>,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  transferId: string,
): Promise<void> {
  for (const payment of payments) {
    const { id: paymentId, opensGuide, opensConcierge, refundedCents } = payment;
    if (payment.status === 'bypassed') emit(tx, PaymentBypassed, transferId, { transferId });
    else if (opensGuide || opensConcierge) {
      const paidAt = payment.paidAt?.toISOString();
      const providerPaidAt = payment.providerPaidAt?.toISOString();
      emit(tx, PaymentSucceeded, transferId, { ...factsOf(payment), paidAt, providerPaidAt });
    }
    if (opensConcierge) emit(tx, ConciergeActivated, transferId, { transferId, paymentId });
    const closes = isPaid(payment) ? closedSoFar(payment, payments) : 'nothing';
    if (closes === 'nothing') continue;
    const refundRequestedAt = openRequestSince(payments);
    emit(tx, PaymentRefunded, transferId, { ...refundFactsOf(payment), refundedCents, closes, refundRequestedAt });
  }
}
