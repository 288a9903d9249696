import type { Tx } from '@xrp-bridge/runtime';
import type { Db, Tables } from './tables.ts';

/** A concierge bought, or being bought, without a transfer. */
interface ConciergeOrder {
  orderId: string;
  /** The transfer that has redeemed its guide: its payments are that one's since. */
  transferId: string | null;
}

/** Inserts an order, unless it exists. */
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

/** Locks them: one guide pays for one transfer. */
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

/** Makes these payments of a concierge those of a transfer. */
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
