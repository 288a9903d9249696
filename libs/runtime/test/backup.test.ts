import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { beginCopy, describeSchema, enterSchema, shareSnapshot } from '../src/backup.ts';
import { withOwner } from '../src/db.ts';
import { createTestDatabase } from '../src/testing.ts';

async function createDatabase(...statements: string[]) {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const run = (statement: string) => withOwner(url, (db) => sql.raw(statement).execute(db));
  await run('create schema shop');
  await run('create table shop.kysely_migration (name text, timestamp text)');
  for (const statement of statements) await run(statement);
  return { url, run };
}

async function begin(url: string) {
  const copy = await beginCopy(url, 'read');
  onTestFinished(copy.close);
  return { ...copy, enter: () => enterSchema(copy.tx, { schema: 'shop', role: 'postgres' }) };
}

it('all connections of a backup read the snapshot of the first, whatever is committed later', async () => {
  const { url, run } = await createDatabase('create table shop.sale (id int)', 'insert into shop.sale values (1)');
  const [first, second] = [await begin(url), await begin(url)];
  await first.enter();
  const { tables } = await describeSchema(first.tx, 'shop');
  await run('insert into shop.sale values (2)');
  await shareSnapshot(second.tx, first.tx);
  await second.enter();
  const [sale] = tables;
  if (!sale) throw new Error('no table');
  expect([await text(first.copyOut(sale)), await text(second.copyOut(sale))]).toEqual(['1\n', '1\n']);
});

it('tables are copied after the tables that they reference, without computed columns and transaction ids', async () => {
  const { url } = await createDatabase(
    'create table shop.z_order (id int primary key, twice int generated always as (id * 2) stored)',
    'create table shop.b_item (id int primary key, order_id int references shop.z_order, of int references shop.b_item)',
    'create table shop.a_part (item_id int references shop.b_item)',
    'create table shop.change (changed_in xid8)',
  );
  const { tx, enter } = await begin(url);
  await enter();
  expect((await describeSchema(tx, 'shop')).tables).toEqual([
    { name: 'z_order', columns: ['id'] },
    { name: 'b_item', columns: ['id', 'order_id', 'of'] },
    { name: 'a_part', columns: ['item_id'] },
  ]);
});

it('tables that reference each other in a circle are refused', async () => {
  const { url } = await createDatabase(
    'create table shop.one (id int primary key)',
    'create table shop.two (id int primary key, one int references shop.one)',
    'alter table shop.one add two int references shop.two',
  );
  const { tx, enter } = await begin(url);
  await enter();
  await expect(describeSchema(tx, 'shop')).rejects.toThrow('one, two reference each other');
});
