import type { Logger } from '@xrp-bridge/runtime';
import { arrivalOf, type LedgerTransaction } from './domain/arrivals.ts';
import { LedgerUnavailable } from './ledger/connection.ts';
import type { Ledger } from './ledger/ledger.ts';
import { tolerableLag } from './ledger/ledger-state.ts';
import { askHistory, readStreamed } from './ledger/questions.ts';
import { batches, type Connection, connectionTo, takeUnsubscribed } from './watch-connection.ts';
import { openWatchList, type Watched as WatchedOf, type WatchStore } from './watch-list.ts';

export interface Watcher {
  /** A watch has begun, changed or ended. */
  look(): void;
  start(): void;
  stop(): Promise<void>;
}

/** A payment that would count for a watch, and who told of it. */
interface Heard {
  watchId: string;
  hash: string;
  ledgerIndex: number;
  server: string;
  joinedAt: number;
}

/** How far we are with a watch. */
interface Progress {
  /** Where this was; another connection begins anew. */
  on: Connection | null;
  /** The newest ledger when we began to hear of this watch's payments. */
  joinedAt: number;
  /** Nothing is missing between the beginning of the watch and what is heard now. */
  caughtUp: boolean;
  /** The payments that the connection told of. */
  heard: Set<string> | null;
}

type Watched = WatchedOf<Progress>;

/** Other processes begin watches too. */
const lookEveryMs = 5_000;
const gapConcurrency = 4;
const historyPage = 200;
/** An address with more payments than that in two weeks is no personal wallet. */
const mostPages = 25;

/**
 * Watches the ledger for all transfers that wait, over the one connection there is. Each new connection reads an
 * address's history from the beginning of the watch: what the servers before could not or would not tell, because they
 * were away, behind or lying, or because this process did not run, is heard then. What is told twice is recorded once.
 * Whatever it does, it does for so many watches at a time that nobody waits for it.
 * @param options.hear keeps payments that would count, until they are confirmed and recorded
 */
export function createWatcher(options: {
  ledger: Ledger;
  store: WatchStore;
  hear(payments: readonly Heard[]): Promise<void>;
  log: Logger;
}): Watcher {
  const { ledger, store, hear, log } = options;
  let connection = connectionTo([].values());
  const reading = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = true;

  const list = openWatchList<Progress>({
    store,
    begin: () => ({ on: null, joinedAt: 0, caughtUp: false, heard: null }),
    taken(item) {
      const { address } = item.watch;
      connection.gone.delete(address);
      if (connection.subscribed.has(address)) join(item);
      else connection.fresh.add(address);
    },
    left(address) {
      connection.fresh.delete(address);
      if (connection.subscribed.has(address)) connection.gone.add(address);
    },
  });

  /** The ledger says itself when no server can be read; what else is wrong with it is said once per connection. */
  function tell(error: unknown, what: string): void {
    const { told } = connection;
    if (!(error instanceof LedgerUnavailable)) log.warn({ err: error }, what);
    else if (ledger.state() && !told.has(what)) {
      told.add(what);
      log.warn({ why: error.message }, what);
    }
  }

  function look(): void {
    if (stopped) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = reconcile()
      .catch((error) => tell(error, 'the ledger cannot be watched now'))
      .finally(() => {
        looking = undefined;
        if (!lookAgain) return;
        lookAgain = false;
        look();
      });
  }

  /** Brings what is listened for in line with what is to be watched. */
  async function reconcile(): Promise<void> {
    await list.load();
    const newest = ledger.state()?.ledgerIndex;
    if (newest === undefined) return;
    const notAfter = newest + tolerableLag;
    if (list.isUnsettled(notAfter)) await list.settle(newest, notAfter);
    await subscribe(connection);
    readGaps(connection);
  }

  /** Ends early when there is another connection: that one is looked after next. */
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

  /** From here on, payments to this watch are heard. */
  function join({ watch: { afterLedger, address }, own }: Watched): void {
    const newest = ledger.state()?.ledgerIndex;
    if (newest === undefined || afterLedger === null || own.on === connection) return;
    const caughtUp = afterLedger >= newest;
    Object.assign(own, { on: connection, joinedAt: newest, caughtUp, heard: null });
    if (!caughtUp) connection.behind.add(address);
  }

  function isBehind({ own }: Watched): boolean {
    return own.on === connection && !own.caughtUp;
  }

  /** Reads the histories of those that are behind, a few at a time. */
  function readGaps(on: Connection): void {
    if (on.behind.size === 0) [on.behind, on.again] = [on.again, on.behind];
    while (reading.size < gapConcurrency && on === connection && !stopped && ledger.state()) {
      const address = nextBehind(on);
      if (address === undefined) return;
      on.behind.delete(address);
      reading.add(address);
      void readGap(address, list.at(address).filter(isBehind))
        .catch((error) => tell(error, 'missed payments cannot be read now, trying again'))
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
      const read = await ledger.ask(askHistory(address, { fromLedger, limit: historyPage, marker }));
      newestLedger ||= read.newestLedger;
      found.push(...read.transactions.map((transaction): [LedgerTransaction, string] => [transaction, read.server]));
      marker = read.marker;
    }
    for (const { own } of behind) {
      // Another connection, or a server that is behind: then there is more to read.
      if (own.on === on && on === connection) own.caughtUp ||= newestLedger >= own.joinedAt;
    }
    await consider(found.toReversed());
  }

  /** Keeps what would count. What could not be kept is read again. */
  async function consider(told: readonly (readonly [LedgerTransaction, string])[]): Promise<void> {
    const news: { item: Watched; payment: Heard }[] = [];
    for (const [transaction, server] of told) {
      for (const item of list.at(transaction.destination ?? '')) {
        const { watch, own } = item;
        const arrival = arrivalOf(transaction, watch);
        if (!arrival || own.on !== connection || own.heard?.has(arrival.hash)) continue;
        own.heard ??= new Set();
        own.heard.add(arrival.hash);
        const { hash, ledgerIndex } = arrival;
        news.push({ item, payment: { watchId: watch.id, hash, ledgerIndex, server, joinedAt: own.joinedAt } });
      }
    }
    if (news.length === 0) return;
    try {
      await hear(news.map(({ payment }) => payment));
    } catch (error) {
      log.warn({ err: error }, 'payments cannot be kept now, reading them again');
      for (const { item, payment } of news) {
        item.own.heard?.delete(payment.hash);
        item.own.caughtUp = false;
        connection.again.add(item.watch.address);
      }
    }
  }

  ledger.listen({
    connected() {
      connection = connectionTo(list.addresses());
      look();
    },
    transaction(message, server) {
      const transaction = readStreamed(message);
      if (transaction) void consider([[transaction, server]]);
    },
  });

  return {
    look,
    start() {
      stopped = false;
      timer = setInterval(look, lookEveryMs);
      look();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
