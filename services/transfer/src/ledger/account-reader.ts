import { isDeepStrictEqual } from 'node:util';
import { type Finding, isExchangeBalance, isSharedByMany } from '../domain/destination.ts';
import { LedgerUnavailable, NotBelieved } from './connection.ts';
import type { Ledger } from './ledger.ts';
import { createLru } from './lru.ts';
import { askAccount, askHistory, type LedgerAccount } from './questions.ts';

export interface AccountReader {
  /** What is at an address; `unknown` when the ledger cannot be read. */
  read(address: string): Promise<Finding>;
}

const mostAccounts = 10_000;
/** Xaman looks at the last 200 transactions. */
const historyLength = 200;
/** How an address is used does not change from one ledger to the next, and is the dearest thing to ask. */
const historyKeptMs = 600_000;

/**
 * Whether two servers say the same of an account, as far as a verdict depends on it. One may be a ledger ahead of the
 * other, so balances differ now and then; whoever asks again a moment later gets an answer.
 */
function tellTheSame(one: LedgerAccount | null, other: LedgerAccount | null): boolean {
  const said = [one, other].map((account) =>
    account ? { ...account, balanceDrops: isExchangeBalance(account.balanceDrops) } : null,
  );
  return isDeepStrictEqual(said[0], said[1]);
}

/** Reads accounts for destination checks. Each answer is good for one ledger, and the same question is asked once. */
export function createAccountReader(ledger: Ledger): AccountReader {
  const findings = createLru<{ ledgerIndex: number; finding: Promise<Finding> }>(mostAccounts);
  const histories = createLru<{ readAt: number; sharedByMany: Promise<boolean> }>(mostAccounts);

  async function ask(address: string): Promise<Finding> {
    const [first, second] = await ledger.askTwo(askAccount(address, ledger.oldestBelievable()));
    if (second && !tellTheSame(first.account, second.account)) {
      throw new NotBelieved('The ledger servers contradict each other about an account');
    }
    const { account, ledgerIndex } = first;
    if (!account || ledgerIndex === null) {
      return { found: 'nothing', ledgerIndex: ledgerIndex ?? ledger.state()?.ledgerIndex ?? null };
    }
    return { found: 'account', account: { ...account, sharedByMany: await isShared(address) }, ledgerIndex };
  }

  function isShared(address: string): Promise<boolean> {
    const known = histories.get(address);
    if (known && performance.now() - known.readAt < historyKeptMs) return known.sharedByMany;
    const entry = { readAt: performance.now(), sharedByMany: readHistory(address) };
    histories.set(address, entry);
    entry.sharedByMany.catch(() => histories.remove(address, entry));
    return entry.sharedByMany;
  }

  async function readHistory(address: string): Promise<boolean> {
    const { transactions } = await ledger.ask(askHistory(address, { fromLedger: null, limit: historyLength }));
    return isSharedByMany(address, transactions);
  }

  return {
    async read(address) {
      const ledgerIndex = ledger.state()?.ledgerIndex ?? 0;
      const known = findings.get(address);
      try {
        if (known && known.ledgerIndex === ledgerIndex) return await known.finding;
        const entry = { ledgerIndex, finding: ask(address) };
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
