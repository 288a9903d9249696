import { defineEvent } from '@xrp-bridge/contracts/define';
import type { Migrations } from '@xrp-bridge/runtime/db';
import { defineJob, work } from '@xrp-bridge/runtime/job';
import * as original from '@xrp-bridge/runtime/service-definition';
import { sql } from 'kysely';
import { z } from 'zod';

export * from '@xrp-bridge/runtime/service-definition';

const order = z.object({ transferId: z.string() });
const TransferReviewed = defineEvent('transfer.reviewed', 1, order, {
  summary: 'Version N+1 has reviewed a transfer.',
});
const ReviewTransfer = defineJob('review-transfer', { data: order, attempts: 1, backoffMs: 1_000, timeoutMs: 10_000 });

/** A table of each service that is in use while the versions run side by side. */
const tablesInUse: Record<string, string> = {
  transfer: 'transfer',
  payment: 'payment',
  ads: 'automation',
  signals: 'source',
  notification: 'mail',
  bff: 'secret',
};

/** Migrations that only expand the schema. */
function expand(service: string): Migrations {
  return {
    '0900_columns': {
      async up(db) {
        for (const table of [tablesInUse[service], 'outbox', 'inbox']) {
          await sql`alter table ${sql.ref(table as string)} add column reviewed_by text`.execute(db);
        }
      },
    },
    '0901_review': {
      up: (db) =>
        sql`create table review (transfer_id text primary key, ran_at timestamptz)`.execute(db).then(() => {}),
    },
  };
}

/**
 * Defines a service with the changes of version N+1.
 * Besides the migrations, transfer emits an event of a new type, and notification enqueues a job of a new kind.
 */
export const defineService: typeof original.defineService = (definition) => {
  const { name, migrations, on, jobs } = definition;
  return original.defineService({
    ...definition,
    migrations: { ...migrations, ...expand(name) },
    on: (context) => {
      const { emit, enqueue } = context as original.ServiceContext;
      return (on?.(context) ?? []).map((handler) => ({
        ...handler,
        async handle(tx, event) {
          await handler.handle(tx, event);
          const transferId = event.subject;
          if (name === 'transfer' && event.type === 'payment.succeeded') {
            emit(tx, TransferReviewed, transferId, { transferId });
          }
          if (name === 'notification' && event.type === 'transfer.instructions_ready') {
            await sql`insert into review (transfer_id) values (${transferId})`.execute(tx);
            enqueue(tx, ReviewTransfer, { transferId }, { jobId: transferId });
          }
        },
      }));
    },
    jobs: (context) => [
      ...(jobs?.(context) ?? []),
      ...(name === 'notification'
        ? [
            work(ReviewTransfer, async ({ transferId }) => {
              const { db } = context as original.ServiceContext;
              await sql`update review set ran_at = now() where transfer_id = ${transferId}`.execute(db);
            }),
          ]
        : []),
    ],
  });
};
