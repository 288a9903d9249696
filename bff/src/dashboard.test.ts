import { adsApi } from '@xrp-bridge/contracts/ads';
import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { byService } from '@xrp-bridge/contracts/services';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { expect, test } from 'vitest';
import type { Services } from './clients.ts';
import { checkTotals, readDashboard, readSeries } from './dashboard.ts';

const clock = () => new Date('2026-11-22T12:00:00Z');

type Compared = Pick<ReplyOf<typeof paymentApi.reconcileAccounting>, 'differences' | 'accepted' | 'found'>;

/** Services with $4.00 in the accounting entries and the given running totals, one per check. */
function services(runningCents: number[], compared: Compared[]): Services {
  const answers = new Map<unknown, () => unknown>([
    [operationsApi.readDailyTotals, () => ({ days: [], totals: { stripe_clearing: runningCents.shift() } })],
    [paymentApi.readAccounting, () => ({ balanced: true, totals: { stripe_clearing: '4.00' } })],
    [paymentApi.reconcileAccounting, () => compared.shift() ?? { differences: [], accepted: [], found: [] }],
  ]);
  const ads = new Map<unknown, () => unknown>([
    [operationsApi.readDailyTotals, () => ({ days: [], totals: {} })],
    [adsApi.readAccounting, () => ({ balanced: true, accounts: {} })],
  ]);
  const client = (replies: typeof answers) => ({ call: async (route: unknown) => replies.get(route)?.() });
  return { payment: client(answers), ads: client(ads) } as never;
}

async function check(runningCents: number[], compared: Compared[] = []) {
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  const context = { services: services(runningCents, compared), clock, pause };
  const { agrees, differences, found } = await checkTotals(context);
  return { agrees, differences, found, checks: pauses.length + 1 };
}

test('a difference that disappears in the second check is not reported', async () => {
  expect(await check([400])).toEqual({ agrees: true, differences: [], found: [], checks: 1 });
  expect(await check([0, 400])).toEqual({ agrees: true, differences: [], found: [], checks: 2 });
});

test('a difference is reported if it remains in all three checks', async () => {
  const what = 'Revenue (running total vs. accounting)';
  expect(await check([0, 0, 399])).toEqual({
    agrees: false,
    found: [],
    checks: 3,
    differences: [{ what, ours: '3.99', theirs: '4.00' }],
  });
});

test('a payment that the first check books is reported, even if the second check finds no difference', async () => {
  const first = { differences: [], accepted: [], found: [{ paymentId: 'pay_1', paid: '4.00' }] };
  expect(await check([0, 400], [first])).toEqual({
    agrees: true,
    differences: [],
    checks: 2,
    found: ['Payment pay_1: $4.00 for a month of signals'],
  });
});

test('an unbooked payment for a subscription is reported with the provider’s intent id', async () => {
  const lost = { paymentId: null, subscriptionId: 'sub_1', intentId: 'pi_1', booked: null };
  const compared = {
    differences: [{ ...lost, provider: { paid: '4.00', refunded: '0.00' } }],
    accepted: [],
    found: [],
  };
  expect((await check([400, 400, 400], [compared, compared, compared])).differences).toEqual([
    {
      what: 'Payment pi_1 for a signals subscription (our records vs. Stripe)',
      ours: 'nothing',
      theirs: '$4.00 paid, $0.00 refunded',
      payment: { intentId: 'pi_1', booked: null, provider: { paid: '4.00', refunded: '0.00' } },
    },
  ]);
});

test('a series is compared only on days for which the previous period has data', async () => {
  // Data begins on 10 November, so that only the last three of the five days have an earlier day with data.
  const totals = [10, 11, 12, 13, 14, 15, 16, 17].map((date) => ({
    day: `2026-11-${date}`,
    name: 'transfers_created',
    value: date,
  }));
  const call = async () => ({ days: totals, totals: {}, firstDay: '2026-11-10' });
  const none = async () => ({ days: [], totals: {}, firstDay: null });
  const services = { payment: { call: none }, transfer: { call }, ads: { call: none }, signals: { call: none } };
  const { series } = await readSeries(services as never, clock(), { from: '2026-11-13', to: '2026-11-17' });
  const started = series.find(({ name }) => name === 'started');
  expect(started?.days.map(({ before }) => before)).toEqual([null, null, 10, 11, 12]);
  expect(started).toMatchObject({ sum: 75, compared: { days: 3, sum: 48, before: 33 } });
  expect(series.find(({ name }) => name === 'revenue')?.compared).toBeNull();
});

test('the dashboard names each provider and source whose last call failed', async () => {
  const failing = { deadLetters: 0, failedJobs: 0, failingProviders: [{ name: 'X', since: null }] };
  const others = { ...failing, failingProviders: [], totals: {}, open: 0 };
  const sources = [
    { name: 'CoinGecko', failures: 2 },
    { name: 'Reddit', failures: 0 },
  ];
  const answer = (service: string, route: unknown) => {
    if (route === signalsApi.listSources) return { sources };
    return service === 'ads' && route === operationsApi.readHealth ? failing : others;
  };
  const services = byService((service) => ({ call: async (route: unknown) => answer(service, route) }));
  const providers = { add: () => () => {}, list: async () => [provider({ failures: 1 }), provider({ failures: 0 })] };
  const { failingProviders } = await readDashboard({ services: services as never, providers, clock });
  expect(failingProviders).toEqual(['X', 'Language model 1', 'CoinGecko']);
});

function provider({ failures }: { failures: number }) {
  const never = { goodAt: null, failedAt: null, failingSince: null, lastError: null };
  return { name: `Language model ${failures}`, configured: true, failures, ...never };
}
