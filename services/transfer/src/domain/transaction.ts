import { formatDrops } from '@xrp-bridge/contracts/drops';
import { transactionLinks } from '@xrp-bridge/contracts/explorers';
import type { TransactionAnswer, TransactionOutcome } from '@xrp-bridge/contracts/ledger';
import {
  deliveredToYouWords,
  deliveredWords,
  failedResults,
  notFoundWords,
  notXrpWords,
  otherFailure,
  otherRecipientWords,
  otherTagWords,
  otherTransactionWords,
  partialWords,
  pendingWords,
  type ResultWords,
  unreadableWords,
} from '@xrp-bridge/guidance/transaction-results';
import type { LedgerTransaction } from './arrivals.ts';

/** The destination of the transfer that a request belongs to. */
export interface Expected {
  address: string;
  tag: string | null;
}

/** Seconds after which the customer can check again. */
const lookAgain: Partial<Record<TransactionOutcome, number>> = { pending: 5, not_found: 60, unknown: 60 };

/**
 * Explains the outcome of a transaction in plain words.
 * @param found null if no server has the transaction, 'unreadable' if no server answered or the replies differ
 * @param expected the address of the transfer that the request belongs to
 */
export function explainTransaction(about: {
  hash: string;
  found: LedgerTransaction | 'unreadable' | null;
  expected: Expected | null;
  reserveXrp: string;
  now: Date;
}): TransactionAnswer {
  const { hash, found, expected, reserveXrp, now } = about;
  const [outcome, words] = classify(found, expected);
  const transaction = found === 'unreadable' ? null : found;
  const seconds = lookAgain[outcome];
  const fill = (text: string) => text.replaceAll('{reserve}', reserveXrp);
  return {
    outcome,
    hash,
    code: transaction?.result ?? null,
    title: words.title,
    text: fill(words.text),
    next: words.next.map(fill),
    deliveredXrp: typeof transaction?.delivered === 'bigint' ? formatDrops(transaction.delivered) : null,
    // A transfer's page shows only the customer's own address, because the customer could copy another address by
    // mistake.
    destination: expected ? null : (transaction?.destination ?? null),
    destinationTag: transaction?.destinationTag ?? null,
    ledgerIndex: transaction?.ledgerIndex ?? null,
    at: transaction?.closedAt?.toISOString() ?? null,
    lookAgainAt: seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000).toISOString(),
    links: transactionLinks(hash),
    checkedAt: now.toISOString(),
  };
}

function classify(
  found: LedgerTransaction | 'unreadable' | null,
  expected: Expected | null,
): [TransactionOutcome, ResultWords] {
  if (found === 'unreadable') return ['unknown', unreadableWords];
  if (!found) return ['not_found', notFoundWords];
  if (!found.validated || found.result === null) return ['pending', pendingWords];
  if (found.result !== 'tesSUCCESS') return ['failed', failedResults[found.result] ?? otherFailure];
  if (found.type !== 'Payment') return ['other_transaction', otherTransactionWords];
  if (expected && found.destination !== expected.address) return ['other_recipient', otherRecipientWords];
  if (found.delivered === 'token') return ['not_xrp', notXrpWords];
  if (found.partialPayment) return ['partial', partialWords];
  if (!expected) return ['delivered', deliveredWords];
  const sameTag = expected.tag === null || expected.tag === found.destinationTag;
  return ['delivered', sameTag ? deliveredToYouWords : otherTagWords];
}
