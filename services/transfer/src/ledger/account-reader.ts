import { isDeepStrictEqual } from 'node:util';
import { type Finding, isExchangeBalance, isSharedByMany } from '../domain/destination.ts';
import { LedgerUnavailable, UntrustedReply } from './connection.ts';
import type { Ledger } from './ledger.ts';
import { createLru } from './lru.ts';
import { accountRequest, historyRequest, type LedgerAccount } from './requests.ts';

export interface AccountReader {
  /** Reads an account. Returns `unknown` if no ledger server answers. */
  read(address: string): Promise<Finding>;
}

const mostAccounts = 10_000;
/**
 * Number of an address's latest transactions that are read for `isSharedByMany`.
 * Xaman reads as many (github.com/XRPL-Labs/Xaman-App, services/ResolverService.ts).
 */
const historyLength = 200;
/** Cache time of `sharedByMany`, which changes slowly and needs the most expensive request. */
const historyCacheMs = 600_000;

/**
 * Compares two servers' replies about an account, as far as a verdict depends on them.
 * One server may be a ledger ahead of the other, so exact balances may differ for a moment.
 */
function isSameAccount(one: LedgerAccount | null, other: LedgerAccount | null): boolean {
  const compared = [one, other].map((account) =>
    account ? { ...account, balanceDrops: isExchangeBalance(account.balanceDrops) } : null,
  );
  return isDeepStrictEqual(compared[0], compared[1]);
}

/**
 * Creates a reader of accounts for destination checks.
 * A result is cached for one ledger. Concurrent reads of an address share one request.
 */
export function createAccountReader(ledger: Ledger): AccountReader {
  const findings = createLru<{ ledgerIndex: number; finding: Promise<Finding> }>(mostAccounts);
  const histories = createLru<{ readAt: number; sharedByMany: Promise<boolean> }>(mostAccounts);

  async function readFresh(address: string): Promise<Finding> {
    const [first, second] = await ledger.queryTwo(accountRequest(address, ledger.oldestTrusted()));
    if (second && !isSameAccount(first.account, second.account)) {
      throw new UntrustedReply('The ledger servers disagree about an account');
    }
    const { account, ledgerIndex } = first;
    if (!account || ledgerIndex === null) {
      return { found: 'nothing', ledgerIndex: ledgerIndex ?? ledger.state()?.ledgerIndex ?? null };
    }
    return { found: 'account', account: { ...account, sharedByMany: await isShared(address) }, ledgerIndex };
  }

  function isShared(address: string): Promise<boolean> {
    const cached = histories.get(address);
    if (cached && performance.now() - cached.readAt < historyCacheMs) return cached.sharedByMany;
    const entry = { readAt: performance.now(), sharedByMany: readHistory(address) };
    histories.set(address, entry);
    entry.sharedByMany.catch(() => histories.remove(address, entry));
    return entry.sharedByMany;
  }

  async function readHistory(address: string): Promise<boolean> {
    const { transactions } = await ledger.query(historyRequest(address, { fromLedger: null, limit: historyLength }));
    return isSharedByMany(address, transactions);
  }

  return {
    async read(address) {
      const ledgerIndex = ledger.state()?.ledgerIndex ?? 0;
      const cached = findings.get(address);
      try {
        if (cached && cached.ledgerIndex === ledgerIndex) return await cached.finding;
        const entry = { ledgerIndex, finding: readFresh(address) };
        findings.set(address, entry);
        entry.finding.catch(() => findings.remove(address, entry));
        return await entry.finding;
      } catch (error) {
        if (error instanceof LedgerUnavailable) return { found: 'unknown' };
        throw error;
      }
    },
  };
}
