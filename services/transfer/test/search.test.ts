import { dailyTotalMigrations } from '@xrp-bridge/runtime/daily-totals';
import { migrateService, openDatabase, withOwner } from '@xrp-bridge/runtime/db';
import { messagingMigrations } from '@xrp-bridge/runtime/messaging/tables';
import { createTestDatabase, explain, type TestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { listTransfers } from '../src/search-store.ts';
import type { Tables } from '../src/store.ts';

type Db = Parameters<typeof listTransfers>[0];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const all = { ...messagingMigrations, ...dailyTotalMigrations, ...migrations };
  await migrateService({ url: database.url, service: 'transfer', migrations: all });
});
afterAll(() => database?.drop());

it.each([
  ['a part of an id', '3f1b2c'],
  ['an exchange’s name', 'Crypto.com'],
  ['a reference', 'K9KG-GCMM'],
  ['a reference in the previous format', 'HWBW-VSYR'],
])('a search for %s uses the index and no sequential scan', async (_what, search) => {
  const plan = await explain(database.url, 'transfer', (db: Db) =>
    listTransfers(db, { limit: 50, sort: '-createdAt', search }, new Date()),
  );
  expect(plan).toContain('Bitmap Index Scan on transfer_searched');
  expect(plan).not.toMatch(/Seq Scan on transfer\b/);
});

it('a search finds a paid transfer by id, reference, exchange, wallet or address, but an unpaid transfer only by id or reference', async () => {
  const [paid, unpaid] = ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 'a1b2c3d4e5f60718293a4b5c6d7e8f91'];
  const { db, close } = openDatabase<Tables>({ url: database.url, service: 'transfer', onError: () => {} });
  onTestFinished(close);
  for (const [id, status] of [
    [paid, 'paid'],
    [unpaid, 'pending'],
  ]) {
    await sql`
      insert into transfer (id, from_exchange, to_wallet, destination_address, service_fee, status, version,
        created_at, updated_at)
      values (${id}, 'cryptocom', 'ledger', 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', '4.00', ${status}, 1, now(), now())
    `.execute(db);
  }
  const find = async (search: string, status?: 'pending') =>
    (await listTransfers(db, { limit: 50, sort: '-createdAt', search, status }, new Date())).rows.map(
      ({ transfer }) => transfer.id,
    );
  for (const search of ['a1b2', unpaid.toUpperCase(), 'K9KG-GCMM', 'HWBW-VSYR']) {
    expect(await find(search)).toContain(unpaid);
    expect(await find(search, 'pending')).toEqual([unpaid]);
  }
  for (const search of ['a1b2', paid, 'K9KG-GCMM', 'c3d4', 'Crypto.com', 'ledger', 'xlq7zk']) {
    expect(await find(search)).toContain(paid);
  }
  for (const search of ['c3d4', 'Crypto.com', 'ledger', 'xlq7zk']) expect(await find(search)).not.toContain(unpaid);
});

it('a search for a text that most transfers contain uses the index of the list’s sort order', async () => {
  await withOwner(database.url, (db) =>
    sql`
      insert into transfer.transfer (id, from_exchange, to_wallet, service_fee, status, version, created_at, updated_at)
      select md5(n::text), 'kraken', 'ledger', '4.00', 'paid', 1, now(), now() from generate_series(1, 20000) n
    `
      .execute(db)
      .then(() => sql`analyze transfer.transfer`.execute(db)),
  );
  const read = (db: Db) => listTransfers(db, { limit: 50, sort: '-createdAt', search: 'kraken' }, new Date());
  const plan = await explain(database.url, 'transfer', read, ['seqscan']);
  expect(plan).toContain('Index Scan using transfer_newest');
});
