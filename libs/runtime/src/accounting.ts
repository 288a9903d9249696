import type { Entry } from '@xrp-bridge/contracts/accounting';
import { currency } from '@xrp-bridge/contracts/prices';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from './messaging/tables.ts';

// Double-entry accounting. Each service that handles money has its entries in its own schema.

/** A row of `accounting_entry`, without the columns that each service adds. */
export interface EntryTable<Account extends string, Kind extends string> {
  /**
   * Id of the transaction.
   * The id is part of the primary key, so that a transaction cannot be booked twice.
   */
  transaction_id: string;
  account: Account;
  amount_cents: number;
  currency: typeof currency;
  kind: Kind;
  at: Date;
}

interface Sums<Account extends string> {
  /** Sum of all entries in cents, by account. */
  totals: Partial<Record<Account, number>>;
  /** Sum of the amounts in cents by which transactions differ from zero. */
  unbalancedCents: number;
}

interface Booking<Account extends string, Kind extends string, About extends object> {
  transactionId: string;
  kind: Kind;
  entries: readonly Entry<Account>[];
  at: Date;
  about: About;
}

/** Returns the rows of one transaction. */
export function accountingRows<Account extends string, Kind extends string, About extends object>({
  transactionId,
  kind,
  entries,
  at,
  about,
}: Booking<Account, Kind, About>): (EntryTable<Account, Kind> & About)[] {
  return entries.map(({ account, amountCents }) => ({
    ...about,
    transaction_id: transactionId,
    account,
    amount_cents: amountCents,
    currency,
    kind,
    at,
  }));
}

/** Returns the accounting functions, typed by a service's accounts, kinds and additional columns. */
export function openAccounting<Account extends string, Kind extends string, About extends object>() {
  return {
    /**
     * Inserts one transaction.
     * @throws a check violation if its sum is not zero; a unique violation if it is already booked
     */
    async bookEntries(tx: AnyTransaction, booking: Booking<Account, Kind, About>): Promise<void> {
      await tx.insertInto('accounting_entry').values(accountingRows(booking)).execute();
    },

    /**
     * Inserts the opposite of an earlier transaction.
     * @throws Error if the earlier transaction is not booked
     */
    async reverseEntries(
      tx: AnyTransaction,
      transactionId: string,
      reversal: { transactionId: string; kind: Kind; at: Date },
    ): Promise<void> {
      const { kind, at } = reversal;
      const { numAffectedRows = 0n } = await sql`
        insert into accounting_entry
        select (jsonb_populate_record(e, jsonb_build_object('transaction_id', ${reversal.transactionId}::text,
          'kind', ${kind}::text, 'at', ${at}::timestamptz, 'amount_cents', -e.amount_cents))).*
        from accounting_entry e where transaction_id = ${transactionId}`.execute(tx);
      if (numAffectedRows === 0n) throw new Error(`${transactionId} is not booked`);
    },

    /**
     * Sums all entries by account, to check the daily totals.
     * @param more further columns and their `from` clause, so that one statement reads all values from one snapshot
     */
    async sumEntries<More = unknown>(db: AnyDatabase, more: RawBuilder<More> = sql``): Promise<Sums<Account> & More> {
      const { rows } = await sql<Sums<Account> & More>`
        select
          coalesce((select jsonb_object_agg(account, total) from (
            select account, sum(amount_cents) as total from accounting_entry group by account) a), '{}') as totals,
          (select coalesce(sum(abs(total)), 0)::float8 from (
            select sum(amount_cents) as total from accounting_entry group by transaction_id) t) as "unbalancedCents"
          ${more}`.execute(db);
      return rows[0] as (typeof rows)[number];
    },
  };
}

/**
 * Creates the table `accounting_entry`, which refuses unbalanced transactions, updates and deletes.
 * @param columns the service's additional columns, and a check constraint for `kind`
 */
export async function createAccounting(db: Kysely<unknown>, columns: RawBuilder<unknown>): Promise<void> {
  await sql`
    create table accounting_entry (
      transaction_id text not null,
      account text not null,
      amount_cents integer not null check (amount_cents <> 0),
      currency text not null check (currency = 'USD'),
      kind text not null,
      at timestamptz not null,
      ${columns},
      primary key (transaction_id, account)
    )`.execute(db);
  // One statement inserts all entries of a transaction, so a statement-level trigger sees the whole transaction.
  await sql`
    create function check_accounting_balance() returns trigger language plpgsql as $$
    begin
      if exists (select from added group by transaction_id, currency having sum(amount_cents) <> 0) then
        raise exception 'an accounting transaction must sum to zero' using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger accounting_balance after insert on accounting_entry
      referencing new table as added for each statement execute function check_accounting_balance()`.execute(db);
  await sql`
    create function refuse_accounting_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the accounting is append-only: book a correction instead' using errcode = 'check_violation';
    end $$`.execute(db);
  await sql`
    create trigger accounting_append_only before update or delete or truncate on accounting_entry
      for each statement execute function refuse_accounting_change()`.execute(db);
  // Adds each entry to the daily total of its account.
  await sql`
    create function count_accounting() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_daily_total(at, account, sum(amount_cents)) from added group by at, account order by at, account;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger accounting_daily_totals after insert on accounting_entry
      referencing new table as added for each statement execute function count_accounting()`.execute(db);
}
