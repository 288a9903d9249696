import type { Briefing } from '@xrp-bridge/contracts/briefing';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { alertApi } from '@xrp-bridge/contracts/operator-alerts';
import { ProblemError } from '@xrp-bridge/runtime';
import { listAccounts } from './access/operator-account.ts';
import { createSurvey } from './clients.ts';
import type { Context } from './context.ts';
import { readFunnel, readSeries } from './dashboard.ts';

const dayMs = 24 * 3_600_000;
/** A provider that fails for a shorter time is often good again before an operator has read of it. */
const failingForMs = 10 * 60_000;
/** Number of dead letters and failed jobs per service that a briefing contains, newest first. */
const mostProblems = 100;

type BriefingContext = Pick<Context, 'db' | 'services' | 'providers' | 'clock' | 'log'>;

/**
 * Answers a requested briefing.
 * A failure is logged only, because the next request follows within the hour.
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
  const [accounts, own, letters, jobs, others, series, funnel] = await Promise.all([
    listAccounts(db),
    providers.list(),
    survey.callAll((client) => client.call(operationsApi.listDeadLetters, { query })),
    survey.callAll((client) => client.call(operationsApi.listJobs, { query })),
    survey.callAll((client) => client.call(operationsApi.listProviders)),
    readSeries(services, now, range),
    readFunnel(services, now, range).catch(whileAway),
  ]);
  const all = [
    ...own.map((provider) => ({ service: 'bff', ...provider })),
    ...others.flatMap((each) => each.providers),
  ];
  return {
    operators: accounts.filter(({ disabled_at }) => disabled_at === null).map(({ id }) => id),
    deadLetters: letters.flatMap(({ deadLetters }) =>
      deadLetters.map(({ service, id }) => ({ id: `dead-letter ${service} ${id}`, name: service })),
    ),
    // A retried job can fail again.
    failedJobs: jobs.flatMap(({ failed }) =>
      failed.map(({ service, id, failedAt }) => ({
        id: `job ${service} ${id} ${failedAt}`,
        name: id.split('.')[0] ?? id,
      })),
    ),
    failingProviders: all.flatMap(({ service, name, configured, failures, failingSince }) =>
      configured && failures > 0 && failingSince && Date.parse(failingSince) <= now.getTime() - failingForMs
        ? [{ id: `provider ${service} ${name} ${failingSince}`, name }]
        : [],
    ),
    week: weekOf(series),
    funnel: funnel && sumFunnel(funnel.paths),
    away: [...new Set([...survey.away(), ...series.away])],
  };
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

/** Returns null for an unavailable service. */
function whileAway(error: unknown): null {
  if (error instanceof ProblemError && error.status >= 500) return null;
  throw error;
}

function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}
