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

/**
 * State of a schedule.
 * The state is in the service's own database, because the queue may lose its data.
 */
export interface ScheduleState {
  paused: boolean;
  lastRanAt: Date | null;
  /**
   * The time at which the schedule was created, paused or resumed.
   * Runs at or before this time are never due.
   */
  dueSince: Date;
}

/** A schedule as operators see it. */
type ScheduleView = Omit<ReplyOf<typeof operationsApi.listSchedules>['schedules'][number], 'service'>;

export interface Schedules {
  /** Starts enqueuing a job for each due run. */
  start(schedules: readonly Schedule[]): Promise<void>;
  stop(): Promise<void>;
  /** Stores that a job has started, if it belongs to a schedule. */
  recordRun(jobName: string, jobId: string): Promise<void>;
  list(): Promise<ScheduleView[]>;
  /** Runs a job now, or pauses or resumes its schedule. Returns false for an unknown schedule. */
  change(name: string, act: 'run' | 'pause' | 'resume'): Promise<boolean>;
}

/** The part of a queue that schedules use. */
interface TurnQueue {
  add(...job: Parameters<Queue['add']>): Promise<unknown>;
}

/**
 * Maximum pause between two checks for due runs.
 * Another instance may resume a schedule, or the queue may lose its data.
 */
const longestPauseMs = 60_000;
/** A second click on "Run now" within this time has no effect. */
const pressedTwiceMs = 5_000;

/**
 * Creates a service's schedules.
 * A run is due until its job starts. Therefore a run is added after a time without instances, and again if the queue
 * loses its job. The job's id is the same in all instances, so the queue runs the job once.
 */
export function createSchedules(options: { pool: pg.Pool; openQueue: () => TurnQueue; log: Logger }): Schedules {
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

  /** Adds the jobs of due runs. Returns the milliseconds until another run may be due. */
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

    async recordRun(jobName, jobId) {
      if (!findSchedule(jobName)) return;
      // The run was due by the clock of the instance that added the job. A slower clock of this instance or of the
      // database would leave the run due, and the queue ignores its job while it stores the completed one.
      const turn = new Date(Number(/\.turn-(\d+)$/.exec(jobId)?.[1] ?? 0));
      await pool.query('update schedule set last_ran_at = greatest(now(), $2) where name = $1', [jobName, turn]);
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
 * Returns the time of the first run after the last run and after `dueSince`.
 * With `skipMissedTurn`, the run is also after the start of this process. A new interval schedule runs at once.
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

/** Formats a schedule: 'every 15 minutes', 'every day at 03:20 UTC', or the cron expression itself. */
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

/** Formats a duration: 'minute' for one minute, '15 minutes' for several. */
function formatLength(ms: number): string {
  const [unit, length] = units.find(([, each]) => ms % each === 0) ?? (['second', 1_000] as const);
  return ms === length ? unit : `${ms / length} ${unit}s`;
}
