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
  // Nobody else looks: what the service's own watcher reads is not what is tested here.
  const watcher = { poll() {}, start() {}, stop: async () => {} };
  test = await testService<Context>(transferService, { overrides: { watcher } });
});
afterAll(() => test.stop());

/** All changes since a moment, read in parts. Old ones may be among them: others write on this PostgreSQL, too. */
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

async function countNoted(id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from watch_change where transfer_id = ${id}`.execute(test.context.db);
  return rows[0]?.n ?? 0;
}

/** What is told of a transfer's watch after it was changed; undefined when nothing was noted. */
async function toldOf(id: string, act: () => Promise<unknown>): Promise<Watch | null | undefined> {
  const [since, noted] = [await readMoment(test.context.db), await countNoted(id)];
  await act();
  if ((await countNoted(id)) === noted) return undefined;
  return (await readChanges(since)).find(({ transferId }) => transferId === id)?.watch;
}

it('tells of a watch that begins, is for another address or tag, and ends', async () => {
  const id = await createTransfer(test);
  const begun = await toldOf(id, () => payFor(test, id));
  expect(begun).toMatchObject({ transferId: id, address: wallets[0], tag: null });
  expect(await listWatches(test.context.db)).toContainEqual(begun);

  const change = (changes: object) =>
    toldOf(id, () => test.client.call(transferApi.change, { params: { id }, body: changes }));
  expect(await change({ destinationTag: '7' })).toEqual({ ...begun, tag: '7' });
  const moved = await change({ destinationAddress: wallets[1], destinationTag: null });
  expect(moved).toMatchObject({ transferId: id, address: wallets[1], tag: null });
  expect(Number(moved?.id)).toBeGreaterThan(Number(begun?.id));
  expect(await change({ amountDrops: '5000000' })).toBeUndefined();
  expect(await change({ destinationAddress: null })).toBeNull();
});

it('tells of what others do to it: a beginning that is settled, a transfer that is deleted', async () => {
  const { db } = test.context;
  const id = await createTransfer(test, { paid: true });
  const settled = await toldOf(id, () => settleBeginnings(db, { newest: 50, notAfter: 70, now: new Date() }));
  expect(settled).toMatchObject({ transferId: id, afterLedger: expect.any(Number) });
  const deleted = await toldOf(id, () => db.deleteFrom('transfer').where('id', '=', id).execute());
  expect(deleted).toBeNull();
});

it('misses nothing that was begun before the moment and committed after it', async () => {
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

it('gives many in parts, and forgets them after an hour', async () => {
  const { db } = test.context;
  const since = await readMoment(db);
  const ids = await Promise.all([1, 2, 3].map(() => createTransfer(test, { paid: true })));
  // All at once in one transaction, with others before and after it.
  await settleBeginnings(db, { newest: 50, notAfter: 70, now: new Date() });
  const whole = (await readChanges(since)).filter(({ transferId }) => ids.includes(transferId));
  const inParts = (await readChanges(since, 1)).filter(({ transferId }) => ids.includes(transferId));
  expect(whole).toHaveLength(6);
  expect(inParts).toEqual(whole);
  await sql`update watch_change set at = at - interval '61 minutes' where transfer_id = ${ids[0]}`.execute(db);
  await deleteOldChanges(db);
  expect(await Promise.all(ids.map(countNoted))).toEqual([0, 2, 2]);
});

it('finds by an index where to go on, and what is old', async () => {
  const plan = await explain<Tables>(test.databaseUrl, 'transfer', async (db) => {
    await listChanges(db, { changedIn: await readMoment(db), transferId: '' }, 500);
    await deleteOldChanges(db);
  });
  expect(plan).toMatch(/watch_change_newest.*\n *Index Cond: \(ROW\(changed_in, transfer_id\) > /);
  expect(plan).toMatch(/watch_change_oldest.*\n *Index Cond: \(at < /);
});
