import type { Context } from '../context.ts';
import { listClaimed } from '../deadline-store.ts';
import { claimDays, completeClaimed, confirmArrival, withdrawClaim } from '../domain/completion.ts';
import { dayMs, type Transfer } from '../domain/transfer.ts';
import { findWithArrivals, lockTransfer } from '../store.ts';
import { lockAndDecide } from './lock-and-decide.ts';

const batchSize = 500;

/**
 * Completes the transfer if it has an arrival and `unseen` is false.
 * Otherwise stores the customer's claim of an arrival (see `confirmArrival`).
 * @throws ProblemError
 */
export async function confirmTransfer(context: Context, id: string, unseen: boolean): Promise<void> {
  await context.transact(async (tx) => {
    // The transfer is locked first: a parallel transaction that records an arrival either commits before the read
    // below, or waits and then reads the claim.
    await lockTransfer(tx, id);
    const arrivals = (await findWithArrivals(tx, id))?.arrivals ?? [];
    const decision = (transfer: Transfer) => confirmArrival(transfer, arrivals, unseen, context.clock());
    await lockAndDecide(context, tx, id, decision, { completedBy: 'customer' });
  });
}

/** Withdraws the claim of an arrival. @throws ProblemError */
export async function withdrawArrivalClaim(context: Context, id: string): Promise<void> {
  await context.transact((tx) =>
    lockAndDecide(context, tx, id, (transfer) => withdrawClaim(transfer, context.clock())),
  );
}

/** Completes every transfer whose claim is 14 days old. */
export async function completeAllClaimed(context: Context, signal: AbortSignal): Promise<void> {
  const { db, clock, transact } = context;
  for (;;) {
    const ids = await listClaimed(db, new Date(clock().getTime() - claimDays * dayMs), batchSize);
    for (const id of ids) {
      signal.throwIfAborted();
      await transact((tx) =>
        lockAndDecide(context, tx, id, (transfer) => completeClaimed(transfer, clock()), { completedBy: 'customer' }),
      );
    }
    if (ids.length < batchSize) return;
  }
}
