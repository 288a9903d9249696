import { type Kysely, sql } from 'kysely';

/** Who wanted a post stood where the schedule does: an operator of that name was taken for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post add column operator text`.execute(db);
  await sql`
    update post set operator = trigger, trigger = 'operator' where trigger not in ('schedule', 'test')`.execute(db);
}
