import { type Kysely, sql } from 'kysely';

/** The one clock that decides when a post may go out, whichever instance sends it. Tests replace the function. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function posting_time() returns timestamptz language sql as 'select clock_timestamp()'`.execute(db);
}
