import type { ListQuery } from '@xrp-bridge/contracts/list';
import { type Generated, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type ServiceDatabase } from '../src/db.ts';
import { mergePages, newestFirst, oldestFirst, pageOf, readPage } from '../src/paging.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

interface Tables {
  note: { id: Generated<string>; at: Date; text: string };
}

let database: TestDatabase;
let notes: ServiceDatabase<Tables>;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  notes = openDatabase<Tables>({ url: database.url, service: 'public', onError: () => {} });
  db = notes.db;
  await sql`create table note (id bigint generated always as identity, at timestamptz not null, text text not null)`.execute(
    db,
  );
});
beforeEach(() => sql`truncate note restart identity`.execute(db));
afterAll(async () => {
  await notes?.close();
  await database?.drop();
});

const first: ListQuery<'-at' | 'at'> = { limit: 3, sort: '-at' };
const readNotes = (query: ListQuery<'-at' | 'at'>, alsoFound: readonly string[] = []) =>
  readPage(db.selectFrom('note').selectAll(), query, {
    orders: { '-at': newestFirst('at'), at: oldestFirst('at') },
    id: sql.ref('id'),
    search: [sql.ref('text')],
    alsoFound,
  });

async function readAll(query: ListQuery<'-at' | 'at'>): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 50; pages++) {
    const { rows, nextCursor } = await readNotes({ ...query, cursor });
    texts.push(...rows.map(({ text }) => text));
    if (nextCursor === null) return texts;
    expect(rows).toHaveLength(query.limit);
    cursor = nextCursor;
  }
  throw new Error('the pages never end');
}

/** Inserts notes in groups of four. The notes of a group have the same time to the microsecond. */
const fill = (count: number) =>
  sql`
    insert into note (at, text)
    select timestamptz '2026-11-21 10:00Z' + (n / 4) * interval '1 microsecond', 'note ' || n
    from generate_series(1, ${count}::int) n`.execute(db);

describe('the pages of a list', () => {
  it.each(['-at', 'at'] as const)(
    'contain every row once in the sort order %s, even when many rows have the same time',
    async (sort) => {
      await fill(23);
      const texts = await readAll({ limit: 3, sort });
      expect(new Set(texts).size).toBe(23);
      const { rows } = await sql<{ text: string }>`
      select text from note order by at ${sql.raw(sort === 'at' ? 'asc' : 'desc')},
        id::text collate "C" ${sql.raw(sort === 'at' ? 'asc' : 'desc')}`.execute(db);
      expect(texts).toEqual(rows.map(({ text }) => text));
    },
  );

  it('neither repeat nor skip a row when rows are inserted between two pages', async () => {
    await fill(6);
    const { rows, nextCursor } = await readNotes(first);
    await db.insertInto('note').values({ at: new Date(), text: 'new' }).execute();
    const next = await readNotes({ ...first, cursor: nextCursor ?? '' });
    expect([...rows, ...next.rows].map(({ text }) => text).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `note ${n}`));
    expect(next.nextCursor).toBeNull();
  });

  it('contain the rows that match a search, with special characters taken literally', async () => {
    const texts = ['100 % sure', '1000 sure', 'under_score', 'underXscore', 'back\\slash', 'SURE enough', 'Über alles'];
    await db
      .insertInto('note')
      .values(texts.map((text) => ({ at: new Date(), text })))
      .execute();
    const find = async (search: string) => (await readAll({ limit: 2, sort: '-at', search })).sort();
    expect(await find('sure')).toEqual(['100 % sure', '1000 sure', 'SURE enough']);
    expect(await find('100 %')).toEqual(['100 % sure']);
    expect(await find('r_s')).toEqual(['under_score']);
    expect(await find('k\\s')).toEqual(['back\\slash']);
    expect(await find('üBER')).toEqual(['Über alles']);
    expect(await find("'; drop table note; --")).toEqual([]);
  });

  it('contain rows with a text of `alsoFound`, but only during a search', async () => {
    await fill(4);
    await db
      .insertInto('note')
      .values({ at: new Date('2026-11-22'), text: 'a note 2' })
      .execute();
    const find = async (search?: string) =>
      (await readNotes({ limit: 9, sort: 'at', search }, ['note 2', 'note_3'])).rows.map(({ text }) => text);
    expect(await find('note 4')).toEqual(['note 2', 'note 4']);
    expect(await find()).toEqual(['note 1', 'note 2', 'note 3', 'note 4', 'a note 2']);
  });

  it('contain the transfer whose reference is searched, whatever the case and the separator', async () => {
    const [wanted, other] = ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 'b1b2c3d4e5f60718293a4b5c6d7e8f90'];
    await db
      .insertInto('note')
      .values([wanted, other, `about ${wanted}`].map((text) => ({ at: new Date(), text })))
      .execute();
    for (const search of ['K9KG-GCMM', 'k9kggcmm', 'K9kg gcmm', 'HWBW-VSYR']) {
      expect(await readAll({ limit: 2, sort: '-at', search })).toEqual([wanted]);
    }
    await db.insertInto('note').values({ at: new Date(), text: 'Quoted K9KG-GCMM.' }).execute();
    expect(await readAll({ limit: 2, sort: '-at', search: 'K9KG-GCMM' })).toEqual(['Quoted K9KG-GCMM.', wanted]);
  });

  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['no text', ''],
    ['invalid base64url', '%%%'],
    ['invalid JSON', Buffer.from('hello').toString('base64url')],
    ['another sort order', forged(['at', '1', '1'])],
    ['a key that is not a number', forged(['-at', "1' or true", '1'])],
    ['a key that is too long', forged(['-at', '9'.repeat(40), '1'])],
    ['a NUL character', forged(['-at', '1', '\0'])],
    ['too many fields', forged(['-at', '1', '1', '1'])],
    ['another structure', forged({ key: 1 })],
  ])('refuse a cursor with %s', async (_name, cursor) => {
    await expect(readNotes({ ...first, cursor })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This is not where a page of this list ended.',
      errors: [{ field: 'cursor', code: 'invalid_cursor' }],
    });
  });

  it('accept a cursor at a position that no row has ever had', async () => {
    await fill(2);
    expect((await readNotes({ ...first, cursor: forged(['-at', '0', 'x']) })).rows).toEqual([]);
    expect((await readNotes({ ...first, cursor: forged(['-at', '9'.repeat(18), '\u{1F600}']) })).rows).toHaveLength(2);
  });
});

it('mergePages merges the pages of several services into one list', () => {
  const page = (service: string, more: boolean, ...times: number[]) => ({
    rows: times.map((time) => ({ at: new Date(time).toISOString(), id: `${service}.1` })),
    nextCursor: more ? 'there is more' : null,
  });
  const query = { limit: 3, sort: '-at' };
  const placeOf = (row: { at: string; id: string }) => row;
  const merged = mergePages([page('a', true, 9, 5, 4), page('b', false, 8, 5)], query, true, placeOf);
  expect(merged.rows.map(({ at, id }) => `${Date.parse(at)} ${id}`)).toEqual(['9 a.1', '8 b.1', '5 b.1']);
  expect(JSON.parse(Buffer.from(merged.nextCursor ?? '', 'base64url').toString())).toEqual(['-at', '5000', 'b.1']);
  expect(mergePages([page('a', false, 9), page('b', false, 8, 5)], query, true, placeOf).nextCursor).toBeNull();
});

it('pageOf returns a short list page by page in either sort order, and can search the list', () => {
  const at = (ms: number) => new Date(ms).toISOString();
  // Rows with the same time are ordered by their ids.
  const all = [3, 1, 2, 2, 2, 5, 4].map((ms, index) => ({ id: `job.${index}`, failedAt: at(ms), reason: `no ${ms}` }));
  const read = (query: { sort: string; limit: number; cursor?: string; search?: string }) =>
    pageOf(all, query, {
      descending: query.sort === '-failedAt',
      placeOf: ({ failedAt, id }) => ({ at: failedAt, id }),
      textsOf: ({ reason }) => [reason],
    });
  const inOrder = all.toSorted((a, b) => a.failedAt.localeCompare(b.failedAt) || a.id.localeCompare(b.id));
  for (const [sort, expected] of [
    ['failedAt', inOrder],
    ['-failedAt', inOrder.toReversed()],
  ] as const) {
    const rows: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = read({ sort, limit: 2, ...(cursor && { cursor }) });
      expect(page.rows.length).toBeGreaterThan(0);
      rows.push(...page.rows);
      cursor = page.nextCursor;
    }
    expect(rows).toEqual(expected);
  }
  expect(read({ sort: 'failedAt', limit: 9, search: 'NO 2' }).rows.map(({ id }) => id)).toEqual([
    'job.2',
    'job.3',
    'job.4',
  ]);
  const { nextCursor } = read({ sort: 'failedAt', limit: 1 });
  expect(() => read({ sort: '-failedAt', limit: 1, ...(nextCursor && { cursor: nextCursor }) })).toThrow('not where');
});
