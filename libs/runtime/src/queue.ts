import { type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { operationsApi } from '@xrp-bridge/contracts/operations';
import { DelayedError, type Job, type Queue, UnrecoverableError, WaitingError, type Worker } from 'bullmq';
import type pg from 'pg';
import type { Subscription } from './bus/port.ts';
import { fieldsOf } from './errors.ts';
import {
  type JobDefinition,
  type JobHandler,
  jobIdOf,
  PermanentFailure,
  type QueuedJob,
  type Schedule,
} from './job.ts';
import type { Logger } from './logger.ts';
import { createJobDuration } from './metrics.ts';
import { isLostDatabase } from './outage.ts';
import { bullOptionsOf, failedRetention, openPostgresBackend, openRedisBackend } from './queue-backend.ts';
import { isThere } from './readiness.ts';
import { createSchedules, type Schedules } from './schedules.ts';
import { parseTraceparent } from './tracing.ts';

type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed' | 'completed', number>;
type FailedJob = Omit<ReplyOf<typeof operationsApi.listJobs>['failed'][number], 'service'>;

/** Returns a failed job's sort position in a list, which may contain jobs of several services. */
export function placeOfJob({ failedAt, service, id }: { failedAt: string; service: string; id: string }) {
  return { at: failedAt, id: `${service}.${id}` };
}

export interface Queues {
  /** Adds the jobs whose ids are new. Only the relay calls this method; services call `enqueue`. */
  add(jobs: readonly QueuedJob[]): Promise<void>;
  /** Adds the jobs again that the queue has lost. Returns the ids of the jobs that have ended. */
  addLost(jobs: readonly QueuedJob[]): Promise<string[]>;
  /** Starts the schedules and the worker. */
  work(handlers: readonly JobHandler[], schedules?: readonly Schedule[]): Promise<Subscription>;
  /** Returns true if the queue responds or there is no worker. Rejects while the queue is unavailable. */
  answers(): Promise<boolean>;
  count(): Promise<JobCounts>;
  listFailed(): Promise<FailedJob[]>;
  /** Retries a failed job and resets its attempt count. Returns false if no failed job has this `jobId`. */
  retry(definition: JobDefinition, jobId: string): Promise<boolean>;
  /** Like `retry`, but by the id that `listFailed` returns. */
  retryFailed(id: string): Promise<boolean>;
  listSchedules: Schedules['list'];
  changeSchedule: Schedules['change'];
  /** Waits a limited time for running jobs, and returns unfinished jobs to the queue. */
  close(): Promise<void>;
}

const concurrency = 8;
const stopGraceMs = 2_000;
const databaseTimeoutMs = 10_000;
/** Maximum pause between two attempts while the database is unavailable. */
const databasePauseMs = 10_000;
/**
 * Time for which a job waits for an instance of a later version.
 * The job then fails, so that operators see it.
 */
const laterVersionMs = 86_400_000;
const laterVersionPauseMs = { first: 1_000, longest: 30_000 };

/**
 * Opens a service's job queue: BullMQ on Redis if a URL is given, else on PostgreSQL.
 * A service has one queue for all kinds of jobs, because each queue with a worker costs a connection. The queue
 * connects at first use.
 */
export function openQueues(options: {
  pool: pg.Pool;
  redisUrl?: string;
  service: string;
  log: Logger;
  stalledAfterMs?: number;
  waitForLaterVersionMs?: number;
}): Queues {
  const { service, log, stalledAfterMs = 30_000, waitForLaterVersionMs = laterVersionMs } = options;
  const backend = options.redisUrl ? openRedisBackend(options.redisUrl) : openPostgresBackend(service, options.pool);
  const schedules = createSchedules({ pool: options.pool, openQueue, log });
  const tracer = trace.getTracer('xrp-bridge');
  const recordDuration = createJobDuration(service);
  /** The contexts of running jobs, because BullMQ emits `failed` outside of the job's span. */
  const contexts = new WeakMap<Job, Context>();
  /** Aborts when the service begins to stop. */
  const closing = new AbortController();
  /** Aborts `stopGraceMs` later. */
  const stopping = new AbortController();
  let queue: Queue | undefined;
  let worker: Worker | undefined;
  let closed: Promise<void> | undefined;

  function openQueue(): Queue {
    if (closed) throw new Error(`the jobs of ${service} are closed`);
    if (!queue) {
      queue = backend.openQueue(service);
      queue.on('error', (error) => log.warn({ err: error }, 'job queue connection'));
    }
    return queue;
  }

  /** Runs a job in a span, which is a child of the span in which the job was enqueued. */
  function runInSpan(handlers: ReadonlyMap<string, JobHandler>, job: Job, token?: string): Promise<void> {
    const parent = parseTraceparent(job.opts.telemetry?.metadata);
    // The span has no `messaging.message.id`, because a job's id may contain the id of a transfer, which gives access to
    // the transfer. An error's message may contain an e-mail address.
    const attributes = {
      'messaging.system': 'bullmq',
      'messaging.destination.name': service,
      'messaging.operation.name': 'run',
      'messaging.operation.type': 'process',
    };
    return tracer.startActiveSpan(`run ${job.name}`, { kind: SpanKind.CONSUMER, attributes }, parent, async (span) => {
      contexts.set(job, context.active());
      const startedAt = performance.now();
      let errorType: string | undefined;
      try {
        await run(handlers, job, token);
      } catch (error) {
        errorType = error instanceof Error ? error.name : 'Error';
        span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        recordDuration(job.name, performance.now() - startedAt, errorType);
        span.end();
      }
    });
  }

  async function run(handlers: ReadonlyMap<string, JobHandler>, job: Job, token?: string): Promise<void> {
    const handler = handlers.get(job.name);
    if (!handler) return await leaveToLaterVersion(job, `${service} has no handler for the job ${job.name}`, token);
    const { definition } = handler;
    const data = definition.data.safeParse(job.data);
    if (!data.success) return await leaveToLaterVersion(job, `wrong data: ${fieldsOf(data.error)}`, token);
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new DOMException(`The job took longer than ${definition.timeoutMs} ms.`, 'TimeoutError')),
      definition.timeoutMs,
    );
    const ending = definition.abortOnStop ? closing.signal : stopping.signal;
    const signal = AbortSignal.any([timeout.signal, ending]);
    try {
      await schedules.recordRun(job.name, job.id ?? '');
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
      if (!ending.aborted || timeout.signal.aborted) {
        // The error is checked first, because the database may be available again.
        if (!isLostDatabase(error) && (await databaseAnswers())) throw error;
        // No job can succeed without the service's database, so the attempt is not counted.
        log.warn({ job: job.name, id: job.id }, 'job waits for the database');
        await job.moveToDelayed(Date.now() + Math.min(definition.backoffMs, databasePauseMs), token);
        throw new DelayedError();
      }
      // The service is stopping, so the attempt is not counted.
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Delays a job that this version cannot run, without counting the attempt.
   * The data was valid for the version that enqueued the job, so an instance of that version can run the job.
   * @throws UnrecoverableError if the job has waited too long
   */
  async function leaveToLaterVersion(job: Job, reason: string, token?: string): Promise<never> {
    const ageMs = Date.now() - job.timestamp - (job.opts.delay ?? 0);
    if (ageMs >= waitForLaterVersionMs) throw new UnrecoverableError(reason);
    log.warn({ job: job.name, id: job.id, reason }, 'job waits for a later version');
    const { first, longest } = laterVersionPauseMs;
    await job.moveToDelayed(Date.now() + Math.min(Math.max(ageMs, first), longest), token);
    throw new DelayedError();
  }

  const databaseAnswers = () =>
    isThere(
      options.pool.query('select 1').then(() => true),
      databaseTimeoutMs,
    );

  function startWorker(handlers: ReadonlyMap<string, JobHandler>): Worker {
    // The queue was closed during the start. A worker whose pool has ended would query that pool forever, without a
    // pause.
    if (closed) throw new Error(`the jobs of ${service} are closed`);
    const started = backend.openWorker(service, (job, token) => runInSpan(handlers, job, token), {
      concurrency,
      lockDuration: stalledAfterMs,
      stalledInterval: stalledAfterMs,
      maxStalledCount: 3,
    });
    started.on('error', (error) => log.warn({ err: error }, 'job worker connection'));
    started.on('failed', (job, error) => {
      const last = !job || job.attemptsMade >= (job.opts.attempts ?? 1) || error instanceof UnrecoverableError;
      const facts = { job: job?.name, id: job?.id, attempt: job?.attemptsMade };
      context.with((job && contexts.get(job)) ?? context.active(), () => {
        if (last) log.error({ ...facts, err: error }, 'job failed');
        // The line has no stack, because during an outage of an hour it is logged thousands of times.
        else log.warn({ ...facts, reason: error.message }, 'job failed, tried again later');
      });
    });
    return started;
  }

  async function add(jobs: readonly QueuedJob[]): Promise<void> {
    const queue = openQueue();
    await Promise.all(
      jobs.map((job) => queue.add(job.name, job.data, { ...bullOptionsOf(job), jobId: job.id, delay: job.delayMs })),
    );
  }

  async function addLost(jobs: readonly QueuedJob[]): Promise<string[]> {
    const queue = openQueue();
    const states = await Promise.all(jobs.map(async (job) => ({ job, state: await queue.getJobState(job.id) })));
    await add(states.filter(({ state }) => state === 'unknown').map(({ job }) => job));
    return states.filter(({ state }) => state === 'completed' || state === 'failed').map(({ job }) => job.id);
  }

  async function retryFailed(id: string): Promise<boolean> {
    const job = await openQueue().getJob(id);
    if (!job || !(await job.isFailed())) return false;
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  }

  async function stopWork(): Promise<void> {
    const reason = new Error('the service stops');
    closing.abort(reason);
    await schedules.stop();
    const timer = setTimeout(() => stopping.abort(reason), stopGraceMs);
    await worker?.close();
    clearTimeout(timer);
  }

  return {
    add,
    addLost,

    async work(jobHandlers, list = []) {
      const handlers = new Map(jobHandlers.map((handler) => [handler.definition.name, handler]));
      if (handlers.size < jobHandlers.length) throw new Error(`${service} has two handlers for one job`);
      for (const { definition } of list) {
        if (!handlers.has(definition.name))
          throw new Error(`${service} schedules ${definition.name} without a handler`);
      }
      const working = { isHealthy: () => true, stop: stopWork };
      if (handlers.size === 0) return working;
      // Rejects while the queue is unavailable, before a worker starts, because a worker that never connected cannot be
      // closed.
      await openQueue().getJobCounts('active');
      await schedules.start(list);
      worker ??= startWorker(handlers);
      await worker.waitUntilReady();
      return working;
    },

    async answers() {
      if (worker) await openQueue().getJobCounts('active');
      return true;
    },

    async count() {
      return (await openQueue().getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed')) as JobCounts;
    },

    async listFailed() {
      const failed = await openQueue().getFailed(0, failedRetention.count - 1);
      return failed.map((job) => ({
        id: job.id ?? '',
        reason: job.failedReason ?? 'unknown',
        attempts: job.attemptsMade,
        failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
      }));
    },

    retry: (definition, jobId) => retryFailed(jobIdOf(definition, jobId)),
    retryFailed,

    listSchedules: schedules.list,
    changeSchedule: schedules.change,

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

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
