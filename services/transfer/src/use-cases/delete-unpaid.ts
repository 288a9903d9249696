import { TransferClosing, TransferDeleted } from '@xrp-bridge/contracts/transfer-events';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { listExpired } from '../deadline-store.ts';
import { expiredDays, isUnpaid } from '../domain/transfer.ts';
import { deleteTransfer, lockTransfer, type Tables } from '../store.ts';

const dayMs = 86_400_000;
const batchSize = 500;

/**
 * Emits that transfers which expired long ago are about to be deleted.
 * The payment service closes their orders first, so that no customer can pay for a deleted transfer. The next run
 * emits the event again for transfers that still exist.
 */
export async function closeExpired(context: Context, signal: AbortSignal): Promise<void> {
  const { db, clock, emit, transact } = context;
  const before = new Date(clock().getTime() - expiredDays * dayMs);
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const ids = await listExpired(db, before, last, batchSize);
    await transact(async (tx) => {
      for (const transferId of ids) emit(tx, TransferClosing, transferId, { transferId });
    });
    if (ids.length < batchSize) return;
    last = ids.at(-1) as string;
  }
}

/** Deletes a transfer whose order is closed, unless it was paid in the meantime. */
export async function deleteUnpaidTransfer({ emit }: Context, tx: Tx<Tables>, transferId: string): Promise<void> {
  const transfer = await lockTransfer(tx, transferId);
  if (!transfer || !isUnpaid(transfer)) return;
  await deleteTransfer(tx, transferId);
  emit(tx, TransferDeleted, transferId, { transferId });
}
