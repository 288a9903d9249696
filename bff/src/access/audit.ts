import type { QueryOf, ReplyOf } from '@xrp-bridge/contracts/define';
import type { AdminAudit } from '@xrp-bridge/contracts/public-api';
import { newestFirst, oldestFirst, readPage } from '@xrp-bridge/runtime/paging';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../tables.ts';

interface AuditEntry {
  at: Date;
  operator: string;
  ip: string;
  /** Description of the change for the operators' screen. */
  what: string;
  /** The method and the route's path. */
  action: string;
  subject?: string | null | undefined;
  reason?: string | null | undefined;
  outcome: string;
}

/** Inserts an audit entry. @returns its id */
export async function insertAudit(db: Kysely<Tables>, entry: AuditEntry): Promise<string> {
  const { id } = await db
    .insertInto('audit')
    .values({ ...entry, subject: entry.subject ?? null, reason: entry.reason ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates the outcome. An entry without a subject gets the id of the created object as its subject. */
export async function setAuditOutcome(
  db: Kysely<Tables>,
  id: string,
  { outcome, made }: { outcome: string; made: string | null },
): Promise<void> {
  const subject = sql<string | null>`coalesce(subject, ${made})`;
  await db.updateTable('audit').set({ outcome, subject }).where('id', '=', id).execute();
}

/** Lists the entries of one subject, oldest first. */
export async function findAuditOf(db: Kysely<Tables>, subject: string) {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('at')
    .limit(500)
    .execute();
  return rows.map(toEntry);
}

export async function listAudit(
  db: Kysely<Tables>,
  query: QueryOf<typeof AdminAudit>,
): Promise<ReplyOf<typeof AdminAudit>> {
  const { rows, nextCursor } = await readPage(db.selectFrom('audit').selectAll(), query, {
    orders: { '-at': newestFirst('at'), at: oldestFirst('at') },
    id: sql.ref('id'),
    search: ['operator', 'ip', 'what', 'action', 'subject', 'reason', 'outcome'].map((name) => sql.ref(name)),
  });
  return { entries: rows.map(toEntry), nextCursor };
}

function toEntry(row: Selectable<Tables['audit']>) {
  return { ...row, at: row.at.toISOString() };
}
