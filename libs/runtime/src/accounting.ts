import type { Entry } from '@xrp-bridge/contracts/accounting';
import { currency } from '@xrp-bridge/contracts/prices';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from './messaging/tables.ts';

// Double-entry books. Each service that handles money keeps its own, in its own schema.

/** A line as it is kept; what it is about stands in columns of the service's own. */
export interface EntryTable<Account extends string, Kind extends string> {
  /** What is booked: so each is booked once. */
  transaction_id: string;
  account: Account;
  amount_cents: number;
  currency: typeof currency;
  kind: Kind;
  at: Date;
}

export interface BookSums<Account extends string> {
  /** Of every account that was ever booked. */
  totals: Partial<Record<Account, number>>;
  /** How many transactions do not sum to zero. */
  unbalanced: number;
}

interface Booking<Account extends string, Kind extends string, About extends object> {
  transactionId: string;
  kind: Kind;
  entries: readonly Entry<Account>[];
  at: Date;
  about: About;
}

/** The rows of one transaction, as the table has them. */
export function accountingRows<Account extends string, Kind extends string, About extends object>(
  booking: Booking<Account, Kind, About>,
): (EntryTable<Account, Kind> & About)[] {
  const { transactionId, kind, entries, at, about } = booking;
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

/** Opens the books of a service: its accounts, the kinds of its transactions, and the columns that say what each is about. */
export function openBooks<Account extends string, Kind extends string, About extends object>() {
  return {
    /** Writes one transaction. @throws a check violation when it does not balance, a unique one when it was booked before */
    async bookEntries(tx: AnyTransaction, booking: Booking<Account, Kind, About>): Promise<void> {
      await tx.insertInto('accounting_entry').values(accountingRows(booking)).execute();
    },

    /** Books the opposite of an earlier transaction, line by line. @throws when that was never booked */
    async reverseEntries(
      tx: AnyTransaction,
      transactionId: string,
      reversal: { transactionId: string; kind: Kind; at: Date },
    ): Promise<void> {
      const lines = await tx
        .selectFrom('accounting_entry')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .execute();
      const { kind, at } = reversal;
      await tx
        .insertInto('accounting_entry')
        .values(
          lines.map((line) => ({
            ...line,
            transaction_id: reversal.transactionId,
            amount_cents: -line.amount_cents,
            kind,
            at,
          })),
        )
        .execute();
    },

    /**
     * Adds the books up, line by line, to check them. What an account holds now is also kept as a figure: see figures.ts.
     * @param beside further columns to select as of the same moment, and where they come from
     */
    async sumEntries<Beside = unknown>(
      db: AnyDatabase,
      beside: RawBuilder<Beside> = sql``,
    ): Promise<BookSums<Account> & Beside> {
      const { rows } = await sql<BookSums<Account> & Beside>`
        select
          coalesce((select jsonb_object_agg(account, total) from (
            select account, sum(amount_cents) as total from accounting_entry group by account) a), '{}') as totals,
          (select count(*)::int from (
            select from accounting_entry group by transaction_id having sum(amount_cents) <> 0) t) as unbalanced
          ${beside}`.execute(db);
      return rows[0] as (typeof rows)[number];
    },
  };
}

/**
 * Creates the table of a service's books. They check themselves: what does not sum to zero cannot be written, and what is
 * written cannot change.
 * @param columns the service's own, and a check of the kinds
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
  // A transaction's lines are written by one statement, so a check per statement sees it whole.
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
  // What each account holds is a figure of its name.
  await sql`
    create function count_accounting() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_figure(at, account, sum(amount_cents)) from added group by at, account order by at, account;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger accounting_figures after insert on accounting_entry
      referencing new table as added for each statement execute function count_accounting()`.execute(db);
}
