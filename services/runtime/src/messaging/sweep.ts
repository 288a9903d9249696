import { sql } from 'kysely';
import type { Logger } from '../logger.ts';
import type { AnyDatabase } from './tables.ts';

/** Longer than any bus keeps an event, which could otherwise come again and be taken for new. */
const handledKeptDays = 30;
/** As long as a lost bus may go unnoticed. The bus inside PostgreSQL keeps its events itself, and nothing is kept here. */
const sentKeptDays = 7;
const mostAtOnce = 50_000;

/** Forgets what was handled, and what was sent, long ago. */
export async function sweep(db: AnyDatabase, log: Logger): Promise<void> {
  try {
    await sql`
      delete from inbox where event_id in (
        select event_id from inbox where handled_at < now() - make_interval(days => ${handledKeptDays}) limit ${mostAtOnce}
      )`.execute(db);
    await sql`
      delete from sent_event where id in (
        select id from sent_event where sent_at < now() - make_interval(days => ${sentKeptDays}) limit ${mostAtOnce}
      )`.execute(db);
  } catch (error) {
    log.warn({ err: error }, 'old inbox rows and sent events cannot be deleted');
  }
}
