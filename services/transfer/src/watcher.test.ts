import type { Logger } from '@xrp-bridge/runtime';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Watch } from './domain/transfer.ts';
import { LedgerUnavailable } from './ledger/connection.ts';
import type { Ledger } from './ledger/ledger.ts';
import { createWatcher } from './watcher.ts';

function watchOf(n: number, address = `r${n}`, more: Partial<Watch> = {}): Watch {
  const transferId = `t${String(n).padStart(6, '0')}`;
  return { id: String(n), transferId, address, tag: null, afterLedger: 10, endsAt: new Date('2027-01-01'), ...more };
}

/** A watcher of these many watches, and what it asks of the ledger and of the database. */
function watchMany(count: number) {
  const stored = new Map(Array.from({ length: count }, (_, index) => [index + 1, watchOf(index + 1)]));
  const changed = new Set<number>();
  const database = { moment: 1 };
  const asked = {
    listed: [] as number[],
    changes: [] as number[],
    deletions: 0,
    subscribed: [] as string[][],
    gone: [] as string[][],
  };
  const gaps = { open: 0, most: 0, read: [] as string[] };
  const on = { ledgerIndex: 10 };
  let connect = () => {};
  const watcher = createWatcher({
    ledger: {
      state: () => on,
      async subscribe(accounts: string[]) {
        asked.subscribed.push(accounts);
      },
      async unsubscribe(accounts: string[]) {
        asked.gone.push(accounts);
      },
      async ask({ fields }: { fields: { account: string } }) {
        gaps.open += 1;
        gaps.most = Math.max(gaps.most, gaps.open);
        await new Promise((resolve) => setImmediate(resolve));
        gaps.open -= 1;
        gaps.read.push(fields.account);
        return { newestLedger: on.ledgerIndex, transactions: [], marker: null };
      },
      listen(listener: { connected(): void }) {
        connect = listener.connected;
      },
    } as unknown as Ledger,
    store: {
      readMoment: async () => String(database.moment),
      async list(after, limit) {
        const page = [...stored.values()].filter(({ id }) => Number(id) > Number(after)).slice(0, limit);
        asked.listed.push(page.length);
        return page;
      },
      async listChanges(_after, limit) {
        const page = [...changed].slice(0, limit);
        asked.changes.push(page.length);
        for (const n of page) changed.delete(n);
        return page.map((n) => ({
          changedIn: '1',
          transferId: watchOf(n).transferId,
          watch: stored.get(n) ?? null,
        }));
      },
      async deleteOldChanges() {
        asked.deletions += 1;
      },
      settleBeginnings: async () => {},
    },
    hear: async () => {},
    log: { warn: () => {} } as unknown as Logger,
  });
  onTestFinished(() => watcher.stop());
  const set = (n: number, watch: Watch | null) => {
    if (watch) stored.set(n, watch);
    else stored.delete(n);
    changed.add(n);
    watcher.look();
  };
  return { watcher, stored, database, asked, gaps, on, set, connect: () => connect() };
}

it('reads all watches once, a part at a time, and then only what has changed', async () => {
  const { watcher, asked, set } = watchMany(1_200);
  watcher.start();
  await vi.waitFor(() => expect(asked.subscribed.flat()).toHaveLength(1_200));
  expect(asked.listed).toEqual([500, 500, 200]);
  expect(asked.subscribed.map((accounts) => accounts.length)).toEqual([500, 500, 200]);

  set(7, null);
  set(2_000, watchOf(2_000));
  await vi.waitFor(() => expect([asked.gone, asked.subscribed.at(-1)]).toEqual([[['r7']], ['r2000']]));
  // Another watch of the same transfer, for another address.
  set(8, watchOf(8, 'rElsewhere', { id: '3000' }));
  await vi.waitFor(() => expect([asked.gone.at(-1), asked.subscribed.at(-1)]).toEqual([['r8'], ['rElsewhere']]));
  // The tag alone: there is nothing to tell the ledger.
  set(9, watchOf(9, 'r9', { tag: '5' }));
  await vi.waitFor(() => expect(asked.changes.filter((length) => length > 0).reduce((sum, n) => sum + n)).toBe(4));
  expect(asked.listed).toEqual([500, 500, 200]);
  expect(asked.subscribed.flat()).toHaveLength(1_202);
});

it('reads all of them again every ten minutes, whatever went wrong meanwhile, and asks for none twice', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { watcher, stored, asked, gaps, on } = watchMany(1_200);
  watcher.start();
  await vi.waitFor(() => expect(asked.subscribed.flat()).toHaveLength(1_200));
  // Changes that nobody has noted.
  stored.delete(7);
  stored.set(2_000, watchOf(2_000));
  on.ledgerIndex = 20;
  vi.advanceTimersByTime(600_000);
  watcher.look();
  await vi.waitFor(() => expect([asked.gone, asked.subscribed.at(-1)]).toEqual([[['r7']], ['r2000']]));
  await vi.waitFor(() => expect(gaps.read).toEqual(['r2000']));
  expect(asked.subscribed.flat()).toHaveLength(1_201);
  expect(asked.listed).toEqual([500, 500, 200, 500, 500, 200]);
  expect(asked.deletions).toBe(2);
});

it('begins anew with a database that went back: all watches and their histories, over the same connection', async () => {
  const { watcher, stored, database, asked, gaps, on } = watchMany(1_200);
  database.moment = 10;
  watcher.start();
  await vi.waitFor(() => expect(asked.subscribed.flat()).toHaveLength(1_200));
  stored.delete(7);
  stored.set(2_000, watchOf(2_000));
  on.ledgerIndex = 20;
  database.moment = 9;
  watcher.look();
  await vi.waitFor(() => expect(gaps.read).toHaveLength(1_200));
  expect(new Set(gaps.read)).toEqual(new Set([...stored.values()].map(({ address }) => address)));
  expect([asked.gone, asked.subscribed.slice(3)]).toEqual([[['r7']], [['r2000']]]);
  // From there on it goes on again.
  database.moment = 11;
  watcher.look();
  await vi.waitFor(() => expect(asked.changes).not.toEqual([]));
  expect(asked.listed).toEqual([500, 500, 200, 500, 500, 200]);
});

it('asks a new connection for all that is watched by then, and for its history, a few at a time', async () => {
  const { watcher, asked, gaps, on, set, connect } = watchMany(1_200);
  watcher.start();
  await vi.waitFor(() => expect(asked.subscribed.flat()).toHaveLength(1_200));
  expect(gaps.read).toEqual([]);
  set(7, null);
  set(2_000, watchOf(2_000));
  await vi.waitFor(() => expect(asked.subscribed.flat()).toHaveLength(1_201));

  asked.subscribed.length = 0;
  on.ledgerIndex = 20;
  connect();
  await vi.waitFor(() => expect(gaps.read).toHaveLength(1_200));
  const all = asked.subscribed.flat();
  expect(new Set(all).size).toBe(1_200);
  expect(all).toHaveLength(1_200);
  expect(all).toContain('r2000');
  expect(all).not.toContain('r7');
  expect(new Set(gaps.read).size).toBe(1_200);
  expect(gaps.most).toBe(4);
  expect(asked.listed).toEqual([500, 500, 200]);
});

it('hears for every transfer that waits at an address, and unsubscribes with the last one', async () => {
  const { watcher, asked, set } = watchMany(0);
  watcher.start();
  set(1, watchOf(1, 'rShared'));
  set(2, watchOf(2, 'rShared'));
  await vi.waitFor(() => expect(asked.subscribed).toEqual([['rShared']]));
  set(1, null);
  set(3, watchOf(3));
  await vi.waitFor(() => expect(asked.subscribed.at(-1)).toEqual(['r3']));
  expect(asked.gone).toEqual([]);
  set(2, null);
  await vi.waitFor(() => expect(asked.gone).toEqual([['rShared']]));
});

it('says once per connection that missed payments cannot be read, for all addresses together', async () => {
  const lines: unknown[][] = [];
  let connect = () => {};
  const ask = vi.fn().mockRejectedValue(new LedgerUnavailable('The ledger server answered tooBusy'));
  const watcher = createWatcher({
    ledger: {
      state: () => ({ ledgerIndex: 20 }),
      subscribe: async () => {},
      ask,
      listen(listener: { connected(): void }) {
        connect = listener.connected;
      },
    } as unknown as Ledger,
    store: {
      readMoment: async () => '1',
      list: async () => ['rOne', 'rTwo', 'rThree'].map((address) => ({ ...watchOf(1, address), transferId: address })),
      listChanges: async () => [],
      deleteOldChanges: async () => {},
      settleBeginnings: async () => {},
    },
    hear: async () => {},
    log: { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger,
  });
  watcher.start();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  connect();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(6));
  await watcher.stop();
  const line = [{ why: 'The ledger server answered tooBusy' }, 'missed payments cannot be read now, trying again'];
  await vi.waitFor(() => expect(lines).toEqual([line, line]));
});
