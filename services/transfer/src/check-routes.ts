import { isDeepStrictEqual } from 'node:util';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import type { LedgerTransaction } from './domain/arrivals.ts';
import { readBalance } from './domain/balance.ts';
import { addressToRead, judgeDestination } from './domain/destination.ts';
import { type Expected, explainTransaction } from './domain/transaction.ts';
import { LedgerUnavailable } from './ledger/connection.ts';
import { transactionRequest } from './ledger/requests.ts';
import { findTransfer } from './store.ts';

/** Compares two servers' replies. Not every server reports the close time to the millisecond. */
function isSameTransaction(...both: [LedgerTransaction, LedgerTransaction]): boolean {
  const [one, other] = both.map((transaction) => ({ ...transaction, closedAt: null }));
  return isDeepStrictEqual(one, other);
}

/** Routes that check an address or a transaction on the ledger. */
export function checkRoutes({ db, clock, checks: { ledger, accounts } }: Context): RouteHandler[] {
  async function findExpected(transferId: string | undefined): Promise<Expected | null> {
    if (transferId === undefined) return null;
    const transfer = await findTransfer(db, transferId);
    if (!transfer) throw new ProblemError('transfer_not_found');
    const { destinationAddress: address, destinationTag: tag } = transfer;
    return address ? { address, tag } : null;
  }

  /**
   * Queries two servers, because a single server may lack old history or the newest ledger.
   * Returns null if neither server has the transaction; 'unreadable' if no server answers or their replies differ.
   */
  async function findTransaction(hash: string): Promise<LedgerTransaction | 'unreadable' | null> {
    try {
      const received = (await ledger.queryTwo(transactionRequest(hash))).flatMap(
        ({ transaction }) => transaction ?? [],
      );
      const [validated, other] = received.filter((transaction) => transaction.validated);
      if (validated && other && !isSameTransaction(validated, other)) return 'unreadable';
      return validated ?? received[0] ?? null;
    } catch (error) {
      if (error instanceof LedgerUnavailable) return 'unreadable';
      throw error;
    }
  }

  return [
    handle(transferApi.checkDestination, async ({ body }) => {
      const address = addressToRead(body);
      const finding =
        address === null ? { found: 'nothing' as const, ledgerIndex: null } : await accounts.read(address);
      return judgeDestination(body, finding, ledger.fees(), clock());
    }),
    handle(transferApi.readBalance, async ({ body: { address } }) => {
      const finding = await accounts.read(address);
      return readBalance(finding, ledger.fees().reserveBaseDrops, clock());
    }),
    handle(transferApi.checkTransaction, async ({ body: { hash, transferId } }) => {
      const expected = await findExpected(transferId);
      const found = await findTransaction(hash);
      const reserveXrp = formatDrops(ledger.fees().reserveBaseDrops);
      return explainTransaction({ hash, found, expected, reserveXrp, now: clock() });
    }),
  ];
}
