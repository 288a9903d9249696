import type { Tx } from '@xrp-bridge/runtime';
import { type Selectable, sql } from 'kysely';
import type { Subscription } from './domain/subscription.ts';
import { createId } from './store.ts';
import type { Db, SubscriptionTable, Tables } from './tables.ts';

/** All of a subscriber, the newest first: one at most goes on. */
export async function findSubscriptions(db: Db, subscriberId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** Finds one by our id or the provider's. */
export async function findSubscription(
  db: Db,
  by: { id: string } | { providerId: string },
): Promise<Subscription | undefined> {
  const all = db.selectFrom('subscription').selectAll();
  const row = await ('id' in by
    ? all.where('id', '=', by.id)
    : all.where('provider_id', '=', by.providerId)
  ).executeTakeFirst();
  return row && fromRow(row);
}

/** Begins one. Null when another one goes on. */
export async function insertSubscription(
  db: Db,
  given: { subscriberId: string; trial: boolean; createdAt: Date },
): Promise<Subscription | null> {
  const row = await db
    .insertInto('subscription')
    .values({
      id: createId('sub'),
      subscriber_id: given.subscriberId,
      status: 'open',
      trial: given.trial,
      session_id: null,
      provider_id: null,
      trial_ends_at: null,
      period_ends_at: null,
      ends_at: null,
      created_at: given.createdAt,
      checked_at: given.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Keeps where the provider holds its page. False when it has moved on meanwhile. */
export async function recordSession(db: Db, { id, attempt }: Subscription, sessionId: string): Promise<boolean> {
  const result = await db
    .updateTable('subscription')
    .set((row) => ({ session_id: sessionId, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The next page is opened under a new idempotency key. */
export async function startNextPage(db: Db, { id, attempt }: Subscription): Promise<void> {
  await db
    .updateTable('subscription')
    .set((row) => ({ attempt: attempt + 1, session_id: null, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'open')
    .execute();
}

/** Locks it as it was read before; null when somebody has changed it since. */
export async function lockAsRead(tx: Tx<Tables>, read: Subscription): Promise<Subscription | null> {
  const row = await tx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', read.id)
    .where('version', '=', read.version)
    .forUpdate()
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Changes one that the transaction has locked. */
export async function updateSubscription(tx: Tx<Tables>, after: Subscription, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({
      status: after.status,
      provider_id: after.providerId,
      trial_ends_at: after.trialEndsAt,
      period_ends_at: after.periodEndsAt,
      ends_at: after.endsAt,
      failures: after.failures,
      version: after.version + 1,
      checked_at: now,
    })
    .where('id', '=', after.id)
    .execute();
}

/**
 * Takes those that are due to be asked about, and marks them as asked: an open page at twice the age of the time before,
 * like payments, and what goes on once a day.
 */
export async function takeUnsettledSubscriptions(db: Db, now: Date, limit: number): Promise<Subscription[]> {
  const { rows } = await sql<Selectable<SubscriptionTable>>`
    update subscription set checked_at = ${now}
    where id in (
      select id from subscription
      where status <> 'ended' and checked_at < ${now}::timestamptz - case status
        when 'open' then greatest(interval '2 minutes', checked_at - created_at) else interval '1 day' end
      order by checked_at limit ${limit} for update skip locked
    ) returning *`.execute(db);
  return rows.map(fromRow);
}

/** Keeps that what goes on of a subscriber is to end. */
export async function noteEndWanted(tx: Tx<Tables>, subscriberId: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ end_wanted_at: now })
    .where('subscriber_id', '=', subscriberId)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where('end_wanted_at', 'is', null)
    .execute();
}

/** Whose subscriptions are still to end, those first that wait the longest. */
export async function listEndWanted(db: Db, limit: number): Promise<string[]> {
  const wanted = db.selectFrom('subscription').select('subscriber_id').where('end_wanted_at', 'is not', null);
  const rows = await wanted.where('status', '<>', 'ended').orderBy('end_wanted_at').limit(limit).execute();
  return rows.map((row) => row.subscriber_id);
}

/** Where the provider says that it ends, or has ended, that is wanted no more. */
export async function forgetEndWanted(db: Db, id: string): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ end_wanted_at: null })
    .where('id', '=', id)
    .where((row) => row.or([row('status', '=', 'ended'), row('ends_at', 'is not', null)]))
    .execute();
}

function fromRow(row: Selectable<SubscriptionTable>): Subscription {
  return {
    id: row.id,
    subscriberId: row.subscriber_id,
    status: row.status,
    attempt: row.attempt,
    trial: row.trial,
    sessionId: row.session_id,
    providerId: row.provider_id,
    trialEndsAt: row.trial_ends_at,
    periodEndsAt: row.period_ends_at,
    endsAt: row.ends_at,
    failures: row.failures,
    version: row.version,
  };
}
