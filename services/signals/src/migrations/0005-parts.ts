import { type Kysely, sql } from 'kysely';

/** What a source tells of a coin or repository is known by itself; and comments are told apart by more than a title. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known (
      source text not null,
      -- A coin or a repository.
      part text not null,
      until timestamptz not null,
      primary key (source, part)
    )`.execute(db);
  await sql`alter table item add column gist text`.execute(db);
}
