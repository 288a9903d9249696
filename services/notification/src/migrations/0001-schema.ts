import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTransfers(db);
  await createContacts(db);
  await createMails(db);
  await createSubscriptions(db);
  await createConcierge(db);
  await createTasks(db);
  await sql`
    create table secret (name text primary key, value bytea not null, created_at timestamptz not null default now())
  `.execute(db);
}

async function createTransfers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transfer (
      id text primary key,
      released text check (released in ('paid', 'bypassed')),
      from_exchange text,
      to_wallet text,
      released_at timestamptz,
      closed_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index transfer_released on transfer (released_at) where closed_at is null`.execute(db);
  await sql`
    create table payment (
      id text primary key,
      transfer_id text not null references transfer on delete cascade,
      product text not null,
      amount_cents integer not null check (amount_cents > 0),
      paid_at timestamptz not null,
      refunded boolean not null default false,
      concierge_refunded boolean not null default false
    )`.execute(db);
  await sql`create index payment_of_transfer on payment (transfer_id)`.execute(db);
  await sql`
    create table former_email (
      transfer_id text not null references transfer on delete cascade,
      email text not null,
      changed_at timestamptz not null,
      primary key (transfer_id, email)
    )`.execute(db);
  await sql`
    create table resume_token (
      hash bytea primary key,
      transfer_id text not null references transfer on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index resume_token_of_transfer on resume_token (transfer_id)`.execute(db);
}

async function createContacts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact (
      id uuid primary key default gen_random_uuid(),
      transfer_id text references transfer on delete cascade,
      reason text not null,
      email text,
      phone text,
      message text,
      created_at timestamptz not null,
      bounced_at timestamptz
    )`.execute(db);
  await sql`create unique index contact_of_transfer on contact (transfer_id, reason) where transfer_id is not null`.execute(
    db,
  );
  await sql`create unique index contact_without_transfer on contact (reason, lower(email)) where transfer_id is null`.execute(
    db,
  );
  await sql`create index contact_newest on contact (created_at desc)`.execute(db);
  await addSearchIndex(db, 'contact', ['email', 'transfer_id', 'reason', 'phone', 'message']);
  // A search for a receipt's e-mail address also finds the other contacts of its transfer.
  await addSearchIndex(db, 'contact', ['email'], { name: 'contact_email_searched' });
}

async function createMails(db: Kysely<unknown>): Promise<void> {
  // A mail is about a transfer or about a contact without a transfer.
  await sql`
    create table mail (
      id text primary key,
      transfer_id text references transfer on delete cascade,
      contact_id uuid references contact on delete cascade,
      template text not null,
      facts jsonb not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      dropped_at timestamptz,
      due_at timestamptz default now() + interval '15 minutes',
      runs integer not null default 0,
      constraint mail_is_about_one check (num_nonnulls(transfer_id, contact_id) = 1)
    )`.execute(db);
  await sql`create index mail_of_transfer on mail (transfer_id)`.execute(db);
  await sql`create index mail_of_contact on mail (contact_id) where contact_id is not null`.execute(db);
  await sql`create index mail_due on mail (due_at) where sent_at is null and dropped_at is null`.execute(db);
  await sql`
    create table delivery (
      mail_id text not null references mail on delete cascade,
      mailbox bytea not null,
      transfer_id text,
      at timestamptz not null,
      sent boolean not null default false,
      primary key (mail_id, mailbox)
    )`.execute(db);
  await sql`create index delivery_to_mailbox on delivery (mailbox, at)`.execute(db);
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription (
      contact_id uuid primary key references contact on delete cascade,
      token_hash bytea unique,
      confirmed_at timestamptz,
      running boolean not null default false,
      changed_at timestamptz,
      stopped_at timestamptz
    )`.execute(db);
  await sql`
    create table newsletter (
      id uuid primary key default gen_random_uuid(),
      order_id text not null unique,
      contact_id uuid not null references contact on delete cascade,
      market boolean not null,
      alerts boolean not null,
      token_hash bytea unique,
      confirmed_at timestamptz,
      moves integer not null default 0
    )`.execute(db);
  await sql`create index newsletter_of_contact on newsletter (contact_id)`.execute(db);
  // The proof of each consent, with the time when the contact gave or withdrew it.
  await sql`
    create table consent (
      id bigint generated always as identity primary key,
      contact_id uuid not null references contact on delete cascade,
      change text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index consent_of_contact on consent (contact_id)`.execute(db);
  await sql`
    create table issue (
      id text primary key,
      newsletter text not null check (newsletter in ('market', 'alerts', 'signals')),
      facts jsonb not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index issue_newest on issue (newsletter, created_at desc)`.execute(db);
}

async function createConcierge(db: Kysely<unknown>): Promise<void> {
  // A concierge is owned for life, so its row outlives the contact by whose e-mail address it is found.
  await sql`
    create table concierge (
      order_id text primary key,
      contact_id uuid references contact on delete set null,
      transfer_id text,
      owned boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index concierge_of_contact on concierge (contact_id)`.execute(db);
  await sql`create index concierge_of_transfer on concierge (transfer_id) where transfer_id is not null`.execute(db);
  await sql`
    create table concierge_link (
      hash bytea primary key,
      contact_id uuid not null references contact on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index concierge_link_of_contact on concierge_link (contact_id)`.execute(db);
}

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task (
      id text primary key,
      kind text not null,
      cause text not null,
      order_id text,
      payment_id text,
      since timestamptz not null,
      why text not null,
      refund jsonb,
      assigned_to text,
      done_at timestamptz,
      done_by text,
      reason text,
      check ((done_at is null) = (done_by is null))
    )`.execute(db);
  // One cause opens one task. Only these two kinds can recur after the previous task is done.
  await sql`
    create unique index task_one_per_cause on task (kind, cause)
    where done_at is null or kind not in ('hand_payment', 'not_released')`.execute(db);
  await sql`create index task_cause on task (cause)`.execute(db);
  await sql`create index task_order on task (order_id)`.execute(db);
  await sql`create index task_payment on task (payment_id) where done_at is null`.execute(db);
  // The planner uses this index only for the exact expression that task-store.ts sorts by.
  await sql`
    create index task_open_then_newest on task (
      ((case when done_at is null then 100000000000000000 else 0 end
        + extract(epoch from since - timestamptz 'epoch') * 1000000)::bigint),
      (id collate "C")
    )`.execute(db);
  await addSearchIndex(db, 'task', ['kind', 'order_id', 'payment_id', 'why', 'assigned_to', 'reason']);

  await sql`
    create table task_settlement (
      kind text not null,
      payment_id text,
      cause text,
      at timestamptz not null,
      reason text not null,
      check (num_nonnulls(payment_id, cause) > 0)
    )`.execute(db);
  await sql`create index task_settlement_newest on task_settlement (kind, at)`.execute(db);
}
