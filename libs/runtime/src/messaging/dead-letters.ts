import { createHash } from 'node:crypto';
import type { CloudEvent, QueryOf } from '@xrp-bridge/contracts/define';
import type { deadLetterSchema, operationsApi } from '@xrp-bridge/contracts/operations';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Page, readPage } from '../paging.ts';
import type { AnyDatabase, AnyTransaction } from './tables.ts';

/** The parked events of a service. Their places in the list are unlike those of other services, so that lists merge. */
export async function listDeadLetters(
  db: AnyDatabase,
  service: string,
  query: QueryOf<typeof operationsApi.listDeadLetters>,
): Promise<Page<z.infer<typeof deadLetterSchema>>> {
  const time = sql`date_trunc('milliseconds', parked_at)`;
  const { rows, nextCursor } = await readPage(db.selectFrom('dead_letter').selectAll(), query, {
    orders: {
      '-parkedAt': { by: 'time', expression: time, descending: true },
      parkedAt: { by: 'time', expression: time, descending: false },
    },
    id: sql`${service}::text || '.' || id`,
    search: [sql`envelope ->> 'type'`, sql`envelope ->> 'subject'`, sql`reason`],
  });
  return {
    rows: rows.map((row) => ({
      id: row.id,
      service,
      type: String(row.envelope?.type ?? ''),
      subject: String(row.envelope?.subject ?? ''),
      reason: row.reason,
      attempts: row.attempts,
      parkedAt: row.parked_at.toISOString(),
    })),
    nextCursor,
  };
}

export async function countDeadLetters(db: AnyDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from dead_letter`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertDeadLetter(
  tx: AnyTransaction,
  event: CloudEvent,
  failure: unknown,
  attempts: number,
): Promise<void> {
  await tx
    .insertInto('dead_letter')
    .values({
      event_id: idOf(event),
      envelope: JSON.stringify(event) ?? 'null',
      reason: reasonOf(failure),
      attempts,
    })
    .execute();
}

/** Takes a parked event out, to be handled in the same transaction. */
export function takeDeadLetter(tx: AnyTransaction, id: string): Promise<{ envelope: CloudEvent } | undefined> {
  return tx.deleteFrom('dead_letter').where('id', '=', id).returning('envelope').executeTakeFirst();
}

/** Records that trying again did not help. @returns the reason as kept */
export async function recordFailure(tx: AnyTransaction, id: string, failure: unknown): Promise<string> {
  const reason = reasonOf(failure);
  await sql`update dead_letter set attempts = attempts + 1, reason = ${reason} where id = ${id}`.execute(tx);
  return reason;
}

/** What is no event has no id either: its content stands for it, so that it is parked once however often it comes. */
export function idOf(event: CloudEvent): string {
  if (typeof event?.id === 'string' && event.id) return event.id;
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(event) ?? 'undefined')
    .digest('hex')}`;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500) || 'unknown';
}
