import {
  TransferArrived,
  TransferCompleted,
  TransferExpired,
  TransferInstructionsReady,
  TransferUpdated,
} from '@xrp-bridge/contracts/transfer-events';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import {
  type Arrival,
  accessOf,
  type ChangedField,
  type Decision,
  moveWatch,
  type Transfer,
  watchedAddress,
} from '../domain/transfer.ts';
import { lockTransfer, type Tables, updateTransfer, type WatchUpdate } from '../store.ts';

export type Deciding = Pick<Context, 'emit' | 'takeEvents' | 'afterCommit' | 'clock' | 'ledger' | 'watcher'>;

/** The cause of a change, if the emitted events depend on the cause. */
export type Cause =
  /** An event from the payment service, repeated until `transfer.updated` arrives, so emit each time. */
  | { paymentEvent: 'paid' | 'bypassed' | 'concierge' | 'refund' }
  | { completedBy: 'customer' }
  | { arrival: Arrival }
  | undefined;

/**
 * Locks a transfer, applies the domain's decision, and updates it with watch and events in one
 * statement.
 * @throws ProblemError if there is no such transfer or the domain refuses
 */
export async function lockAndDecide(
  context: Deciding,
  tx: Tx<Tables>,
  id: string,
  decision: (transfer: Transfer) => Decision,
  cause?: Cause,
): Promise<Transfer> {
  const before = await lockTransfer(tx, id);
  if (!before) throw new ProblemError('transfer_not_found');
  const result = decision(before);
  if (result.outcome === 'refused') throw new ProblemError(result.code);
  if (result.outcome === 'unchanged') {
    if (cause && 'paymentEvent' in cause) emitChange(context, tx, before, before, [], cause);
    return before;
  }
  const now = context.clock();
  const after = moveWatch(before, result.transfer, now);
  emitChange(context, tx, before, after, result.changed, cause);
  const watch = watchUpdateOf(before, after, now);
  const afterLedger = context.ledger.state()?.ledgerIndex.toString() ?? null;
  await updateTransfer(tx, after, { watch, afterLedger, events: context.takeEvents(tx) });
  const isWatched = after.watchedUntil !== null;
  if (watch !== 'none' || (isWatched && after.destinationTag !== before.destinationTag))
    context.afterCommit(tx, context.watcher.poll);
  return after;
}

/** Derives the update of the `watch` row from the change of the transfer. */
function watchUpdateOf(before: Transfer, after: Transfer, now: Date): WatchUpdate {
  const { destinationAddress: address, destinationTag: tag, watchedUntil: endsAt } = after;
  if (endsAt === before.watchedUntil) return 'none';
  if (address === null || endsAt === null || endsAt <= now) return 'delete';
  return address === watchedAddress(before) && tag === before.destinationTag ? 'extend' : 'begin';
}

function emitChange(
  { emit }: Pick<Context, 'emit'>,
  tx: Tx<Tables>,
  before: Transfer,
  after: Transfer,
  changed: ChangedField[],
  cause: Cause,
): void {
  const { id: transferId, status, version, addressChangedAt, testFirst } = after;
  const access = accessOf(after);
  if (
    cause &&
    'paymentEvent' in cause &&
    (cause.paymentEvent === 'paid' || cause.paymentEvent === 'bypassed') &&
    access.guide
  ) {
    const { fromExchange, toWallet, serviceFee } = after;
    const facts = { transferId, fromExchange, toWallet, serviceFee, reason: cause.paymentEvent };
    emit(tx, TransferInstructionsReady, transferId, facts);
  }
  const completes = status === 'completed';
  if (cause && 'arrival' in cause) {
    const { hash, deliveredDrops, ledgerIndex } = cause.arrival;
    const facts = { transferId, hash, deliveredDrops: deliveredDrops.toString(), ledgerIndex, completes, testFirst };
    emit(tx, TransferArrived, transferId, facts);
    if (completes) emit(tx, TransferCompleted, transferId, { transferId, by: 'ledger' });
  }
  // A customer's confirmation may store only the claim, without completing the transfer.
  if (cause && 'completedBy' in cause && completes)
    emit(tx, TransferCompleted, transferId, { transferId, by: cause.completedBy });
  if (status === 'expired' && before.status !== 'expired') emit(tx, TransferExpired, transferId, { transferId });
  emit(tx, TransferUpdated, transferId, {
    transferId,
    changed,
    status,
    access,
    version,
    addressChangedAfterPayment: addressChangedAt !== null && addressChangedAt !== before.addressChangedAt,
  });
}
