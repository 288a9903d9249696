import { expect, it } from 'vitest';
import { withBudget } from './budget.ts';
import { LedgerUnavailable } from './connection.ts';
import type { Ledger } from './ledger.ts';
import { askTransaction } from './questions.ts';

const question = askTransaction('E'.repeat(64));

it('answers so many at once and in a burst, and then as many a second as it may', async () => {
  let now = 0;
  let asked = 0;
  const held = Promise.withResolvers<void>();
  const ledger = { ask: async () => asked++ && held.promise } as unknown as Ledger;
  const { ask } = withBudget(ledger, { perSecond: 2, burst: 5, atOnce: 3 }, () => now);
  const refused = () => expect(ask(question)).rejects.toBeInstanceOf(LedgerUnavailable);

  await ask(question);
  const waiting = [ask(question), ask(question), ask(question)];
  await refused();
  held.resolve();
  await Promise.all(waiting);
  await ask(question);
  await refused();
  expect(asked).toBe(5);
  now += 1_000;
  await ask(question);
  await ask(question);
  await refused();
  now += 3_600_000;
  for (let count = 0; count < 5; count++) await ask(question);
  await refused();
});
