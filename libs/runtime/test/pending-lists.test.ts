import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ignoreErrorsWhileClosing, provideTrigrams } from '../src/db.ts';
import { startFlushing } from '../src/pending-lists.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** Opens a database and records its queries. */
function open(url: string) {
  const queries: string[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  ignoreErrorsWhileClosing(pool);
  pool.on('error', () => {});
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query.sql),
  });
  return { db, pool, queries };
}

it('GIN pending lists are flushed in the background, before a write has to flush them', async () => {
  const { db, queries } = open(database.url);
  const trigrams = sql.id(await provideTrigrams(db), 'gin_trgm_ops');
  await sql`create table note (text text)`.execute(db);
  await sql`create index note_searched on note using gin (text ${trigrams})`.execute(db);
  await sql`insert into note select md5(n::text) from generate_series(1, 100) n`.execute(db);
  const warn = vi.fn();
  const lists = startFlushing(db, { warn }, 5);
  await expect.poll(() => queries.filter((text) => text.includes('gin_clean_pending_list')).length).toBeGreaterThan(1);
  await lists.stop();
  const { rows } = await sql`select gin_clean_pending_list('note_searched')::int as pages`.execute(db);
  expect(rows).toEqual([{ pages: 0 }]);
  expect(warn).not.toHaveBeenCalled();
  await db.destroy();
});

it('a failing flush is logged once and retried', async () => {
  const { db, pool } = open('postgres://nobody@127.0.0.1:1/none');
  const warn = vi.fn();
  const tried = vi.spyOn(pool, 'connect');
  const lists = startFlushing(db, { warn }, 5);
  await expect.poll(() => tried.mock.calls.length).toBeGreaterThan(3);
  await lists.stop();
  expect(warn).toHaveBeenCalledTimes(1);
  await db.destroy();
});

it('flushing ends for a service without search indexes', async () => {
  const { db, queries } = open(database.url);
  await sql`drop table if exists note`.execute(db);
  const lists = startFlushing(db, { warn: vi.fn() }, 5);
  const flushes = () => queries.filter((text) => text.includes('gin_clean_pending_list')).length;
  await expect.poll(flushes).toBe(1);
  // Waits longer than several flush intervals.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(flushes()).toBe(1);
  await lists.stop();
  await db.destroy();
});
