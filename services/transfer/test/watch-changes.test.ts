import { transferApi } from '@xrp-bridge/contracts/transfer';
import { explain, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import type { Watch } from '../src/domain/transfer.ts';
import { transferService } from '../src/index.ts';
import type { Tables } from '../src/store.ts';
import {
  type ChangePlace,
  deleteOldChanges,
  listChanges,
  listWatches,
  readMoment,
  settleBeginnings,
  type WatchChange,
} from '../src/watch-store.ts';
import { createTransfer, payFor, wallets } from './harness.ts';

let test: TestService<Context>;

beforeAll(async () => {
  // The service's own watcher is disabled, so that only the tests read changes.
  const watcher = { poll() {}, checkedAt: () => null, start() {}, stop: async () => {} };
  test = await testService<Context>(transferService, { overrides: { watcher } });
});
afterAll(() => test.stop());

/**
 * Lists the changes since a position, page by page.
 * While another transaction is running, `readMoment` returns an earlier position, so the list may also contain changes
 * from before the call of `readMoment`.
 */
async function readChanges(since: string, limit = 100) {
  const { db } = test.context;
  const changes: WatchChange[] = [];
  for (let after: ChangePlace = { changedIn: since, transferId: '' }; ; ) {
    const page = await listChanges(db, after, limit);
    changes.push(...page);
    if (page.length < limit) return changes;
    after = page.at(-1) as WatchChange;
  }
}

async function countChanges(id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from watch_change where transfer_id = ${id}`.execute(test.context.db);
  return rows[0]?.n ?? 0;
}

/** Returns the transfer's watch in the change that `act` inserted; undefined without such a change. */
async function changeAfter(id: string, act: () => Promise<unknown>): Promise<Watch | null | undefined> {
  const [since, before] = [await readMoment(test.context.db), await countChanges(id)];
  await act();
  if ((await countChanges(id)) === before) return undefined;
  return (await readChanges(since)).find(({ transferId }) => transferId === id)?.watch;
}

it('a change is listed for a watch that begins, gets another address or tag, or ends', async () => {
  const id = await createTransfer(test);
  const begun = await changeAfter(id, () => payFor(test, id));
  expect(begun).toMatchObject({ transferId: id, address: wallets[0], tag: null });
  expect(await listWatches(test.context.db)).toContainEqual(begun);

  const change = (changes: object) =>
    changeAfter(id, () => test.client.call(transferApi.change, { params: { id }, body: changes }));
  expect(await change({ destinationTag: '7' })).toEqual({ ...begun, tag: '7' });
  const moved = await change({ destinationAddress: wallets[1], destinationTag: null });
  expect(moved).toMatchObject({ transferId: id, address: wallets[1], tag: null });
  expect(Number(moved?.id)).toBeGreaterThan(Number(begun?.id));
  expect(await change({ amountDrops: '5000000' })).toBeUndefined();
  expect(await change({ destinationAddress: null })).toBeNull();
});

it('a change is listed when the start ledger of a watch is set, and when its transfer is deleted', async () => {
  const { db } = test.context;
  const id = await createTransfer(test, { paid: true });
  const settled = await changeAfter(id, () => settleBeginnings(db, { newest: 50, notAfter: 70, now: new Date() }));
  expect(settled).toMatchObject({ transferId: id, afterLedger: expect.any(Number) });
  const deleted = await changeAfter(id, () => db.deleteFrom('transfer').where('id', '=', id).execute());
  expect(deleted).toBeNull();
});

it('a change is listed even if its transaction began before the position and committed after it', async () => {
  const { db } = test.context;
  const id = await createTransfer(test, { paid: true });
  const [read, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('watch').where('transfer_id', '=', id).execute();
    written.resolve();
    await read.promise;
  });
  await written.promise;
  const since = await readMoment(db);
  const ended = { transferId: id, watch: null };
  expect(await readChanges(since)).not.toContainEqual(expect.objectContaining(ended));
  read.resolve();
  await writing;
  expect(await readChanges(since)).toContainEqual(expect.objectContaining(ended));
});

it('changes are listed in pages, and deleted after an hour', async () => {
  const { db } = test.context;
  const since = await readMoment(db);
  const ids = await Promise.all([1, 2, 3].map(() => createTransfer(test, { paid: true })));
  // Changes all watches in one transaction.
  await settleBeginnings(db, { newest: 50, notAfter: 70, now: new Date() });
  const whole = (await readChanges(since)).filter(({ transferId }) => ids.includes(transferId));
  const inParts = (await readChanges(since, 1)).filter(({ transferId }) => ids.includes(transferId));
  expect(whole).toHaveLength(6);
  expect(inParts).toEqual(whole);
  await sql`update watch_change set at = at - interval '61 minutes' where transfer_id = ${ids[0]}`.execute(db);
  await deleteOldChanges(db);
  expect(await Promise.all(ids.map(countChanges))).toEqual([0, 2, 2]);
});

it('listing and deleting changes each use an index', async () => {
  const plan = await explain<Tables>(test.databaseUrl, 'transfer', async (db) => {
    await listChanges(db, { changedIn: await readMoment(db), transferId: '' }, 500);
    await deleteOldChanges(db);
  });
  expect(plan).toMatch(/watch_change_newest.*\n *Index Cond: \(ROW\(changed_in, transfer_id\) > /);
  expect(plan).toMatch(/watch_change_oldest.*\n *Index Cond: \(at < /);
});
