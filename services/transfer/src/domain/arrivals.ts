import type { Arrival, Watch } from './transfer.ts';

/** A transaction as far as arrivals and explanations need it, whichever call of the ledger it came by. */
export interface LedgerTransaction {
  hash: string;
  /** False while no validated ledger holds it; then nothing below is final. */
  validated: boolean;
  ledgerIndex: number | null;
  closedAt: Date | null;
  type: string;
  sender: string;
  destination: string | null;
  destinationTag: string | null;
  partialPayment: boolean;
  /** tesSUCCESS, or why it failed. */
  result: string | null;
  /** What really came: XRP in drops, 'token' for anything else, null for nothing. */
  delivered: bigint | 'token' | null;
}

/** Less is dust, which strangers send as bait. */
const leastDrops = 100_000n;

/** Ledgers have their own time, by which a watch that this host's clock ended must not end too early. */
const clocksDifferMs = 3_600_000;

/**
 * What has arrived for a watch, or null. A payment counts only if it is validated, successful, a Payment of XRP by what
 * was *delivered* (https://xrpl.org/docs/concepts/payment-types/robustly-monitoring-for-payments), to that address and
 * tag, while the watch lasts: from the ledger after the one in which it began. Partial payments, dust, tokens, a
 * person's own exchanges of currency and other transactions do not count.
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
