import type { Tx } from '@xrp-bridge/runtime';
import type { Tombstones } from '@xrp-bridge/runtime/tombstones';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Ends the sessions that were ended after a backup, and disables the accounts that were disabled. */
export async function repeatDeletions(tx: Tx<Tables>, deleted: Tombstones, now: Date): Promise<void> {
  const ids = (kind: string) => sql<string>`any (${deleted[kind] ?? []}::text[])`;
  await tx.deleteFrom('operator_session').where('id', '=', ids('operator_session')).execute();
  await tx
    .updateTable('operator_account')
    .set({ disabled_at: now })
    .where('id', '=', ids('operator_account'))
    .where('disabled_at', 'is', null)
    .execute();
}
