import type { Logger } from '@xrp-bridge/runtime';
import { arrivalOf, type LedgerTransaction } from './domain/arrivals.ts';
import { LedgerUnavailable } from './ledger/connection.ts';
import type { Ledger } from './ledger/ledger.ts';
import { tolerableLag } from './ledger/ledger-state.ts';
import { historyRequest, readStreamed } from './ledger/requests.ts';
import { batches, type Connection, connectionTo, takeUnsubscribed } from './watch-connection.ts';
import { openWatchList, type Watched as WatchedOf, type WatchStore } from './watch-list.ts';

export interface Watcher {
  /** Reads the changed watches now, because a watch has begun, changed or ended. */
  poll(): void;
  /**
   * Returns when the newest ledger was read for a transfer.
   * Returns null while ledgers of the transfer's watch are unread.
   */
  checkedAt(transferId: string): Date | null;
  start(): void;
  stop(): Promise<void>;
}

/** A payment that would count for a watch, and the server that reported it. */
interface ReportedPayment {
  watchId: string;
  hash: string;
  ledgerIndex: number;
  server: string;
  joinedAt: number;
}

/** Progress of reading a watch's payments. */
interface Progress {
  /** The connection to which this progress belongs. On another connection, reading starts over. */
  on: Connection | null;
  /** The newest ledger when the connection subscribed to the watch's address. */
  joinedAt: number;
  /** True if all payments since the beginning of the watch have been read. */
  caughtUp: boolean;
  /** Hashes of the payments that the connection reported. */
  reported: Set<string> | null;
}

type Watched = WatchedOf<Progress>;

/** Interval at which changed watches are read: other processes also begin watches. */
const pollEveryMs = 5_000;
const gapConcurrency = 4;
const historyPage = 200;
/**
 * Maximum number of pages read from an address's history.
 * A personal wallet has fewer than 5,000 transactions (25 pages of 200) in two weeks.
 */
const mostPages = 25;

/**
 * Watches the ledger for all open transfers, over one connection.
 * Each new connection reads an address's history from the beginning of the watch. The history contains payments that
 * earlier servers did not report, or that were made while this process did not run. A payment that is reported twice is
 * recorded once. Work is done in small batches, so that other requests in this process do not wait.
 * @param options.enqueueConfirmations stores payments that would count, until they are confirmed
 */
export function createWatcher(options: {
  ledger: Ledger;
  store: WatchStore;
  enqueueConfirmations(payments: readonly ReportedPayment[]): Promise<void>;
  log: Logger;
}): Watcher {
  const { ledger, store, enqueueConfirmations, log } = options;
  let connection = connectionTo([].values());
  const reading = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let stopped = true;

  const list = openWatchList<Progress>({
    store,
    begin: () => ({ on: null, joinedAt: 0, caughtUp: false, reported: null }),
    onPut(item) {
      const { address } = item.watch;
      connection.gone.delete(address);
      if (connection.subscribed.has(address)) join(item);
      else connection.fresh.add(address);
    },
    onAddressRemoved(address) {
      connection.fresh.delete(address);
      if (connection.subscribed.has(address)) connection.gone.add(address);
    },
  });

  /**
   * Logs a problem once per connection.
   * While no server can be read, `createLedger` logs the outage itself.
   */
  function logOnce(error: unknown, what: string): void {
    const { logged } = connection;
    if (!(error instanceof LedgerUnavailable)) log.warn({ err: error }, what);
    else if (ledger.state() && !logged.has(what)) {
      logged.add(what);
      log.warn({ why: error.message }, what);
    }
  }

  function poll(): void {
    if (stopped) return;
    if (polling) {
      pollAgain = true;
      return;
    }
    polling = reconcile()
      .catch((error) => logOnce(error, 'the ledger server can’t be watched now'))
      .finally(() => {
        polling = undefined;
        if (!pollAgain) return;
        pollAgain = false;
        poll();
      });
  }

  /** Updates the subscriptions to match the watches. */
  async function reconcile(): Promise<void> {
    await list.load();
    const newest = ledger.state()?.ledgerIndex;
    if (newest === undefined) return;
    const notAfter = newest + tolerableLag;
    if (list.isUnsettled(notAfter)) await list.settle(newest, notAfter);
    await subscribe(connection);
    readGaps(connection);
  }

  /** Unsubscribes removed addresses and subscribes new ones. Stops when another connection replaces `on`. */
  async function subscribe(on: Connection): Promise<void> {
    for (const accounts of batches([...on.gone])) {
      await ledger.unsubscribe(accounts);
      for (const address of accounts) {
        on.subscribed.delete(address);
        on.gone.delete(address);
      }
    }
    while (on === connection && !stopped) {
      const accounts = takeUnsubscribed(on);
      if (accounts.length === 0) return;
      try {
        await ledger.subscribe(accounts);
      } catch (error) {
        for (const address of accounts) on.fresh.add(address);
        throw error;
      }
      if (on !== connection) return;
      for (const address of accounts) {
        on.subscribed.add(address);
        for (const item of list.at(address)) join(item);
      }
    }
  }

  /** Marks the watch as subscribed on the current connection. */
  function join({ watch: { afterLedger, address }, own }: Watched): void {
    const newest = ledger.state()?.ledgerIndex;
    if (newest === undefined || afterLedger === null || own.on === connection) return;
    const caughtUp = afterLedger >= newest;
    Object.assign(own, { on: connection, joinedAt: newest, caughtUp, reported: null });
    if (!caughtUp) connection.behind.add(address);
  }

  function isBehind({ own }: Watched): boolean {
    return own.on === connection && !own.caughtUp;
  }

  /** Reads the histories of addresses that are behind, a few at a time. */
  function readGaps(on: Connection): void {
    if (on.behind.size === 0) [on.behind, on.again] = [on.again, on.behind];
    while (reading.size < gapConcurrency && on === connection && !stopped && ledger.state()) {
      const address = nextBehind(on);
      if (address === undefined) return;
      on.behind.delete(address);
      reading.add(address);
      void readGap(address, list.at(address).filter(isBehind))
        .catch((error) => logOnce(error, 'missed payments can’t be read now, trying again'))
        .finally(() => {
          reading.delete(address);
          if (on === connection && list.at(address).some(isBehind)) on.again.add(address);
          if (connection.behind.size > 0) readGaps(connection);
        });
    }
  }

  function nextBehind({ behind }: Connection): string | undefined {
    for (const address of behind) if (!reading.has(address)) return address;
    return undefined;
  }

  async function readGap(address: string, behind: readonly Watched[]): Promise<void> {
    if (behind.length === 0) return;
    const on = connection;
    const fromLedger = Math.min(...behind.map(({ watch }) => watch.afterLedger ?? 0)) + 1;
    const found: [LedgerTransaction, string][] = [];
    let newestLedger = 0;
    let marker: unknown = null;
    for (let page = 0; page === 0 || (marker !== null && page < mostPages); page++) {
      const read = await ledger.query(historyRequest(address, { fromLedger, limit: historyPage, marker }));
      newestLedger ||= read.newestLedger;
      found.push(...read.transactions.map((transaction): [LedgerTransaction, string] => [transaction, read.server]));
      marker = read.marker;
    }
    for (const { own } of behind) {
      // Some payments are still unread if the connection has changed, or if its server lags behind the ledger.
      if (own.on === on && on === connection) own.caughtUp ||= newestLedger >= own.joinedAt;
    }
    await consider(found.toReversed());
  }

  /** Enqueues payments that would count for a watch. If the enqueuing fails, the payments are read again. */
  async function consider(transactions: readonly (readonly [LedgerTransaction, string])[]): Promise<void> {
    const unconfirmed: { item: Watched; payment: ReportedPayment }[] = [];
    for (const [transaction, server] of transactions) {
      for (const item of list.at(transaction.destination ?? '')) {
        const { watch, own } = item;
        const arrival = arrivalOf(transaction, watch);
        if (!arrival || own.on !== connection || own.reported?.has(arrival.hash)) continue;
        own.reported ??= new Set();
        own.reported.add(arrival.hash);
        const { hash, ledgerIndex } = arrival;
        unconfirmed.push({ item, payment: { watchId: watch.id, hash, ledgerIndex, server, joinedAt: own.joinedAt } });
      }
    }
    if (unconfirmed.length === 0) return;
    try {
      await enqueueConfirmations(unconfirmed.map(({ payment }) => payment));
    } catch (error) {
      log.warn({ err: error }, 'payments cannot be enqueued now, reading them again');
      for (const { item, payment } of unconfirmed) {
        item.own.reported?.delete(payment.hash);
        item.own.caughtUp = false;
        connection.again.add(item.watch.address);
      }
    }
  }

  ledger.listen({
    connected() {
      connection = connectionTo(list.addresses());
      poll();
    },
    transaction(message, server) {
      const transaction = readStreamed(message);
      if (transaction) void consider([[transaction, server]]);
    },
  });

  return {
    poll,
    checkedAt(transferId) {
      const [state, item] = [ledger.state(), list.find(transferId)];
      return state && item?.own.on === connection && item.own.caughtUp ? new Date(state.receivedAt.wallMs) : null;
    },
    start() {
      stopped = false;
      timer = setInterval(poll, pollEveryMs);
      poll();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await polling;
    },
  };
}
