import { createHash, randomBytes } from 'node:crypto';
import { type Account, has } from './account.ts';
import { addressOf } from './address.ts';

export const KINDS = ['payment', 'partial', 'token', 'failed', 'escrow'] as const;
export type Kind = (typeof KINDS)[number];

/** A requested transaction. */
export interface Order {
  kind: Kind;
  from: string;
  destination: string;
  tag: number | undefined;
  drops: bigint;
  /** The forced result of a failed transaction; undefined if the ledger's rules determine the result. */
  result: string | undefined;
}

export type Json = Record<string, unknown>;

export interface Transaction {
  hash: string;
  order: Order;
  json: Json;
  /** Set once the transaction's ledger is closed. */
  closed?: { ledgerIndex: number; ledgerHash: string; closeTime: number; meta: Json; result: string };
}

/** The part of the ledger that the rules depend on. */
export interface RuleInput {
  accounts: Map<string, Account>;
  reserveBase: bigint;
  fee: bigint;
}

const TF_PARTIAL_PAYMENT = 0x00020000;
const TF_FULLY_CANONICAL = 0x80000000;
const ISSUER = addressOf('issuer');

/** Creates a transaction as submitted, with API version 2's field names (`DeliverMax`, not `Amount`). */
export function write(order: Order, sequence: number, fee: bigint): Transaction {
  const { kind, from, destination, tag, drops } = order;
  const common = {
    Account: from,
    Fee: fee.toString(),
    Sequence: sequence,
    SigningPubKey: `ED${randomBytes(32).toString('hex').toUpperCase()}`,
    TxnSignature: randomBytes(64).toString('hex').toUpperCase(),
  };
  const paid = kind === 'token' ? token(drops) : drops.toString();
  const json: Json =
    kind === 'escrow'
      ? { ...common, TransactionType: 'EscrowFinish', Flags: TF_FULLY_CANONICAL, Owner: from, OfferSequence: 1 }
      : {
          ...common,
          TransactionType: 'Payment',
          Flags: (TF_FULLY_CANONICAL + (kind === 'partial' ? TF_PARTIAL_PAYMENT : 0)) % 2 ** 32,
          Destination: destination,
          ...(tag === undefined ? {} : { DestinationTag: tag }),
          DeliverMax: paid,
          ...(kind === 'partial' || kind === 'token' ? { SendMax: token(drops) } : {}),
        };
  return { hash: newHash(), order, json };
}

/** Applies a transaction by the ledger's rules. A `tec` result costs the fee and changes nothing else. */
export function apply(transaction: Transaction, state: RuleInput): { result: string; meta: Json; affected: string[] } {
  const { order, json } = transaction;
  const { accounts, fee } = state;
  const sender = accounts.get(order.from) as Account;
  const result = refusal(order, state) ?? 'tesSUCCESS';
  const delivered = result === 'tesSUCCESS' ? deliveredOf(order) : undefined;
  const xrp = typeof delivered === 'bigint' ? delivered : 0n;
  const nodes = [change(sender, -fee - xrp)];
  const affected = [sender.address];
  if (delivered !== undefined) {
    const existing = accounts.get(order.destination);
    const receiver = existing ?? newAccount(order.destination);
    accounts.set(receiver.address, receiver);
    affected.push(receiver.address);
    if (xrp > 0n) nodes.push(existing ? change(receiver, xrp) : create(receiver, xrp));
  }

  const meta: Json = { AffectedNodes: nodes, TransactionResult: result };
  if (delivered !== undefined && json.TransactionType === 'Payment') {
    meta.delivered_amount = typeof delivered === 'bigint' ? delivered.toString() : delivered;
  }
  return { result, meta, affected: [...new Set(affected)] };
}

/**
 * Returns the result code for a refused transaction, or null.
 * The checks run in the order of rippled's class `Payment`. The codes are documented at
 * https://xrpl.org/docs/references/protocol/transactions/transaction-results/tec-codes
 */
function refusal({ kind, from, destination, tag, drops, result }: Order, state: RuleInput): string | null {
  const { accounts, reserveBase, fee } = state;
  const receiver = accounts.get(destination);
  if (kind === 'failed' && result) return result;
  if (!receiver && kind !== 'payment' && kind !== 'failed') return 'tecNO_DST';
  if (!receiver && drops < reserveBase) return 'tecNO_DST_INSUF_XRP';
  if (receiver && tag === undefined && has(receiver, 'requireDestinationTag')) return 'tecDST_TAG_NEEDED';
  const spendable = (accounts.get(from) as Account).balance - reserveBase;
  if (kind !== 'token' && kind !== 'escrow' && spendable < drops + fee) return 'tecUNFUNDED_PAYMENT';
  if (receiver && has(receiver, 'depositAuth')) {
    // Any sender may fund an account whose balance is at most the reserve, so that DepositAuth cannot lock out the
    // owner.
    const letIn = kind === 'payment' && receiver.balance <= reserveBase && drops <= reserveBase;
    if (!letIn) return 'tecNO_PERMISSION';
  }
  return kind === 'failed' ? 'tecPATH_DRY' : null;
}

/**
 * Returns the delivered amount.
 * A partial payment delivers a thousandth of its nominal amount, as in the known fraud.
 */
function deliveredOf({ kind, drops }: Order): bigint | Json {
  if (kind === 'token') return token(drops);
  return kind === 'partial' ? (drops + 999n) / 1000n : drops;
}

function token(drops: bigint): Json {
  return { currency: 'USD', issuer: ISSUER, value: (Number(drops) / 1e6).toString() };
}

export function newAccount(address: string): Account {
  return { address, balance: 0n, flags: 0, sequence: 1, ownerCount: 0 };
}

function change(account: Account, by: bigint): Json {
  const before = account.balance;
  account.balance += by;
  return {
    ModifiedNode: {
      LedgerEntryType: 'AccountRoot',
      LedgerIndex: entryIndex(account.address),
      FinalFields: { Account: account.address, Balance: account.balance.toString(), Flags: account.flags },
      PreviousFields: { Balance: before.toString() },
    },
  };
}

function create(account: Account, drops: bigint): Json {
  account.balance = drops;
  return {
    CreatedNode: {
      LedgerEntryType: 'AccountRoot',
      LedgerIndex: entryIndex(account.address),
      NewFields: { Account: account.address, Balance: drops.toString(), Sequence: account.sequence },
    },
  };
}

export function entryIndex(address: string): string {
  return createHash('sha256').update(address).digest('hex').toUpperCase();
}

export function newHash(): string {
  return randomBytes(32).toString('hex').toUpperCase();
}
