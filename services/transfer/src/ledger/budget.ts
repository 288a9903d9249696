import { LedgerUnavailable } from './connection.ts';
import type { Ledger } from './ledger.ts';

/** Limits of the ledger requests that visitors can cause in this process. */
export const checkBudget = { perSecond: 20, burst: 60, atOnce: 16 };

/**
 * Wraps a ledger with a budget, for requests that any visitor can cause.
 * A request beyond the budget fails, so that a flood neither delays the watches nor makes the servers block us.
 * @throws LedgerUnavailable beyond the budget
 */
export function withBudget(
  ledger: Ledger,
  { perSecond, burst, atOnce }: typeof checkBudget = checkBudget,
  now: () => number = () => performance.now(),
): Ledger {
  let left = burst;
  let countedAt = now();
  let running = 0;

  async function spend<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    const at = now();
    left = Math.min(burst, left + ((at - countedAt) / 1_000) * perSecond);
    countedAt = at;
    if (left < 1 || running >= atOnce) throw new LedgerUnavailable('We’ve used up our ledger server requests for now');
    left--;
    running++;
    try {
      return await request();
    } finally {
      running--;
    }
  }

  return {
    ...ledger,
    query: (request) => spend(() => ledger.query(request)),
    queryAnother: (request, server) => spend(() => ledger.queryAnother(request, server)),
    queryTwo: (request) => spend(() => ledger.queryTwo(request)),
  };
}
