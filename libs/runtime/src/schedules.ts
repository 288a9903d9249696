import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { operationsApi } from '@xrp-bridge/contracts/operations';
import type { Queue } from 'bullmq';
import { CronExpressionParser } from 'cron-parser';
import type pg from 'pg';
import { jobIdOf, type Schedule } from './job.ts';
import type { Logger } from './logger.ts';
import { bullOptionsOf } from './queue-backend.ts';

/** State of a schedule in the service's own database, which outlives the queue's data. */
export interface ScheduleState {
  paused: boolean;
  lastRanAt: Date | null;
  /** Turns at or before this time are never due: the schedule was new or paused then. */
  dueSince: Date;
}

/** A schedule as operators see it. */
type ScheduleView = Omit<ReplyOf<typeof operationsApi.listSchedules>['schedules'][number], 'service'>;

export interface Schedules {
  /** Adds the jobs of the turns that are due, from now on. */
  start(schedules: readonly Schedule[]): Promise<void>;
  stop(): Promise<void>;
  /** Stores that a job runs, if a schedule adds it. */
  recordRun(jobName: string): Promise<void>;
  list(): Promise<ScheduleView[]>;
  /** Runs a job now, ends its turns, or gives it turns again; false for an unknown schedule. */
  change(name: string, act: 'run' | 'pause' | 'resume'): Promise<boolean>;
}

/** The longest pause between two searches: other instances resume, and a queue loses its data. */
const longestPauseMs = 60_000;
/** A second press of "Run now" within this time does nothing. */
const pressedTwiceMs = 5_000;

/**
 * A service's schedules.
 * A turn is due until its job runs, so it is added after an absence, and again after the queue has lost it. Its job's id is the
 * same in every instance, so the queue runs it once.
 */
export function createSchedules(options: { pool: pg.Pool; openQueue: () => Queue; log: Logger }): Schedules {
  const { pool, openQueue, log } = options;
  const startedAt = new Date();
  let schedules: readonly Schedule[] = [];
  let triggered = new AbortController();
  let search = Promise.resolve(0);
  let running: Promise<void> | undefined;
  let stopped = false;

  const findSchedule = (name: string) => schedules.find(({ definition }) => definition.name === name);

  async function listStates(): Promise<Map<string, ScheduleState>> {
    const { rows } = await pool.query<{ name: string } & ScheduleState>(
      'select name, paused, last_ran_at as "lastRanAt", due_since as "dueSince" from schedule',
    );
    return new Map(rows.map(({ name, ...state }) => [name, state]));
  }

  /** Adds the jobs of due turns. Returns the pause in milliseconds after which another turn may be due. */
  async function addDue(): Promise<number> {
    const states = await listStates();
    const now = new Date();
    const nextTimes = [now.getTime() + longestPauseMs];
    for (const schedule of schedules) {
      const { definition, data } = schedule;
      const state = states.get(definition.name);
      if (!state || state.paused) continue;
      const turn = nextTurnOf(schedule, state, startedAt);
      if (turn <= now) {
        const jobId = jobIdOf(definition, `turn-${turn.getTime()}`);
        await openQueue().add(definition.name, data, { ...bullOptionsOf(definition), jobId });
        nextTimes.push(nextTurnOf(schedule, { ...state, lastRanAt: now }, startedAt).getTime());
      } else nextTimes.push(turn.getTime());
    }
    return Math.max(0, Math.min(...nextTimes) - Date.now());
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await sleep(await search, undefined, { signal: triggered.signal, ref: false }).catch(() => undefined);
      if (stopped) return;
      triggered = new AbortController();
      search = addDue().catch((error) => {
        log.warn({ err: error }, 'due turns of schedules cannot be added');
        return longestPauseMs;
      });
    }
  }

  return {
    async start(given) {
      schedules = given;
      if (schedules.length === 0) return;
      const names = schedules.map(({ definition }) => definition.name);
      await pool.query('insert into schedule (name) select unnest($1::text[]) on conflict (name) do nothing', [names]);
      search = addDue();
      await search;
      running ??= run();
    },

    async stop() {
      stopped = true;
      triggered.abort();
      await running;
    },

    async recordRun(jobName) {
      if (!findSchedule(jobName)) return;
      // The turn came by this host's clock; where the database's clock is behind, the turn would stay due.
      await pool.query('update schedule set last_ran_at = greatest(now(), $2) where name = $1', [jobName, new Date()]);
    },

    async list() {
      const states = await listStates();
      return schedules.map((schedule) => {
        const { name } = schedule.definition;
        const state = states.get(name);
        const paused = state?.paused ?? false;
        return {
          name,
          rhythm: formatRhythm(schedule),
          nextAt: state && !paused ? nextTurnOf(schedule, state, startedAt).toISOString() : null,
          lastRanAt: state?.lastRanAt?.toISOString() ?? null,
          paused,
        };
      });
    },

    async change(name, act) {
      const schedule = findSchedule(name);
      if (!schedule) return false;
      if (act === 'run') {
        await openQueue().add(name, schedule.data, {
          ...bullOptionsOf(schedule.definition),
          jobId: jobIdOf(schedule.definition, `by-hand-${randomUUID()}`),
          deduplication: { id: `by-hand-${name}`, ttl: pressedTwiceMs },
        });
        return true;
      }
      await pool.query('update schedule set paused = $2, due_since = now() where name = $1', [name, act === 'pause']);
      triggered.abort();
      await search;
      return true;
    },
  };
}

/**
 * Returns the first turn after the schedule last ran, or was new or paused.
 * With `skipMissedTurn`, the turn is also after the start of this process. A new interval has its first turn at once.
 */
export function nextTurnOf(
  { cron, everyMs = 0, skipMissedTurn }: Pick<Schedule, 'cron' | 'everyMs' | 'skipMissedTurn'>,
  { dueSince, lastRanAt }: ScheduleState,
  startedAt: Date,
): Date {
  const last = Math.max(dueSince.getTime(), lastRanAt?.getTime() ?? 0, skipMissedTurn ? startedAt.getTime() : 0);
  if (cron)
    return CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date(last) })
      .next()
      .toDate();
  return new Date(lastRanAt ? last + everyMs : last);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Formats a schedule: 'every 15 minutes', 'every day at 03:20 UTC', or the cron line itself. */
export function formatRhythm({ everyMs = 0, cron }: Pick<Schedule, 'cron' | 'everyMs'>): string {
  if (cron === undefined) return `every ${formatLength(everyMs)}`;
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1];
  if (minutes) return `every ${formatLength(Number(minutes) * 60_000)}`;
  const hourly = /^(\d+) \* \* \* \*$/.exec(cron)?.[1];
  if (hourly) return `every hour at ${hourly} minutes past`;
  const [, minute = '', hour = '', day = ''] = /^(\d+) (\d+) \* \* (\*|[0-6])$/.exec(cron) ?? [];
  if (!day) return cron;
  return `every ${weekdays[Number(day)] ?? 'day'} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a length of time: 'minute' for one, '15 minutes' for more. */
function formatLength(ms: number): string {
  const [unit, length] = units.find(([, each]) => ms % each === 0) ?? (['second', 1_000] as const);
  return ms === length ? unit : `${ms / length} ${unit}s`;
}
