import type { Tx } from '@xrp-bridge/runtime';
import { createId } from './store.ts';
import type { Db, Refund, Tables } from './tables.ts';

export async function insertRefund(
  tx: Tx<Tables>,
  refund: Pick<Refund, 'payment_id' | 'provider_id' | 'amount_cents' | 'status' | 'created_at'>,
): Promise<Refund> {
  return tx
    .insertInto('refund')
    .values({ id: createId('ref'), ...refund })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the committed refund that the provider has not answered yet. */
export async function findRequestedRefund(tx: Tx<Tables>, paymentId: string): Promise<Refund | undefined> {
  return tx
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'requested')
    .executeTakeFirst();
}

/** Returns a refund by the provider's id, or by our id if the provider's id is not stored yet. */
export async function findRefund(
  tx: Tx<Tables>,
  by: { providerId: string; id: string | null },
): Promise<Refund | undefined> {
  return tx
    .selectFrom('refund')
    .selectAll()
    .where((either) =>
      either.or([
        either('provider_id', '=', by.providerId),
        ...(by.id ? [either.and([either('id', '=', by.id), either('provider_id', 'is', null)])] : []),
      ]),
    )
    .executeTakeFirst();
}

/** Returns the time of the last refund by payment. Payments without a refund are missing. */
export async function findLastRefunds(db: Db, orderId: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.payment_id', (one) => one.fn.max('refund.created_at').as('at')])
    .where('payment.order_id', '=', orderId)
    .where('refund.status', '=', 'made')
    .groupBy('refund.payment_id')
    .execute();
  return new Map(rows.map(({ payment_id, at }) => [payment_id, at]));
}

export async function updateRefund(
  tx: Db,
  id: string,
  changes: Partial<Pick<Refund, 'provider_id' | 'status' | 'attempt'>>,
): Promise<void> {
  await tx.updateTable('refund').set(changes).where('id', '=', id).execute();
}
