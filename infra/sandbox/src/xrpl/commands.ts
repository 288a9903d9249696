import { z } from 'zod';
import { accountFlags } from './account.ts';
import { isAddress } from './address.ts';
import { FIRST_LEDGER, type Header, type LedgerView, shown } from './ledger.ts';
import { entryIndex, type Json, type Transaction } from './transactions.ts';

/**
 * Error codes and messages, including those that only one method uses.
 * Source: https://xrpl.org/docs/references/http-websocket-apis/api-conventions/error-formatting#universal-errors
 */
const ERRORS = {
  slowDown: [10, 'You are placing too much load on the server.'],
  actNotFound: [19, 'Account not found.'],
  txnNotFound: [29, 'Transaction not found.'],
  invalidParams: [31, 'Invalid parameters.'],
  unknownCmd: [32, 'Unknown method.'],
  actMalformed: [35, 'Account malformed.'],
  lgrIdxMalformed: [58, 'Ledger index malformed.'],
  internal: [73, 'Internal error.'],
  notImpl: [74, 'Not implemented.'],
} as const;

export type ErrorCode = keyof typeof ERRORS;

export class XrplError extends Error {
  readonly code: ErrorCode;
  readonly more: Json;

  constructor(code: ErrorCode, message?: string, more: Json = {}) {
    super(message ?? ERRORS[code][1]);
    this.code = code;
    this.more = more;
  }
}

export function errorBody(error: XrplError): Json {
  return {
    ...error.more,
    error: error.code,
    error_code: ERRORS[error.code][0],
    error_message: error.message,
    status: 'error',
  };
}

/** Subscriptions of one WebSocket. */
export interface Session {
  accounts: Set<string>;
  ledgerStream: boolean;
}

const address = z.string().refine(isAddress);
const addresses = z.array(address).max(10_000).optional();
const streams = z.array(z.enum(['ledger'])).optional();
const index = z.int().min(-1).optional();

const accountTx = z.object({
  ledger_index_min: index,
  ledger_index_max: index,
  forward: z.boolean().default(false),
  limit: z.int().min(1).default(200),
  marker: z.object({ ledger: z.int(), seq: z.int() }).optional(),
});

const ledgerRange = z.object({ min_ledger: z.int().optional(), max_ledger: z.int().optional() });

const COMMANDS: Record<string, (ledger: LedgerView, request: Json, session: Session | null) => Json> = {
  ping: () => ({}),
  server_info: serverInfo,
  fee: readFee,
  account_info: accountInfo,
  account_tx: accountTransactions,
  tx: lookUp,
  subscribe: (ledger, request, session) => subscribe(ledger, request, session, true),
  unsubscribe: (ledger, request, session) => subscribe(ledger, request, session, false),
};

/**
 * Answers one command as a Clio server does.
 * @throws XrplError
 */
export function answer(ledger: LedgerView, command: unknown, request: Json, session: Session | null): Json {
  const run = typeof command === 'string' ? COMMANDS[command] : undefined;
  if (!run) throw new XrplError('unknownCmd');
  return run(ledger, request, session);
}

export function ledgerFacts({ header, feeSettings }: LedgerView): Json {
  return {
    fee_base: Number(feeSettings.fee),
    ledger_hash: header.ledgerHash,
    ledger_index: header.ledgerIndex,
    ledger_time: header.closeTime,
    reserve_base: Number(feeSettings.reserveBase),
    reserve_inc: Number(feeSettings.reserveIncrement),
    validated_ledgers: `${FIRST_LEDGER}-${header.ledgerIndex}`,
  };
}

function serverInfo({ header, feeSettings }: LedgerView): Json {
  return {
    info: {
      build_version: '2.6.1',
      complete_ledgers: `${FIRST_LEDGER}-${header.ledgerIndex}`,
      last_close: { converge_time_s: 3, proposers: 35 },
      load_factor: 1,
      network_id: 0,
      server_state: 'full',
      validated_ledger: {
        age: 1,
        base_fee_xrp: Number(feeSettings.fee) / 1e6,
        hash: header.ledgerHash,
        reserve_base_xrp: Number(feeSettings.reserveBase) / 1e6,
        reserve_inc_xrp: Number(feeSettings.reserveIncrement) / 1e6,
        seq: header.ledgerIndex,
      },
    },
  };
}

function readFee({ header, feeSettings }: LedgerView): Json {
  const fee = feeSettings.fee.toString();
  return {
    current_ledger_size: '40',
    current_queue_size: '0',
    drops: { base_fee: fee, median_fee: '5000', minimum_fee: fee, open_ledger_fee: fee },
    expected_ledger_size: '120',
    ledger_current_index: header.ledgerIndex + 1,
    levels: { median_level: '128000', minimum_level: '256', open_ledger_level: '256', reference_level: '256' },
    max_queue_size: '2400',
  };
}

function accountInfo(ledger: LedgerView, request: Json): Json {
  const account = ledger.accounts.get(accountOf(request));
  const where = { ...placeOf(ledger.header), validated: true };
  if (!account) throw new XrplError('actNotFound', undefined, { account: request.account, ...where });
  return {
    account_data: {
      Account: account.address,
      Balance: account.balance.toString(),
      Flags: account.flags,
      LedgerEntryType: 'AccountRoot',
      OwnerCount: account.ownerCount,
      ...(account.regularKey ? { RegularKey: account.regularKey } : {}),
      Sequence: account.sequence,
      index: entryIndex(account.address),
    },
    account_flags: accountFlags(account),
    ...where,
  };
}

/**
 * Answers `account_tx`.
 * A missing account has an empty history and is not an error (github.com/XRPLF/clio/issues/651).
 */
function accountTransactions(ledger: LedgerView, request: Json): Json {
  const account = accountOf(request);
  const { forward, limit: wanted, marker, ...range } = parse(accountTx, request);
  const newest = ledger.header.ledgerIndex;
  const min = bound(range.ledger_index_min, FIRST_LEDGER, newest);
  const max = bound(range.ledger_index_max, newest, newest);
  if (min > max) throw new XrplError('invalidParams', 'ledger_index_min is greater than ledger_index_max');
  const limit = Math.min(wanted, 400);

  const within = ledger.historyOf(account).filter(({ closed }) => closed && inRange(closed.ledgerIndex, min, max));
  const ordered = forward ? within : within.toReversed();
  const start = marker ? ordered.findIndex((transaction) => isAt(transaction, marker)) : 0;
  if (start < 0) throw new XrplError('invalidParams', 'Invalid marker.');
  const page = ordered.slice(start, start + limit);
  const next = ordered[start + limit]?.closed;
  return {
    account,
    ledger_index_max: max,
    ledger_index_min: min,
    limit,
    ...(next ? { marker: { ledger: next.ledgerIndex, seq: next.meta.TransactionIndex } } : {}),
    transactions: page.map(shown),
    validated: true,
  };
}

/**
 * Returns a bound of a range of ledgers, or a default.
 * Like Clio, refuses a bound that is not in the ledger.
 */
function bound(given: number | undefined, otherwise: number, newest: number): number {
  if (given === undefined || given === -1) return otherwise;
  if (given < FIRST_LEDGER || given > newest) throw new XrplError('lgrIdxMalformed');
  return given;
}

const inRange = (value: number, min: number, max: number) => value >= min && value <= max;

function isAt({ closed }: Transaction, marker: { ledger: number; seq: number }): boolean {
  return closed?.ledgerIndex === marker.ledger && closed.meta.TransactionIndex === marker.seq;
}

function lookUp(ledger: LedgerView, request: Json): Json {
  const { transaction: hash } = request;
  const range = parse(ledgerRange, request);
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/i.test(hash)) throw new XrplError('invalidParams');
  const found = ledger.find(hash.toUpperCase());
  if (found) return shown(found);
  const { min_ledger: min, max_ledger: max } = range;
  if (min === undefined || max === undefined) throw new XrplError('txnNotFound');
  const searchedAll = min >= FIRST_LEDGER && max <= ledger.header.ledgerIndex;
  throw new XrplError('txnNotFound', undefined, { searched_all: searchedAll });
}

function subscribe(ledger: LedgerView, request: Json, session: Session | null, on: boolean): Json {
  if (!session) throw new XrplError('invalidParams', 'Subscriptions need a WebSocket.');
  const accounts = parse(addresses, request.accounts, 'actMalformed') ?? [];
  const named = parse(streams, request.streams, 'invalidParams') ?? [];
  for (const account of accounts) {
    if (on) session.accounts.add(account);
    else session.accounts.delete(account);
  }
  if (named.includes('ledger')) session.ledgerStream = on;
  return on && named.includes('ledger') ? ledgerFacts(ledger) : {};
}

function accountOf(request: Json): string {
  if (typeof request.account !== 'string') throw new XrplError('invalidParams', "Missing field 'account'.");
  return parse(address, request.account, 'actMalformed');
}

function placeOf({ ledgerHash, ledgerIndex }: Header): Json {
  return { ledger_hash: ledgerHash, ledger_index: ledgerIndex };
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: ErrorCode = 'invalidParams',
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new XrplError(code);
  return result.data;
}
