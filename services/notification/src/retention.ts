import type { Retention } from '@xrp-bridge/runtime';
import { tombstoneRetention } from '@xrp-bridge/runtime/tombstones';
import { sql } from 'kysely';
import { retentionDays } from './domain/notification.ts';

/**
 * Retention of rows that are not deleted with a contact.
 * These are rows without a contact, and rows of subscribers and concierge owners.
 * `deleteOldContacts` (store.ts) deletes all other contacts and transfers, with their mails and links.
 */
export const notificationRetention: Retention = {
  mail: { days: retentionDays.afterClose, since: sql.ref('created_at'), where: sql`contact_id is not null` },
  concierge_link: { days: 30, since: sql.ref('expires_at') },
  // The last row of each kind of change is the current consent, so it is not deleted.
  consent: {
    days: 1095,
    since: sql.ref('at'),
    where: sql`
      exists (
        select from consent later
        where later.contact_id = consent.contact_id and later.change = consent.change and later.id > consent.id
      )`,
  },
  concierge: { days: 400, since: sql.ref('created_at'), where: sql`not owned` },
  ...tombstoneRetention,
  issue: { days: 400, since: sql.ref('created_at') },
  task: { days: 1095, since: sql.ref('done_at') },
  // Alerts are stored longer than dead letters, because the newest alert contains the ids of reported problems.
  operator_alert: { days: 400, since: sql.ref('created_at') },
  // A dead-lettered event that is not older than this can still open the task.
  task_settlement: { days: 365, since: sql.ref('at') },
};
