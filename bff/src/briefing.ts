import { type Briefing, longestId, longestName } from '@xrp-bridge/contracts/briefing';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { alertApi } from '@xrp-bridge/contracts/operator-alerts';
import { listAccounts } from './access/operator-account.ts';
import { createSurvey } from './clients.ts';
import type { Context } from './context.ts';
import { readFunnel, readHealth, readSeries } from './dashboard.ts';

const dayMs = 24 * 3_600_000;
/** Shorter failures are left out, because most of them end before an operator reads the alert. */
const failingForMs = 10 * 60_000;
/** Maximum number of dead letters and of failed jobs per service in a briefing, newest first. */
const mostProblems = 100;

type BriefingContext = Pick<Context, 'db' | 'services' | 'providers' | 'clock' | 'log'>;

/**
 * Sends the requested briefing to the notification service.
 * A failure is only logged, because the next request follows within the hour.
 */
export async function sendBriefing(context: BriefingContext): Promise<void> {
  try {
    await context.services.notification.call(alertApi.brief, { body: await readBriefing(context) });
  } catch (error) {
    context.log.warn({ err: error }, 'the briefing for operators was not sent');
  }
}

/** Returns the state of all services, and the last week's sales from the totals of the dashboard. */
export async function readBriefing({ db, services, providers, clock }: BriefingContext): Promise<Briefing> {
  const now = clock();
  const range = { from: dayBefore(now, 7), to: dayBefore(now, 1) };
  const survey = createSurvey(services);
  const query = { limit: mostProblems };
  const [accounts, health, letters, jobs, series, funnel] = await Promise.all([
    listAccounts(db),
    readHealth(survey, providers),
    survey.callAll((client) => client.call(operationsApi.listDeadLetters, { query })),
    survey.callAll((client) => client.call(operationsApi.listJobs, { query })),
    readSeries(services, now, range),
    // The survey makes this call, so that `away` names the service even if only this call fails.
    survey.call('transfer', (transfer) => readFunnel({ transfer }, now, range)),
  ]);
  const isOld = (since: string | null) => since === null || Date.parse(since) <= now.getTime() - failingForMs;
  return {
    operators: accounts.filter(({ disabled_at }) => disabled_at === null).map(({ id }) => id),
    counts: { deadLetters: health.deadLetters, failedJobs: health.failedJobs },
    deadLetters: letters.flatMap(({ deadLetters }) =>
      deadLetters.map(({ service, id }) => problemOf(['dead-letter', service, id], service)),
    ),
    // The id includes `failedAt`, because a retried job can fail again, and the new failure needs a new id.
    failedJobs: jobs.flatMap(({ failed }) =>
      failed.map(({ service, id, failedAt }) => problemOf(['job', failedAt, service, id], id.split('.')[0] ?? id)),
    ),
    failingProviders: health.failing
      .filter(({ since }) => isOld(since))
      .map(({ name, since }) => problemOf(['provider', since ?? '', name], name)),
    week: weekOf(series),
    funnel: funnel && sumFunnel(funnel.paths),
    away: [...new Set([...survey.away(), ...series.away])],
  };
}

/** Shortens both texts to the contract's limits, because a longer text would make the briefing invalid. */
function problemOf(id: readonly string[], name: string): Briefing['deadLetters'][number] {
  return { id: id.join(' ').slice(0, longestId), name: name.slice(0, longestName) };
}

function weekOf({ series }: Awaited<ReturnType<typeof readSeries>>): Briefing['week'] {
  const find = (wanted: string) => series.find(({ name }) => name === wanted);
  const [revenue, refunds, paid] = [find('revenue'), find('refunds'), find('paid')];
  if (!revenue) return null;
  return {
    days: revenue.days.map(({ day, value }, index) => ({
      day,
      salesCents: toCents(value),
      refundsCents: toCents(refunds?.days[index]?.value ?? 0),
      paid: paid?.days[index]?.value ?? null,
    })),
    salesBeforeCents: revenue.compared?.days === revenue.days.length ? toCents(revenue.compared.before) : null,
  };
}

function sumFunnel(paths: Awaited<ReturnType<typeof readFunnel>>['paths']): Briefing['funnel'] {
  const sum = { started: 0, paid: 0, address: 0, seen: 0, home: 0 };
  for (const path of paths) {
    for (const step of Object.keys(sum) as (keyof typeof sum)[]) sum[step] += path[step];
  }
  return sum;
}

function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}
