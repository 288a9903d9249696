import { expect, it } from 'vitest';
import { withBudget } from './budget.ts';
import { LedgerUnavailable } from './connection.ts';
import type { Ledger } from './ledger.ts';
import { transactionRequest } from './requests.ts';

const question = transactionRequest('E'.repeat(64));

it('the budget limits concurrent requests, a burst, and the rate after the burst', async () => {
  let now = 0;
  let requests = 0;
  const held = Promise.withResolvers<void>();
  const ledger = { query: async () => requests++ && held.promise } as unknown as Ledger;
  const { query } = withBudget(ledger, { perSecond: 2, burst: 5, atOnce: 3 }, () => now);
  const refused = () => expect(query(question)).rejects.toBeInstanceOf(LedgerUnavailable);

  await query(question);
  const waiting = [query(question), query(question), query(question)];
  await refused();
  held.resolve();
  await Promise.all(waiting);
  await query(question);
  await refused();
  expect(requests).toBe(5);
  now += 1_000;
  await query(question);
  await query(question);
  await refused();
  now += 3_600_000;
  for (let count = 0; count < 5; count++) await query(question);
  await refused();
});
