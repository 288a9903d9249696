import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@xrp-bridge/runtime';
import type { LedgerTransaction } from './domain/arrivals.ts';
import { LedgerUnavailable } from './ledger/connection.ts';
import type { Ledger } from './ledger/ledger.ts';
import { createLimit } from './ledger/limit.ts';
import { askTransaction } from './ledger/questions.ts';

export interface Candidates {
  /** Takes a payment that a server told of, to be confirmed and recorded. */
  add(payment: LedgerTransaction, server: string): void;
  /** The oldest ledger with a payment that is not settled yet; Infinity when there is none. */
  oldestLedger(): number;
  /** Ends after what is in flight, waiting no longer than a moment. */
  stop(): Promise<void>;
}

interface Candidate {
  payment: LedgerTransaction;
  /** Who told us first: another one has to confirm it. */
  server: string;
  heardAt: number;
  /** How often another server did not know it. */
  misses: number;
  /** Told again while being recorded: perhaps for a watch that the first recording did not see yet. */
  again: boolean;
}

const concurrency = 4;
const firstPauseMs = 500;
const longestPauseMs = 10_000;
/** Another server may be a few ledgers behind; one that does not know a payment for so long refutes it. */
const mostMisses = 6;
/** When no other server can be asked for so long, one server's word is enough. */
const defaultAloneMs = 60_000;
const stopGraceMs = 2_000;

/**
 * Payments between being heard of and being recorded. A server could make one up, so another server is asked for it by
 * its hash, and the answer is what is recorded: one request for each payment that would count.
 */
export function createCandidates(options: {
  ledger: Ledger;
  log: Logger;
  record(payment: LedgerTransaction): Promise<void>;
  aloneMs?: number;
}): Candidates {
  const { ledger, log, record, aloneMs = defaultAloneMs } = options;
  const limit = createLimit(concurrency);
  const open = new Map<string, Candidate>();
  const settling = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function settle(candidate: Candidate): Promise<void> {
    const { hash } = candidate.payment;
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        const confirmed = await limit(() => confirm(candidate));
        if (confirmed === 'refuted') log.error({ hash }, 'a ledger server told of a payment that no other knows');
        else if (confirmed) {
          do {
            candidate.again = false;
            await record(confirmed);
          } while (candidate.again);
        }
        if (confirmed) {
          open.delete(hash);
          return;
        }
      } catch (error) {
        log.warn({ err: error, hash }, 'a payment cannot be recorded now, trying again');
      }
      await wait(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Null while it cannot be said. */
  async function confirm(candidate: Candidate): Promise<LedgerTransaction | 'refuted' | null> {
    const question = askTransaction(candidate.payment.hash);
    try {
      const { transaction } = await ledger.askAnother(question, candidate.server);
      if (transaction?.validated) return transaction;
      candidate.misses++;
      return candidate.misses >= mostMisses ? 'refuted' : null;
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      if (performance.now() - candidate.heardAt < aloneMs) return null;
      const { transaction } = await ledger.ask(question);
      return transaction?.validated ? transaction : null;
    }
  }

  return {
    add(payment, server) {
      const known = open.get(payment.hash);
      if (known) {
        known.again = true;
        return;
      }
      const candidate: Candidate = { payment, server, heardAt: performance.now(), misses: 0, again: false };
      open.set(payment.hash, candidate);
      const settled = settle(candidate).finally(() => settling.delete(settled));
      settling.add(settled);
    },
    oldestLedger: () =>
      [...open.values()].reduce((oldest, { payment }) => Math.min(oldest, payment.ledgerIndex ?? 0), Infinity),
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all(settling), wait(stopGraceMs, undefined, { ref: false })]);
    },
  };
}
