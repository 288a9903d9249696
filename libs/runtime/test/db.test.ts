import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBus } from '../src/bus/index.ts';
import { migrateService, openDatabase, provideTrigrams, type ServiceDatabase, withOwner } from '../src/db.ts';
import { createLogger } from '../src/logger.ts';
import { createOutbox } from '../src/messaging/outbox.ts';
import { messagingMigrations } from '../src/messaging/tables.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { noQueue, unique } from './adapters/bus.harness.ts';

const log = createLogger({ level: 'silent' });
let database: TestDatabase;
let shop: ServiceDatabase<{ item: { id: string; name: string } }>;
beforeAll(async () => {
  database = await createTestDatabase();
  const migrations = {
    ...messagingMigrations,
    '0001_items': {
      up: async (db: Parameters<(typeof messagingMigrations)[string]['up']>[0]) => {
        await sql`create table item (id text primary key, name text not null)`.execute(db);
        await sql`insert into item values ('a', 'anchor'), ('b', 'buoy')`.execute(db);
      },
    },
  };
  await migrateService({ url: database.url, service: 'shop', migrations });
  shop = openDatabase({ url: database.url, service: 'shop', onError: () => {}, max: 1 });
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

const read = (db: Pick<typeof shop.db, 'selectFrom'>, id: string) =>
  db.selectFrom('item').selectAll().where('id', '=', id).executeTakeFirst();

const addColumn = (name: string) =>
  withOwner(database.url, (owner) =>
    sql`alter table shop.item add column ${sql.id(name)} int default 1`.execute(owner),
  );

it('a migration does not wait longer than 5 s for a lock', async () => {
  let lockTimeout: unknown;
  const up = async (db: Parameters<(typeof messagingMigrations)[string]['up']>[0]) => {
    lockTimeout = (await sql`show lock_timeout`.execute(db)).rows[0];
  };
  await migrateService({ url: database.url, service: unique('bench'), migrations: { '0001_nothing': { up } } });
  expect(lockTimeout).toEqual({ lock_timeout: '5s' });
});

it('statements are prepared once per connection', async () => {
  await read(shop.db, 'a');
  await read(shop.db, 'b');
  const { rows } = await sql<{ uses: number }>`
    select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like ${'%"item"%'}`.execute(
    shop.db,
  );
  expect(rows).toEqual([{ uses: 2 }]);
});

it('idle connections are closed after 20 s, except two', async () => {
  const { pool, close } = openDatabase({ url: database.url, service: 'shop', onError: () => {} });
  onTestFinished(async () => {
    vi.useRealTimers();
    await close();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await Promise.all(Array.from({ length: 5 }, () => pool.query('select 1')));
  expect(pool.totalCount).toBe(5);
  vi.advanceTimersByTime(20_000);
  expect(pool.totalCount).toBe(2);
});

it('a search is not prepared, because its best plan depends on the pattern', async () => {
  const find = (pattern: string) => shop.db.selectFrom('item').selectAll().where('name', 'like', pattern).execute();
  expect(await find('%o%')).toHaveLength(2);
  const { rows } = await sql`
    select from pg_prepared_statements where statement like ${'%"name" like%'}`.execute(shop.db);
  expect(rows).toEqual([]);
});

it('a query succeeds after a migration has changed its table', async () => {
  expect(await read(shop.db, 'a')).toEqual({ id: 'a', name: 'anchor' });
  await addColumn('stock');
  expect(await read(shop.db, 'a')).toEqual({ id: 'a', name: 'anchor', stock: 1 });
});

it('a transaction runs again when a migration has changed its tables, and takes effect once', async () => {
  const bus = await openBus({ databaseUrl: database.url, instance: 'test', log });
  const { transact } = createOutbox({ ...shop, bus, queues: noQueue, source: 'shop', log });
  const rename = () =>
    transact(async (tx) => {
      await sql`update item set name = name || ${'!'} where id = ${'a'}`.execute(tx);
      const { rows } = await sql<{ name: string }>`select * from item where id = ${'a'} for update`.execute(tx);
      return { byBuilder: await read(tx, 'a'), bySql: rows[0] };
    });
  await rename();
  await addColumn('weight');
  const item = { id: 'a', name: 'anchor!!', stock: 1, weight: 1 };
  expect(await rename()).toEqual({ byBuilder: item, bySql: item });
  await bus.stop();
});

describe('a transaction that sends its first statement together with BEGIN', () => {
  it('writes to its connection twice for one statement: BEGIN with the statement, then COMMIT', async () => {
    const client = await shop.pool.connect();
    client.release();
    const { stream } = client.connection;
    const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as '_write')];
    await shop.db.transaction().execute((tx) => read(tx, 'a'));
    expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
    vi.restoreAllMocks();
  });

  const rename = (db: Pick<typeof shop.db, 'updateTable'>, name: string) =>
    db.updateTable('item').set({ name }).where('id', '=', 'b').execute();

  it('is rolled back as a whole', async () => {
    const failing = shop.db.transaction().execute(async (tx) => {
      await rename(tx, 'lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read(shop.db, 'b')).toMatchObject({ name: 'buoy' });
  });

  it('fails if its connection is lost, and does not affect the next transaction', async () => {
    const lost = shop.db.transaction().execute(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      await rename(tx, 'lost');
    });
    await expect(lost).rejects.toThrow();
    expect(await read(shop.db, 'b')).toMatchObject({ name: 'buoy' });
    await shop.db.transaction().execute((tx) => rename(tx, 'bell'));
    expect(await read(shop.db, 'b')).toMatchObject({ name: 'bell' });
  });
});

describe('provideTrigrams', () => {
  let empty: TestDatabase;
  const role = unique('plain').replace('-', '_');
  const asOwner = (statement: string) => withOwner(empty.url, (db) => sql.raw(statement).execute(db));
  beforeEach(async () => {
    empty = await createTestDatabase();
  });
  afterEach(() => empty.drop());

  it('creates the extension once for concurrent callers', async () => {
    const schemas = await Promise.all(Array.from({ length: 8 }, () => withOwner(empty.url, provideTrigrams)));
    expect(new Set(schemas)).toEqual(new Set(['public']));
  });

  it('uses the extension in the schema where an administrator created it, or else names the statement to run', async () => {
    await asOwner(`create role ${role} login password 'a-password'`);
    const url = Object.assign(new URL(empty.url), { username: role, password: 'a-password' }).href;
    await expect(withOwner(url, provideTrigrams)).rejects.toThrow('once in this database: create extension pg_trgm');
    await asOwner('create schema apart');
    await asOwner('create extension pg_trgm schema apart');
    expect(await withOwner(url, provideTrigrams)).toBe('apart');
  });
});
