import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, isEnough, reinvestmentEntries, revenueEntries, shareOf } from './reinvestment.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

test('the shares of any sequence of reinvestments sum to exactly half of the total', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100_000_000 }), { maxLength: 50 }), (turns) => {
      let before = 0;
      let reinvested = 0;
      for (const cents of turns) {
        reinvested += shareOf(cents, before);
        before += cents;
      }
      expect(reinvested).toBe(Math.floor(sum(turns) / 2));
    }),
  );
});

test('an odd cent that is left over is added to the next reinvestment', () => {
  expect(shareOf(1, 0)).toBe(0);
  expect(shareOf(1, 1)).toBe(1);
  expect(shareOf(2_501, 0)).toBe(1_250);
  expect(shareOf(2_501, 2_501)).toBe(1_251);
});

test('the reinvestment threshold is exactly $25.00', () => {
  expect([2_499, 2_500].map(isEnough)).toEqual([false, true]);
});

test('allocations are proportional to budgets and sum to the amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.array(fc.integer({ min: 100, max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
      (cents, budgets) => {
        const recipients = budgets.map((budgetCents, n) => ({ id: `c${n}`, budgetCents }));
        const parts = allocate(cents, recipients);
        expect(sum(parts.map((part) => part.cents))).toBe(cents);
        for (const { campaignId, cents: part } of parts) {
          const exact = (cents * (budgets[Number(campaignId.slice(1))] as number)) / sum(budgets);
          expect(Math.abs(part - exact)).toBeLessThan(1);
        }
      },
    ),
  );
});

test('the remaining cent goes to the campaign with the largest remainder', () => {
  const recipients = [
    { id: 'google', budgetCents: 5_000 },
    { id: 'meta', budgetCents: 3_000 },
    { id: 'rumble', budgetCents: 2_000 },
    { id: 'x', budgetCents: 2_500 },
  ];
  expect(allocate(1_250, recipients)).toEqual([
    { campaignId: 'google', cents: 500 },
    { campaignId: 'meta', cents: 300 },
    { campaignId: 'rumble', cents: 200 },
    { campaignId: 'x', cents: 250 },
  ]);
  expect(allocate(1, recipients.toReversed())).toEqual([{ campaignId: 'google', cents: 1 }]);
  expect(
    allocate(
      3,
      recipients.slice(0, 2).map((recipient) => ({ ...recipient, budgetCents: 100 })),
    ),
  ).toEqual([
    { campaignId: 'google', cents: 2 },
    { campaignId: 'meta', cents: 1 },
  ]);
  expect(allocate(100, [])).toEqual([]);
});

test('the accounting entries of revenue and of a reinvestment sum to zero', () => {
  for (const entries of [revenueEntries('click', 20), revenueEntries('record', 1_234), reinvestmentEntries(617)]) {
    expect(sum(entries.map((entry) => entry.amountCents))).toBe(0);
    expect(entries).toHaveLength(2);
  }
  expect(reinvestmentEntries(0)).toEqual([]);
});
