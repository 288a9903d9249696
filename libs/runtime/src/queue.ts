import { randomUUID } from 'node:crypto';
import { DelayedError, type Job, Queue, UnrecoverableError, WaitingError, Worker, withBackend } from 'bullmq';
import type pg from 'pg';
import type { z } from 'zod';
import type { Subscription } from './bus/port.ts';
import type { Logger } from './logger.ts';
import { isLostDatabase } from './outage.ts';
import { jobsSchemaOf, openJobsPool, postgresBackend } from './queue-postgres.ts';
import { missedIntervalOf, missedTurnOf, openScheduleStates, sayRhythm } from './schedules.ts';

/** A kind of slow or outside work: its data, and how often and how long it is tried. */
export interface JobDefinition<Data = unknown> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
  readonly attempts: number;
  /** Pause before the second attempt; it doubles with each further one. */
  readonly backoffMs: number;
  readonly timeoutMs: number;
}

export function defineJob<Schema extends z.ZodType>(
  name: string,
  about: { data: Schema; attempts: number; backoffMs: number; timeoutMs: number },
): JobDefinition<z.infer<Schema>> {
  return { name, ...about, data: about.data as z.ZodType<z.infer<Schema>> };
}

/** A job on its way to the queue. What a later version says of its definition does not change it any more. */
export interface QueuedJob {
  name: string;
  id: string;
  data: unknown;
  attempts: number;
  backoffMs: number;
  delayMs: number;
}

/**
 * The job to add. The same `jobId` again is the same job, also after it has run (for as long as finished jobs are kept).
 * @throws Error when the data does not match the definition.
 */
export function draftJob<Data>(
  definition: JobDefinition<Data>,
  data: Data,
  { jobId, delayMs = 0 }: { jobId: string; delayMs?: number },
): QueuedJob {
  const checked = definition.data.safeParse(data);
  if (!checked.success) throw new Error(`job ${definition.name} has wrong data`, { cause: checked.error });
  const { name, attempts, backoffMs } = definition;
  return { name, id: idOf(definition, jobId), data: checked.data, attempts, backoffMs, delayMs };
}

export interface JobRun {
  id: string;
  /** 1 for the first. */
  attempt: number;
  lastAttempt: boolean;
  /** Aborted when the time is up or the service stops. Pass it to outside calls. */
  signal: AbortSignal;
}

/** Thrown by a job that no further try can help: it fails at once, and operators see it. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

// biome-ignore lint/suspicious/noExplicitAny: a list of handlers does not know each one's data
export interface JobHandler<Data = any> {
  definition: JobDefinition<Data>;
  run(data: Data, job: JobRun): Promise<void>;
}

/** Joins a job with the function that does it. It may run more than once: its id is its idempotency key outside. */
export function work<Data>(
  definition: JobDefinition<Data>,
  run: (data: Data, job: JobRun) => Promise<void>,
): JobHandler<Data> {
  return { definition, run };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export interface Schedule<Data = any> {
  definition: JobDefinition<Data>;
  data: Data;
  /** Either an interval … */
  everyMs?: number;
  /** … or a cron expression, in UTC. */
  cron?: string;
  /** A turn that passed while no instance ran is run once at the next start, unless this is set. */
  worthlessLate?: true;
}

export type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed' | 'completed', number>;

/** A schedule as operators see it. */
export interface ScheduleView {
  name: string;
  rhythm: string;
  nextAt: string | null;
  lastRanAt: string | null;
  paused: boolean;
}

export interface FailedJob {
  id: string;
  reason: string;
  attempts: number;
  failedAt: string;
}

/** Where a failed job stands in a list, also in one of several services. */
export function placeOfJob({ failedAt, service, id }: { failedAt: string; service: string; id: string }) {
  return { at: failedAt, id: `${service}.${id}` };
}

export interface Queues {
  /** Adds jobs; those whose id is there already are there once. Services `enqueue`, and their relay comes here. */
  add(jobs: readonly QueuedJob[]): Promise<void>;
  /**
   * Starts working, and makes the schedules what they are now: those no longer listed end, those that are lost with the
   * queue's data are made again, and those that are paused stay so.
   */
  work(handlers: readonly JobHandler[], schedules?: readonly Schedule[]): Promise<Subscription>;
  /** True where the queue answers, or nobody works on it. */
  answers(): Promise<boolean>;
  /** How many jobs there are in each state. */
  count(): Promise<JobCounts>;
  /** All jobs that failed and are kept. */
  listFailed(): Promise<FailedJob[]>;
  /** Tries a failed job again, with all its attempts; false when there is no failed job of this `jobId`. */
  retry(definition: JobDefinition, jobId: string): Promise<boolean>;
  /** Tries a failed job again, by its whole id, as `listFailed` gives it. */
  retryFailed(id: string): Promise<boolean>;
  /** What runs by itself. */
  listSchedules(): Promise<ScheduleView[]>;
  /** Runs a schedule's job now, ends its turns, or gives it turns again; false when there is no such schedule. */
  changeSchedule(name: string, act: 'run' | 'pause' | 'resume'): Promise<boolean>;
  /** Lets running jobs finish for a moment, hands the others back, and closes. */
  close(): Promise<void>;
}

const concurrency = 8;
const day = 86_400;
const keepCompleted = { age: 7 * day, count: 20_000 };
const keepFailed = { age: 90 * day, count: 5_000 };
const stopGraceMs = 2_000;
/** The longest pause between two attempts while the database is away. */
const databasePauseMs = 10_000;
/** Who presses "Run now" twice within this time means it once. */
const pressedTwiceMs = 5_000;
/** Below the time after which PostgreSQL ends the relay's waiting transaction. */
const commandTimeout = 10_000;

/**
 * Opens a service's jobs: BullMQ on Redis where it is given, else on PostgreSQL. One queue per service, told apart by
 * job name, because each queue with a worker costs a connection of its own. Connects when it is first used.
 */
export function openQueues(options: {
  pool: pg.Pool;
  redisUrl?: string;
  service: string;
  log: Logger;
  stalledAfterMs?: number;
  schedulesEveryMs?: number;
}): Queues {
  const { service, log, stalledAfterMs = 30_000, schedulesEveryMs = 60_000 } = options;
  const backend = options.redisUrl ? redis(options.redisUrl) : postgres(service, options.pool);
  const states = openScheduleStates(options.pool);
  const stopping = new AbortController();
  let scheduled: readonly Schedule[] = [];
  let queue: Queue | undefined;
  let worker: Worker | undefined;
  let lookForSchedules: NodeJS.Timeout | undefined;
  let closed: Promise<void> | undefined;

  function openQueue(): Queue {
    if (closed) throw new Error(`the jobs of ${service} are closed`);
    if (!queue) {
      queue = backend.openQueue(service);
      queue.on('error', (error) => log.warn({ err: error }, 'job queue connection'));
    }
    return queue;
  }

  const optionsOf = ({ attempts, backoffMs }: { attempts: number; backoffMs: number }) => ({
    attempts,
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: keepCompleted,
    removeOnFail: keepFailed,
  });

  async function run(handlers: ReadonlyMap<string, JobHandler>, job: Job, token?: string): Promise<void> {
    const handler = handlers.get(job.name);
    if (!handler) throw new UnrecoverableError(`${service} has no handler for the job ${job.name}`);
    const { definition } = handler;
    const data = definition.data.safeParse(job.data);
    if (!data.success) {
      const fields = data.error.issues.map((issue) => issue.path.map(String).join('.') || 'data');
      throw new UnrecoverableError(`wrong data: ${fields.join(', ')}`);
    }
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error(`took longer than ${definition.timeoutMs} ms`)),
      definition.timeoutMs,
    );
    const signal = AbortSignal.any([timeout.signal, stopping.signal]);
    try {
      if (scheduleOf(job.name)) await states.noteRun(job.name);
      const attempt = job.attemptsMade + 1;
      const work = handler.run(data.data, {
        id: job.id ?? '',
        attempt,
        lastAttempt: attempt >= (job.opts.attempts ?? 1),
        signal,
      });
      await Promise.race([work, rejectOn(signal)]);
    } catch (error) {
      if (error instanceof PermanentFailure) throw new UnrecoverableError(error.message);
      if (!stopping.signal.aborted || timeout.signal.aborted) {
        // The error decides first: the database may be back by now.
        if (!isLostDatabase(error) && (await databaseAnswers())) throw error;
        // No job can succeed without the service's database: it waits, and the attempt is not counted.
        log.warn({ job: job.name, id: job.id }, 'job waits for the database');
        await job.moveToDelayed(Date.now() + Math.min(definition.backoffMs, databasePauseMs), token);
        throw new DelayedError();
      }
      // Stopping is not the job's fault: it waits for the next worker, and the attempt is not counted.
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      clearTimeout(timer);
    }
  }

  const databaseAnswers = () =>
    options.pool.query('select 1').then(
      () => true,
      () => false,
    );

  function startWorker(handlers: ReadonlyMap<string, JobHandler>): Worker {
    // Closed while the schedules were made: a worker whose pool has ended asks it without a pause, for ever.
    if (closed) throw new Error(`the jobs of ${service} are closed`);
    const started = backend.openWorker(service, (job, token) => run(handlers, job, token), {
      concurrency,
      lockDuration: stalledAfterMs,
      stalledInterval: stalledAfterMs,
      maxStalledCount: 3,
    });
    started.on('error', (error) => log.warn({ err: error }, 'job worker connection'));
    started.on('failed', (job, error) => {
      const last = !job || job.attemptsMade >= (job.opts.attempts ?? 1) || error instanceof UnrecoverableError;
      const facts = { job: job?.name, id: job?.id, attempt: job?.attemptsMade };
      if (last) log.error({ ...facts, err: error }, 'job failed');
      // During an outage of an hour this line comes by the thousand: where it happened is told when it is given up.
      else log.warn({ ...facts, reason: error.message }, 'job failed, tried again later');
    });
    return started;
  }

  const scheduleOf = (name: string) => scheduled.find(({ definition }) => definition.name === name);

  /** Those that shall have their turns. */
  async function readWanted(): Promise<Schedule[]> {
    const known = await states.read();
    return scheduled.filter(({ definition }) => !known.get(definition.name)?.paused);
  }

  /**
   * Upserts schedules, one instance at a time: on PostgreSQL, BullMQ deletes and inserts the job of the next turn, and
   * fails where another instance inserts it between the two.
   */
  async function makeSchedules(schedules: readonly Schedule[]): Promise<void> {
    await states.lock(async () => {
      for (const { definition, data, everyMs, cron } of schedules) {
        const { name } = definition;
        const repeat = cron ? { pattern: cron, tz: 'UTC' } : { every: everyMs };
        await openQueue().upsertJobScheduler(name, repeat, { name, data, opts: optionsOf(definition) });
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
      await openQueue().add(name, data, { ...optionsOf(definition), jobId });
      log.info({ schedule: name, turn }, 'a turn that passed without a run is run now');
    }
  }

  /** Those that are there keep their turn. */
  async function remakeSchedules(): Promise<void> {
    try {
      const present = new Set((await openQueue().getJobSchedulers()).map(({ key }) => key));
      const lost = (await readWanted()).filter(({ definition }) => !present.has(definition.name));
      if (lost.length > 0) {
        log.warn({ schedules: lost.map(({ definition }) => definition.name) }, 'schedules are gone, and made again');
        await makeSchedules(lost);
      }
      await catchUp();
    } catch (error) {
      log.warn({ err: error }, 'schedules cannot be looked at');
    }
  }

  async function add(jobs: readonly QueuedJob[]): Promise<void> {
    const present = openQueue();
    await Promise.all(
      jobs.map((job) =>
        present.add(job.name, job.data, {
          ...optionsOf(job),
          jobId: job.id,
          ...(job.delayMs > 0 ? { delay: job.delayMs } : {}),
        }),
      ),
    );
  }

  async function retryFailed(id: string): Promise<boolean> {
    const job = await openQueue().getJob(id);
    if (!job || !(await job.isFailed())) return false;
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  }

  async function stopWork(): Promise<void> {
    clearInterval(lookForSchedules);
    const timer = setTimeout(() => stopping.abort(new Error('the service stops')), stopGraceMs);
    await worker?.close();
    clearTimeout(timer);
  }

  return {
    add,

    async work(list, schedules = []) {
      const handlers = new Map(list.map((handler) => [handler.definition.name, handler]));
      if (handlers.size < list.length) throw new Error(`${service} has two handlers for one job`);
      for (const { definition } of schedules) {
        if (!handlers.has(definition.name))
          throw new Error(`${service} schedules ${definition.name} without a handler`);
      }
      const working = { standing: () => true, stop: stopWork };
      if (handlers.size === 0) return working;
      scheduled = schedules;
      if (scheduled.length > 0) await states.insertMissing(scheduled.map(({ definition }) => definition.name));
      const present = await openQueue().getJobSchedulers();
      const wanted = scheduled.length > 0 ? await readWanted() : [];
      const names = new Set(wanted.map(({ definition }) => definition.name));
      for (const { key } of present) if (!names.has(key)) await openQueue().removeJobScheduler(key);
      await makeSchedules(wanted);
      if (scheduled.length > 0) await catchUp(new Set(present.map(({ key }) => key)));
      lookForSchedules ??= setInterval(() => void remakeSchedules(), schedulesEveryMs).unref();
      worker ??= startWorker(handlers);
      await worker.waitUntilReady();
      return working;
    },

    async answers() {
      // Who has no jobs needs no queue.
      if (worker) await openQueue().getJobCounts('active');
      return true;
    },

    async count() {
      return (await openQueue().getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed')) as JobCounts;
    },

    async listFailed() {
      const failed = await openQueue().getFailed(0, keepFailed.count - 1);
      return failed.map((job) => ({
        id: job.id ?? '',
        reason: job.failedReason ?? 'unknown',
        attempts: job.attemptsMade,
        failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
      }));
    },

    retry: (definition, jobId) => retryFailed(idOf(definition, jobId)),
    retryFailed,

    async listSchedules() {
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

    async changeSchedule(name, act) {
      const schedule = scheduleOf(name);
      if (!schedule) return false;
      if (act === 'run') {
        await openQueue().add(name, schedule.data, {
          ...optionsOf(schedule.definition),
          jobId: idOf(schedule.definition, `by-hand-${randomUUID()}`),
          deduplication: { id: `by-hand-${name}`, ttl: pressedTwiceMs },
        });
        return true;
      }
      // What is remembered comes first: every instance looks there before it makes a schedule that it misses.
      await states.setPaused(name, act === 'pause');
      if (act === 'pause') await openQueue().removeJobScheduler(name);
      else await makeSchedules([schedule]);
      return true;
    },

    close() {
      closed ??= (async () => {
        await stopWork();
        await queue?.close();
        await backend.close();
      })();
      return closed;
    },
  };
}

function idOf(definition: JobDefinition, jobId: string): string {
  // BullMQ keeps the colon for itself.
  return `${definition.name}.${jobId}`.replaceAll(':', '.');
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

type Work = (job: Job, token?: string) => Promise<void>;
type WorkerSettings = { concurrency: number; lockDuration: number; stalledInterval: number; maxStalledCount: number };

interface Backend {
  openQueue(name: string): Queue;
  openWorker(name: string, work: Work, settings: WorkerSettings): Worker;
  close(): Promise<void>;
}

function redis(url: string): Backend {
  // Without a limit on retries, commands wait for Redis to come back; a worker must, BullMQ insists.
  const shared = { connection: { url, maxRetriesPerRequest: null, connectTimeout: 5_000 }, prefix: 'xrp-bridge' };
  return {
    openQueue: (name) =>
      new Queue(name, { ...shared, connection: { ...shared.connection, maxRetriesPerRequest: 2, commandTimeout } }),
    openWorker: (name, work, settings) => new Worker(name, work, { ...shared, ...settings }),
    close: async () => undefined,
  };
}

function postgres(service: string, servicePool: pg.Pool): Backend {
  const classes = withBackend(postgresBackend(jobsSchemaOf(service)));
  let pool: pg.Pool | undefined;
  const open = () => {
    pool ??= openJobsPool(service, servicePool);
    return pool;
  };
  return {
    openQueue: (name) => new classes.Queue(name, { connection: open() }) as unknown as Queue,
    openWorker: (name, work, settings) =>
      new classes.Worker(name, work, { connection: open(), ...settings }) as unknown as Worker,
    close: async () => pool?.end(),
  };
}
