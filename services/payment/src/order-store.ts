import type { Tx } from '@xrp-bridge/runtime';
import { type Selectable, sql } from 'kysely';
import type { Db, OrderStateTable, Tables } from './tables.ts';

// The payment rows of an order serve as its lock. An order without payments has no lock: of two transactions that write
// its state, the second waits at the upsert and then writes no row if the first closed the order or emitted its access.

/**
 * Upserts the emission of an order's access, which the transfer has not confirmed yet.
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
 * Counts another emission.
 * @returns the number of attempts; null if confirmed, or emitted after `notSince`
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

/** Lists orders whose confirmation is overdue, oldest first. Each attempt waits four times as long. */
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

/** Locks an order whose access was emitted and is not confirmed. @returns undefined for any other order */
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

/** Updates the confirmation by the transfer, or the time of the task for its absence. */
export async function updateOrder(
  tx: Tx<Tables>,
  orderId: string,
  changes: { confirmed_at: Date; task_opened_at: null } | { task_opened_at: Date },
): Promise<void> {
  await tx.updateTable('order_state').set(changes).where('order_id', '=', orderId).execute();
}

/**
 * Upserts the closure of an order, which then accepts no payment, not even a late one.
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
