import { AsyncResource } from 'node:async_hooks';
import { TransferCreated } from '@xrp-bridge/contracts/transfer-events';
import { beginWork, type Tx } from '@xrp-bridge/runtime';
import type { BaseContext } from '../context.ts';
import type { Transfer } from '../domain/transfer.ts';
import { insertTransfers, type Tables } from '../store.ts';

/** A transfer whose insertion has not begun. */
interface Waiting {
  transfer: Transfer;
  /** Throws if the caller no longer waits for the response. */
  begin: () => void;
  /** Emits the event with the trace of the caller. */
  emit: (tx: Tx<Tables>) => void;
  resolve: (added: boolean) => void;
  reject: (error: unknown) => void;
}

/** Number of statements that run at the same time. The next transfers gather meanwhile. */
const mostStatements = 2;
/** Maximum number of transfers in one statement. */
const mostTransfers = 100;

/**
 * Creates the function that inserts a transfer and emits its event.
 * Transfers that arrive while earlier statements run share the next statement and its commit. If a shared statement fails,
 * each transfer is inserted by itself, so that an invalid one fails alone. The function returns false if the id exists.
 */
export function createInserter({ transact, emit, takeEvents }: Pick<BaseContext, 'transact' | 'emit' | 'takeEvents'>) {
  let waiting: Waiting[] = [];
  let running = 0;

  async function insert(batch: readonly Waiting[]): Promise<void> {
    try {
      const added = await transact((tx) => {
        for (const { emit } of batch) emit(tx);
        return insertTransfers(
          tx,
          batch.map(({ transfer }) => transfer),
          takeEvents(tx),
        );
      });
      for (const { transfer, resolve } of batch) resolve(added.has(transfer.id));
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((one) => insert([one])));
      else batch[0]?.reject(error);
    }
  }

  /** Returns the transfers of the next statement, each id once. */
  function takeBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    waiting = waiting.filter((one) => {
      if (batch.size >= mostTransfers || batch.has(one.transfer.id)) return true;
      try {
        one.begin();
        batch.set(one.transfer.id, one);
      } catch (error) {
        one.reject(error);
      }
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
        begin: AsyncResource.bind(beginWork),
        emit: AsyncResource.bind((tx: Tx<Tables>) => {
          emit(tx, TransferCreated, id, { transferId: id, fromExchange, toWallet, serviceFee });
        }),
        resolve,
        reject,
      });
      void insertWaiting();
    });
}
