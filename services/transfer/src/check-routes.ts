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
import { askTransaction } from './ledger/questions.ts';
import { findTransfer } from './store.ts';

/** Whether two servers tell the same of a transaction; not each says to the millisecond when its ledger closed. */
function tellTheSame(...both: [LedgerTransaction, LedgerTransaction]): boolean {
  const [one, other] = both.map((transaction) => ({ ...transaction, closedAt: null }));
  return isDeepStrictEqual(one, other);
}

/** What the ledger says about an address or a transaction. */
export function checkRoutes({ db, clock, checks: { ledger, accounts } }: Context): RouteHandler[] {
  async function findExpected(transferId: string | undefined): Promise<Expected | null> {
    if (transferId === undefined) return null;
    const transfer = await findTransfer(db, transferId);
    if (!transfer) throw new ProblemError('transfer_not_found');
    const { destinationAddress: address, destinationTag: tag } = transfer;
    return address ? { address, tag } : null;
  }

  /**
   * No server may know all of history, or the newest ledger: only when two do not know it, it is not there. When they
   * tell different stories, nobody can say which is true.
   */
  async function findTransaction(hash: string): Promise<LedgerTransaction | 'unreadable' | null> {
    try {
      const told = (await ledger.askTwo(askTransaction(hash))).flatMap(({ transaction }) => transaction ?? []);
      const [validated, other] = told.filter((transaction) => transaction.validated);
      if (validated && other && !tellTheSame(validated, other)) return 'unreadable';
      return validated ?? told[0] ?? null;
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
      return judgeDestination(body, finding, ledger.figures(), clock());
    }),
    handle(transferApi.readBalance, async ({ body: { address } }) => {
      const finding = await accounts.read(address);
      return readBalance(finding, ledger.figures().reserveBaseDrops, clock());
    }),
    handle(transferApi.checkTransaction, async ({ body: { hash, transferId } }) => {
      const expected = await findExpected(transferId);
      const found = await findTransaction(hash);
      const reserveXrp = formatDrops(ledger.figures().reserveBaseDrops);
      return explainTransaction({ hash, found, expected, reserveXrp, now: clock() });
    }),
  ];
}
