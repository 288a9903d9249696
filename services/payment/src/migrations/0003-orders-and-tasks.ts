import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment add column unlocks boolean not null default true`.execute(db);

  await sql`
    create table order_state (
      order_id text primary key check (order_id ~ '^[0-9a-f]{32}$'),
      said_at timestamptz,
      times_said integer not null default 0,
      confirmed_at timestamptz,
      closed_at timestamptz
    )`.execute(db);
  await sql`
    create index order_state_unconfirmed on order_state (said_at) where confirmed_at is null and said_at is not null`.execute(
    db,
  );
  // What was paid before transfers confirmed it is taken as told.
  await sql`
    insert into order_state (order_id, said_at, times_said, confirmed_at)
    select order_id, max(checked_at), 1, now() from payment
    where status in ('succeeded', 'refunded', 'bypassed') group by order_id`.execute(db);

  await sql`
    create table task (
      id text primary key,
      kind text not null,
      cause text not null,
      order_id text,
      payment_id text,
      since timestamptz not null,
      why text not null,
      done_at timestamptz,
      done_by text,
      reason text,
      check ((done_at is null) = (done_by is null))
    )`.execute(db);
  // One cause opens one task; only what may come up again opens another once that is done.
  await sql`
    create unique index task_one_per_cause on task (kind, cause)
    where done_at is null or kind not in ('hand_payment', 'not_released')`.execute(db);
  await sql`create index task_open_first on task ((done_at is null) desc, since desc, id)`.execute(db);
  await sql`create index task_order on task (order_id) where done_at is null`.execute(db);
  await sql`create index task_payment on task (payment_id) where done_at is null`.execute(db);
  await sql`
    insert into task (id, kind, cause, order_id, payment_id, since, why)
    select 'task_' || replace(gen_random_uuid()::text, '-', ''), 'refund_request', id, order_id, id,
      refund_requested_at, 'A refund is wanted or overdue.'
    from payment where status = 'succeeded' and refund_requested_at is not null`.execute(db);
}
