import type { Briefing, BriefingProblem } from '@xrp-bridge/contracts/briefing';
import type { Alert, Counts, OpenTasks, SystemFacts } from './operator-alert.ts';

// The alerts that a briefing causes. Their ids contain the hour or the day, so that a repeated briefing sends nothing.

/** The hour of the morning digest and the weekly mail, in the operators' time zone. */
const morningHour = 8;
/** From this hour, a digest that could not be sent in the morning is no longer sent. */
const eveningHour = 20;

/**
 * The maximum number of problem ids in an alert.
 * A briefing contains fewer, so no current problem is dropped.
 */
const mostKnown = 5_000;

/**
 * Returns the hourly alert about problems that no earlier alert contained; null without such problems.
 * The alert also stores the ids of earlier problems, because a service may be unavailable for a while.
 */
export function systemAlert(
  briefing: Pick<Briefing, 'deadLetters' | 'failedJobs' | 'failingProviders'>,
  last: SystemFacts | null,
  now: Date,
): Alert | null {
  const { deadLetters, failedJobs, failingProviders } = briefing;
  const reported = new Set(last?.known);
  const fresh = (problems: readonly BriefingProblem[]) => problems.filter(({ id }) => !reported.has(id));
  const current = [...deadLetters, ...failedJobs, ...failingProviders].map(({ id }) => id);
  if (current.every((id) => reported.has(id))) return null;
  return {
    id: `system-${now.toISOString().slice(0, 13)}`,
    kind: 'system',
    facts: {
      deadLetters: countByName(fresh(deadLetters)),
      failedJobs: countByName(fresh(failedJobs)),
      providers: [...new Set(fresh(failingProviders).map(({ name }) => name))],
      known: [...new Set([...current, ...reported])].slice(0, mostKnown),
    },
  };
}

/** Returns the digest from `morningHour` to `eveningHour` in the time zone; null otherwise. */
export function digestAlert(briefing: Briefing, tasks: OpenTasks[], now: Date, zone: string): Alert | null {
  const { date, hour } = localTime(now, zone);
  if (hour < morningHour || hour >= eveningHour) return null;
  const { counts, failingProviders, week, away } = briefing;
  return {
    id: `digest-${date}`,
    kind: 'digest',
    facts: {
      date,
      tasks,
      ...counts,
      providers: failingProviders.map(({ name }) => name),
      yesterday: week?.days.at(-1) ?? null,
      away,
    },
  };
}

/** Returns the weekly mail on Monday, from `morningHour` to `eveningHour`; null otherwise. */
export function weeklyAlert(
  { week, funnel, away }: Briefing,
  about: { system: readonly SystemFacts[]; failures: Counts; tasks: OpenTasks[] },
  now: Date,
  zone: string,
): Alert | null {
  const { date, hour, weekday } = localTime(now, zone);
  if (weekday !== 'Monday' || hour < morningHour || hour >= eveningHour) return null;
  const { system, failures, tasks } = about;
  const broke = {
    deadLetters: sumCounts(system.map((each) => each.deadLetters)),
    failedJobs: sumCounts(system.map((each) => each.failedJobs)),
    providers: [...new Set(system.flatMap((each) => each.providers))],
  };
  return { id: `weekly-${date}`, kind: 'weekly', facts: { week, funnel, broke, failures, tasks, away } };
}

/** Returns the day with the highest sales; null if nothing was sold. */
export function bestDayOf(week: NonNullable<Briefing['week']>): { day: string; salesCents: number } | null {
  const [best] = week.days.toSorted((a, b) => b.salesCents - a.salesCents);
  return best && best.salesCents > 0 ? best : null;
}

export function localTime(now: Date, timeZone: string): { date: string; hour: number; weekday: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, ...options }).format(now);
  return {
    date: format({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    hour: Number(format({ hour: '2-digit', hourCycle: 'h23' })),
    weekday: format({ weekday: 'long' }),
  };
}

function countByName(problems: readonly BriefingProblem[]): Counts {
  return sumCounts(problems.map(({ name }) => ({ [name]: 1 })));
}

function sumCounts(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
