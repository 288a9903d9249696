import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';

/** Tasks are read in the order in which they are listed by an index on the very expression of the list: see task-store.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // By other expressions than those of the list, it served nobody.
  await sql`drop index task_open_first`.execute(db);
  await sql`
    create index task_open_then_newest on task (
      ((case when done_at is null then 100000000000000000 else 0 end
        + extract(epoch from since - timestamptz 'epoch') * 1000000)::bigint),
      (id collate "C")
    )`.execute(db);
  await addSearchIndex(db, 'task', ['kind', 'order_id', 'payment_id', 'why', 'assigned_to', 'reason']);
}
