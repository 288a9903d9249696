import { type Kysely, sql } from 'kysely';

/** "Ledger" is the XRP Ledger; the double-entry books are the accounting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_entry rename to accounting_entry`.execute(db);
  await sql`alter index ledger_entry_pkey rename to accounting_entry_pkey`.execute(db);
  await sql`alter index ledger_entry_payment rename to accounting_entry_payment`.execute(db);
  await sql`alter trigger ledger_balance on accounting_entry rename to accounting_balance`.execute(db);
  await sql`alter trigger ledger_append_only on accounting_entry rename to accounting_append_only`.execute(db);
  await sql`alter function check_ledger_balance rename to check_accounting_balance`.execute(db);
  await sql`alter function refuse_ledger_change rename to refuse_accounting_change`.execute(db);
  await sql`
    create or replace function check_accounting_balance() returns trigger language plpgsql as $$
    begin
      if exists (select from added group by transaction_id, currency having sum(amount_cents) <> 0) then
        raise exception 'an accounting transaction must sum to zero' using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function refuse_accounting_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the accounting is append-only: book a correction instead' using errcode = 'check_violation';
    end $$`.execute(db);
  // Instances of the release before this one go on booking while they are replaced.
  await sql`create view ledger_entry as select * from accounting_entry`.execute(db);
}
