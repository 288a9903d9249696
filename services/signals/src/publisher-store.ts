import type { QueryOf, ReplyOf } from '@xrp-bridge/contracts/define';
import type { signalsApi } from '@xrp-bridge/contracts/signals';
import { newestFirst, oldestFirst, readPage } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';
import { firstState, type PublisherState, publisherOf } from './domain/publisher.ts';
import type { Tables } from './store.ts';

type Db = Kysely<Tables>;

/** Inserts publishers that are not stored yet. In production, new publishers wait for an operator. */
export async function insertPublishers(db: Db, sites: readonly string[], mode: string, now: Date): Promise<void> {
  const domains = [...new Set(sites.map(publisherOf))].sort();
  if (domains.length === 0) return;
  await db
    .insertInto('publisher')
    .values(domains.map((domain) => ({ domain, state: firstState(domain, mode), seen_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists the domains in this state. */
export async function listDomains(db: Db, state: PublisherState): Promise<Set<string>> {
  const rows = await db.selectFrom('publisher').select('domain').where('state', '=', state).execute();
  return new Set(rows.map(({ domain }) => domain));
}

export async function listPublishers(
  db: Db,
  query: QueryOf<typeof signalsApi.listPublishers>,
): Promise<ReplyOf<typeof signalsApi.listPublishers>> {
  const all = db.selectFrom('publisher').selectAll();
  const some = query.state ? all.where('state', '=', query.state) : all;
  const { rows, nextCursor } = await readPage(some, query, {
    orders: { '-at': newestFirst('seen_at'), at: oldestFirst('seen_at') },
    id: sql.ref('domain'),
    search: [sql.ref('domain')],
  });
  return {
    publishers: rows.map(({ domain, state, seen_at, decided_at }) => ({
      domain,
      state,
      seenAt: seen_at.toISOString(),
      decidedAt: decided_at?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/** Updates a publisher's state. @returns false if the publisher is not stored */
export async function updatePublisher(db: Db, domain: string, state: PublisherState, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('publisher')
    .set({ state, decided_at: now })
    .where('domain', '=', domain)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
