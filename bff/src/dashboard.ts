import { adsApi } from '@xrp-bridge/contracts/ads';
import type { QueryOf, ReplyOf } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { formatCents } from '@xrp-bridge/contracts/prices';
import type { AdminCheckTotals, AdminDashboard, AdminFunnel, AdminSeries } from '@xrp-bridge/contracts/public-api';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { taskApi } from '@xrp-bridge/contracts/task';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { ProblemError } from '@xrp-bridge/runtime';
import { failingOf, type Providers } from '@xrp-bridge/runtime/providers';
import { createSurvey, type Services, type Survey } from './clients.ts';
import type { Context } from './context.ts';

// Builds the operators' dashboard from the daily totals of all services. Each service updates its totals in the same
// transaction as the change that they count. Totals of an unavailable service are missing; the rest is shown.

const dayMs = 24 * 3_600_000;
const usualDays = 30;
const maxDays = 366;
/** The longest period that payment can compare with the provider. */
const checkedDays = 90;
/** Maximum number of checks while there are differences, and the pause between two checks. */
const maxChecks = 3;
const checkAgainMs = 1_000;

type DailyTotals = Record<string, number>;

/** Each series: its unit, the service that counts it, and its value from that service's daily totals. */
const series = {
  revenue: {
    unit: 'usd',
    service: 'payment',
    of: ({ revenue_guide = 0, revenue_concierge = 0, revenue_signals = 0 }) =>
      -(revenue_guide + revenue_concierge + revenue_signals),
  },
  refunds: {
    unit: 'usd',
    service: 'payment',
    of: ({ refunds_guide = 0, refunds_concierge = 0, refunds_signals = 0 }) =>
      refunds_guide + refunds_concierge + refunds_signals,
  },
  started: { unit: 'count', service: 'transfer', of: ({ transfers_created = 0 }) => transfers_created },
  paid: { unit: 'count', service: 'transfer', of: ({ transfers_paid = 0 }) => transfers_paid },
  completed: { unit: 'count', service: 'transfer', of: ({ transfers_completed = 0 }) => transfers_completed },
  clicks: { unit: 'count', service: 'ads', of: ({ clicks = 0 }) => clicks },
  mentions: { unit: 'count', service: 'signals', of: ({ mentions = 0 }) => mentions },
} as const satisfies Record<
  string,
  { unit: 'usd' | 'count'; service: keyof Services; of: (totals: DailyTotals) => number }
>;

/** Returns the metrics: running totals, and the numbers of open tasks, dead letters and failed jobs. */
export async function readDashboard({
  services,
  providers,
  clock,
}: Pick<Context, 'services' | 'providers' | 'clock'>): Promise<ReplyOf<typeof AdminDashboard>> {
  const today = dayOf(clock());
  const query = { from: today, to: today };
  const survey = createSurvey(services);
  const [payment, transfer, ads, tasks, health] = await Promise.all([
    survey.call('payment', (client) => client.call(operationsApi.readDailyTotals, { query })),
    survey.call('transfer', (client) => client.call(operationsApi.readDailyTotals, { query })),
    survey.call('ads', (client) => client.call(adsApi.readAdTotals)),
    survey.call('notification', (client) => client.call(taskApi.count)),
    readHealth(survey, providers),
  ]);
  return {
    // The balance at the provider: payments minus refunds, without revenue from ads.
    totalRevenue: payment && formatCents(payment.totals.stripe_clearing ?? 0),
    completedTransfers: transfer && (transfer.totals.transfers_completed ?? 0),
    adRevenue: ads && formatCents(ads.adRevenueCents),
    unreinvestedAmount: ads && formatCents(ads.unreinvestedCents),
    activeCampaigns: ads?.activeCampaigns ?? null,
    shouldReinvest: ads?.shouldReinvest ?? null,
    advertisingInitialized: ads?.advertisingInitialized ?? null,
    openTasks: tasks?.open ?? null,
    oldestTaskAt: tasks?.oldest ?? null,
    deadLetters: health.deadLetters,
    failedJobs: health.failedJobs,
    failingProviders: health.failing.map(({ name }) => name),
    away: survey.away(),
  };
}

/**
 * Counts dead letters and failed jobs of all services, and lists failing providers and sources.
 * `since` is the start of a provider's failures, or the last success of a source (null if the source never succeeded).
 */
export async function readHealth(survey: Survey, providers: Pick<Providers, 'list'>) {
  const [healths, sources, own] = await Promise.all([
    survey.callAll((client) => client.call(operationsApi.readHealth)),
    survey.call('signals', (client) => client.call(signalsApi.listSources)),
    providers.list(),
  ]);
  return {
    deadLetters: healths.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
    failedJobs: healths.reduce((sum, { failedJobs }) => sum + failedJobs, 0),
    failing: [
      ...healths.flatMap(({ failingProviders }) => failingProviders),
      ...failingOf(own),
      ...(sources?.sources ?? []).filter(({ failures }) => failures > 0).map(({ name, at }) => ({ name, since: at })),
    ],
  };
}

/**
 * Returns all series by day, compared with the same number of days before.
 * @throws ProblemError invalid_input
 */
export async function readSeries(
  services: Services,
  now: Date,
  requested: QueryOf<typeof AdminSeries>,
): Promise<ReplyOf<typeof AdminSeries>> {
  const { from, to, length } = rangeOf(requested, now);
  const query = { from: addDays(from, -length), to };
  const names = ['payment', 'transfer', 'ads', 'signals'] as const;
  const survey = createSurvey(services);
  const byService = new Map<keyof Services, { totals: Map<string, DailyTotals>; firstDay: string | null }>();
  await Promise.all(
    names.map(async (name) => {
      const answer = await survey.call(name, (client) => client.call(operationsApi.readDailyTotals, { query }));
      if (answer) byService.set(name, { totals: totalsByDay(answer.days), firstDay: answer.firstDay });
    }),
  );

  const days = Array.from({ length }, (_, n) => addDays(from, n));
  return {
    from,
    to,
    series: Object.entries(series).flatMap(([name, { unit, service, of }]) => {
      const answer = byService.get(service);
      if (!answer) return [];
      const read: (totals: DailyTotals) => number = of;
      const at = (day: string) => read(answer.totals.get(day) ?? {});
      const hasData = (day: string) => answer.firstDay !== null && day >= answer.firstDay;
      const units = unit === 'usd' ? 100 : 1;
      const pairs = days.map((day) => {
        const earlier = addDays(day, -length);
        return { day, value: at(day), before: hasData(earlier) ? at(earlier) : null };
      });
      const compared = pairs.filter(({ before }) => before !== null);
      // Whole cents are summed and divided once, so that rounding errors do not add up.
      const sumOf = (values: (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / units;
      return {
        name: name as keyof typeof series,
        unit,
        days: pairs.map(({ day, value, before }) => ({
          day,
          value: value / units,
          before: before === null ? null : before / units,
        })),
        sum: sumOf(pairs.map(({ value }) => value)),
        compared:
          compared.length === 0
            ? null
            : {
                days: compared.length,
                sum: sumOf(compared.map(({ value }) => value)),
                before: sumOf(compared.map(({ before }) => before)),
              },
      };
    }),
    away: survey.away(),
  };
}

/**
 * Counts, by step, the transfers that started in a range.
 * Also counts those that started in the same number of days before.
 * @throws ProblemError invalid_input, or service_unavailable
 */
export async function readFunnel(
  services: Pick<Services, 'transfer'>,
  now: Date,
  requested: QueryOf<typeof AdminFunnel>,
): Promise<ReplyOf<typeof AdminFunnel>> {
  const { from, to, length } = rangeOf(requested, now);
  const read = (query: { from: string; to: string }) => services.transfer.call(transferApi.readFunnel, { query });
  const [current, before] = await Promise.all([
    read({ from, to }),
    read({ from: addDays(from, -length), to: addDays(from, -1) }),
  ]);
  return { from, to, paths: current.paths, before: before.paths };
}

/** Returns a range of days and its length. The default is 30 days. @throws ProblemError invalid_input */
function rangeOf(requested: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const to = requested.to ?? dayOf(now);
  const from = requested.from ?? addDays(to, 1 - usualDays);
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (length < 1) throw wrongRange('from', 'The first day can’t be after the last day.');
  if (length > maxDays) throw wrongRange('from', `Please choose ${maxDays} days or fewer.`);
  return { from, to, length };
}

type Checked = Pick<ReplyOf<typeof AdminCheckTotals>, 'differences' | 'accepted' | 'found'>;

/**
 * Compares the running totals with the accounting entries, and the entries with the payment provider.
 * A payment between two calls looks like a difference, so differences are checked again. `found` lists the payments
 * that were missing in the entries, and that one of the checks booked.
 * @throws ProblemError if a service is unavailable
 */
export async function checkTotals({
  services,
  clock,
  pause,
}: Pick<Context, 'services' | 'clock' | 'pause'>): Promise<ReplyOf<typeof AdminCheckTotals>> {
  let { differences, accepted, found } = await compareTotals(services, clock());
  for (let checks = 1; differences.length > 0 && checks < maxChecks; checks++) {
    await pause(checkAgainMs);
    const again = await compareTotals(services, clock());
    ({ differences, accepted } = again);
    found = [...found, ...again.found];
  }
  return { agrees: differences.length === 0, checkedAt: clock().toISOString(), differences, accepted, found };
}

async function compareTotals(services: Services, now: Date): Promise<Checked> {
  const today = dayOf(now);
  const query = { from: today, to: today };
  const [paymentTotals, accounting, provider, adTotals, adAccounting] = await Promise.all([
    services.payment.call(operationsApi.readDailyTotals, { query }),
    services.payment.call(paymentApi.readAccounting),
    services.payment.call(paymentApi.reconcileAccounting, { query: { days: checkedDays } }),
    services.ads.call(operationsApi.readDailyTotals, { query }),
    services.ads.call(adsApi.readAccounting),
  ]);
  const differences: Checked['differences'] = [];
  const compare = (what: string, ours: string, theirs: string) => {
    if (ours !== theirs) differences.push({ what, ours, theirs });
  };
  const clearing = formatCents(paymentTotals.totals.stripe_clearing ?? 0);
  compare('Revenue (running total vs. accounting)', clearing, accounting.totals.stripe_clearing);
  compare('Payment accounting (actual vs. expected)', balance(accounting.balanced), balance(true));
  for (const difference of provider.differences) {
    const { intentId, booked, provider: held } = difference;
    differences.push({ ...describeDifference(difference), payment: { intentId, booked, provider: held } });
  }
  const receivable = formatCents(adTotals.totals.ad_receivable ?? 0);
  compare('Ad revenue (running total vs. accounting)', receivable, adAccounting.accounts.ad_receivable ?? '0.00');
  compare('Ad accounting (actual vs. expected)', balance(adAccounting.balanced), balance(true));
  const found = provider.found.map(({ paymentId, paid }) => `Payment ${paymentId}: $${paid} for a month of signals`);
  const accepted = provider.accepted.map((difference) => ({
    ...describeDifference(difference),
    acceptedAt: difference.acceptedAt,
  }));
  return { differences, accepted, found };
}

function balance(balanced: boolean): string {
  return balanced ? 'balanced' : 'not balanced';
}

type Difference = ReplyOf<typeof paymentApi.reconcileAccounting>['differences'][number];

function describeDifference({ paymentId, subscriptionId, intentId, booked, provider }: Difference) {
  const payment = `Payment ${paymentId ?? intentId}`;
  const what = !paymentId && subscriptionId ? `${payment} for a signals subscription` : payment;
  return { what: `${what} (our records vs. Stripe)`, ours: describe(booked), theirs: describe(provider) };
}

function describe(held: { paid: string; refunded: string } | null): string {
  return held ? `$${held.paid} paid, $${held.refunded} refunded` : 'nothing';
}

function totalsByDay(rows: readonly { day: string; name: string; value: number }[]): Map<string, DailyTotals> {
  const days = new Map<string, DailyTotals>();
  for (const { day, name, value } of rows) days.set(day, { ...days.get(day), [name]: value });
  return days;
}

function wrongRange(field: string, message: string): ProblemError {
  return new ProblemError('invalid_input', message, { errors: [{ field, code: 'wrong_range', message }] });
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs));
}
