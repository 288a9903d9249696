import type { Tx } from '@xrp-bridge/runtime';
import { type Selectable, sql } from 'kysely';
import type { Subscription } from './domain/subscription.ts';
import { createId } from './store.ts';
import type { Db, SubscriptionTable, Tables } from './tables.ts';

/** Returns a subscriber's subscriptions, newest first. At most one of them has not ended. */
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

/** Returns a subscription by our id or the provider's id. */
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

/**
 * Inserts an open subscription.
 * @returns null if the subscriber has a subscription that has not ended
 */
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

/** Stores the id of the hosted page. @returns false if the subscription has changed in the meantime */
export async function updateSession(db: Db, { id, attempt }: Subscription, sessionId: string): Promise<boolean> {
  const result = await db
    .updateTable('subscription')
    .set({ session_id: sessionId })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Clears the page's id and increases `attempt`, so that the next idempotency key is new. */
export async function startNextPage(db: Db, { id, attempt }: Subscription): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ attempt: attempt + 1, session_id: null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'open')
    .execute();
}

/** Locks a read subscription. @returns null if a report or a new page was stored since the read */
export async function lockUnchanged(tx: Tx<Tables>, read: Subscription): Promise<Subscription | null> {
  const row = await tx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', read.id)
    .where('version', '=', read.version)
    .where('attempt', '=', read.attempt)
    .forUpdate()
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Updates a subscription that the transaction has locked. */
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
 * Returns subscriptions that are due for a check at the provider, and updates `checked_at`.
 * The interval of an open page doubles with each check, as for payments. A running subscription is checked daily.
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

/** Updates `end_wanted_at` of the subscriber's running subscription. */
export async function updateEndWanted(tx: Tx<Tables>, subscriberId: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ end_wanted_at: now })
    .where('subscriber_id', '=', subscriberId)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where('end_wanted_at', 'is', null)
    .execute();
}

/** Lists the subscribers whose subscription must still be ended, longest waiting first. */
export async function listEndWanted(db: Db, limit: number): Promise<string[]> {
  const wanted = db.selectFrom('subscription').select('subscriber_id').where('end_wanted_at', 'is not', null);
  const rows = await wanted.where('status', '<>', 'ended').orderBy('end_wanted_at').limit(limit).execute();
  return rows.map((row) => row.subscriber_id);
}

/** Clears `end_wanted_at`, if the provider has confirmed the end. */
export async function clearEndWanted(db: Db, id: string): Promise<void> {
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
