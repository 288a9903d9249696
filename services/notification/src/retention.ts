import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { keptDays } from './domain/notification.ts';

/**
 * Contacts, and all that is about a transfer, are deleted by `deleteOldContacts` (store.ts), each with its mails and links.
 * These rules are for what belongs to somebody who stays: a subscriber, or an owner of the concierge.
 */
export const notificationRetention: Retention = {
  mail: { days: keptDays.afterClose, since: sql.ref('created_at'), where: sql`contact_id is not null` },
  concierge_link: { days: 30, since: sql.ref('expires_at') },
  // The last word of each kind shows what holds now.
  consent: {
    days: 1095,
    since: sql.ref('at'),
    where: sql`
      exists (
        select from consent later
        where later.contact_id = consent.contact_id and later.said = consent.said and later.id > consent.id
      )`,
  },
  concierge: { days: 400, since: sql.ref('created_at'), where: sql`not owned` },
  issue: { days: 400, since: sql.ref('created_at') },
  task: { days: 1095, since: sql.ref('done_at') },
  // As long as a parked event that opens a task can be tried again.
  task_settlement: { days: 365, since: sql.ref('at') },
};
