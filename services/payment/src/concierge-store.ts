import type { Tx } from '@xrp-bridge/runtime';
import type { Db, Tables } from './tables.ts';

/** An order of a concierge without a transfer, paid or not. */
interface ConciergeOrder {
  orderId: string;
  /** The transfer that redeemed the order's guide. The order's payments then belong to this transfer. */
  transferId: string | null;
}

/** Inserts an order if it does not exist. */
export async function insertConciergeOrder(db: Db, orderId: string, now: Date): Promise<void> {
  await db
    .insertInto('concierge_order')
    .values({ order_id: orderId, created_at: now, transfer_id: null, redeemed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findConciergeOrders(db: Db, orderIds: readonly string[]): Promise<ConciergeOrder[]> {
  if (orderIds.length === 0) return [];
  return ordersAmong(db, orderIds).execute();
}

/** Locks the orders, so that a guide credit is redeemed for only one transfer. */
export async function lockConciergeOrders(tx: Tx<Tables>, orderIds: readonly string[]): Promise<ConciergeOrder[]> {
  if (orderIds.length === 0) return [];
  return ordersAmong(tx, orderIds).forUpdate().execute();
}

function ordersAmong(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('concierge_order')
    .select(['order_id as orderId', 'transfer_id as transferId'])
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('order_id');
}

/** Moves payments of a concierge order to a transfer. */
export async function moveToTransfer(
  tx: Tx<Tables>,
  orderId: string,
  paymentIds: readonly string[],
  transferId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('concierge_order')
    .set({ transfer_id: transferId, redeemed_at: now })
    .where('order_id', '=', orderId)
    .execute();
  await tx
    .updateTable('payment')
    .set({ order_id: transferId, order_kind: 'transfer' })
    .where('id', 'in', paymentIds)
    .execute();
}
