import type { Db } from './store.ts';

// Transfers whose deadline has passed. Scheduled jobs expire, delete or complete them.

/** Lists the ids of unpaid transfers created before `before`, oldest first. */
export async function listUnpaid(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer')
    .select('id')
    .where('status', '=', 'pending')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the ids of open transfers whose arrival was claimed by `before`, earliest claim first. */
export async function listClaimed(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer')
    .select('id')
    .where('status', 'in', ['paid', 'instructions_sent'])
    .where('arrival_claimed_at', '<=', before)
    .orderBy('arrival_claimed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the ids of transfers that expired before `before`, in the order of ids, after `afterId`. */
export async function listExpired(db: Db, before: Date, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer')
    .select('id')
    .where('status', '=', 'expired')
    .where('updated_at', '<', before)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
