import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type Migrations, migrateService, UnreleasedSchemaError, withOwner } from '../src/db.ts';
import { createTestDatabase } from '../src/testing.ts';

const migration = (statement: string): Migrations[string] => ({
  up: async (db) => void (await sql.raw(statement).execute(db)),
});
const createItem = migration('create table item (id int primary key, name text)');
const versionN: Migrations = { '0001_schema': createItem };
const expanding: Migrations = {
  ...versionN,
  '0002_size': migration('alter table item add size int not null default 1'),
};
const contracting: Migrations = { ...expanding, '0003_name_contract': migration('alter table item drop name') };

async function createSchema() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return {
    start: (migrations: Migrations) => migrateService({ url: database.url, service: 'shop', migrations }),
    transact: (work: (tx: Kysely<unknown>) => Promise<void>) =>
      withOwner(database.url, (db) => db.transaction().execute(work)),
    /** Inserts and reads a row as version N does. */
    useItem: (id: number) =>
      withOwner(database.url, async (db) => {
        await sql`insert into shop.item (id, name) values (${id}, 'anchor')`.execute(db);
        return (await sql`select id, name from shop.item where id = ${id}`.execute(db)).rows;
      }),
  };
}

it('an old version starts on the next version’s expanded schema, whether or not the old one ran before', async () => {
  const shop = await createSchema();
  await shop.start(versionN);
  await shop.start(expanding);
  await shop.start(versionN);
  expect(await shop.useItem(1)).toEqual([{ id: 1, name: 'anchor' }]);
  await shop.start(expanding);

  const newer = await createSchema();
  await newer.start(expanding);
  await newer.start(versionN);
  expect(await newer.useItem(2)).toEqual([{ id: 2, name: 'anchor' }]);
  await newer.start(expanding);
});

it('a version does not start on a schema that a later version has contracted', async () => {
  const shop = await createSchema();
  await shop.start(contracting);
  await expect(shop.start(expanding)).rejects.toThrow(/changed by a later version \(0003_name_contract\)/);
  await shop.start(contracting);
});

it('a version does not start on a schema from before the first release, and does not change it', async () => {
  const shop = await createSchema();
  await shop.start({ '0001_item': createItem, '0002_size_contract': migration('alter table item add size int') });
  await expect(shop.start(expanding)).rejects.toThrow(UnreleasedSchemaError);
  expect(await shop.useItem(1)).toEqual([{ id: 1, name: 'anchor' }]);
});

it('versions that start at the same time migrate one after the other', async () => {
  const shop = await createSchema();
  await Promise.all([versionN, expanding, versionN, expanding].map((migrations) => shop.start(migrations)));
  expect(await shop.useItem(3)).toEqual([{ id: 3, name: 'anchor' }]);
});

it('a migration that cannot lock a table in time runs again', async () => {
  const shop = await createSchema();
  await shop.start(versionN);
  const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = shop.transact(async (tx) => {
    await sql`lock table shop.item`.execute(tx);
    locked.resolve();
    await mayEnd.promise;
  });
  await locked.promise;
  let attempts = 0;
  const addSize: Migrations[string] = {
    async up(db) {
      attempts += 1;
      if (attempts === 2) {
        mayEnd.resolve();
        await running;
      }
      await sql`set local lock_timeout to '1ms'`.execute(db);
      await sql`alter table item add size int`.execute(db);
    },
  };
  await shop.start({ ...versionN, '0002_size': addSize });
  expect(attempts).toBe(2);
});
