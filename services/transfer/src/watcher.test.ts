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

/** Creates a watcher of `count` watches, and records its ledger requests and database reads. */
function watchMany(count: number) {
  const stored = new Map(Array.from({ length: count }, (_, index) => [index + 1, watchOf(index + 1)]));
  const changed = new Set<number>();
  const database = { moment: 1 };
  const requests = {
    listed: [] as number[],
    changes: [] as number[],
    deletions: 0,
    subscribed: [] as string[][],
    gone: [] as string[][],
  };
  const gaps = { open: 0, most: 0, read: [] as string[] };
  const on = { ledgerIndex: 10, receivedAt: { wallMs: 1_000, monotonicMs: 0 } };
  let connect = () => {};
  const watcher = createWatcher({
    ledger: {
      state: () => on,
      async subscribe(accounts: string[]) {
        requests.subscribed.push(accounts);
      },
      async unsubscribe(accounts: string[]) {
        requests.gone.push(accounts);
      },
      async query({ fields }: { fields: { account: string } }) {
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
        requests.listed.push(page.length);
        return page;
      },
      async listChanges(_after, limit) {
        const page = [...changed].slice(0, limit);
        requests.changes.push(page.length);
        for (const n of page) changed.delete(n);
        return page.map((n) => ({
          changedIn: '1',
          transferId: watchOf(n).transferId,
          watch: stored.get(n) ?? null,
        }));
      },
      async deleteOldChanges() {
        requests.deletions += 1;
      },
      settleBeginnings: async () => {},
    },
    enqueueConfirmations: async () => {},
    log: { warn: () => {} } as unknown as Logger,
  });
  onTestFinished(() => watcher.stop());
  const set = (n: number, watch: Watch | null) => {
    if (watch) stored.set(n, watch);
    else stored.delete(n);
    changed.add(n);
    watcher.poll();
  };
  return { watcher, stored, database, requests, gaps, on, set, connect: () => connect() };
}

it('the watcher reads all watches once, in pages, and afterwards only the changed watches', async () => {
  const { watcher, requests, set } = watchMany(1_200);
  watcher.start();
  await vi.waitFor(() => expect(requests.subscribed.flat()).toHaveLength(1_200));
  expect(requests.listed).toEqual([500, 500, 200]);
  expect(requests.subscribed.map((accounts) => accounts.length)).toEqual([500, 500, 200]);

  set(7, null);
  set(2_000, watchOf(2_000));
  await vi.waitFor(() => expect([requests.gone, requests.subscribed.at(-1)]).toEqual([[['r7']], ['r2000']]));
  // The transfer gets another watch, for another address.
  set(8, watchOf(8, 'rElsewhere', { id: '3000' }));
  await vi.waitFor(() => expect([requests.gone.at(-1), requests.subscribed.at(-1)]).toEqual([['r8'], ['rElsewhere']]));
  // Only the tag has changed, so the ledger subscription stays.
  set(9, watchOf(9, 'r9', { tag: '5' }));
  await vi.waitFor(() => expect(requests.changes.filter((length) => length > 0).reduce((sum, n) => sum + n)).toBe(4));
  expect(requests.listed).toEqual([500, 500, 200]);
  expect(requests.subscribed.flat()).toHaveLength(1_202);
});

it('the watcher reads all watches again every ten minutes, and subscribes to no address twice', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { watcher, stored, requests, gaps, on } = watchMany(1_200);
  watcher.start();
  await vi.waitFor(() => expect(requests.subscribed.flat()).toHaveLength(1_200));
  // These changes have no row in `watch_change`.
  stored.delete(7);
  stored.set(2_000, watchOf(2_000));
  on.ledgerIndex = 20;
  vi.advanceTimersByTime(600_000);
  watcher.poll();
  await vi.waitFor(() => expect([requests.gone, requests.subscribed.at(-1)]).toEqual([[['r7']], ['r2000']]));
  await vi.waitFor(() => expect(gaps.read).toEqual(['r2000']));
  expect(requests.subscribed.flat()).toHaveLength(1_201);
  expect(requests.listed).toEqual([500, 500, 200, 500, 500, 200]);
  expect(requests.deletions).toBe(2);
});

it('after the database is restored, the watcher reads all watches and histories again, over the same connection', async () => {
  const { watcher, stored, database, requests, gaps, on } = watchMany(1_200);
  database.moment = 10;
  watcher.start();
  await vi.waitFor(() => expect(requests.subscribed.flat()).toHaveLength(1_200));
  stored.delete(7);
  stored.set(2_000, watchOf(2_000));
  on.ledgerIndex = 20;
  database.moment = 9;
  watcher.poll();
  await vi.waitFor(() => expect(gaps.read).toHaveLength(1_200));
  expect(new Set(gaps.read)).toEqual(new Set([...stored.values()].map(({ address }) => address)));
  expect([requests.gone, requests.subscribed.slice(3)]).toEqual([[['r7']], [['r2000']]]);
  // Reading continues from the new position.
  database.moment = 11;
  watcher.poll();
  await vi.waitFor(() => expect(requests.changes).not.toEqual([]));
  expect(requests.listed).toEqual([500, 500, 200, 500, 500, 200]);
});

it('a new connection subscribes to all watched addresses and reads their histories, a few at a time', async () => {
  const { watcher, requests, gaps, on, set, connect } = watchMany(1_200);
  watcher.start();
  await vi.waitFor(() => expect(requests.subscribed.flat()).toHaveLength(1_200));
  expect(gaps.read).toEqual([]);
  set(7, null);
  set(2_000, watchOf(2_000));
  await vi.waitFor(() => expect(requests.subscribed.flat()).toHaveLength(1_201));

  requests.subscribed.length = 0;
  on.ledgerIndex = 20;
  connect();
  await vi.waitFor(() => expect(gaps.read).toHaveLength(1_200));
  const all = requests.subscribed.flat();
  expect(new Set(all).size).toBe(1_200);
  expect(all).toHaveLength(1_200);
  expect(all).toContain('r2000');
  expect(all).not.toContain('r7');
  expect(new Set(gaps.read).size).toBe(1_200);
  expect(gaps.most).toBe(4);
  expect(requests.listed).toEqual([500, 500, 200]);
});

it('the watcher subscribes once to an address of two transfers, and unsubscribes after the last of them', async () => {
  const { watcher, requests, set } = watchMany(0);
  watcher.start();
  set(1, watchOf(1, 'rShared'));
  set(2, watchOf(2, 'rShared'));
  await vi.waitFor(() => expect(requests.subscribed).toEqual([['rShared']]));
  set(1, null);
  set(3, watchOf(3));
  await vi.waitFor(() => expect(requests.subscribed.at(-1)).toEqual(['r3']));
  expect(requests.gone).toEqual([]);
  set(2, null);
  await vi.waitFor(() => expect(requests.gone).toEqual([['rShared']]));
});

it('the watcher logs once per connection, not once per address, that missed payments cannot be read', async () => {
  const lines: unknown[][] = [];
  let connect = () => {};
  const query = vi.fn().mockRejectedValue(new LedgerUnavailable('The ledger server returned tooBusy'));
  const watcher = createWatcher({
    ledger: {
      state: () => ({ ledgerIndex: 20 }),
      subscribe: async () => {},
      query,
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
    enqueueConfirmations: async () => {},
    log: { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger,
  });
  watcher.start();
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(3));
  connect();
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(6));
  await watcher.stop();
  const line = [{ why: 'The ledger server returned tooBusy' }, 'missed payments can’t be read now, trying again'];
  await vi.waitFor(() => expect(lines).toEqual([line, line]));
});

it('the watcher returns the time of a transfer’s last check only after its history is read on the current connection', async () => {
  const { watcher, on, connect } = watchMany(1);
  const { transferId } = watchOf(1);
  expect(watcher.checkedAt(transferId)).toBeNull();
  watcher.start();
  await vi.waitFor(() => expect(watcher.checkedAt(transferId)).toEqual(new Date(1_000)));
  expect(watcher.checkedAt('another')).toBeNull();
  // The new connection may have missed ledgers.
  on.ledgerIndex = 20;
  on.receivedAt.wallMs = 2_000;
  connect();
  expect(watcher.checkedAt(transferId)).toBeNull();
  await vi.waitFor(() => expect(watcher.checkedAt(transferId)).toEqual(new Date(2_000)));
});
