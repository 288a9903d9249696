import { sql } from 'kysely';
import type { Retention } from '../retention.ts';

/**
 * Retention of the tables that every service has.
 * Rows of `outbox` and `outbox_job` are deleted when sent.
 */
export const messagingRetention: Retention = {
  // The inbox row is stored longer than any bus stores an event. Without its inbox row, an event that is delivered
  // again would be handled again.
  inbox: { days: 30, since: sql.ref('handled_at') },
  // The rows are stored for as long as the loss of a bus may go unnoticed. With the bus in PostgreSQL the table is
  // empty, because that bus stores its events itself.
  sent_event: { days: 7, since: sql.ref('sent_at') },
  // A dead letter is deleted when it is redriven. After a year without a redrive, its event is no longer useful.
  dead_letter: { days: 365, since: sql.ref('parked_at') },
};
