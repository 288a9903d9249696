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

/** The refund that was committed and of which the provider's answer is still missing. */
export async function findRequestedRefund(tx: Tx<Tables>, paymentId: string): Promise<Refund | undefined> {
  return tx
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'requested')
    .executeTakeFirst();
}

/** Finds a refund by the provider's id, or by ours where the provider's is not known yet. */
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

/** When money last went back, for each payment of an order of which any did. */
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
