import { provideTrigrams } from '@xrp-bridge/runtime/db';
import { type Kysely, sql } from 'kysely';

/** What is rare is found by an index, on the very expression in which the runtime's lists search: see its paging.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const trigrams = sql.id(await provideTrigrams(db), 'gin_trgm_ops');
  await sql`
    create index revenue_record_searched on revenue_record using gin (lower((
      e'\\n' || coalesce(id, '') || e'\\n' ||
      coalesce(kind, '') || e'\\n' ||
      coalesce(source, '') || e'\\n' ||
      coalesce(ad_network, '') || e'\\n' ||
      coalesce(campaign_id, '') || e'\\n'
    ) collate "C") ${trigrams}) with (gin_pending_list_limit = 1024)`.execute(db);
  // How many rows a search finds is known from samples of the expression.
  await sql`analyze revenue_record`.execute(db);
}
