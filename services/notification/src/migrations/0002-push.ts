import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column arrived_at timestamptz`.execute(db);
  await sql`
    create table push_subscription (
      id uuid primary key default gen_random_uuid(),
      transfer_id text not null references transfer on delete cascade,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null,
      unique (transfer_id, endpoint)
    )`.execute(db);
}
