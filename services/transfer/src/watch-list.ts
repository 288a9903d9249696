import type { Watch } from './domain/transfer.ts';
import { type Instant, msBetween, readClocks } from './instant.ts';
import type { ChangePlace, WatchChange } from './watch-store.ts';

export interface WatchStore {
  /** A moment from which on changes can be read, as a number: whatever is not to be seen yet has changed since. */
  readMoment(): Promise<string>;
  /** Watches in the order of their ids, from behind this one on. */
  list(after: string, limit: number): Promise<Watch[]>;
  /** What has changed, in the order of changes, from behind this one on. It may come again. */
  listChanges(after: ChangePlace, limit: number): Promise<WatchChange[]>;
  /** Forgets what changed so long ago that nobody will read it. */
  deleteOldChanges(): Promise<void>;
  /** Says of watches in which ledger they began, where that is not known or later than it can be. */
  settleBeginnings(newest: number, notAfter: number): Promise<void>;
}

/** A watch and what belongs to it here, which goes when it ends or another takes its place. */
export interface Watched<Own> {
  watch: Watch;
  own: Own;
}

/** All watches, in step with the database. */
export interface WatchList<Own> {
  /** Reads what has changed; all, the first time and every ten minutes. */
  load(): Promise<void>;
  /** True where a beginning is not known, or later than this ledger. */
  isUnsettled(notAfter: number): boolean;
  /** Has unsettled beginnings settled, and reads them. */
  settle(newest: number, notAfter: number): Promise<void>;
  /** The watches of an address. */
  at(address: string): readonly Watched<Own>[];
  addresses(): IterableIterator<string>;
}

/**
 * So many are read at a time, and taken up without a pause: few enough that nothing else in this process waits for long,
 * however many there are.
 */
const pageLength = 500;
/** Where many are only looked at, in between. */
const lookedAtOnce = 5_000;
/** Whatever went wrong with the changes, it lasts no longer. They are kept for much longer than this. */
const allEveryMs = 600_000;

/**
 * Opens the list of all watches.
 * @param options.begin makes what belongs to a watch here
 * @param options.taken is told of each watch that is new or has changed
 * @param options.left is told of an address whose last watch ended
 */
export function openWatchList<Own>(options: {
  store: WatchStore;
  begin(): Own;
  taken(item: Watched<Own>): void;
  left(address: string): void;
}): WatchList<Own> {
  const { store, begin, taken, left } = options;
  const byTransfer = new Map<string, Watched<Own>>();
  const byAddress = new Map<string, Watched<Own>[]>();
  /** Whose beginning is not known. */
  const begunUnknown = new Set<string>();
  let newestBeginning = 0;
  /** From when on changes are to be read next, by the database, and when all was read. */
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
    if (afterLedger === null) begunUnknown.add(transferId);
    else {
      begunUnknown.delete(transferId);
      newestBeginning = Math.max(newestBeginning, afterLedger);
    }
    taken(item);
  }

  function remove(transferId: string): void {
    const item = byTransfer.get(transferId);
    if (!item) return;
    byTransfer.delete(transferId);
    begunUnknown.delete(transferId);
    const { address } = item.watch;
    const others = (byAddress.get(address) ?? []).filter((other) => other !== item);
    if (others.length > 0) byAddress.set(address, others);
    else {
      byAddress.delete(address);
      left(address);
    }
  }

  /** @param anew for what was heard until now may be lost: each begins as if it was not known */
  async function loadAll(anew: boolean): Promise<void> {
    const seen = new Set<string>();
    for (let after = '0'; ; ) {
      const page = await store.list(after, pageLength);
      for (const watch of page) {
        if (anew) remove(watch.transferId);
        put(watch);
        seen.add(watch.transferId);
      }
      if (page.length < pageLength) break;
      after = page.at(-1)?.id as string;
    }
    let looked = 0;
    for (const transferId of byTransfer.keys()) {
      if (!seen.has(transferId)) remove(transferId);
      looked += 1;
      if (looked % lookedAtOnce === 0) await pause();
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
    // From before the reading: what changes meanwhile is read the next time, perhaps once more.
    const [now, moment] = [readClocks(), await store.readMoment()];
    // A database that was restored, or replaced by one that had not heard of all, counts on from an earlier moment.
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
    isUnsettled: (notAfter) => begunUnknown.size > 0 || newestBeginning > notAfter,
    async settle(newest, notAfter) {
      await store.settleBeginnings(newest, notAfter);
      newestBeginning = Math.min(newestBeginning, notAfter);
      await load();
    },
    at: (address) => byAddress.get(address) ?? [],
    addresses: () => byAddress.keys(),
  };
}

/** Lets others have their turn. */
function pause(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
