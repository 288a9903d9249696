import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type Selectable, sql } from 'kysely';
import type { PoolText } from './domain/post.ts';
import { createId, type Db, type Tables, type VariationTable } from './store.ts';

/** A stored text for posts on X, from the pool that operators edit. */
export interface StoredVariation extends PoolText {
  timesPosted: number;
  retiredAt: Date | null;
  createdAt: Date;
}

/** Returns all texts that are not retired. */
export async function readPool(db: Db): Promise<StoredVariation[]> {
  const rows = await db.selectFrom('variation').selectAll().where('retired_at', 'is', null).execute();
  return rows.map(fromRow);
}

/** Locks a text. @returns undefined if no text has this id */
export async function lockVariation(tx: Tx<Tables>, id: string): Promise<StoredVariation | undefined> {
  // The id comes from a URL and may hold characters that PostgreSQL rejects, such as NUL.
  if (!/^var_[0-9a-f]{32}$/.test(id)) return undefined;
  const row = await tx.selectFrom('variation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

export async function insertVariation(
  tx: Tx<Tables>,
  { theme, text, createdAt }: Pick<StoredVariation, 'theme' | 'text' | 'createdAt'>,
): Promise<StoredVariation> {
  const row = await tx
    .insertInto('variation')
    .values({ id: createId('var'), theme, text, created_at: createdAt })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Updates a text that the transaction has locked. */
export async function updateVariation(
  tx: Tx<Tables>,
  { id, theme, text, retiredAt }: StoredVariation,
): Promise<StoredVariation> {
  const row = await tx
    .updateTable('variation')
    .set({ theme, text, retired_at: retiredAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Counts a post of a text and stores its time. */
export async function countPosted(tx: Tx<Tables>, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('variation')
    .set((columns) => ({ times_posted: columns('times_posted', '+', 1), last_posted_at: at }))
    .where('id', '=', id)
    .execute();
}

export async function listVariations(
  db: Db,
  query: QueryOf<typeof adsApi.listVariations>,
): Promise<Page<StoredVariation>> {
  const { rows, nextCursor } = await readPage(db.selectFrom('variation').selectAll(), query, {
    orders: { '-createdAt': newestFirst('created_at'), createdAt: oldestFirst('created_at') },
    id: sql.ref('id'),
    search: ['theme', 'text'].map((name) => sql.ref(name)),
  });
  return { rows: rows.map(fromRow), nextCursor };
}

function fromRow(row: Selectable<VariationTable>): StoredVariation {
  return {
    id: row.id,
    theme: row.theme,
    text: row.text,
    timesPosted: row.times_posted,
    lastPostedAt: row.last_posted_at,
    retiredAt: row.retired_at,
    createdAt: row.created_at,
  };
}
