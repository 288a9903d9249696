import { type Kysely, sql } from 'kysely';

/** A newsletter's mails name its issue, which is stored once, in place of all that it says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The id of such a mail is that of its issue, and a contact's UUID.
  await sql`
    update mail set facts = jsonb_build_object('issueIds', jsonb_build_array(left(id, -37)))
    where template in ('market_analysis', 'deviation_alert', 'signals_day')`.execute(db);
}
