import type { Tx } from '@xrp-bridge/runtime';
import { arrivalOf, type LedgerTransaction } from './arrivals.ts';
import type { Context } from './context.ts';
import { decide, endWatchOf } from './decide.ts';
import { isSharedAddress } from './destination.ts';
import { findWithArrivals, insertArrival, lockTransfer, type Tables } from './store.ts';
import { arrive, mostArrivals } from './transfer.ts';
import { findWatch, listWatchesAt } from './watch-store.ts';

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
    if (isShared && tag === null) await transact((tx) => endWatchOf(context, tx, transferId));
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
  await decide(context, tx, transferId, (transfer) => arrive(transfer, sum, context.clock()), { arrival });
  if (arrivals.length >= mostArrivals) await endWatchOf(context, tx, transferId);
}
