import type { DatedText } from '@xrp-bridge/text/duplicates';
import { type Kysely, sql } from 'kysely';
import type { Item } from './domain/findings.ts';
import { publisherOf } from './domain/publisher.ts';
import type { ItemTable, MentionHourTable, Tables } from './store.ts';

type Db = Kysely<Tables>;

/**
 * Returns the items whose URL is not stored yet.
 * For a publisher's source, also returns the items whose URL only users have submitted so far.
 */
export async function findUnseen(db: Db, items: readonly Item[], submitted: boolean): Promise<Item[]> {
  const byUrl = new Map(items.map((item) => [item.url, item]));
  if (byUrl.size === 0) return [];
  const seen = await db
    .selectFrom('seen')
    .select('url')
    .where('url', 'in', [...byUrl.keys()])
    .$if(!submitted, (query) => query.where('submitted', '=', false))
    .execute();
  for (const { url } of seen) byUrl.delete(url);
  return [...byUrl.values()];
}

/**
 * Upserts the URLs of read items.
 * @returns the URLs that no other instance has stored in the meantime
 */
export async function claimUrls(
  db: Db,
  items: readonly { url: string; publishedAt: Date }[],
  submitted: boolean,
): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const claimed = await db
    .insertInto('seen')
    .values(items.map(({ url, publishedAt }) => ({ url, at: publishedAt, submitted })))
    .onConflict((conflict) =>
      conflict
        .column('url')
        .doUpdateSet({ submitted: false })
        .where(sql<boolean>`seen.submitted and not excluded.submitted`),
    )
    .returning('url')
    .execute();
  return new Set(claimed.map(({ url }) => url));
}

/** Returns the ids of stored items by URL. For a copy, returns the id of the original. */
export async function findOriginals(db: Db, urls: readonly string[]): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .selectFrom('item')
    .select('url')
    .select(({ fn }) => fn.coalesce('duplicate_of', 'id').as('original'))
    .where('url', 'in', urls)
    .execute();
  return new Map(rows.map(({ url, original }) => [url, original]));
}

export type NewItem = Omit<ItemTable, 'id' | 'gist'> & { id: string; gist?: string | null };

/** Inserts items, and counts them in the hourly mentions unless their publisher is blocked. */
export async function insertItems(
  db: Db,
  items: readonly NewItem[],
  blocked: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (items.length === 0) return;
  await db
    .insertInto('item')
    .values(items.map((item) => ({ ...item, reports: sql`${JSON.stringify(item.reports)}::jsonb` as never })))
    .execute();
  const hours = new Map<string, MentionHourTable>();
  for (const { coins, site, source, published_at, duplicate_of } of items) {
    if (duplicate_of || blocked.has(publisherOf(site))) continue;
    const hour = new Date(Math.floor(published_at.getTime() / 3_600_000) * 3_600_000);
    for (const coin of coins) {
      const key = `${coin} ${source} ${hour.toISOString()}`;
      const row = hours.get(key) ?? { coin, source, hour, mentions: 0 };
      row.mentions++;
      hours.set(key, row);
    }
  }
  if (hours.size === 0) return;
  await db
    .insertInto('mention_hour')
    .values([...hours.values()])
    .onConflict((conflict) =>
      conflict.columns(['coin', 'source', 'hour']).doUpdateSet({
        mentions: sql`mention_hour.mentions + excluded.mentions`,
      }),
    )
    .execute();
}

/** Lists the stories published since `since`, to find further reports of these stories. */
export async function listStories(db: Db, since: Date): Promise<DatedText[]> {
  return db
    .selectFrom('item')
    .select(['published_at as at', 'coins as topics'])
    .select(({ fn }) => [fn.coalesce('duplicate_of', 'id').as('id'), fn.coalesce('gist', 'title').as('text')])
    .where('published_at', '>=', since)
    .orderBy('published_at')
    .execute();
}
