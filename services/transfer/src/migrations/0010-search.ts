import { provideTrigrams } from '@xrp-bridge/runtime/db';
import { type Kysely, sql } from 'kysely';

/** What is rare is found by an index, on the very expression in which the runtime's lists search: see its paging.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const trigrams = sql.id(await provideTrigrams(db), 'gin_trgm_ops');
  // What is written waits in a list; a short one, for whoever fills it waits until it is worked in.
  await sql`
    create index transfer_searched on transfer using gin (lower((
      e'\\n' || coalesce(id, '') || e'\\n' ||
      coalesce(from_exchange, '') || e'\\n' ||
      coalesce(to_wallet, '') || e'\\n' ||
      coalesce(destination_address, '') || e'\\n'
    ) collate "C") ${trigrams}) with (gin_pending_list_limit = 1024)`.execute(db);
  // How many rows a search finds is known from samples of the expression.
  await sql`analyze transfer`.execute(db);
}
