import {
  TransferArrived,
  TransferCompleted,
  TransferExpired,
  TransferInstructionsReady,
  TransferUpdated,
} from '@xrp-bridge/contracts/transfer';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { lockTransfer, type Tables, updateTransfer } from './store.ts';
import {
  type Arrival,
  type ChangedField,
  type Decision,
  type Transfer,
  watchDays,
  watchedAddress,
} from './transfer.ts';
import { endWatch, startWatch } from './watch-store.ts';

/** Why a transfer changed, where that is part of what others are told. */
export type Cause = { released: 'paid' | 'bypassed' } | { completedBy: 'customer' } | { arrival: Arrival } | undefined;

const dayMs = 86_400_000;

/**
 * Locks a transfer, lets the domain decide, and stores the result with its events in the same transaction.
 * @throws ProblemError when the transfer is unknown or the domain refuses.
 */
export async function decide(
  context: Pick<Context, 'emit' | 'clock' | 'ledger' | 'watcher'>,
  tx: Tx<Tables>,
  id: string,
  decision: (transfer: Transfer) => Decision,
  cause?: Cause,
): Promise<Transfer> {
  const before = await lockTransfer(tx, id);
  if (!before) throw new ProblemError('transfer_not_found');
  const result = decision(before);
  if (result.outcome === 'refused') throw new ProblemError(result.code);
  if (result.outcome === 'unchanged') return before;
  await updateTransfer(tx, result.transfer);
  await moveWatch(context, tx, before, result.transfer);
  await emitChange(context, tx, before, result.transfer, result.changed, cause);
  return result.transfer;
}

/** The ledger is watched from the moment a paid transfer has an address, and for each new address anew. */
async function moveWatch(
  { clock, ledger, watcher }: Pick<Context, 'clock' | 'ledger' | 'watcher'>,
  tx: Tx<Tables>,
  before: Transfer,
  after: Transfer,
): Promise<void> {
  const address = watchedAddress(after);
  if (address === watchedAddress(before)) return;
  if (address === null) await endWatch(tx, after.id);
  else {
    const since = clock();
    const endsAt = new Date(since.getTime() + watchDays * dayMs);
    const afterLedger = ledger.state()?.ledgerIndex ?? null;
    await startWatch(tx, { transferId: after.id, address, since, afterLedger, endsAt });
  }
  watcher.nudge();
}

async function emitChange(
  { emit }: Pick<Context, 'emit'>,
  tx: Tx<Tables>,
  before: Transfer,
  after: Transfer,
  changed: ChangedField[],
  cause: Cause,
) {
  const transferId = after.id;
  if (cause && 'released' in cause) {
    const { fromExchange, toWallet, serviceFee } = after;
    await emit(tx, TransferInstructionsReady, transferId, {
      transferId,
      fromExchange,
      toWallet,
      serviceFee,
      reason: cause.released,
    });
  }
  const completes = after.status === 'completed';
  if (cause && 'arrival' in cause) {
    const { hash, deliveredDrops, ledgerIndex } = cause.arrival;
    const facts = { transferId, hash, deliveredDrops: deliveredDrops.toString(), ledgerIndex, completes };
    await emit(tx, TransferArrived, transferId, facts);
    if (completes) await emit(tx, TransferCompleted, transferId, { transferId, by: 'ledger' });
  }
  if (cause && 'completedBy' in cause)
    await emit(tx, TransferCompleted, transferId, { transferId, by: cause.completedBy });
  if (after.status === 'expired') await emit(tx, TransferExpired, transferId, { transferId });
  await emit(tx, TransferUpdated, transferId, {
    transferId,
    changed,
    status: after.status,
    version: after.version,
    addressChangedAfterPayment: after.addressChangedAt !== null && after.addressChangedAt !== before.addressChangedAt,
  });
}
