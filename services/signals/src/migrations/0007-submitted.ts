import { type Kysely, sql } from 'kysely';

/** An article that users submitted is read again when its publisher's own source brings it; copies are told apart when read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table seen add column submitted boolean not null default false`.execute(db);
  await sql`
    update seen set submitted = true
    from item where item.url = seen.url and item.source in ('Hacker News', 'Reddit')`.execute(db);
  await sql`create index item_url on item (url)`.execute(db);
  await sql`drop index item_reports`.execute(db);
  await sql`create index item_reports on item (published_at) where reports <> '[]'`.execute(db);
}
