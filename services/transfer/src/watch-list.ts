import type { Watch } from './domain/transfer.ts';
import { type Instant, msBetween, readClocks } from './instant.ts';
import type { ChangePlace, WatchChange } from './watch-store.ts';

export interface WatchStore {
  /** Returns a position from which later changes can be read. */
  readMoment(): Promise<string>;
  /** Lists watches ordered by id, starting after the id `after`. */
  list(after: string, limit: number): Promise<Watch[]>;
  /**
   * Lists changes in the order of their positions, starting after `after`.
   * The same change may be listed twice.
   */
  listChanges(after: ChangePlace, limit: number): Promise<WatchChange[]>;
  /** Deletes changes that are too old to be read. */
  deleteOldChanges(): Promise<void>;
  /** Sets `after_ledger` of each watch where it is missing or later than `notAfter`. */
  settleBeginnings(newest: number, notAfter: number): Promise<void>;
}

/**
 * A watch with the data that the caller stores for it.
 * The data is dropped when the watch ends or is replaced.
 */
export interface Watched<Own> {
  watch: Watch;
  own: Own;
}

/** All watches, synchronized with the database. */
export interface WatchList<Own> {
  /** Reads the changed watches. The first call, and one call every ten minutes, reads all watches. */
  load(): Promise<void>;
  /** Returns true if the `afterLedger` of any watch is missing, or later than `notAfter`. */
  isUnsettled(notAfter: number): boolean;
  /** Replaces missing and too late `afterLedger` values in the database, and reads the new values. */
  settle(newest: number, notAfter: number): Promise<void>;
  /** Returns the watch of a transfer, or undefined. */
  find(transferId: string): Watched<Own> | undefined;
  /** Returns the watches of an address. */
  at(address: string): readonly Watched<Own>[];
  addresses(): IterableIterator<string>;
}

/**
 * Watches are read and processed in pages of this length, so that the event loop is never blocked
 * long.
 */
const pageLength = 500;
/** Entries checked between two pauses. */
const checkedPerPause = 5_000;
/**
 * Interval of full reads, which find missed changes.
 * Changes are stored for longer than this interval.
 */
const allEveryMs = 600_000;

/**
 * Opens the list of all watches.
 * @param options.begin creates the caller's data for a watch
 * @param options.onPut called for each watch that is new or has changed
 * @param options.onAddressRemoved called for an address whose last watch ended
 */
export function openWatchList<Own>(options: {
  store: WatchStore;
  begin(): Own;
  onPut(item: Watched<Own>): void;
  onAddressRemoved(address: string): void;
}): WatchList<Own> {
  const { store, begin, onPut, onAddressRemoved } = options;
  const byTransfer = new Map<string, Watched<Own>>();
  const byAddress = new Map<string, Watched<Own>[]>();
  /** Ids of the transfers whose watch has no `afterLedger` yet. */
  const withoutBeginning = new Set<string>();
  let newestBeginning = 0;
  /** Database position of the next read of changes, and time of the last full read. */
  let readTo: { moment: string; allAt: Instant } | null = null;

  function put(watch: Watch): void {
    const { transferId, address, afterLedger } = watch;
    const known = byTransfer.get(transferId);
    if (known && known.watch.id !== watch.id) remove(transferId);
    const item = known?.watch.id === watch.id ? known : { watch, own: begin() };
    item.watch = watch;
    if (item !== known) {
      byTransfer.set(transferId, item);
      const others = byAddress.get(address);
      if (others) others.push(item);
      else byAddress.set(address, [item]);
    }
    if (afterLedger === null) withoutBeginning.add(transferId);
    else {
      withoutBeginning.delete(transferId);
      newestBeginning = Math.max(newestBeginning, afterLedger);
    }
    onPut(item);
  }

  function remove(transferId: string): void {
    const item = byTransfer.get(transferId);
    if (!item) return;
    byTransfer.delete(transferId);
    withoutBeginning.delete(transferId);
    const { address } = item.watch;
    const others = (byAddress.get(address) ?? []).filter((other) => other !== item);
    if (others.length > 0) byAddress.set(address, others);
    else {
      byAddress.delete(address);
      onAddressRemoved(address);
    }
  }

  /**
   * Reads all watches.
   * @param reset drops the state of every watch first, because reported payments may be lost
   */
  async function loadAll(reset: boolean): Promise<void> {
    const seen = new Set<string>();
    for (let after = '0'; ; ) {
      const page = await store.list(after, pageLength);
      for (const watch of page) {
        if (reset) remove(watch.transferId);
        put(watch);
        seen.add(watch.transferId);
      }
      if (page.length < pageLength) break;
      after = page.at(-1)?.id as string;
    }
    let checked = 0;
    for (const transferId of byTransfer.keys()) {
      if (!seen.has(transferId)) remove(transferId);
      checked += 1;
      if (checked % checkedPerPause === 0) await pause();
    }
  }

  async function loadChanges(since: string): Promise<void> {
    for (let after: ChangePlace = { changedIn: since, transferId: '' }; ; ) {
      const page = await store.listChanges(after, pageLength);
      for (const { transferId, watch } of page) {
        if (watch) put(watch);
        else remove(transferId);
      }
      if (page.length < pageLength) return;
      after = page.at(-1) as WatchChange;
    }
  }

  async function load(): Promise<void> {
    // `moment` is read before the watches, so a change in between is read in this load, in the next one, or in both.
    const [now, moment] = [readClocks(), await store.readMoment()];
    // A restored database continues from an earlier transaction id.
    const wentBack = readTo !== null && BigInt(moment) < BigInt(readTo.moment);
    if (readTo && !wentBack && msBetween(readTo.allAt, now) < allEveryMs) {
      await loadChanges(readTo.moment);
      readTo.moment = moment;
      return;
    }
    await loadAll(wentBack);
    readTo = { moment, allAt: now };
    await store.deleteOldChanges();
  }

  return {
    load,
    isUnsettled: (notAfter) => withoutBeginning.size > 0 || newestBeginning > notAfter,
    async settle(newest, notAfter) {
      await store.settleBeginnings(newest, notAfter);
      newestBeginning = Math.min(newestBeginning, notAfter);
      await load();
    },
    find: (transferId) => byTransfer.get(transferId),
    at: (address) => byAddress.get(address) ?? [],
    addresses: () => byAddress.keys(),
  };
}

/** Yields to the event loop. */
function pause(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
