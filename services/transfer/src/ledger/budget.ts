import { LedgerUnavailable } from './connection.ts';
import type { Ledger } from './ledger.ts';

/** What anybody may make this process ask in a second, in a burst, and at the same time. */
export const checkBudget = { perSecond: 20, burst: 60, atOnce: 16 };

/**
 * The ledger for questions that anybody can cause: beyond the budget there is no answer, so that a flood neither keeps
 * the watches waiting nor gets us sent away by the servers.
 */
export function withBudget(
  ledger: Ledger,
  { perSecond, burst, atOnce }: typeof checkBudget = checkBudget,
  now: () => number = () => performance.now(),
): Ledger {
  let left = burst;
  let countedAt = now();
  let running = 0;

  async function spend<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const at = now();
    left = Math.min(burst, left + ((at - countedAt) / 1_000) * perSecond);
    countedAt = at;
    if (left < 1 || running >= atOnce) throw new LedgerUnavailable('More is asked than we ask the ledger servers');
    left--;
    running++;
    try {
      return await ask();
    } finally {
      running--;
    }
  }

  return {
    ...ledger,
    ask: (question) => spend(() => ledger.ask(question)),
    askAnother: (question, server) => spend(() => ledger.askAnother(question, server)),
    askTwo: (question) => spend(() => ledger.askTwo(question)),
  };
}
