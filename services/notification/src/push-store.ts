import type { BodyOf } from '@xrp-bridge/contracts/define';
import type { pushApi } from '@xrp-bridge/contracts/push';
import type { Tx } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Maximum number of subscriptions per transfer. A further subscription replaces the oldest. */
const most = 5;

/** Upserts a browser's subscription for a transfer, and deletes all but the transfer's newest 5. */
export async function upsertPushSubscription(
  tx: Tx<Tables>,
  transferId: string,
  { endpoint, keys }: BodyOf<typeof pushApi.save>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('push_subscription')
    .values({ transfer_id: transferId, endpoint, ...keys, created_at: now })
    .onConflict((conflict) => conflict.columns(['transfer_id', 'endpoint']).doUpdateSet({ ...keys, created_at: now }))
    .execute();
  const newest = tx
    .selectFrom('push_subscription')
    .select('id')
    .where('transfer_id', '=', transferId)
    .orderBy('created_at', 'desc')
    .limit(most);
  await tx
    .deleteFrom('push_subscription')
    .where('transfer_id', '=', transferId)
    .where('id', 'not in', newest)
    .execute();
}

export async function deletePushSubscription(db: Db, transferId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('transfer_id', '=', transferId)
    .where('endpoint', '=', endpoint)
    .execute();
}

export async function deletePushSubscriptionById(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

export async function deletePushSubscriptions(tx: Tx<Tables>, transferId: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('transfer_id', '=', transferId).execute();
}

export async function findPushSubscription(db: Db, id: string) {
  return (await db.selectFrom('push_subscription').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function listPushSubscriptions(tx: Tx<Tables>, transferId: string): Promise<string[]> {
  const rows = await tx.selectFrom('push_subscription').select('id').where('transfer_id', '=', transferId).execute();
  return rows.map(({ id }) => id);
}

/** Stores the time of the first arrival. @returns false if an earlier arrival is already stored */
export async function updateFirstArrival(tx: Tx<Tables>, transferId: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('transfer')
    .set({ arrived_at: now })
    .where('id', '=', transferId)
    .where('arrived_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const privateKeyName = 'vapid';

/** Finds the private VAPID key, or inserts the given one. */
export async function findOrInsertVapidKey(db: Db, fresh: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`
    insert into secret (name, value) values (${privateKeyName}, ${fresh})
    on conflict (name) do update set value = secret.value
    returning value`.execute(db);
  return (rows[0] as { value: Buffer }).value;
}
