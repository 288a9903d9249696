import { hash } from 'node:crypto';
import type { CloudEvent, QueryOf } from '@xrp-bridge/contracts/define';
import type { deadLetterSchema, operationsApi } from '@xrp-bridge/contracts/operations';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Page, readPage } from '../paging.ts';
import type { AnyDatabase, AnyTransaction } from './tables.ts';

/** Lists a service's dead letters. Ids in cursors contain the service, so they differ between services. */
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
  const envelope = JSON.stringify(event) ?? 'null';
  const row = { event_id: idOf(event), envelope, reason: reasonOf(failure), attempts };
  await tx.insertInto('dead_letter').values(row).execute();
}

/** Deletes a dead letter and returns its event. The caller handles the event in the same transaction. */
export function deleteDeadLetter(tx: AnyTransaction, id: string): Promise<{ envelope: CloudEvent } | undefined> {
  return tx.deleteFrom('dead_letter').where('id', '=', id).returning('envelope').executeTakeFirst();
}

/** Counts a failed attempt and stores its reason. Returns the stored reason. */
export async function updateFailure(tx: AnyTransaction, id: string, failure: unknown): Promise<string> {
  const reason = reasonOf(failure);
  await sql`update dead_letter set attempts = attempts + 1, reason = ${reason} where id = ${id}`.execute(tx);
  return reason;
}

/**
 * Returns the event's id.
 * For a value that is not an event, returns a hash of the value, so that it is stored only once.
 */
export function idOf(event: CloudEvent): string {
  if (typeof event?.id === 'string' && event.id) return event.id;
  return `sha256:${hash('sha256', JSON.stringify(event) ?? 'undefined')}`;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500) || 'unknown';
}
