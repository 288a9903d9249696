import type { Tx } from '@xrp-bridge/runtime';
import type { Tombstones } from '@xrp-bridge/runtime/tombstones';
import { sql } from 'kysely';
import { deleteOldContacts } from '../store.ts';
import type { Tables } from '../tables.ts';

/**
 * Deletes what was deleted, replaced or ended after a backup, and what has expired since.
 * A replaced address is deleted with its contact: no mail must go to it, and the new address is not in the backup.
 */
export async function repeatDeletions(tx: Tx<Tables>, deleted: Tombstones, now: Date): Promise<void> {
  const ids = (kind: string) => sql<string>`any (${deleted[kind] ?? []}::uuid[])`;
  await tx.deleteFrom('push_subscription').where('id', '=', ids('push_subscription')).execute();
  await tx.deleteFrom('newsletter').where('id', '=', ids('newsletter')).execute();
  await tx.updateTable('newsletter').set({ market: false }).where('id', '=', ids('newsletter market')).execute();
  await tx.updateTable('newsletter').set({ alerts: false }).where('id', '=', ids('newsletter alerts')).execute();
  await tx
    .updateTable('subscription')
    .set({ stopped_at: now })
    .where('contact_id', '=', ids('subscription'))
    .where('stopped_at', 'is', null)
    .execute();
  await tx
    .updateTable('concierge')
    .set({ contact_id: null })
    .where('order_id', '=', sql<string>`any (${deleted.concierge ?? []}::text[])`)
    .execute();
  await tx.deleteFrom('contact').where('id', '=', ids('contact')).execute();
  await deleteOldContacts(tx, now);
}
