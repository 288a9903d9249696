import {
  TransferCompleted,
  TransferExpired,
  TransferInstructionsReady,
  TransferUpdated,
} from '@xrp-bridge/contracts/transfer';
import { ProblemError, type ServiceContext, type Tx } from '@xrp-bridge/runtime';
import { lockTransfer, type Tables, updateTransfer } from './store.ts';
import type { ChangedField, Decision, Transfer } from './transfer.ts';

type Emit = Pick<ServiceContext<unknown, Tables>, 'emit'>;

/** Why a transfer changed, where that is part of what others are told. */
export type Cause = { released: 'paid' | 'bypassed' } | { completedBy: 'customer' | 'ledger' } | undefined;

/**
 * Locks a transfer, lets the domain decide, and stores the result with its events in the same transaction.
 * @throws ProblemError when the transfer is unknown or the domain refuses.
 */
export async function decide(
  { emit }: Emit,
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
  await emitChange({ emit }, tx, before, result.transfer, result.changed, cause);
  return result.transfer;
}

async function emitChange(
  { emit }: Emit,
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
