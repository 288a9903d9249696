import { AsyncResource } from 'node:async_hooks';
import { TransferCreated } from '@xrp-bridge/contracts/transfer-events';
import { beginWork, isOutage, type Tx } from '@xrp-bridge/runtime';
import type { BaseContext } from '../context.ts';
import type { Transfer } from '../domain/transfer.ts';
import { insertTransfers, type Tables } from '../store.ts';

/** A transfer that is not inserted yet. */
interface Waiting {
  transfer: Transfer;
  /** Returns false if the caller no longer waits for the response. The transfer is then refused. */
  begin: () => boolean;
  /** Emits the event with the trace of the caller. */
  emit: (tx: Tx<Tables>) => void;
  resolve: (added: boolean) => void;
  reject: (error: unknown) => void;
}

/** Number of statements that run at the same time. The next transfers gather meanwhile. */
const mostStatements = 2;

/**
 * Creates the function that inserts a transfer and emits its event.
 * Transfers that arrive while earlier statements run share the next statement and its commit. The service's limit of
 * concurrent calls limits their number. If a shared statement fails, its transfers are inserted one by one, so that an
 * invalid one fails alone. The function returns false if the id exists.
 */
export function createInserter({ transact, emit, takeEvents }: Pick<BaseContext, 'transact' | 'emit' | 'takeEvents'>) {
  let waiting: Waiting[] = [];
  let running = 0;

  async function insert(batch: readonly Waiting[]): Promise<void> {
    try {
      const added = await transact(async (tx) => {
        const begun = batch
          .filter(({ begin }) => begin())
          .map(({ transfer, emit }) => {
            emit(tx);
            return transfer;
          });
        return begun.length > 0 ? insertTransfers(tx, begun, takeEvents(tx)) : new Set<string>();
      });
      for (const { transfer, resolve } of batch) resolve(added.has(transfer.id));
    } catch (error) {
      // While the database is away, further attempts would only delay the answers.
      const isShared = batch.length > 1 && !isOutage(error);
      for (const one of batch) {
        if (isShared) await insert([one]);
        else one.reject(error);
      }
    }
  }

  /** Returns the transfers of the next statement, each id once. */
  function takeBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    waiting = waiting.filter((one) => {
      if (batch.has(one.transfer.id)) return true;
      batch.set(one.transfer.id, one);
      return false;
    });
    return [...batch.values()];
  }

  // A statement belongs to several callers, so it runs in the context of none of them.
  const insertWaiting = AsyncResource.bind(async () => {
    if (running >= mostStatements) return;
    running++;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await insert(batch);
    running--;
  });

  return (transfer: Transfer): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const { id, fromExchange, toWallet, serviceFee } = transfer;
      waiting.push({
        transfer,
        begin: AsyncResource.bind(() => {
          try {
            beginWork();
            return true;
          } catch (error) {
            reject(error);
            return false;
          }
        }),
        emit: AsyncResource.bind((tx: Tx<Tables>) => {
          emit(tx, TransferCreated, id, { transferId: id, fromExchange, toWallet, serviceFee });
        }),
        resolve,
        reject,
      });
      void insertWaiting();
    });
}
