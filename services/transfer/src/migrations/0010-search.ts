import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Most transfers are never paid: without them, creating one does not write to the index.
  await addSearchIndex(db, 'transfer', ['id', 'from_exchange', 'to_wallet', 'destination_address'], {
    where: sql`status <> 'pending'`,
  });
}
