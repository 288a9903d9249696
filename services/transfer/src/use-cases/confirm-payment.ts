import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { LedgerTransaction } from '../domain/arrivals.ts';
import { LedgerUnavailable } from '../ledger/connection.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { askClosedTransaction } from '../ledger/questions.ts';
import { findWatch, listCounted } from '../watch-store.ts';
import { recordPayment } from './record-payment.ts';

/** A payment that a server told of, and that would count for a watch. */
export interface HeardPayment {
  watchId: string;
  hash: string;
  ledgerIndex: number;
  /** Who told of it: another one has to confirm it. */
  server: string;
  /** The ledger from which on that server told of this watch's payments. */
  joinedAt: number;
}

/** A payment is tried for some hours; what nobody could confirm then is heard of again with the next connection. */
export const ConfirmPayment = defineJob('confirm-payment', {
  data: z.object({
    watchId: z.string(),
    hash: z.string(),
    ledgerIndex: z.int(),
    server: z.string(),
  }),
  attempts: 18,
  backoffMs: 250,
  timeoutMs: 60_000,
});

/** After about a minute without another server that can tell, one server's word is enough. */
const aloneFromAttempt = 9;

/** Keeps what was heard of until it is settled: what the database has is not lost with this process. */
export async function hearPayments(context: Context, heard: readonly HeardPayment[]): Promise<void> {
  await context.transact(async (tx) => {
    const counted = new Set((await listCounted(tx, heard)).map(({ watchId, hash }) => `${watchId}-${hash}`));
    for (const { joinedAt, ...payment } of heard) {
      if (counted.has(`${payment.watchId}-${payment.hash}`)) continue;
      // Each connection may tell of it once more: the one before may have been refuted by a liar.
      const jobId = `${payment.watchId}-${joinedAt}-${payment.hash}`;
      context.enqueue(tx, ConfirmPayment, payment, { jobId });
    }
  });
}

/**
 * Asks another server for a payment by its hash, because one alone could make it up; its answer is what is recorded.
 * @throws LedgerUnavailable while nobody can say
 */
export async function confirmPayment(
  context: Context,
  { watchId, hash, ledgerIndex, server }: Omit<HeardPayment, 'joinedAt'>,
  attempt: number,
): Promise<void> {
  const { db, ledger, log } = context;
  const watch = await findWatch(db, watchId);
  if (!watch) return;
  const payment = await lookUp(ledger, { hash, ledgerIndex, server }, attempt);
  if (payment) return recordPayment(context, watch, payment);
  log.error({ hash }, 'a ledger server told of a payment that another one does not find in its ledger');
  ledger.distrust(server);
}

async function lookUp(
  ledger: Ledger,
  { hash, ledgerIndex, server }: Pick<HeardPayment, 'hash' | 'ledgerIndex' | 'server'>,
  attempt: number,
): Promise<LedgerTransaction | null> {
  const question = askClosedTransaction(hash, ledgerIndex);
  try {
    return await ledger.askAnother(question, server);
  } catch (error) {
    if (!(error instanceof LedgerUnavailable) || attempt < aloneFromAttempt) throw error;
    return await ledger.ask(question);
  }
}
