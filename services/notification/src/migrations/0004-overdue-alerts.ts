import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operator_delivery
      add column due_at timestamptz default now() + interval '15 minutes',
      add column runs integer not null default 0`.execute(db);
  // There are few deliveries, because there are few operators. Therefore the locks of both indexes are short.
  await sql`
    -- squawk-ignore require-concurrent-index-creation
    create index operator_delivery_due on operator_delivery (due_at) where sent_at is null`.execute(db);
  // A deletion from operator_choice cascades to this table and uses this index.
  await sql`
    -- squawk-ignore require-concurrent-index-creation
    create index operator_delivery_operator on operator_delivery (operator_id)`.execute(db);
}
