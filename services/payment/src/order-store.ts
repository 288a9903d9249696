import type { Tx } from '@xrp-bridge/runtime';
import { compileOnce } from '@xrp-bridge/runtime/statements';
import { type Selectable, sql } from 'kysely';
import { type Db, drafts, type OrderStateTable, type Tables } from './store.ts';

// A payment's row makes those take turns that change an order. An order may have none yet: who changes its state and its
// tasks writes both at the end of the transaction, by one statement and in this order, so that of two at the same moment
// only one waits. Whoever waited finds the other's state: what is closed is not told, and what was told is not closed.

/**
 * The statement that notes that the transfer is told what its payments give access to: it has not confirmed that yet. It
 * returns no row of an order that is closed.
 */
export const noteSaid = compileOnce(({ orderId, at }: { orderId: string; at: Date }) =>
  drafts
    .insertInto('order_state')
    .values({ order_id: orderId, said_at: at, times_said: 1 })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ said_at: at, times_said: 1, confirmed_at: null })
        .where('order_state.closed_at', 'is', null),
    )
    .returning('order_id'),
);

/** Notes it at once, of an order that is not closed. */
export async function markSaid(tx: Tx<Tables>, orderId: string, at: Date): Promise<void> {
  await tx.executeQuery(noteSaid({ orderId, at }));
}

/** Counts another time that it was told, and gives how often that is. Null when it is confirmed, or was told just now. */
export async function markSaidAgain(tx: Tx<Tables>, orderId: string, at: Date, notSince: Date): Promise<number | null> {
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

const unconfirmedToLock = compileOnce(({ orderId }: { orderId: string }) =>
  drafts
    .selectFrom('order_state')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('said_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .forUpdate(),
);

/** An order that is told and not confirmed; its row stays as it is until the transaction ends. */
export async function lockUnconfirmed(tx: Tx<Tables>, orderId: string): Promise<boolean> {
  return (await tx.executeQuery(unconfirmedToLock({ orderId }))).rows.length > 0;
}

/** The statement that notes that the transfer has confirmed it. */
export const noteConfirmed = compileOnce(({ orderId, at }: { orderId: string; at: Date }) =>
  drafts.updateTable('order_state').set({ confirmed_at: at }).where('order_id', '=', orderId),
);

/**
 * The statement that closes an order: nothing of it can be paid from then on, not even late. It returns no row where its
 * transfer was ever told of a payment.
 */
export const noteClosed = compileOnce(({ orderId, at }: { orderId: string; at: Date }) =>
  drafts
    .insertInto('order_state')
    .values({ order_id: orderId, closed_at: at })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ closed_at: at }).where('order_state.said_at', 'is', null),
    )
    .returning('order_id'),
);
