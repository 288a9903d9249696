import { z } from 'zod';
import type { LedgerTransaction } from '../domain/arrivals.ts';
import type { AccountFacts } from '../domain/destination.ts';
import { LedgerUnavailable, type Message, type Reply, UntrustedReply } from './connection.ts';
import type { LedgerRequest } from './ledger.ts';

export type LedgerAccount = Omit<AccountFacts, 'sharedByMany'>;

// The flags of https://xrpl.org/docs/references/protocol/ledger-data/ledger-entry-types/accountroot#accountroot-flags
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

/** Requests an account in the newest validated ledger. A null result is normal for a new wallet. */
export function accountRequest(
  address: string,
  oldestTrusted: number,
): LedgerRequest<{ account: LedgerAccount | null; ledgerIndex: number | null }> {
  return {
    command: 'account_info',
    fields: { account: address, ledger_index: 'validated' },
    read({ error, body }) {
      // Clio omits the ledger's fields when the account does not exist; rippled includes them.
      if (
        error === 'actNotFound' &&
        body.validated !== false &&
        [undefined, address].includes(body.account as string)
      ) {
        const { ledger_index: ledgerIndex } = body;
        return { account: null, ledgerIndex: typeof ledgerIndex === 'number' ? ledgerIndex : null };
      }
      const { account_data: data, ledger_index: ledgerIndex } = parse(accountReply, error, body);
      if (data.Account !== address)
        throw new UntrustedReply('The ledger server’s response is about a different account');
      if (ledgerIndex < oldestTrusted)
        throw new UntrustedReply('The ledger server’s response is from an old ledger version');
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
 * Parses a streamed transaction. Returns null if it lacks the required fields.
 * @throws UntrustedReply if the transaction is not validated, because only validated transactions are requested
 */
export function readStreamed(message: Message): LedgerTransaction | null {
  const parsed = transactionShape.safeParse(message);
  if (!parsed.success) return null;
  if (!parsed.data.validated) throw new UntrustedReply('The ledger server reported a transaction that isn’t validated');
  return parsed.data;
}

/** Requests a transaction by its hash. The answer is null if the server does not have the transaction. */
export function transactionRequest(
  hash: string,
): LedgerRequest<{ transaction: LedgerTransaction | null; server: string }> {
  return {
    command: 'tx',
    fields: { transaction: hash },
    read({ error, body }, server) {
      if (error === 'txnNotFound') return { transaction: null, server };
      const transaction = parse(transactionShape, error, body);
      if (transaction.hash !== hash)
        throw new UntrustedReply('The ledger server’s response is about a different transaction');
      return { transaction, server };
    },
  };
}

/**
 * Requests a transaction that another server reported in this validated ledger.
 * The answer is null if the server has that ledger and the transaction is not in it.
 * @throws LedgerUnavailable while the server does not have that ledger, so that it can neither confirm nor refute
 */
export function closedTransactionRequest(hash: string, ledgerIndex: number): LedgerRequest<LedgerTransaction | null> {
  const { command, fields, read } = transactionRequest(hash);
  return {
    command,
    fields: { ...fields, min_ledger: ledgerIndex, max_ledger: ledgerIndex },
    read(reply, server) {
      const { transaction } = read(reply, server);
      if (transaction?.validated) return transaction;
      // `searched_all` is true only if the server has searched that ledger, so the transaction is not in it:
      // https://xrpl.org/docs/references/http-websocket-apis/public-api-methods/transaction-methods/tx#not-found-response
      if (!transaction && reply.body.searched_all === true) return null;
      throw new LedgerUnavailable('The ledger server hasn’t caught up with this transaction');
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
  /** Cursor of the next page; null on the last page. */
  marker: unknown;
  newestLedger: number;
  server: string;
}

/**
 * Requests an account's transactions, newest first.
 * If `fromLedger` is null, requests all transactions that the server has.
 */
export function historyRequest(
  address: string,
  options: { fromLedger: number | null; limit: number; marker?: unknown },
): LedgerRequest<HistoryPage> {
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
      if (page.account !== address)
        throw new UntrustedReply('The ledger server’s response is about a different account');
      // rippled silently begins at the oldest ledger that it has.
      if (fromLedger !== null && page.ledger_index_min > fromLedger) {
        throw new LedgerUnavailable('The ledger server’s history doesn’t go back far enough');
      }
      const transactions = page.transactions.flatMap((row) => {
        const parsed = transactionShape.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      });
      return { transactions, marker: page.marker ?? null, newestLedger: page.ledger_index_max, server };
    },
  };
}

/**
 * Parses a reply.
 * @throws UntrustedReply if the reply is an unexpected error, is not validated, or has another shape
 */
function parse<Schema extends z.ZodType>(schema: Schema, error: Reply['error'], body: Message): z.output<Schema> {
  if (error !== null) throw new UntrustedReply(`The ledger server returned ${error}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new UntrustedReply(
      `The ledger server’s response isn’t validated or isn’t in the expected format (${fields})`,
    );
  }
  return parsed.data;
}
