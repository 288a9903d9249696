import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A mail is about a transfer, or about a contact that was left without one.
  await sql`
    alter table mail
      alter column transfer_id drop not null,
      add column contact_id uuid references contact on delete cascade,
      add constraint mail_is_about_one check (num_nonnulls(transfer_id, contact_id) = 1)`.execute(db);
  await sql`create index mail_of_contact on mail (contact_id) where contact_id is not null`.execute(db);
  await sql`alter table delivery alter column transfer_id drop not null`.execute(db);
}
