import type { Arrival, Watch } from './transfer.ts';

/** A transaction, reduced to the fields that arrivals and explanations need. */
export interface LedgerTransaction {
  hash: string;
  /** False until a validated ledger contains the transaction. Until then no field below is final. */
  validated: boolean;
  ledgerIndex: number | null;
  closedAt: Date | null;
  type: string;
  sender: string;
  destination: string | null;
  destinationTag: string | null;
  partialPayment: boolean;
  /** The result code: `tesSUCCESS` or a failure. */
  result: string | null;
  /** The delivered amount: XRP in drops, 'token' for any other currency, null if nothing was delivered. */
  delivered: bigint | 'token' | null;
}

/** Minimum amount of an arrival. Smaller payments are dust, which strangers send as bait. */
const leastDrops = 100_000n;

/** Tolerance between the ledger's close time and this host's clock, so that no watch ends too early. */
const clocksDifferMs = 3_600_000;

/**
 * Returns a transaction as an arrival for a watch; null if the transaction does not count.
 * A payment counts only if it is a validated, successful Payment of XRP, by the *delivered* amount
 * (https://xrpl.org/docs/concepts/payment-types/robustly-monitoring-for-payments), to the watch's address and tag,
 * after the ledger in which the watch began and before the watch ends. Partial payments, dust, tokens and payments
 * from the address to itself do not count.
 */
export function arrivalOf(transaction: LedgerTransaction, watch: Watch): Arrival | null {
  const { hash, ledgerIndex, closedAt, delivered } = transaction;
  if (!transaction.validated || transaction.type !== 'Payment' || transaction.result !== 'tesSUCCESS') return null;
  if (typeof delivered !== 'bigint' || delivered < leastDrops || transaction.partialPayment) return null;
  if (transaction.destination !== watch.address || transaction.sender === watch.address) return null;
  if (watch.tag !== null && transaction.destinationTag !== watch.tag) return null;
  if (ledgerIndex === null || closedAt === null) return null;
  if (watch.afterLedger === null || ledgerIndex <= watch.afterLedger) return null;
  if (closedAt.getTime() > watch.endsAt.getTime() + clocksDifferMs) return null;
  return { hash, deliveredDrops: delivered, ledgerIndex, at: closedAt };
}
