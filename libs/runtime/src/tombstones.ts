import { type Kysely, sql } from 'kysely';
import type { Retention } from './retention.ts';

// A tombstone is the id of a row that was deleted. `npm run restore` repeats the deletions that are newer than the backup.

/** Ids of deleted rows, by kind. */
export type Tombstones = Partial<Record<string, string[]>>;

/** Tombstones are stored for longer than any backup. */
export const tombstoneRetention: Retention = { tombstone: { days: 400, since: sql.ref('at') } };

/**
 * Creates the table `tombstone` and the function of its triggers.
 * A trigger passes the kind, and the column with the id: `execute function insert_tombstone('contact', 'id')`.
 */
export async function createTombstones(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tombstone (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      row_id text not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index tombstone_at on tombstone using brin (at)`.execute(db);
  await sql`
    create function insert_tombstone() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into tombstone (kind, row_id) values (tg_argv[0], to_jsonb(old) ->> tg_argv[1]);
      return null;
    end $$`.execute(db);
}
