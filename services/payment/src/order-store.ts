import type { Tx } from '@xrp-bridge/runtime';
import { type Selectable, sql } from 'kysely';
import type { Db, OrderStateTable, Tables } from './tables.ts';

// A payment's row is the lock of its order. An order without payments has none: of two transactions that both write its
// state, the second waits for the first at the upsert, which then writes no row where the first has closed the order or
// emitted what it gives access to.

/**
 * Upserts that the access of an order was emitted just now, and is not confirmed.
 * @returns false, with nothing written, when the order is closed
 */
export async function upsertEmitted(tx: Tx<Tables>, orderId: string, at: Date): Promise<boolean> {
  const result = await tx
    .insertInto('order_state')
    .values({ order_id: orderId, said_at: at, times_said: 1 })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ said_at: at, times_said: 1, confirmed_at: null })
        .where('order_state.closed_at', 'is', null),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Counts another emission of the access, and returns how many there were. Null when it is confirmed, or was emitted since. */
export async function updateEmitted(tx: Tx<Tables>, orderId: string, at: Date, notSince: Date): Promise<number | null> {
  const row = await tx
    .updateTable('order_state')
    .set((is) => ({ said_at: at, times_said: is('times_said', '+', 1) }))
    .where('order_id', '=', orderId)
    .where('confirmed_at', 'is', null)
    .where('said_at', '<=', notSince)
    .returning('times_said')
    .executeTakeFirst();
  return row?.times_said ?? null;
}

/** Orders whose transfer should have confirmed by now, longest waiting first. Each time it is given four times as long. */
export async function listUnconfirmed(
  db: Db,
  now: Date,
  wait: { firstMs: number; times: number },
  limit: number,
): Promise<{ orderId: string; saidAt: Date }[]> {
  const { rows } = await sql<{ orderId: string; saidAt: Date }>`
    select order_id as "orderId", said_at as "saidAt" from order_state
    where confirmed_at is null and said_at is not null and times_said <= ${wait.times}
      and said_at <= ${now}::timestamptz - ${wait.firstMs} * power(4, times_said - 1) * interval '1 millisecond'
    order by said_at limit ${limit}`.execute(db);
  return rows;
}

export async function findOrder(db: Db, orderId: string): Promise<Selectable<OrderStateTable> | undefined> {
  return db.selectFrom('order_state').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Locks the state of an order whose access was emitted and is not confirmed. @returns undefined when it is not such an order */
export async function lockUnconfirmed(tx: Tx<Tables>, orderId: string): Promise<{ hasTask: boolean } | undefined> {
  const row = await tx
    .selectFrom('order_state')
    .select('task_opened_at')
    .where('order_id', '=', orderId)
    .where('said_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && { hasTask: row.task_opened_at !== null };
}

/** Updates that the transfer has confirmed the access, or that operators have a task because it does not. */
export async function updateOrder(
  tx: Tx<Tables>,
  orderId: string,
  changes: { confirmed_at: Date; task_opened_at: null } | { task_opened_at: Date },
): Promise<void> {
  await tx.updateTable('order_state').set(changes).where('order_id', '=', orderId).execute();
}

/**
 * Closes an order: nothing of it can be paid from then on, not even late.
 * @returns false, with nothing written, when its access was ever emitted
 */
export async function upsertClosed(tx: Tx<Tables>, orderId: string, at: Date): Promise<boolean> {
  const result = await tx
    .insertInto('order_state')
    .values({ order_id: orderId, closed_at: at })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ closed_at: at }).where('order_state.said_at', 'is', null),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
