import type { Tx } from '@xrp-bridge/runtime';
import { stopWatching } from '../domain/transfer.ts';
import { lockTransfer, type Tables } from '../store.ts';
import { deleteWatch } from '../watch-store.ts';
import { type Deciding, lockAndDecide } from './lock-and-decide.ts';

/** Ends a transfer's watch, emits the change and deletes the row. */
export async function endWatch(context: Deciding, tx: Tx<Tables>, id: string): Promise<void> {
  await lockAndDecide(context, tx, id, (transfer) => stopWatching(transfer, context.clock()));
  await deleteWatch(tx, id);
}

/** Ends a watch that was due by `by`, unless a claim has extended it in the meantime. */
export async function endOverdueWatch(context: Deciding, tx: Tx<Tables>, id: string, by: Date): Promise<void> {
  const transfer = await lockTransfer(tx, id);
  if (transfer?.watchedUntil && transfer.watchedUntil > by) return;
  await endWatch(context, tx, id);
}
