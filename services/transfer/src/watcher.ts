import type { Logger } from '@xrp-bridge/runtime';
import { arrivalOf, type LedgerTransaction } from './domain/arrivals.ts';
import type { Watch } from './domain/transfer.ts';
import { LedgerUnavailable } from './ledger/connection.ts';
import type { Ledger } from './ledger/ledger.ts';
import { tolerableLag } from './ledger/ledger-state.ts';
import { createLimit } from './ledger/limit.ts';
import { askHistory, readStreamed } from './ledger/questions.ts';

export interface Watcher {
  /** A watch has begun, changed or ended. */
  look(): void;
  start(): void;
  stop(): Promise<void>;
}

export interface WatchStore {
  list(): Promise<Watch[]>;
  /** Says of watches in which ledger they began, where that is not known or later than it can be. */
  settleBeginnings(newest: number, notAfter: number): Promise<void>;
}

/** A payment that would count for a watch, and who told of it. */
interface Heard {
  watchId: string;
  hash: string;
  ledgerIndex: number;
  server: string;
  joinedAt: number;
}

interface Watched {
  watch: Watch;
  /** The newest ledger when we began to hear of this watch's payments on the present connection. */
  joinedAt: number | null;
  /** Nothing is missing between the beginning of the watch and what is heard now. */
  caughtUp: boolean;
  /** The payments that the present connection told of. */
  heard: Set<string>;
}

/** Other processes begin watches too. */
const lookEveryMs = 5_000;
const accountsPerRequest = 500;
const gapConcurrency = 4;
const pageLength = 200;
/** An address with more payments than that in two weeks is no personal wallet. */
const mostPages = 25;

/**
 * Watches the ledger for all transfers that wait, over the one connection there is. Each new connection reads an
 * address's history from the beginning of the watch: what the servers before could not or would not tell, because they
 * were away, behind or lying, or because this process did not run, is heard then. What is told twice is recorded once.
 * @param options.hear keeps payments that would count, until they are confirmed and recorded
 */
export function createWatcher(options: {
  ledger: Ledger;
  store: WatchStore;
  hear(payments: readonly Heard[]): Promise<void>;
  log: Logger;
}): Watcher {
  const { ledger, store, hear, log } = options;
  const limit = createLimit(gapConcurrency);
  const watched = new Map<string, Watched>();
  let byAddress = new Map<string, Watched[]>();
  /** Addresses that the present connection tells us of. */
  const subscribed = new Set<string>();
  const reading = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = true;
  /** What was said of the present connection's troubles. */
  const told = new Set<string>();

  /** The ledger says itself when no server can be read; what else is wrong with it is said once per connection. */
  function tell(error: unknown, what: string): void {
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
    await load();
    if (!ledger.state()) return;
    await subscribe();
    join();
    readGaps();
  }

  async function load(): Promise<void> {
    const stored = new Map((await listBegun()).map((watch) => [watch.id, watch]));
    for (const id of watched.keys()) if (!stored.has(id)) watched.delete(id);
    for (const [id, watch] of stored) {
      const known = watched.get(id);
      if (known) known.watch = watch;
      else watched.set(id, { watch, joinedAt: null, caughtUp: false, heard: new Set() });
    }
    byAddress = Map.groupBy(watched.values(), ({ watch }) => watch.address);
  }

  async function listBegun(): Promise<Watch[]> {
    const watches = await store.list();
    const newest = ledger.state()?.ledgerIndex;
    if (newest === undefined) return watches;
    const notAfter = newest + tolerableLag;
    if (watches.every(({ afterLedger }) => afterLedger !== null && afterLedger <= notAfter)) return watches;
    await store.settleBeginnings(newest, notAfter);
    return store.list();
  }

  async function subscribe(): Promise<void> {
    const gone = [...subscribed].filter((address) => !byAddress.has(address));
    for (const accounts of batches(gone)) {
      await ledger.unsubscribe(accounts);
      for (const address of accounts) subscribed.delete(address);
    }
    const added = [...byAddress.keys()].filter((address) => !subscribed.has(address));
    for (const accounts of batches(added)) {
      await ledger.subscribe(accounts);
      for (const address of accounts) subscribed.add(address);
    }
  }

  /** From here on, payments to these watches are heard. */
  function join(): void {
    const newest = ledger.state()?.ledgerIndex;
    if (newest === undefined) return;
    for (const item of watched.values()) {
      const { afterLedger, address } = item.watch;
      if (item.joinedAt !== null || afterLedger === null || !subscribed.has(address)) continue;
      item.joinedAt = newest;
      item.caughtUp = afterLedger >= newest;
    }
  }

  function readGaps(): void {
    for (const [address, items] of byAddress) {
      const behind = items.filter((item) => item.joinedAt !== null && !item.caughtUp);
      if (behind.length === 0 || reading.has(address)) continue;
      reading.add(address);
      limit(() => readGap(address, behind))
        .catch((error) => tell(error, 'missed payments cannot be read now, trying again'))
        .finally(() => reading.delete(address));
    }
  }

  async function readGap(address: string, behind: readonly Watched[]): Promise<void> {
    if (stopped || behind.every((item) => item.joinedAt === null)) return;
    const joinedAt = behind.map((item) => item.joinedAt);
    const fromLedger = Math.min(...behind.map(({ watch }) => watch.afterLedger ?? 0)) + 1;
    const found: [LedgerTransaction, string][] = [];
    let newestLedger = 0;
    let marker: unknown = null;
    for (let page = 0; page === 0 || (marker !== null && page < mostPages); page++) {
      const read = await ledger.ask(askHistory(address, { fromLedger, limit: pageLength, marker }));
      newestLedger ||= read.newestLedger;
      found.push(...read.transactions.map((transaction): [LedgerTransaction, string] => [transaction, read.server]));
      marker = read.marker;
    }
    for (const [index, item] of behind.entries()) {
      // Another connection, or a server that is behind: then there is more to read.
      item.caughtUp ||= item.joinedAt !== null && item.joinedAt === joinedAt[index] && newestLedger >= item.joinedAt;
    }
    await consider(found.toReversed());
  }

  /** Keeps what would count. What could not be kept is read again. */
  async function consider(told: readonly (readonly [LedgerTransaction, string])[]): Promise<void> {
    const news: { item: Watched; payment: Heard }[] = [];
    for (const [transaction, server] of told) {
      for (const item of byAddress.get(transaction.destination ?? '') ?? []) {
        const { watch, heard, joinedAt } = item;
        const arrival = arrivalOf(transaction, watch);
        if (!arrival || joinedAt === null || heard.has(arrival.hash)) continue;
        heard.add(arrival.hash);
        const { hash, ledgerIndex } = arrival;
        news.push({ item, payment: { watchId: watch.id, hash, ledgerIndex, server, joinedAt } });
      }
    }
    if (news.length === 0) return;
    try {
      await hear(news.map(({ payment }) => payment));
    } catch (error) {
      log.warn({ err: error }, 'payments cannot be kept now, reading them again');
      for (const { item, payment } of news) {
        item.heard.delete(payment.hash);
        item.caughtUp = false;
      }
    }
  }

  ledger.listen({
    connected() {
      for (const item of watched.values()) Object.assign(item, { joinedAt: null, caughtUp: false, heard: new Set() });
      subscribed.clear();
      told.clear();
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

function batches(accounts: readonly string[]): string[][] {
  const count = Math.ceil(accounts.length / accountsPerRequest);
  return Array.from({ length: count }, (_, index) =>
    accounts.slice(index * accountsPerRequest, (index + 1) * accountsPerRequest),
  );
}
