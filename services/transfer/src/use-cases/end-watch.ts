import type { Tx } from '@xrp-bridge/runtime';
import { stopWatching } from '../domain/transfer.ts';
import type { Tables } from '../store.ts';
import { forgetWatch } from '../watch-store.ts';
import { type Deciding, lockAndDecide } from './lock-and-decide.ts';

/** Ends a transfer's watch, when its time is up or before, and tells so. */
export async function endWatch(context: Deciding, tx: Tx<Tables>, id: string): Promise<void> {
  await lockAndDecide(context, tx, id, (transfer) => stopWatching(transfer, context.clock()));
  await tx.executeQuery(forgetWatch({ transferId: id }));
}
