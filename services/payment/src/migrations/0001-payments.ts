import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment (
      id text primary key,
      order_id text not null check (order_id ~ '^[0-9a-f]{32}$'),
      product text not null check (product in ('guide', 'concierge', 'bundle')),
      channel text not null check (channel in ('intent', 'page', 'bypass')),
      amount_cents integer not null check (amount_cents > 0),
      refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
      status text not null check (status in ('open', 'failed', 'succeeded', 'canceled', 'refunded', 'bypassed')),
      attempt integer not null default 1,
      intent_id text unique,
      session_id text unique,
      opens_guide boolean not null default false,
      opens_concierge boolean not null default false,
      failure text,
      bypassed_by text,
      bypass_reason text,
      refund_requested_at timestamptz,
      created_at timestamptz not null,
      checked_at timestamptz not null,
      paid_at timestamptz,
      check ((status in ('succeeded', 'refunded')) = (paid_at is not null)),
      check ((channel = 'bypass') = (status = 'bypassed'))
    )`.execute(db);
  await sql`create index payment_order on payment (order_id)`.execute(db);
  await sql`create index payment_newest on payment (created_at desc)`.execute(db);
  // Two calls at once for one transfer end with one payment that can be paid.
  await sql`create unique index payment_one_live on payment (order_id) where status in ('open', 'failed')`.execute(db);
  await sql`create unique index payment_one_bypass on payment (order_id) where status = 'bypassed'`.execute(db);
  await sql`create index payment_unsettled on payment (checked_at) where status in ('open', 'failed')`.execute(db);

  await sql`
    create table refund (
      id text primary key,
      payment_id text not null references payment,
      provider_id text unique,
      amount_cents integer not null check (amount_cents > 0),
      status text not null check (status in ('requested', 'made', 'failed')),
      attempt integer not null default 1,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index refund_payment on refund (payment_id)`.execute(db);
  await sql`create unique index refund_one_requested on refund (payment_id) where status = 'requested'`.execute(db);

  await sql`
    create table webhook_event (
      id text primary key,
      type text not null,
      outcome text not null,
      payment_id text,
      received_at timestamptz not null
    )`.execute(db);
  await sql`create index webhook_event_newest on webhook_event (received_at desc)`.execute(db);

  await createLedger(db);
}

/** The books check themselves: what does not sum to zero cannot be written, and what is written cannot change. */
async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_entry (
      transaction_id text not null,
      account text not null,
      amount_cents integer not null check (amount_cents <> 0),
      currency text not null check (currency = 'USD'),
      payment_id text not null references payment,
      kind text not null check (kind in ('sale', 'refund', 'refund_failed')),
      at timestamptz not null,
      primary key (transaction_id, account)
    )`.execute(db);
  await sql`create index ledger_entry_payment on ledger_entry (payment_id)`.execute(db);
  // A transaction's lines are written by one statement, so a check per statement sees it whole.
  await sql`
    create function check_ledger_balance() returns trigger language plpgsql as $$
    begin
      if exists (select from added group by transaction_id, currency having sum(amount_cents) <> 0) then
        raise exception 'a ledger transaction must sum to zero' using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_balance after insert on ledger_entry
      referencing new table as added for each statement execute function check_ledger_balance()`.execute(db);
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only: book a correction instead' using errcode = 'check_violation';
    end $$`.execute(db);
  await sql`
    create trigger ledger_append_only before update or delete or truncate on ledger_entry
      for each statement execute function refuse_ledger_change()`.execute(db);
}
