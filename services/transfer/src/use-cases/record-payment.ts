import type { Context } from '../context.ts';
import { arrivalOf, type LedgerTransaction } from '../domain/arrivals.ts';
import { arrive } from '../domain/completion.ts';
import { isSharedAddress } from '../domain/destination.ts';
import { mostArrivals, type Watch } from '../domain/transfer.ts';
import { findWithArrivals, insertArrival, lockTransfer } from '../store.ts';
import { findWatch } from '../watch-store.ts';
import { endWatch } from './end-watch.ts';
import { lockAndDecide } from './lock-and-decide.ts';

/**
 * Records a payment once as an arrival for the watch's transfer, however often it is reported.
 * Ends a watch without a tag at an address that many customers share, because any customer's payment would match.
 */
export async function recordPayment(context: Context, reportedFor: Watch, payment: LedgerTransaction): Promise<void> {
  const { accounts, clock, transact } = context;
  const { transferId, address } = reportedFor;
  const isShared = isSharedAddress(address, await accounts.read(address));
  await transact(async (tx) => {
    // The transfer is locked first, because its address, tag or status may have changed since the report.
    await lockTransfer(tx, transferId);
    const watch = await findWatch(tx, reportedFor.id);
    if (!watch) return;
    if (isShared && watch.tag === null) return endWatch(context, tx, transferId);
    const arrival = arrivalOf(payment, watch);
    if (!arrival || !(await insertArrival(tx, transferId, arrival))) return;
    const arrivals = (await findWithArrivals(tx, transferId))?.arrivals ?? [];
    const sumDrops = arrivals.reduce((drops, { deliveredDrops }) => drops + deliveredDrops, 0n);
    await lockAndDecide(context, tx, transferId, (transfer) => arrive(transfer, sumDrops, clock()), { arrival });
    if (arrivals.length >= mostArrivals) await endWatch(context, tx, transferId);
  });
}
