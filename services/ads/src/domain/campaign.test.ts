import { expect, test } from 'vitest';
import { describeByHand, firstPlans, labelOf, mayStillCome, robinhoodPlan } from './campaign.ts';

const now = new Date('2026-11-22T12:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);

test('a campaign request without a response may still take effect for five minutes', () => {
  expect(mayStillCome({ sentAt: null }, now)).toBe(false);
  expect(mayStillCome({ sentAt: before(1_000) }, now)).toBe(true);
  expect(mayStillCome({ sentAt: before(299_999) }, now)).toBe(true);
  expect(mayStillCome({ sentAt: before(300_000) }, now)).toBe(false);
});

test('two campaigns with the same name have different labels', () => {
  const labels = ['campaign_1234567890abcdef', 'campaign_1234567890abcdee'].map((id) =>
    labelOf({ id, name: 'Autumn' }),
  );
  expect(labels).toEqual(['Autumn [567890abcdef]', 'Autumn [567890abcdee]']);
});

test('the instructions for creating a campaign by hand contain all texts of the campaign', () => {
  const plan = firstPlans.find(({ platform }) => platform === 'rumble');
  const text = describeByHand(plan as (typeof firstPlans)[number]);
  for (const part of [plan?.name, plan?.adMessage, plan?.targetAudience, ...(plan?.keywords ?? []), '$20.00']) {
    expect(text).toContain(part);
  }
});

test('the first campaigns have the suggested budgets, and the Robinhood campaign’s message does not mention Robinhood', () => {
  expect(firstPlans.map(({ platform, budgetCents }) => [platform, budgetCents])).toEqual([
    ['google', 5_000],
    ['meta', 3_000],
    ['rumble', 2_000],
    ['x', 2_500],
  ]);
  expect(robinhoodPlan.adMessage).not.toMatch(/robinhood/i);
});
