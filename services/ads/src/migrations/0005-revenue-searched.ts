import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addSearchIndex(db, 'revenue_record', ['id', 'kind', 'source', 'ad_network', 'campaign_id']);
}
