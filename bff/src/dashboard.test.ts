import { adsApi } from '@xrp-bridge/contracts/ads';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { expect, test } from 'vitest';
import type { Services } from './clients.ts';
import { checkFigures } from './dashboard.ts';

const clock = () => new Date('2026-11-22T12:00:00Z');

/** Services whose books hold $4.00, and whose running total is that of the next look. */
function services(...runningCents: number[]): Services {
  const answers = new Map<unknown, () => unknown>([
    [operationsApi.readFigures, () => ({ days: [], totals: { stripe_clearing: runningCents.shift() } })],
    [paymentApi.readAccounting, () => ({ balanced: true, totals: { stripe_clearing: '4.00' } })],
    [paymentApi.reconcileAccounting, () => ({ differences: [] })],
  ]);
  const ads = new Map<unknown, () => unknown>([
    [operationsApi.readFigures, () => ({ days: [], totals: {} })],
    [adsApi.readAccounting, () => ({ balanced: true, accounts: {} })],
  ]);
  const client = (known: typeof answers) => ({ call: async (route: unknown) => known.get(route)?.() });
  return { payment: client(answers), ads: client(ads) } as never;
}

async function check(...runningCents: number[]) {
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  const { agrees, differences } = await checkFigures({ services: services(...runningCents), clock, pause });
  return { agrees, differences, looks: pauses.length + 1 };
}

test('what was paid between two answers is no difference at another look', async () => {
  expect(await check(400)).toEqual({ agrees: true, differences: [], looks: 1 });
  expect(await check(0, 400)).toEqual({ agrees: true, differences: [], looks: 2 });
});

test('what differs at every look is told', async () => {
  const what = 'Revenue: the running total, and the books';
  expect(await check(0, 0, 399)).toEqual({
    ...{ agrees: false, looks: 3 },
    differences: [{ what, ours: '3.99', theirs: '4.00' }],
  });
});
