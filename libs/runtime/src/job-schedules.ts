import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type pg from 'pg';
import { jobIdOf, type Schedule } from './job.ts';
import type { Logger } from './logger.ts';
import { bullOptionsOf } from './queue-backend.ts';
import { missedIntervalOf, missedTurnOf, openScheduleStates, sayRhythm } from './schedules.ts';

/** A schedule as operators see it. */
export interface ScheduleView {
  name: string;
  rhythm: string;
  nextAt: string | null;
  lastRanAt: string | null;
  paused: boolean;
}

export interface JobSchedules {
  /**
   * Makes the schedules what they are now: those no longer listed end, those that were lost with the queue's data are
   * made again, and those that are paused stay so.
   */
  start(schedules: readonly Schedule[]): Promise<void>;
  /** Ends the search for lost schedules. */
  stop(): void;
  /** Records that a job runs, if a schedule adds it. */
  recordRun(jobName: string): Promise<void>;
  list(): Promise<ScheduleView[]>;
  /** Runs a schedule's job now, ends its turns, or gives it turns again; false when there is no such schedule. */
  change(name: string, act: 'run' | 'pause' | 'resume'): Promise<boolean>;
}

/** Who presses "Run now" twice within this time means it once. */
const pressedTwiceMs = 5_000;

/** A service's schedules: BullMQ's job schedulers, beside their states in the service's database. */
export function createJobSchedules(options: {
  pool: pg.Pool;
  openQueue: () => Queue;
  everyMs: number;
  log: Logger;
}): JobSchedules {
  const { openQueue, log } = options;
  const states = openScheduleStates(options.pool);
  let scheduled: readonly Schedule[] = [];
  let search: NodeJS.Timeout | undefined;

  const scheduleOf = (name: string) => scheduled.find(({ definition }) => definition.name === name);

  /** Returns the schedules that are not paused. */
  async function listActive(): Promise<Schedule[]> {
    if (scheduled.length === 0) return [];
    const known = await states.read();
    return scheduled.filter(({ definition }) => !known.get(definition.name)?.paused);
  }

  /**
   * Upserts schedules, one instance at a time: on PostgreSQL, BullMQ deletes and inserts the job of the next turn, and
   * fails where another instance inserts it between the two.
   */
  async function upsert(schedules: readonly Schedule[]): Promise<void> {
    await states.lock(async () => {
      for (const { definition, data, everyMs, cron } of schedules) {
        const { name } = definition;
        const repeat = cron ? { pattern: cron, tz: 'UTC' } : { every: everyMs };
        await openQueue().upsertJobScheduler(name, repeat, { name, data, opts: bullOptionsOf(definition) });
      }
    });
  }

  /**
   * Adds the turns that passed while no instance was there to run them.
   *
   * @param resumed the schedules that BullMQ had before this start: it drops their overdue turns, while the first turn of
   * a new interval runs at once
   */
  async function catchUp(resumed: ReadonlySet<string> = new Set()): Promise<void> {
    if (scheduled.length === 0) return;
    const now = new Date();
    const known = await states.read();
    for (const { definition, data, everyMs, cron, worthlessLate } of scheduled) {
      const { name } = definition;
      const state = known.get(name);
      if (!state || worthlessLate) continue;
      const interval = everyMs && resumed.has(name) ? missedIntervalOf(everyMs, state, now) : null;
      const turn = cron ? missedTurnOf(cron, state, now) : interval;
      if (!turn) continue;
      // BullMQ's own id of this turn's job: a turn that waits in the queue, or is at work elsewhere, is not added again.
      const jobId = `repeat:${name}:${turn.getTime()}`;
      await openQueue().add(name, data, { ...bullOptionsOf(definition), jobId });
      log.info({ schedule: name, turn }, 'a turn that passed without a run is run now');
    }
  }

  /** Makes lost schedules again; those that are there keep their turn. */
  async function restoreLost(): Promise<void> {
    try {
      const present = new Set((await openQueue().getJobSchedulers()).map(({ key }) => key));
      const lost = (await listActive()).filter(({ definition }) => !present.has(definition.name));
      if (lost.length > 0) {
        log.warn({ schedules: lost.map(({ definition }) => definition.name) }, 'schedules are gone, and made again');
        await upsert(lost);
      }
      await catchUp();
    } catch (error) {
      log.warn({ err: error }, 'schedules cannot be looked at');
    }
  }

  return {
    async start(schedules) {
      scheduled = schedules;
      if (scheduled.length > 0) await states.insertMissing(scheduled.map(({ definition }) => definition.name));
      const present = await openQueue().getJobSchedulers();
      const active = await listActive();
      const names = new Set(active.map(({ definition }) => definition.name));
      for (const { key } of present) if (!names.has(key)) await openQueue().removeJobScheduler(key);
      await upsert(active);
      await catchUp(new Set(present.map(({ key }) => key)));
      search ??= setInterval(() => void restoreLost(), options.everyMs).unref();
    },

    stop: () => clearInterval(search),

    async recordRun(jobName) {
      if (scheduleOf(jobName)) await states.noteRun(jobName);
    },

    async list() {
      const [known, present] = await Promise.all([states.read(), openQueue().getJobSchedulers()]);
      return scheduled.map((schedule) => {
        const { name } = schedule.definition;
        const { paused = false, lastRanAt = null } = known.get(name) ?? {};
        const next = paused ? undefined : present.find(({ key }) => key === name)?.next;
        return {
          name,
          rhythm: sayRhythm(schedule),
          nextAt: next ? new Date(next).toISOString() : null,
          lastRanAt: lastRanAt?.toISOString() ?? null,
          paused,
        };
      });
    },

    async change(name, act) {
      const schedule = scheduleOf(name);
      if (!schedule) return false;
      if (act === 'run') {
        await openQueue().add(name, schedule.data, {
          ...bullOptionsOf(schedule.definition),
          jobId: jobIdOf(schedule.definition, `by-hand-${randomUUID()}`),
          deduplication: { id: `by-hand-${name}`, ttl: pressedTwiceMs },
        });
        return true;
      }
      // The state comes first: every instance reads it before it makes a schedule that is missing.
      await states.setPaused(name, act === 'pause');
      if (act === 'pause') await openQueue().removeJobScheduler(name);
      else await upsert([schedule]);
      return true;
    },
  };
}
