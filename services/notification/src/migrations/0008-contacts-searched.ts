import { provideTrigrams } from '@xrp-bridge/runtime/db';
import { type Kysely, sql } from 'kysely';

/** What is rare is found by an index, on the very expressions in which the runtime's lists search: see its paging.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const trigrams = sql.id(await provideTrigrams(db), 'gin_trgm_ops');
  await sql`
    create index contact_searched on contact using gin (lower((
      e'\\n' || coalesce(email, '') || e'\\n' ||
      coalesce(transfer_id, '') || e'\\n' ||
      coalesce(reason, '') || e'\\n' ||
      coalesce(phone, '') || e'\\n' ||
      coalesce(message, '') || e'\\n'
    ) collate "C") ${trigrams}) with (gin_pending_list_limit = 1024)`.execute(db);
  // A receipt's e-mail finds the other contacts of its transfer, and nothing else of it does.
  await sql`
    create index contact_email_searched on contact using gin (lower((
      e'\\n' || coalesce(email, '') || e'\\n'
    ) collate "C") ${trigrams}) with (gin_pending_list_limit = 1024)`.execute(db);
  // How many rows a search finds is known from samples of the expressions.
  await sql`analyze contact`.execute(db);
}
