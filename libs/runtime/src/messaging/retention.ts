import { sql } from 'kysely';
import type { Retention } from '../retention.ts';

/** The tables that every service has. Rows of `outbox` and `outbox_job` are deleted when sent. */
export const messagingRetention: Retention = {
  // Longer than any bus keeps an event, which could otherwise come again and be taken for new.
  inbox: { days: 30, since: sql.ref('handled_at') },
  // As long as a lost bus may go unnoticed. The bus inside PostgreSQL keeps its events itself, and the table is empty.
  sent_event: { days: 7, since: sql.ref('sent_at') },
  // A dead letter is deleted when it is redriven; after a year without that, its event is of no use.
  dead_letter: { days: 365, since: sql.ref('parked_at') },
};
