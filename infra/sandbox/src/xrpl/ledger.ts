import type { Clock } from '../clock.ts';
import type { Account } from './account.ts';
import { addressOf } from './address.ts';
import { apply, type Json, newAccount, newHash, type Order, type Transaction, write } from './transactions.ts';

const CLOSE_EVERY_MS = 3_000;
/** Ledger times are whole seconds since Ripple's epoch, 2000-01-01. */
const RIPPLE_EPOCH_SECONDS = 946_684_800;
/** The oldest ledger of the real network. */
export const FIRST_LEDGER = 32_570;
const MAX_TRANSACTIONS = 50_000;
/** Maximum lag of a server, in ledgers. */
export const MAX_LAG = 1_000;
const HOT_WALLET_DROPS = 50_000_000_000_000n;
const SENDER_DROPS = 100_000_000_000n;

/** The sandbox's exchange: the default sender of payments. */
export const HOT_WALLET = addressOf('exchange hot wallet');

export interface Header {
  ledgerIndex: number;
  ledgerHash: string;
  closeTime: number;
}

export interface FeeSettings {
  reserveBase: bigint;
  reserveIncrement: bigint;
  fee: bigint;
}

const DEFAULT_FEE_SETTINGS: FeeSettings = { reserveBase: 1_000_000n, reserveIncrement: 200_000n, fee: 10n };

/** The ledger that all servers of this sandbox share. */
export interface Ledger {
  header: Header;
  feeSettings: FeeSettings;
  accounts: Map<string, Account>;
  find(hash: string): Transaction | undefined;
  /** Returns the closed transactions that affect an account, oldest first. */
  historyOf(address: string): readonly Transaction[];
  /** Queues a transaction for the next ledger. */
  submit(order: Order): Transaction;
  close(): void;
  /** Returns the transactions of a ledger, in order. */
  closedIn(index: number): readonly Transaction[];
  /** Returns the ledger as it was at an earlier index, but with the current balances. */
  at(index: number): LedgerView;
  /** Holds or releases the ledger. While it is held, ledgers close only by `close()`. */
  hold(held: boolean): void;
  /** Returns the persistent state. */
  save(): SavedLedger;
  restore(saved: SavedLedger): void;
  reset(): void;
}

interface SavedLedger {
  header: Header;
  feeSettings: FeeSettings;
  accounts: Map<string, Account>;
  history: Map<string, Transaction[]>;
  transactions: Map<string, Transaction>;
  pending: Transaction[];
}

/** The part of a ledger that commands read. */
export type LedgerView = Pick<Ledger, 'header' | 'feeSettings' | 'accounts' | 'find' | 'historyOf'>;

/** Creates the ledger, which closes every 3 s unless it is held. */
export function createLedger(clock: Clock, onClose: (transactions: number) => void): Ledger {
  let history = new Map<string, Transaction[]>();
  let transactions = new Map<string, Transaction>();
  let pending: Transaction[] = [];
  let stopAlarm: () => void = () => {};
  let held = false;
  const closed = new Map<number, { header: Header; transactions: readonly Transaction[] }>();

  const ledger: Ledger = {
    // The initial index grows by one per second, but a running ledger's index only by one per 3 s. So after a restart
    // without a stored state, the index is never lower than before.
    header: {
      ledgerIndex: clock.seconds() - Date.UTC(2024, 0) / 1000,
      ledgerHash: newHash(),
      closeTime: clock.seconds() - RIPPLE_EPOCH_SECONDS,
    },
    feeSettings: { ...DEFAULT_FEE_SETTINGS },
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
      const { accounts, feeSettings } = ledger;
      const sender = accounts.get(order.from) ?? { ...newAccount(order.from), balance: SENDER_DROPS + order.drops };
      accounts.set(order.from, sender);
      const transaction = write(order, sender.sequence++, feeSettings.fee);
      transactions.set(transaction.hash, transaction);
      pending.push(transaction);
      return transaction;
    },

    close() {
      const { header, feeSettings, accounts } = ledger;
      const now = clock.seconds() - RIPPLE_EPOCH_SECONDS;
      const next: Header = {
        ledgerIndex: header.ledgerIndex + 1,
        ledgerHash: newHash(),
        closeTime: Math.max(header.closeTime + 1, now),
      };
      const brought = pending;
      pending = [];
      for (const [position, transaction] of brought.entries()) {
        const { result, meta, affected } = apply(transaction, { accounts, ...feeSettings });
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
      storeClosed(next, brought);
      scheduleClose();
      onClose(brought.length);
    },

    hold(hold) {
      held = hold;
      scheduleClose();
    },

    save: () => {
      const { header, feeSettings, accounts } = ledger;
      return { header, feeSettings, accounts, history, transactions, pending };
    },

    restore(saved) {
      ({ history, transactions, pending } = saved);
      ledger.feeSettings = saved.feeSettings;
      ledger.accounts = saved.accounts;
      const ledgerIndex = Math.max(ledger.header.ledgerIndex, saved.header.ledgerIndex + 1);
      storeClosed({ ...ledger.header, ledgerIndex }, []);
    },

    reset() {
      held = false;
      history = new Map();
      transactions = new Map();
      pending = [];
      ledger.accounts = newAccounts();
      ledger.feeSettings = { ...DEFAULT_FEE_SETTINGS };
      // A reset may set the clock back, but the index never decreases.
      storeClosed({ ...ledger.header, closeTime: clock.seconds() - RIPPLE_EPOCH_SECONDS }, []);
      scheduleClose();
    },
  };

  function storeClosed(header: Header, transactions: readonly Transaction[]): void {
    ledger.header = header;
    closed.set(header.ledgerIndex, { header, transactions });
    closed.delete(header.ledgerIndex - MAX_LAG - 1);
  }
  function scheduleClose(): void {
    stopAlarm();
    if (!held) stopAlarm = clock.schedule(CLOSE_EVERY_MS, ledger.close);
  }
  storeClosed(ledger.header, []);
  scheduleClose();
  return ledger;
}

function newAccounts(): Map<string, Account> {
  return new Map([[HOT_WALLET, { ...newAccount(HOT_WALLET), balance: HOT_WALLET_DROPS }]]);
}

/** Formats a transaction's time as the API does. */
export function closeTimeIso(closeTime: number): string {
  return new Date((closeTime + RIPPLE_EPOCH_SECONDS) * 1000).toISOString().replace('.000Z', 'Z');
}

/** Formats a transaction for `tx`, `account_tx` and the stream (API version 2). */
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
