import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { paymentApi } from '@xrp-bridge/contracts/payment';
import { newestFirst, oldestFirst, readPage } from '@xrp-bridge/runtime/paging';
import { compileOnce } from '@xrp-bridge/runtime/statements';
import { sql } from 'kysely';
import type { Outcome } from './domain/payment.ts';
import { type Db, drafts } from './store.ts';

/** A signed event and what became of it. */
interface Remembered {
  id: string;
  type: string;
  outcome: Outcome;
  paymentId: string | null;
  receivedAt: Date;
}

/** The statement that remembers a signed event. It returns no row when that was here before. */
export const rememberEvent = compileOnce((event: Remembered) =>
  drafts
    .insertInto('webhook_event')
    .values({
      id: event.id,
      type: event.type,
      outcome: event.outcome,
      payment_id: event.paymentId,
      received_at: event.receivedAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);

/** Forgets events that nobody will send again, so many at a time. @returns how many */
export async function deleteWebhookEvents(db: Db, before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('webhook_event')
    .where('id', 'in', (one) =>
      one
        .selectFrom('webhook_event')
        .select('id')
        .where('received_at', '<', before)
        .orderBy('received_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function listWebhookEvents(db: Db, query: QueryOf<typeof paymentApi.listWebhookEvents>) {
  const all = db
    .selectFrom('webhook_event')
    .select(['id', 'type', 'outcome', 'payment_id as paymentId', 'received_at as receivedAt']);
  return readPage(query.outcome ? all.where('outcome', '=', query.outcome) : all, query, {
    orders: { '-at': newestFirst('received_at'), at: oldestFirst('received_at') },
    id: sql.ref('id'),
    search: ['id', 'type', 'payment_id'].map((name) => sql.ref(name)),
  });
}
