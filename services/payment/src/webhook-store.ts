import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { paymentApi } from '@xrp-bridge/contracts/payment';
import { newestFirst, oldestFirst, readPage } from '@xrp-bridge/runtime/paging';
import { sql } from 'kysely';
import type { Outcome } from './domain/payment.ts';
import type { Db, WebhookEventTable } from './tables.ts';

/** A signed event of the provider and its outcome. */
export interface WebhookEvent {
  id: string;
  type: string;
  outcome: Outcome;
  paymentId: string | null;
  receivedAt: Date;
}

/** Thrown if the event and its effect are already stored. */
export class DuplicateEvent extends Error {}

/** Inserts an event. @throws DuplicateEvent */
export async function insertWebhookEvent(db: Db, event: WebhookEvent): Promise<void> {
  const insertion = db
    .insertInto('webhook_event')
    .values(toRow(event))
    .onConflict((one) => one.column('id').doNothing());
  const { numInsertedOrUpdatedRows } = await insertion.executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new DuplicateEvent(event.id);
}

export function toRow({ paymentId, receivedAt, ...same }: WebhookEvent): WebhookEventTable {
  return { ...same, payment_id: paymentId, received_at: receivedAt };
}

/** Deletes at most `limit` events received before `before`. @returns the number of deleted events */
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
