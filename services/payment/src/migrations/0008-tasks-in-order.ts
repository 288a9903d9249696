import { provideTrigrams } from '@xrp-bridge/runtime/db';
import { type Kysely, sql } from 'kysely';

/**
 * Tasks are read in the order in which they are listed, and what is rare in them is found, by indexes on the very
 * expressions that the list uses: see task-store.ts and the runtime's paging.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // By other expressions than those of the list, it served nobody.
  await sql`drop index task_open_first`.execute(db);
  await sql`
    create index task_open_then_newest on task (
      ((case when done_at is null then 100000000000000000 else 0 end
        + extract(epoch from since - timestamptz 'epoch') * 1000000)::bigint),
      (id collate "C")
    )`.execute(db);
  const trigrams = sql.id(await provideTrigrams(db), 'gin_trgm_ops');
  await sql`
    create index task_searched on task using gin (lower((
      e'\\n' || coalesce(kind, '') || e'\\n' ||
      coalesce(order_id, '') || e'\\n' ||
      coalesce(payment_id, '') || e'\\n' ||
      coalesce(why, '') || e'\\n' ||
      coalesce(assigned_to, '') || e'\\n' ||
      coalesce(reason, '') || e'\\n'
    ) collate "C") ${trigrams}) with (gin_pending_list_limit = 1024)`.execute(db);
  // How many rows a search finds is known from samples of the expression.
  await sql`analyze task`.execute(db);
}
