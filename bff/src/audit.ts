import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { AdminAudit } from '@xrp-bridge/contracts/public-api';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

interface AuditEntry {
  at: Date;
  operator: string;
  ip: string;
  action: string;
  subject?: string | null | undefined;
  reason?: string | null | undefined;
  outcome: string;
}

/** Writes down what an operator is about to do, or did. @returns the entry's id */
export async function recordAudit(db: Kysely<Tables>, entry: AuditEntry): Promise<string> {
  const { id } = await db
    .insertInto('audit')
    .values({ ...entry, subject: entry.subject ?? null, reason: entry.reason ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setAuditOutcome(db: Kysely<Tables>, id: string, outcome: string): Promise<void> {
  await db.updateTable('audit').set({ outcome }).where('id', '=', id).execute();
}

/** The latest entries, newest first. */
export async function listAudit(db: Kysely<Tables>, limit: number): Promise<ReplyOf<typeof AdminAudit>['entries']> {
  const rows = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
