import { adsApi } from '@xrp-bridge/contracts/ads';
import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { expect, test } from 'vitest';
import type { Services } from './clients.ts';
import { checkFigures } from './dashboard.ts';

const clock = () => new Date('2026-11-22T12:00:00Z');

type Compared = Pick<ReplyOf<typeof paymentApi.reconcileAccounting>, 'differences' | 'found'>;

/** Services whose books hold $4.00, and whose running total is that of the next look. */
function services(runningCents: number[], compared: Compared[]): Services {
  const answers = new Map<unknown, () => unknown>([
    [operationsApi.readFigures, () => ({ days: [], totals: { stripe_clearing: runningCents.shift() } })],
    [paymentApi.readAccounting, () => ({ balanced: true, totals: { stripe_clearing: '4.00' } })],
    [paymentApi.reconcileAccounting, () => compared.shift() ?? { differences: [], found: [] }],
  ]);
  const ads = new Map<unknown, () => unknown>([
    [operationsApi.readFigures, () => ({ days: [], totals: {} })],
    [adsApi.readAccounting, () => ({ balanced: true, accounts: {} })],
  ]);
  const client = (known: typeof answers) => ({ call: async (route: unknown) => known.get(route)?.() });
  return { payment: client(answers), ads: client(ads) } as never;
}

async function check(runningCents: number[], compared: Compared[] = []) {
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  const asked = { services: services(runningCents, compared), clock, pause };
  const { agrees, differences, found } = await checkFigures(asked);
  return { agrees, differences, found, looks: pauses.length + 1 };
}

test('what was paid between two answers is no difference at another look', async () => {
  expect(await check([400])).toEqual({ agrees: true, differences: [], found: [], looks: 1 });
  expect(await check([0, 400])).toEqual({ agrees: true, differences: [], found: [], looks: 2 });
});

test('what differs at every look is told', async () => {
  const what = 'Revenue: the running total, and the books';
  expect(await check([0, 0, 399])).toEqual({
    ...{ agrees: false, found: [], looks: 3 },
    differences: [{ what, ours: '3.99', theirs: '4.00' }],
  });
});

test('what was missing and is booked by the first look is told after the last', async () => {
  const first = { differences: [], found: [{ paymentId: 'pay_1', paid: '4.00' }] };
  expect(await check([0, 400], [first])).toEqual({
    ...{ agrees: true, differences: [], looks: 2 },
    found: ['Payment pay_1: $4.00 for a month of signals'],
  });
});

test('what a subscription paid, and nobody can book, is named as that', async () => {
  const lost = { paymentId: null, subscriptionId: 'sub_1', intentId: 'pi_1', booked: null };
  const look = { differences: [{ ...lost, provider: { paid: '4.00', refunded: '0.00' } }], found: [] };
  expect((await check([400, 400, 400], [look, look, look])).differences).toEqual([
    {
      what: 'Payment pi_1 of a subscription to signals: booked, and at the provider',
      ours: 'nothing',
      theirs: '$4.00 paid, $0.00 refunded',
    },
  ]);
});
