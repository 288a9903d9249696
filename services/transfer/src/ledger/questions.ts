import { z } from 'zod';
import type { LedgerTransaction } from '../domain/arrivals.ts';
import type { AccountFacts } from '../domain/destination.ts';
import { LedgerUnavailable, type Message, NotBelieved, type Reply } from './connection.ts';
import type { Question } from './ledger.ts';

export type LedgerAccount = Omit<AccountFacts, 'sharedByMany'>;

// https://xrpl.org/docs/references/protocol/ledger-data/ledger-entry-types/accountroot#accountroot-flags
const flags = {
  requiresTag: 0x00020000,
  refusesXrp: 0x00080000,
  masterKeyDisabled: 0x00100000,
  depositAuth: 0x01000000,
};
const partialPaymentFlag = 0x00020000;

const accountReply = z.object({
  account_data: z.object({
    Account: z.string(),
    Balance: z.string().regex(/^\d{1,17}$/),
    Flags: z.int().nonnegative(),
    RegularKey: z.string().optional(),
  }),
  ledger_index: z.int().positive(),
  validated: z.literal(true),
});

/** An account in the newest validated ledger; null when there is none, which is normal for a new wallet. */
export function askAccount(
  address: string,
  oldestBelievable: number,
): Question<{ account: LedgerAccount | null; ledgerIndex: number | null }> {
  return {
    command: 'account_info',
    fields: { account: address, ledger_index: 'validated' },
    read({ error, body }) {
      // Clio leaves out what rippled says about the ledger when there is no such account.
      if (
        error === 'actNotFound' &&
        body.validated !== false &&
        [undefined, address].includes(body.account as string)
      ) {
        const { ledger_index: ledgerIndex } = body;
        return { account: null, ledgerIndex: typeof ledgerIndex === 'number' ? ledgerIndex : null };
      }
      const { account_data: data, ledger_index: ledgerIndex } = parse(accountReply, error, body);
      if (data.Account !== address) throw new NotBelieved('The ledger server answered about another account');
      if (ledgerIndex < oldestBelievable) throw new NotBelieved('The ledger server answered from an old ledger');
      const has = (flag: number) => (data.Flags & flag) !== 0;
      const account = {
        balanceDrops: BigInt(data.Balance),
        requiresTag: has(flags.requiresTag),
        depositAuthorization: has(flags.depositAuth),
        refusesXrp: has(flags.refusesXrp),
        masterKeyDisabled: has(flags.masterKeyDisabled),
        regularKey: data.RegularKey ?? null,
      };
      return { account, ledgerIndex };
    },
  };
}

const amount = z.unknown().transform((value): LedgerTransaction['delivered'] => {
  if (typeof value === 'string') return /^\d{1,17}$/.test(value) ? BigInt(value) : null;
  return typeof value === 'object' && value !== null ? 'token' : null;
});

const rippleEpochMs = 946_684_800_000;

const transactionShape = z
  .object({
    hash: z.string().regex(/^[0-9A-F]{64}$/),
    validated: z.boolean().default(false),
    ledger_index: z.int().positive().optional(),
    close_time_iso: z.iso.datetime().optional(),
    tx_json: z.object({
      TransactionType: z.string(),
      Account: z.string(),
      Destination: z.string().optional(),
      DestinationTag: z.int().nonnegative().optional(),
      Flags: z.int().nonnegative().default(0),
      date: z.int().nonnegative().optional(),
    }),
    meta: z.object({ TransactionResult: z.string(), delivered_amount: amount.optional() }).optional(),
  })
  .transform(({ tx_json: tx, meta, ...row }): LedgerTransaction => {
    const closedMs = row.close_time_iso ? Date.parse(row.close_time_iso) : tx.date && tx.date * 1_000 + rippleEpochMs;
    return {
      hash: row.hash,
      validated: row.validated,
      ledgerIndex: row.ledger_index ?? null,
      closedAt: closedMs ? new Date(closedMs) : null,
      type: tx.TransactionType,
      sender: tx.Account,
      destination: tx.Destination ?? null,
      destinationTag: tx.DestinationTag === undefined ? null : String(tx.DestinationTag),
      partialPayment: (tx.Flags & partialPaymentFlag) !== 0,
      result: meta?.TransactionResult ?? null,
      delivered: meta?.delivered_amount ?? null,
    };
  });

/**
 * A transaction that a server sent by itself; null when it is not one that can be used.
 * @throws NotBelieved when it is not validated: that was not asked for, and what else it hides nobody knows
 */
export function readStreamed(message: Message): LedgerTransaction | null {
  const parsed = transactionShape.safeParse(message);
  if (!parsed.success) return null;
  if (!parsed.data.validated) throw new NotBelieved('The ledger server tells of a transaction that is not validated');
  return parsed.data;
}

/** A transaction by its hash; null when the server does not know it. */
export function askTransaction(hash: string): Question<{ transaction: LedgerTransaction | null; server: string }> {
  return {
    command: 'tx',
    fields: { transaction: hash },
    read({ error, body }, server) {
      if (error === 'txnNotFound') return { transaction: null, server };
      const transaction = parse(transactionShape, error, body);
      if (transaction.hash !== hash) throw new NotBelieved('The ledger server answered about another transaction');
      return { transaction, server };
    },
  };
}

/**
 * A transaction that a validated ledger is said to hold; null when the server has that ledger and searched it in vain.
 * @throws LedgerUnavailable as long as the server has not come to that ledger: then it can neither confirm nor refute
 */
export function askClosedTransaction(hash: string, ledgerIndex: number): Question<LedgerTransaction | null> {
  const { command, fields, read } = askTransaction(hash);
  return {
    command,
    fields: { ...fields, min_ledger: ledgerIndex, max_ledger: ledgerIndex },
    read(reply, server) {
      const { transaction } = read(reply, server);
      if (transaction?.validated) return transaction;
      // https://xrpl.org/docs/references/http-websocket-apis/public-api-methods/transaction-methods/tx#not-found-response
      if (!transaction && reply.body.searched_all === true) return null;
      throw new LedgerUnavailable('The ledger server has not come to the ledger of this transaction');
    },
  };
}

const historyReply = z.object({
  account: z.string(),
  ledger_index_min: z.int(),
  ledger_index_max: z.int(),
  transactions: z.array(z.looseObject({ validated: z.literal(true), hash: z.string(), tx_json: z.looseObject({}) })),
  marker: z.unknown().optional(),
});

export interface HistoryPage {
  transactions: LedgerTransaction[];
  /** How to ask for the next page; null when this is the last. */
  marker: unknown;
  newestLedger: number;
  server: string;
}

/** The transactions of an account, newest first; `fromLedger` null asks for all the server has. */
export function askHistory(
  address: string,
  options: { fromLedger: number | null; limit: number; marker?: unknown },
): Question<HistoryPage> {
  const { fromLedger, limit, marker } = options;
  return {
    command: 'account_tx',
    fields: {
      account: address,
      ledger_index_min: fromLedger ?? -1,
      ledger_index_max: -1,
      limit,
      forward: false,
      ...(marker === undefined || marker === null ? {} : { marker }),
    },
    timeoutMs: 8_000,
    read({ error, body }, server) {
      const page = parse(historyReply, error, body);
      if (page.account !== address) throw new NotBelieved('The ledger server answered about another account');
      // rippled quietly begins at the oldest ledger it has.
      if (fromLedger !== null && page.ledger_index_min > fromLedger) {
        throw new LedgerUnavailable('The ledger server does not reach back far enough');
      }
      const transactions = page.transactions.flatMap((row) => {
        const parsed = transactionShape.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      });
      return { transactions, marker: page.marker ?? null, newestLedger: page.ledger_index_max, server };
    },
  };
}

/** @throws NotBelieved when the reply is an error nobody expects here, not validated, or has another shape */
function parse<Schema extends z.ZodType>(schema: Schema, error: Reply['error'], body: Message): z.output<Schema> {
  if (error !== null) throw new NotBelieved(`The ledger server answered ${error}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new NotBelieved(`The ledger server’s answer is not validated or has another shape (${fields})`);
  }
  return parsed.data;
}
