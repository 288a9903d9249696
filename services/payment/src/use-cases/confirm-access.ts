import type { EventOf } from '@xrp-bridge/contracts/define';
import { ConciergeActivated, PaymentBypassed, PaymentRefunded, PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import type { TransferUpdated } from '@xrp-bridge/contracts/transfer';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { closedSoFar, isPaid, openRequestSince, type Payment, standingOf } from '../domain/payment.ts';
import { notReleased } from '../domain/task.ts';
import { listUnconfirmed, lockUnconfirmed, updateEmitted, updateOrder } from '../order-store.ts';
import { findPayments, lockPayments } from '../store.ts';
import type { Tables } from '../tables.ts';
import { emitSettled, emitTask, factsOf } from './emit.ts';

// A lost event has its repair: what was paid, unlocked or paid back is said again until the transfer has confirmed it.

/** The first answer takes milliseconds; the bus may be away for a while. Each further wait is four times as long. */
const wait = { firstMs: 2 * 60_000, times: 4 };

/** What is being said right now need not be said again. */
const onItsWayMs = 10_000;

/** The transfer says what it gives access to: when that is what was paid for, there is nothing left to say. */
export async function confirmAccess(
  context: Pick<Context, 'clock' | 'emit'>,
  tx: Tx<Tables>,
  said: EventOf<typeof TransferUpdated>['data'],
): Promise<void> {
  const { transferId: orderId, access, status } = said;
  const unconfirmed = access && (await lockUnconfirmed(tx, orderId));
  if (!unconfirmed) return;
  const due = standingOf(await findPayments(tx, orderId));
  const gives = access.guide === due.guide && access.concierge === due.concierge;
  if (!gives || (status === 'refunded') !== due.refunded) return;
  await updateOrder(tx, orderId, { confirmed_at: context.clock(), task_opened_at: null });
  if (unconfirmed.hasTask) emitSettled(context, tx, ['not_released'], { cause: orderId }, 'The transfer knows it now.');
}

/** Says again what transfers should have confirmed by now; the last time it also becomes a task. */
export async function repeatUnconfirmed(context: Context, limit: number): Promise<number> {
  const { db, transact, clock } = context;
  const due = await listUnconfirmed(db, clock(), wait, limit);
  for (const { orderId, saidAt } of due) {
    await transact(async (tx) => {
      const times = await sayAgain(context, tx, await lockPayments(tx, { orderId }), orderId, saidAt);
      if (!times || times <= wait.times) return;
      await updateOrder(tx, orderId, { task_opened_at: clock() });
      emitTask(context, tx, notReleased(orderId));
    });
  }
  return due.length;
}

/**
 * Says again what the payments of a transfer, locked by `tx`, give access to.
 * @returns false when the transfer has confirmed it: somebody who asks for more asks for too much
 */
export async function sayAgainIfUnconfirmed(
  context: Context,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  orderId: string,
): Promise<boolean> {
  if (!(await lockUnconfirmed(tx, orderId))) return false;
  await sayAgain(context, tx, payments, orderId, new Date(context.clock().getTime() - onItsWayMs));
  return true;
}

async function sayAgain(
  { clock, emit }: Context,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  transferId: string,
  notSince: Date,
): Promise<number | null> {
  const times = await updateEmitted(tx, transferId, clock(), notSince);
  if (times !== null) await sayAll({ emit }, tx, payments, transferId);
  return times;
}

/** Says to a transfer what all of its payments come to. */
export async function sayAll(
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
      emit(tx, PaymentSucceeded, transferId, { ...factsOf(payment), paidAt });
    }
    if (opensConcierge) emit(tx, ConciergeActivated, transferId, { transferId, paymentId });
    const closes = isPaid(payment) ? closedSoFar(payment, payments) : 'nothing';
    if (closes === 'nothing') continue;
    const refundRequestedAt = openRequestSince(payments);
    emit(tx, PaymentRefunded, transferId, { ...factsOf(payment), refundedCents, closes, refundRequestedAt });
  }
}
