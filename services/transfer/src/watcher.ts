import type { Logger } from '@xrp-bridge/runtime';
import { createCandidates } from './candidates.ts';
import { arrivalOf, type LedgerTransaction } from './domain/arrivals.ts';
import type { Ledger } from './ledger/ledger.ts';
import { createLimit } from './ledger/limit.ts';
import { askHistory, readStreamed } from './ledger/questions.ts';
import type { StoredWatch } from './watch-store.ts';

export interface Watcher {
  /** A watch is about to begin or end: look soon. */
  nudge(): void;
  start(): void;
  stop(): Promise<void>;
}

export interface WatchStore {
  list(): Promise<StoredWatch[]>;
  markRead(ids: readonly string[], ledgerIndex: number): Promise<void>;
  correctLedgers(newest: number): Promise<void>;
}

interface Watched {
  watch: StoredWatch;
  /** All payments up to this ledger have been looked at; null when none has been. */
  readTo: number | null;
  /** The newest ledger when we began to hear of this watch's payments on the present connection. */
  joinedAt: number | null;
  /** Nothing is missing between `readTo` and what is heard now. */
  caughtUp: boolean;
}

/** Long enough for the transaction that begins a watch to commit; what it misses, the next look finds. */
const commitMs = 100;
const lookEveryMs = 5_000;
const noteEveryMs = 30_000;
const accountsPerRequest = 500;
const gapConcurrency = 4;
const pageLength = 200;
/** An address with more payments than that in a gap is no personal wallet. */
const mostPages = 25;

/**
 * Watches the ledger for all transfers that wait, over the one connection there is. What could not be heard, because
 * there was no connection or this process did not run, is read from each address's history: nothing is lost, and what
 * is seen twice is recorded once.
 */
export function createWatcher(options: {
  ledger: Ledger;
  store: WatchStore;
  record(payment: LedgerTransaction): Promise<void>;
  log: Logger;
}): Watcher {
  const { ledger, store, log } = options;
  const candidates = createCandidates(options);
  const limit = createLimit(gapConcurrency);
  const watched = new Map<string, Watched>();
  let byAddress = new Map<string, Watched[]>();
  /** Addresses that the present connection tells us of. */
  const subscribed = new Set<string>();
  const reading = new Set<string>();
  let heardTo = 0;
  let timers: NodeJS.Timeout[] = [];
  let nudged: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = true;

  /** All payments up to here have been settled, for watches that are caught up. */
  const settledTo = () => Math.min(heardTo, candidates.oldestLedger() - 1);

  function look(): void {
    if (stopped) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = reconcile()
      .catch((error) => log.warn({ err: error }, 'the ledger cannot be watched now'))
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
    const stored = new Map((await store.list()).map((watch) => [watch.id, watch]));
    for (const id of watched.keys()) if (!stored.has(id)) watched.delete(id);
    for (const [id, watch] of stored) {
      const known = watched.get(id);
      if (known) known.watch = watch;
      else watched.set(id, { watch, readTo: watch.readTo ?? watch.afterLedger, joinedAt: null, caughtUp: false });
    }
    byAddress = Map.groupBy(watched.values(), ({ watch }) => watch.address);
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
      if (item.joinedAt !== null || !subscribed.has(item.watch.address)) continue;
      item.joinedAt = newest;
      item.caughtUp = item.readTo !== null && item.readTo >= newest;
    }
  }

  function readGaps(): void {
    for (const [address, items] of byAddress) {
      const behind = items.filter((item) => item.joinedAt !== null && !item.caughtUp);
      if (behind.length === 0 || reading.has(address)) continue;
      reading.add(address);
      limit(() => readGap(address, behind))
        .catch((error) => log.warn({ err: error }, 'missed payments cannot be read now, trying again'))
        .finally(() => reading.delete(address));
    }
  }

  async function readGap(address: string, behind: readonly Watched[]): Promise<void> {
    if (stopped || behind.every((item) => item.joinedAt === null)) return;
    const joinedAt = behind.map((item) => item.joinedAt);
    const starts = behind.map(({ readTo }) => readTo);
    const fromLedger = starts.includes(null) ? null : Math.min(...(starts as number[])) + 1;
    const since = Math.min(...behind.map(({ watch }) => watch.since.getTime()));
    const found: [LedgerTransaction, string][] = [];
    let newestLedger: number | null = null;
    let marker: unknown = null;
    for (let page = 0; page === 0 || (marker !== null && page < mostPages); page++) {
      const read = await ledger.ask(askHistory(address, { fromLedger, limit: pageLength, marker }));
      newestLedger ??= read.newestLedger;
      found.push(...read.transactions.map((transaction): [LedgerTransaction, string] => [transaction, read.server]));
      const oldest = read.transactions.at(-1)?.closedAt?.getTime() ?? since;
      // A minute earlier than the first watch, whatever the rounding of close times, there is nothing to find.
      marker = oldest < since - 60_000 ? null : read.marker;
    }
    for (const [transaction, server] of found.toReversed()) consider(transaction, server);
    for (const [index, item] of behind.entries()) {
      // Another connection, or a server that is behind: then there is more to read.
      const seen = item.joinedAt !== null && item.joinedAt === joinedAt[index] && (newestLedger ?? 0) >= item.joinedAt;
      if (seen) item.caughtUp = true;
    }
  }

  function consider(transaction: LedgerTransaction, server: string): void {
    const items = byAddress.get(transaction.destination ?? '') ?? [];
    if (items.some(({ watch }) => arrivalOf(transaction, watch))) candidates.add(transaction, server);
  }

  /** Remembers how far everything was heard, so that a restart has little to read. */
  async function note(): Promise<void> {
    const ids = [...watched.values()].filter(({ caughtUp }) => caughtUp).map(({ watch }) => watch.id);
    if (ids.length > 0 && settledTo() > 0) await store.markRead(ids, settledTo());
  }

  async function reconnect(): Promise<void> {
    const readTo = settledTo();
    for (const item of watched.values()) {
      if (item.caughtUp) item.readTo = Math.max(item.readTo ?? 0, readTo);
      item.caughtUp = false;
      item.joinedAt = null;
    }
    subscribed.clear();
    const newest = ledger.state()?.ledgerIndex;
    if (newest === undefined) return;
    heardTo = Math.min(heardTo, newest);
    for (const item of watched.values()) {
      if (item.readTo !== null) item.readTo = Math.min(item.readTo, newest);
    }
    await store.correctLedgers(newest);
  }

  ledger.listen({
    connected() {
      reconnect()
        .catch((error) => log.warn({ err: error }, 'watches cannot be corrected now'))
        .finally(look);
    },
    ledgerClosed({ ledgerIndex }) {
      // A server sends the ledger first and then what is in it: only the one before has been heard in full.
      heardTo = ledgerIndex - 1;
    },
    transaction(message, server) {
      const transaction = readStreamed(message);
      if (transaction) consider(transaction, server);
    },
  });

  return {
    nudge() {
      if (stopped) return;
      nudged ??= setTimeout(() => {
        nudged = undefined;
        look();
      }, commitMs);
    },
    start() {
      stopped = false;
      const noteAndWarn = () => note().catch((error) => log.warn({ err: error }, 'watches cannot be noted now'));
      timers = [setInterval(look, lookEveryMs), setInterval(noteAndWarn, noteEveryMs)];
      look();
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      clearTimeout(nudged);
      await looking;
      await candidates.stop();
      await note().catch(() => undefined);
    },
  };
}

function batches(accounts: readonly string[]): string[][] {
  const count = Math.ceil(accounts.length / accountsPerRequest);
  return Array.from({ length: count }, (_, index) =>
    accounts.slice(index * accountsPerRequest, (index + 1) * accountsPerRequest),
  );
}
