import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccounting, openAccounting } from '../src/accounting.ts';
import { addDailyTotal, dailyTotalMigrations, listDailyTotals, sumDailyTotals } from '../src/daily-totals.ts';
import { migrateService, openDatabase, type ServiceDatabase, withOwner } from '../src/db.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

const { bookEntries, reverseEntries, sumEntries } = openAccounting<
  'till' | 'sales',
  'sale' | 'refund',
  { order_id: string }
>();

let database: TestDatabase;
let shop: ServiceDatabase<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({
    url: database.url,
    service: 'shop',
    migrations: {
      ...dailyTotalMigrations,
      '0001_books': {
        up: (db) => createAccounting(db, sql`order_id text not null, check (kind in ('sale', 'refund'))`),
      },
    },
  });
  shop = openDatabase({ url: database.url, service: 'shop', onError: () => {} });
});

afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

const at = new Date('2026-11-22T23:59:59Z');

const book = (transactionId: string, till: number, sales = -till, on = at) =>
  shop.db.transaction().execute((tx) =>
    bookEntries(tx, {
      transactionId,
      kind: 'sale',
      at: on,
      about: { order_id: 'o1' },
      entries: [
        { account: 'till', amountCents: till },
        { account: 'sales', amountCents: sales },
      ],
    }),
  );

it('bookEntries inserts a balanced transaction once, and entries are append-only', async () => {
  await book('t1', 400);
  await expect(book('t1', 400)).rejects.toThrow('duplicate key');
  await expect(book('t2', 400, -399)).rejects.toThrow('must sum to zero');
  for (const change of [
    sql`update accounting_entry set amount_cents = 1`,
    sql`delete from accounting_entry`,
    sql`truncate accounting_entry`,
  ]) {
    await expect(change.execute(shop.db)).rejects.toThrow('append-only');
  }
  expect(await sumEntries(shop.db)).toEqual({ totals: { till: 400, sales: -400 }, unbalancedCents: 0 });
});

it('reverseEntries negates each entry and copies the references', async () => {
  await book('t3', 250);
  await shop.db
    .transaction()
    .execute((tx) => reverseEntries(tx, 't3', { transactionId: 't3:back', kind: 'refund', at }));
  const { rows } = await sql`
    select account, amount_cents, order_id, kind from accounting_entry
    where transaction_id = 't3:back' order by account`.execute(shop.db);
  expect(rows).toEqual([
    { account: 'sales', amount_cents: 250, order_id: 'o1', kind: 'refund' },
    { account: 'till', amount_cents: -250, order_id: 'o1', kind: 'refund' },
  ]);
  const unknown = shop.db
    .transaction()
    .execute((tx) => reverseEntries(tx, 'never', { transactionId: 'x', kind: 'refund', at }));
  await expect(unknown).rejects.toThrow();
});

it('each account has a daily total per UTC day', async () => {
  await book('t4', 100, -100, new Date('2026-11-23T00:00:00Z'));
  const { totals } = await sumEntries(shop.db);
  expect(await sumDailyTotals(shop.db)).toMatchObject(totals);
  const days = await listDailyTotals(shop.db, '2026-11-22', '2026-11-23');
  expect(days.filter(({ name }) => name === 'till')).toEqual([
    { day: '2026-11-22', name: 'till', value: 400 },
    { day: '2026-11-23', name: 'till', value: 100 },
  ]);
  expect(await listDailyTotals(shop.db, '2026-11-24', '2026-11-30')).toEqual([]);
  await shop.db.transaction().execute(async (tx) => {
    await sql`set local time zone 'America/New_York'`.execute(tx);
    await addDailyTotal(tx, new Date('2026-12-01T00:00:00Z'), 'calls');
  });
  expect(await listDailyTotals(shop.db, '2026-11-30', '2026-12-01')).toEqual([
    { day: '2026-12-01', name: 'calls', value: 1 },
  ]);
});

it('entries are checked and counted even if search_path does not contain the service’s schema', async () => {
  const line = (amount: number) => sql`
    insert into shop.accounting_entry (transaction_id, account, amount_cents, currency, kind, at, order_id)
    values ('outside', 'till', ${amount}, 'USD', 'sale', ${at}, 'o2'), ('outside', 'sales', -7, 'USD', 'sale', ${at}, 'o2')`;
  await withOwner(database.url, async (owner) => {
    await expect(line(8).execute(owner)).rejects.toThrow('must sum to zero');
    await line(7).execute(owner);
  });
  const { totals } = await sumEntries(shop.db);
  expect(await sumDailyTotals(shop.db)).toMatchObject(totals);
});

it('daily totals include concurrent additions and exclude a transaction that is rolled back', async () => {
  await Promise.all(Array.from({ length: 200 }, () => addDailyTotal(shop.db, at, 'visits')));
  const failing = shop.db.transaction().execute(async (tx) => {
    await addDailyTotal(tx, at, 'visits', 1_000);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await sumDailyTotals(shop.db)).visits).toBe(200);
});
