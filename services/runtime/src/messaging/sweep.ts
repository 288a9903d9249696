import { sql } from 'kysely';
import type { Logger } from '../logger.ts';
import type { AnyDatabase } from './tables.ts';

/** Longer than any bus keeps an event, which could otherwise come again and be taken for new. */
const inboxKeptDays = 30;

/** Forgets what was handled long ago. */
export async function sweepInbox(db: AnyDatabase, log: Logger): Promise<void> {
  try {
    await sql`
      delete from inbox where event_id in (
        select event_id from inbox where handled_at < now() - make_interval(days => ${inboxKeptDays}) limit 50000
      )`.execute(db);
  } catch (error) {
    log.warn({ err: error }, 'old inbox rows cannot be deleted');
  }
}
