import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addSearchIndex(db, 'payment', ['id', 'order_id', 'intent_id']);
}
