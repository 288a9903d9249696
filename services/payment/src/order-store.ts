import type { Tx } from '@xrp-bridge/runtime';
import { type Selectable, sql } from 'kysely';
import type { Db, OrderStateTable, Tables } from './tables.ts';

// Transactions lock an order by its payment rows. An order without payments has no lock: of two parallel transactions,
// the second one waits at its upsert. `upsertClosed` then writes nothing if the first transaction emitted access, and
// `upsertEmitted` writes nothing if the first transaction closed the order.

/**
 * Marks the access of an order as emitted and not confirmed by the transfer yet.
 * @returns false, without a change, if the order is closed
 */
export async function upsertEmitted(tx: Tx<Tables>, orderId: string, at: Date): Promise<boolean> {
  const result = await tx
    .insertInto('order_state')
    .values({ order_id: orderId, emitted_at: at, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ emitted_at: at, attempts: 1, confirmed_at: null })
        .where('order_state.closed_at', 'is', null),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Updates the time and the number of emissions of an unconfirmed order.
 * @returns the number of emissions; null if the order is confirmed, or was emitted after `notSince`
 */
export async function updateEmitted(tx: Tx<Tables>, orderId: string, at: Date, notSince: Date): Promise<number | null> {
  const row = await tx
    .updateTable('order_state')
    .set((is) => ({ emitted_at: at, attempts: is('attempts', '+', 1) }))
    .where('order_id', '=', orderId)
    .where('confirmed_at', 'is', null)
    .where('emitted_at', '<=', notSince)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts ?? null;
}

/**
 * Lists orders whose confirmation is overdue, oldest first.
 * Each attempt waits four times as long as the previous one.
 */
export async function listUnconfirmed(
  db: Db,
  now: Date,
  wait: { firstMs: number; times: number },
  limit: number,
): Promise<{ orderId: string; emittedAt: Date }[]> {
  const { rows } = await sql<{ orderId: string; emittedAt: Date }>`
    select order_id as "orderId", emitted_at as "emittedAt" from order_state
    where confirmed_at is null and emitted_at is not null and attempts <= ${wait.times}
      and emitted_at <= ${now}::timestamptz - ${wait.firstMs} * power(4, attempts - 1) * interval '1 millisecond'
    order by emitted_at limit ${limit}`.execute(db);
  return rows;
}

export async function findOrder(db: Db, orderId: string): Promise<Selectable<OrderStateTable> | undefined> {
  return db.selectFrom('order_state').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Locks an order whose access was emitted and is not confirmed. @returns undefined for other orders */
export async function lockUnconfirmed(tx: Tx<Tables>, orderId: string): Promise<{ hasTask: boolean } | undefined> {
  const row = await tx
    .selectFrom('order_state')
    .select('task_opened_at')
    .where('order_id', '=', orderId)
    .where('emitted_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && { hasTask: row.task_opened_at !== null };
}

/**
 * Updates the time of the confirmation, or the time at which a task was opened because there was no
 * confirmation.
 */
export async function updateOrder(
  tx: Tx<Tables>,
  orderId: string,
  changes: { confirmed_at: Date; task_opened_at: null } | { task_opened_at: Date },
): Promise<void> {
  await tx.updateTable('order_state').set(changes).where('order_id', '=', orderId).execute();
}

/**
 * Closes an order: no payment can be opened for it, and a late payment gives no access.
 * @returns false, without a change, if the order's access was ever emitted
 */
export async function upsertClosed(tx: Tx<Tables>, orderId: string, at: Date): Promise<boolean> {
  const result = await tx
    .insertInto('order_state')
    .values({ order_id: orderId, closed_at: at })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ closed_at: at }).where('order_state.emitted_at', 'is', null),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
