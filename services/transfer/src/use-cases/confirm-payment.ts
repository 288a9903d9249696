import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { LedgerTransaction } from '../domain/arrivals.ts';
import { LedgerUnavailable } from '../ledger/connection.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { closedTransactionRequest } from '../ledger/requests.ts';
import { findWatch, listCounted } from '../watch-store.ts';
import { recordPayment } from './record-payment.ts';

/** A payment that a server reported, and that would count for a watch. */
export interface ReportedPayment {
  watchId: string;
  hash: string;
  ledgerIndex: number;
  /** The server that reported the payment. Another server has to confirm it. */
  server: string;
  /** The newest ledger when the connection subscribed to the watch's address. */
  joinedAt: number;
}

/**
 * Confirms a reported payment, with retries for some hours.
 * After the last attempt, only a new connection to a ledger server reports the payment again.
 */
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

/** After about a minute without another server's answer, the answer of any single server is enough. */
const aloneFromAttempt = 9;

/** Enqueues a confirmation of each payment, except those already recorded as arrivals. */
export async function enqueueConfirmations(context: Context, payments: readonly ReportedPayment[]): Promise<void> {
  await context.transact(async (tx) => {
    const counted = new Set((await listCounted(tx, payments)).map(({ watchId, hash }) => `${watchId}-${hash}`));
    for (const { joinedAt, ...payment } of payments) {
      if (counted.has(`${payment.watchId}-${payment.hash}`)) continue;
      // Each connection gets a new job: a server with false data may have denied the payment in an earlier job.
      const jobId = `${payment.watchId}-${joinedAt}-${payment.hash}`;
      context.enqueue(tx, ConfirmPayment, payment, { jobId });
    }
  });
}

/**
 * Queries another server for a payment, and records the payment.
 * One server alone could invent a payment.
 * @throws LedgerUnavailable while no server can confirm or refute the payment
 */
export async function confirmPayment(
  context: Context,
  { watchId, hash, ledgerIndex, server }: Omit<ReportedPayment, 'joinedAt'>,
  attempt: number,
): Promise<void> {
  const { db, ledger, log } = context;
  const watch = await findWatch(db, watchId);
  if (!watch) return;
  const payment = await lookUp(ledger, { hash, ledgerIndex, server }, attempt);
  if (payment) return recordPayment(context, watch, payment);
  log.error({ hash }, 'a ledger server reported a payment that another server does not find in its ledger');
  ledger.distrust(server);
}

async function lookUp(
  ledger: Ledger,
  { hash, ledgerIndex, server }: Pick<ReportedPayment, 'hash' | 'ledgerIndex' | 'server'>,
  attempt: number,
): Promise<LedgerTransaction | null> {
  const request = closedTransactionRequest(hash, ledgerIndex);
  try {
    return await ledger.queryAnother(request, server);
  } catch (error) {
    if (!(error instanceof LedgerUnavailable) || attempt < aloneFromAttempt) throw error;
    return await ledger.query(request);
  }
}
