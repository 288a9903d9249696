import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addSearchIndex(db, 'contact', ['email', 'transfer_id', 'reason', 'phone', 'message']);
  // A receipt's e-mail finds the other contacts of its transfer, and nothing else of it does.
  await addSearchIndex(db, 'contact', ['email'], { name: 'contact_email_searched' });
}
