import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { migrateService, openDatabase, type ServiceDatabase } from '../src/db.ts';
import { createOutbox } from '../src/messaging/outbox.ts';
import { messagingMigrations } from '../src/messaging/tables.ts';
import { defineJob } from '../src/queue.ts';
import { compileOnce, draftStatements } from '../src/statements.ts';
import { createTestDatabase, recordTransactions, type TestDatabase } from '../src/testing.ts';
import { defineCounted, noBus, noQueue, silent } from './adapters/bus.harness.ts';

const Counted = defineCounted('shop');
const Pack = defineJob('pack', { data: z.object({ n: z.int() }), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });

interface Tables {
  item: { id: string; name: string | null; stock: number; at: Date | null };
}

const migrations = {
  ...messagingMigrations,
  '0001_items': {
    async up(db: Kysely<unknown>) {
      await sql`create table item (id text primary key, name text, stock int not null check (stock >= 0), at timestamptz)`.execute(
        db,
      );
    },
  },
};

const drafts = draftStatements<Tables>();
const addItem = compileOnce((item: Tables['item']) =>
  drafts
    .insertInto('item')
    .values({ id: item.id, name: item.name, stock: item.stock, at: item.at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);
const setStock = compileOnce(({ id, stock }: { id: string; stock: number }) =>
  drafts.updateTable('item').set({ stock, name: null }).where('id', '=', id),
);

let database: TestDatabase;
let shop: ServiceDatabase<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({ url: database.url, service: 'shop', migrations });
  shop = openDatabase({ url: database.url, service: 'shop', onError: () => {} });
});

afterEach(async () => {
  await sql`truncate item, outbox, outbox_job`.execute(shop.db);
});

afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

/** An outbox whose relays rest, and the transactions that are made from now on. */
function open() {
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  return { ...createOutbox({ ...shop, bus: noBus, queues: noQueue, source: 'shop', log: silent }), ended };
}

const anchor = { id: 'a', name: 'anchor', stock: 1, at: new Date('2026-11-23T02:00:00Z') };
const readItems = () => shop.db.selectFrom('item').selectAll().orderBy('id').execute();

async function count(table: 'outbox' | 'outbox_job'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.id(table)}`.execute(shop.db);
  return rows[0]?.n ?? -1;
}

describe('what is written at the end of a transaction', () => {
  it('is one statement with its events and jobs, whatever it is', async () => {
    const outbox = open();
    await shop.db.executeQuery(addItem({ ...anchor, id: 'b', name: null }));
    await outbox.transact(async (tx) => {
      outbox.write(tx, addItem(anchor));
      outbox.emit(tx, Counted, 'a', { n: 1 });
      outbox.write(tx, setStock({ id: 'b', stock: 7 }));
      outbox.enqueue(tx, Pack, { n: 1 }, { jobId: 'one' });
      outbox.emit(tx, Counted, 'a', { n: 2 });
      // A builder will do where it is not hot.
      outbox.write(tx, drafts.insertInto('item').values({ id: 'c', name: null, stock: 0, at: null }));
      expect(await tx.selectFrom('item').select('id').execute()).toEqual([{ id: 'b' }]);
    });
    const statements = ['begin', expect.stringMatching(/^select/), expect.stringMatching(/^with/), 'commit'];
    // The first goes right behind the beginning.
    expect(outbox.ended).toEqual([{ statements, roundTrips: 3 }]);
    expect(await readItems()).toEqual([
      anchor,
      { id: 'b', name: null, stock: 7, at: anchor.at },
      { id: 'c', name: null, stock: 0, at: null },
    ]);
    const { rows } = await sql<{ n: number }>`
      select (envelope->'data'->>'n')::int as n from outbox order by id`.execute(shop.db);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await count('outbox_job')).toBe(1);
  });

  it('is no statement when there is nothing', async () => {
    const outbox = open();
    expect(await outbox.transact(async () => 'done')).toBe('done');
    expect(outbox.ended).toEqual([{ statements: ['begin', 'commit'], roundTrips: 1 }]);
  });

  it('undoes the transaction when it had to write something and did not', async () => {
    const outbox = open();
    const acted = vi.fn();
    const add = () =>
      outbox.transact(async (tx) => {
        outbox.write(tx, addItem(anchor), () => new Error('it is there'));
        outbox.write(tx, setStock({ id: 'b', stock: 9 }));
        outbox.emit(tx, Counted, 'a', { n: 1 });
        outbox.afterCommit(tx, acted);
      });
    await shop.db.executeQuery(addItem({ ...anchor, id: 'b' }));
    await add();
    await shop.db.executeQuery(setStock({ id: 'b', stock: 1 }));
    await expect(add()).rejects.toThrow('it is there');
    expect(await readItems()).toMatchObject([{ id: 'a' }, { id: 'b', stock: 1 }]);
    expect(await count('outbox')).toBe(1);
    expect(acted).toHaveBeenCalledTimes(1);
  });

  it('demands it also of a statement by itself', async () => {
    const outbox = open();
    const add = () => outbox.transact(async (tx) => outbox.write(tx, addItem(anchor), () => new Error('it is there')));
    await add();
    await expect(add()).rejects.toThrow('it is there');
  });

  it('is undone with all else when PostgreSQL refuses any of it', async () => {
    const outbox = open();
    const refused = outbox.transact(async (tx) => {
      outbox.write(tx, addItem(anchor));
      outbox.write(tx, addItem({ ...anchor, id: 'b', stock: -1 }));
      outbox.emit(tx, Counted, 'a', { n: 1 });
    });
    await expect(refused).rejects.toThrow('item_stock_check');
    expect(await readItems()).toEqual([]);
    expect(await count('outbox')).toBe(0);
  });

  it('is there before the end where somebody asks for it, once', async () => {
    const outbox = open();
    await outbox.transact(async (tx) => {
      outbox.write(tx, addItem(anchor), () => new Error('it is there'));
      await outbox.flush(tx);
      await outbox.flush(tx);
      expect(await tx.selectFrom('item').select('stock').execute()).toEqual([{ stock: 1 }]);
      outbox.write(tx, setStock({ id: 'a', stock: 5 }));
    });
    expect(await readItems()).toMatchObject([{ id: 'a', stock: 5 }]);
  });

  it('belongs to a transaction of the outbox, or nobody would write it', async () => {
    const outbox = open();
    const write = shop.db.transaction().execute(async (tx) => outbox.write(tx, addItem(anchor)));
    await expect(write).rejects.toThrow('in a transaction that the outbox did not begin');
  });
});

describe('a statement that is built once', () => {
  it('is built at its first use, and takes the values of each', async () => {
    const build = vi.fn(({ id, least }: { id: string; least: number }) =>
      drafts
        .selectFrom('item')
        .select('name')
        .where('id', '=', id)
        .where('stock', '>=', least)
        .where('stock', '<', sql<number>`${least} + 5`),
    );
    const find = compileOnce(build);
    expect(build).not.toHaveBeenCalled();
    await shop.db.executeQuery(addItem(anchor));
    const ask = async (id: string, least: number) => (await shop.db.executeQuery(find({ id, least }))).rows;
    expect(await ask('a', 1)).toEqual([{ name: 'anchor' }]);
    expect(await ask('a', 2)).toEqual([]);
    expect(await ask('a', -5)).toEqual([]);
    expect(await ask('b', 1)).toEqual([]);
    expect(find({ id: 'c', least: 3 }).parameters).toEqual(['c', 3, 3]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('is none where its values are spread, or made into a text: nothing of them would be in it', () => {
    const items = drafts.selectFrom('item').select('id');
    const spread = compileOnce((item: Tables['item']) => drafts.insertInto('item').values({ ...item }));
    expect(() => spread(anchor)).toThrow('names each of its values');
    const inText = compileOnce(({ id }: { id: string }) => items.where('id', '=', `item ${id}`));
    expect(() => inText({ id: 'a' })).toThrow('id is not known');
    const inJson = compileOnce(({ ids }: { ids: string[] }) => items.where('id', '=', JSON.stringify(ids)));
    expect(() => inJson({ ids: ['a'] })).toThrow('ids is not known');
  });
});

describe('a transaction', () => {
  it('is one, though nobody waits for its beginning', async () => {
    const failing = shop.db.transaction().execute(async (tx) => {
      await tx.executeQuery(addItem(anchor));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readItems()).toEqual([]);
  });

  it('fails with its connection, and leaves the next one alone', async () => {
    const lost = shop.db.transaction().execute(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      await tx.executeQuery(addItem(anchor));
    });
    await expect(lost).rejects.toThrow();
    await shop.db.transaction().execute((tx) => tx.executeQuery(addItem(anchor)));
    expect(await readItems()).toEqual([anchor]);
  });
});
