import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { arrivalOf, type LedgerTransaction } from '../domain/arrivals.ts';
import { isSharedAddress } from '../domain/destination.ts';
import { arrive, mostArrivals } from '../domain/transfer.ts';
import { findWithArrivals, insertArrival, lockTransfer, type Tables } from '../store.ts';
import { findWatch, listWatchesAt } from '../watch-store.ts';
import { endWatch } from './end-watch.ts';
import { lockAndDecide } from './lock-and-decide.ts';

/**
 * Counts a payment for every transfer that waits at its address: once, however often it is told. At an exchange's
 * address without a tag, anybody's payment would look like the customer's: such a watch ends.
 */
export async function recordPayment(context: Context, payment: LedgerTransaction): Promise<void> {
  const { accounts, db, transact } = context;
  const { destination: address } = payment;
  if (address === null) return;
  const isShared = isSharedAddress(address, await accounts.read(address));
  for (const { transferId, tag } of await listWatchesAt(db, address)) {
    if (isShared && tag === null) await transact((tx) => endWatch(context, tx, transferId));
    else await transact((tx) => recordArrival(context, tx, transferId, payment));
  }
}

async function recordArrival(
  context: Context,
  tx: Tx<Tables>,
  transferId: string,
  payment: LedgerTransaction,
): Promise<void> {
  // The lock comes first: meanwhile the address may have changed, or the transfer may be complete.
  await lockTransfer(tx, transferId);
  const watch = await findWatch(tx, transferId);
  const arrival = watch && arrivalOf(payment, watch);
  if (!arrival || !(await insertArrival(tx, transferId, arrival))) return;
  const arrivals = (await findWithArrivals(tx, transferId))?.arrivals ?? [];
  const sum = arrivals.reduce((drops, { deliveredDrops }) => drops + deliveredDrops, 0n);
  await lockAndDecide(context, tx, transferId, (transfer) => arrive(transfer, sum, context.clock()), { arrival });
  if (arrivals.length >= mostArrivals) await endWatch(context, tx, transferId);
}
