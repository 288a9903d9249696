import { addressOf } from './address.ts';
import type { Session } from './commands.ts';
import { closeTimeIso, type LedgerView } from './ledger.ts';
import { type Json, newAccount, newHash } from './transactions.ts';

/** Kinds of false answers. A lying server uses all of them, unless the fault names one. */
export const LIES = ['unvalidated', 'other-account', 'reserve', 'behind', 'payment', 'account'] as const;
export type Lie = (typeof LIES)[number];

const STRANGER = addressOf('stranger');
const LEDGERS_BEHIND = 1_000;

/** Converts a true answer or message to a false one. */
export function distort(message: Json, lies: readonly Lie[]): Json {
  const changed = structuredClone(message);
  for (const part of [changed, changed.result as Json | undefined]) {
    if (!part) continue;
    if (lies.includes('unvalidated')) takeBackValidation(part);
    if (lies.includes('other-account')) swapAccount(part);
    if (lies.includes('reserve') && 'reserve_base' in part) part.reserve_base = 5_000_000_000_000;
    if (lies.includes('behind') && typeof part.ledger_index === 'number') part.ledger_index -= LEDGERS_BEHIND;
    if (lies.includes('payment') && part.tx_json && part.meta) deliver(part.meta as Json, part.tx_json as Json);
  }
  return changed;
}

function takeBackValidation(part: Json): void {
  if ('validated' in part) part.validated = false;
  for (const row of (part.transactions as Json[] | undefined) ?? []) row.validated = false;
}

function swapAccount(part: Json): void {
  if (typeof part.account === 'string') part.account = STRANGER;
  const data = part.account_data as Json | undefined;
  if (data) Object.assign(data, { Account: STRANGER, Balance: '98000000' });
}

/** Changes a payment's metadata to a success with complete delivery. */
function deliver(meta: Json, { DeliverMax }: Json): void {
  Object.assign(meta, { TransactionResult: 'tesSUCCESS', delivered_amount: DeliverMax });
}

/** Replaces an address's account with an ordinary wallet, which looks safe to pay. */
export function whitewash(ledger: LedgerView, address: unknown): LedgerView {
  const ordinary = { ...newAccount(String(address)), balance: 20_000_000n };
  return { ...ledger, accounts: new Map([[ordinary.address, ordinary]]) };
}

/** Creates a false payment for each subscribed account. `tx` on the same server returns it too. */
export function inventPayments({ header }: LedgerView, session: Session): Json[] {
  return [...session.accounts].map((destination) => ({
    close_time_iso: closeTimeIso(header.closeTime),
    hash: newHash(),
    ledger_hash: header.ledgerHash,
    ledger_index: header.ledgerIndex,
    meta: { AffectedNodes: [], TransactionIndex: 0, TransactionResult: 'tesSUCCESS', delivered_amount: '25000000' },
    tx_json: {
      Account: STRANGER,
      Destination: destination,
      DeliverMax: '25000000',
      Fee: '10',
      Flags: 0,
      Sequence: 1,
      TransactionType: 'Payment',
      date: header.closeTime,
      ledger_index: header.ledgerIndex,
    },
    validated: true,
  }));
}

/** Formats a closed transaction for the stream. */
export function asStreamed(transaction: Json): Json {
  const result = (transaction.meta as Json).TransactionResult;
  return {
    ...transaction,
    engine_result: result,
    engine_result_code: result === 'tesSUCCESS' ? 0 : 100,
    engine_result_message: 'The transaction was applied.',
    status: 'closed',
    type: 'transaction',
  };
}
