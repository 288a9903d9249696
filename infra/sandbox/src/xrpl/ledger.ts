import type { Clock } from '../clock.ts';
import type { Account } from './account.ts';
import { addressOf } from './address.ts';
import { apply, type Json, newAccount, newHash, type Order, type Transaction, write } from './transactions.ts';

const CLOSE_EVERY_MS = 3_000;
/** Ripple's epoch is 2000-01-01; times in the ledger count from there, in whole seconds. */
const RIPPLE_EPOCH_SECONDS = 946_684_800;
/** The oldest ledger that the real network still has. */
export const FIRST_LEDGER = 32_570;
const MAX_TRANSACTIONS = 50_000;
/** A server lags by so many ledgers at most. */
export const MAX_LAG = 1_000;
const HOT_WALLET_DROPS = 50_000_000_000_000n;
const SENDER_DROPS = 100_000_000_000n;

/** The sandbox's exchange: payments come from here unless a sender is named. */
export const HOT_WALLET = addressOf('exchange hot wallet');

export interface Header {
  ledgerIndex: number;
  ledgerHash: string;
  closeTime: number;
}

export interface Figures {
  reserveBase: bigint;
  reserveIncrement: bigint;
  fee: bigint;
}

const FIGURES: Figures = { reserveBase: 1_000_000n, reserveIncrement: 200_000n, fee: 10n };

/** One ledger that every server of this sandbox shows. */
export interface Ledger {
  header: Header;
  figures: Figures;
  accounts: Map<string, Account>;
  find(hash: string): Transaction | undefined;
  /** The closed transactions that affect an account, oldest first. */
  historyOf(address: string): readonly Transaction[];
  /** Takes an order for the next ledger. */
  submit(order: Order): Transaction;
  close(): void;
  /** What the ledger of this index brought, in order. */
  closedIn(index: number): readonly Transaction[];
  /** The ledger as it was when it closed an earlier one, but for balances, which are those of now. */
  at(index: number): LedgerView;
  /** Held, ledgers close when they are told to, and not by themselves. */
  hold(held: boolean): void;
  /** Returns what outlives a restart. */
  save(): SavedLedger;
  restore(saved: SavedLedger): void;
  reset(): void;
}

interface SavedLedger {
  header: Header;
  figures: Figures;
  accounts: Map<string, Account>;
  history: Map<string, Transaction[]>;
  transactions: Map<string, Transaction>;
  pending: Transaction[];
}

/** What can be read of a ledger. */
export type LedgerView = Pick<Ledger, 'header' | 'figures' | 'accounts' | 'find' | 'historyOf'>;

/** Creates the ledger; it closes every 3 s unless it is held. */
export function createLedger(clock: Clock, onClose: (transactions: number) => void): Ledger {
  let history = new Map<string, Transaction[]>();
  let transactions = new Map<string, Transaction>();
  let pending: Transaction[] = [];
  let stopAlarm: () => void = () => {};
  let held = false;
  const closed = new Map<number, { header: Header; transactions: readonly Transaction[] }>();

  const ledger: Ledger = {
    // A second each while ledgers take three: after a restart the index is never behind where it was.
    header: {
      ledgerIndex: clock.seconds() - Date.UTC(2024, 0) / 1000,
      ledgerHash: newHash(),
      closeTime: clock.seconds() - RIPPLE_EPOCH_SECONDS,
    },
    figures: { ...FIGURES },
    accounts: newAccounts(),
    find: (hash) => transactions.get(hash),
    historyOf: (address) => history.get(address) ?? [],

    closedIn: (index) => closed.get(index)?.transactions ?? [],

    at(index) {
      const header = closed.get(index)?.header;
      if (!header || index === ledger.header.ledgerIndex) return ledger;
      const isClosed = ({ closed: place }: Transaction) => place !== undefined && place.ledgerIndex <= index;
      return {
        ...ledger,
        header,
        find(hash) {
          const found = ledger.find(hash);
          return found && isClosed(found) ? found : undefined;
        },
        historyOf: (address) => ledger.historyOf(address).filter(isClosed),
      };
    },

    submit(order) {
      const { accounts, figures } = ledger;
      const sender = accounts.get(order.from) ?? { ...newAccount(order.from), balance: SENDER_DROPS + order.drops };
      accounts.set(order.from, sender);
      const transaction = write(order, sender.sequence++, figures.fee);
      transactions.set(transaction.hash, transaction);
      pending.push(transaction);
      return transaction;
    },

    close() {
      const { header, figures, accounts } = ledger;
      const now = clock.seconds() - RIPPLE_EPOCH_SECONDS;
      const next: Header = {
        ledgerIndex: header.ledgerIndex + 1,
        ledgerHash: newHash(),
        closeTime: Math.max(header.closeTime + 1, now),
      };
      const brought = pending;
      pending = [];
      for (const [position, transaction] of brought.entries()) {
        const { result, meta, affected } = apply(transaction, { accounts, ...figures });
        transaction.closed = { ...next, result, meta: { ...meta, TransactionIndex: position } };
        for (const address of affected) {
          const list = history.get(address) ?? [];
          history.set(address, list);
          list.push(transaction);
        }
      }
      for (const hash of transactions.keys()) {
        if (transactions.size <= MAX_TRANSACTIONS) break;
        transactions.delete(hash);
      }
      keep(next, brought);
      scheduleClose();
      onClose(brought.length);
    },

    hold(hold) {
      held = hold;
      scheduleClose();
    },

    save: () => {
      const { header, figures, accounts } = ledger;
      return { header, figures, accounts, history, transactions, pending };
    },

    restore(saved) {
      ({ history, transactions, pending } = saved);
      ledger.figures = saved.figures;
      ledger.accounts = saved.accounts;
      const ledgerIndex = Math.max(ledger.header.ledgerIndex, saved.header.ledgerIndex + 1);
      keep({ ...ledger.header, ledgerIndex }, []);
    },

    reset() {
      held = false;
      history = new Map();
      transactions = new Map();
      pending = [];
      ledger.accounts = newAccounts();
      ledger.figures = { ...FIGURES };
      // The clock may just have gone back; the index never does.
      keep({ ...ledger.header, closeTime: clock.seconds() - RIPPLE_EPOCH_SECONDS }, []);
      scheduleClose();
    },
  };

  function keep(header: Header, transactions: readonly Transaction[]): void {
    ledger.header = header;
    closed.set(header.ledgerIndex, { header, transactions });
    closed.delete(header.ledgerIndex - MAX_LAG - 1);
  }
  function scheduleClose(): void {
    stopAlarm();
    if (!held) stopAlarm = clock.schedule(CLOSE_EVERY_MS, ledger.close);
  }
  keep(ledger.header, []);
  scheduleClose();
  return ledger;
}

function newAccounts(): Map<string, Account> {
  return new Map([[HOT_WALLET, { ...newAccount(HOT_WALLET), balance: HOT_WALLET_DROPS }]]);
}

/** A transaction's time as the API writes it. */
export function closeTimeIso(closeTime: number): string {
  return new Date((closeTime + RIPPLE_EPOCH_SECONDS) * 1000).toISOString().replace('.000Z', 'Z');
}

/** A transaction as `tx`, `account_tx` and the stream show it, in API version 2's form. */
export function shown(transaction: Transaction): Json {
  const { hash, json, closed } = transaction;
  if (!closed) return { hash, tx_json: json, validated: false };
  const { ledgerIndex, ledgerHash, closeTime, meta } = closed;
  return {
    close_time_iso: closeTimeIso(closeTime),
    hash,
    ledger_hash: ledgerHash,
    ledger_index: ledgerIndex,
    meta,
    tx_json: { ...json, date: closeTime, ledger_index: ledgerIndex },
    validated: true,
  };
}
