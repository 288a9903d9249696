import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type Selectable, sql } from 'kysely';
import type { PoolText } from './domain/post.ts';
import { createId, type Db, type Tables, type VariationTable } from './store.ts';

/** A text of the pool as it is kept. */
export interface KeptVariation extends PoolText {
  timesPosted: number;
  retiredAt: Date | null;
  createdAt: Date;
}

/** All texts that may be posted. */
export async function readPool(db: Db): Promise<KeptVariation[]> {
  const rows = await db.selectFrom('variation').selectAll().where('retired_at', 'is', null).execute();
  return rows.map(fromRow);
}

/** Locks a text; undefined where there is none of this id. */
export async function lockVariation(tx: Tx<Tables>, id: string): Promise<KeptVariation | undefined> {
  // Whatever stands in an address: also what PostgreSQL could not even look for.
  if (!/^var_[0-9a-f]{32}$/.test(id)) return undefined;
  const row = await tx.selectFrom('variation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

export async function insertVariation(
  tx: Tx<Tables>,
  { theme, text, createdAt }: Pick<KeptVariation, 'theme' | 'text' | 'createdAt'>,
): Promise<KeptVariation> {
  const row = await tx
    .insertInto('variation')
    .values({ id: createId('var'), theme, text, created_at: createdAt })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Changes a text that the transaction has locked. */
export async function updateVariation(
  tx: Tx<Tables>,
  { id, theme, text, retiredAt }: KeptVariation,
): Promise<KeptVariation> {
  const row = await tx
    .updateTable('variation')
    .set({ theme, text, retired_at: retiredAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Counts a post that went out. */
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
): Promise<Page<KeptVariation>> {
  const { rows, nextCursor } = await readPage(db.selectFrom('variation').selectAll(), query, {
    orders: { '-createdAt': newestFirst('created_at'), createdAt: oldestFirst('created_at') },
    id: sql.ref('id'),
    search: ['theme', 'text'].map((name) => sql.ref(name)),
  });
  return { rows: rows.map(fromRow), nextCursor };
}

function fromRow(row: Selectable<VariationTable>): KeptVariation {
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
