import type { z } from 'zod';

/** A kind of job: slow work or a call to an outside system. */
export interface JobDefinition<Data = unknown> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
  readonly attempts: number;
  /** Pause before the second attempt. The pause doubles before each further attempt. */
  readonly backoffMs: number;
  readonly timeoutMs: number;
  /**
   * True if the job is aborted as soon as the service stops.
   * Other jobs get a moment to finish. For a job of several minutes, that moment would only delay the stop.
   */
  readonly abortOnStop?: boolean;
}

export function defineJob<Schema extends z.ZodType>(
  name: string,
  about: { data: Schema; attempts: number; backoffMs: number; timeoutMs: number; abortOnStop?: boolean },
): JobDefinition<z.infer<Schema>> {
  return { name, ...about, data: about.data as z.ZodType<z.infer<Schema>> };
}

/**
 * A job as stored in the outbox and the queue.
 * The options of its definition are copied, so a later version of the definition does not change them.
 */
export interface QueuedJob {
  name: string;
  id: string;
  data: unknown;
  attempts: number;
  backoffMs: number;
  delayMs: number;
  /** Trace context in which the job was enqueued: https://www.w3.org/TR/trace-context/#traceparent-header */
  traceparent?: string | undefined;
}

/**
 * Creates a job for the queue.
 * The queue ignores a `jobId` that it has already stored.
 * @throws Error if the data does not match the definition
 */
export function createJob<Data>(
  definition: JobDefinition<Data>,
  data: Data,
  { jobId, delayMs = 0 }: { jobId: string; delayMs?: number },
): QueuedJob {
  const checked = definition.data.safeParse(data);
  if (!checked.success) throw new Error(`job ${definition.name} has wrong data`, { cause: checked.error });
  const { name, attempts, backoffMs } = definition;
  return { name, id: jobIdOf(definition, jobId), data: checked.data, attempts, backoffMs, delayMs };
}

export interface JobRun {
  id: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  lastAttempt: boolean;
  /**
   * Aborts when the timeout has passed or the service stops.
   * Pass this signal to calls to outside systems.
   */
  signal: AbortSignal;
}

/** Thrown by a job to prevent further attempts, because they cannot succeed. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

// biome-ignore lint/suspicious/noExplicitAny: each handler has its own data type, which the list cannot express
export interface JobHandler<Data = any> {
  definition: JobDefinition<Data>;
  run(data: Data, job: JobRun): Promise<void>;
}

/**
 * Combines a job with its handler, which may run more than once.
 * The job's id serves as idempotency key.
 */
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
  /** The interval. A schedule has either `everyMs` or `cron`. */
  everyMs?: number;
  /** The cron expression, in UTC. */
  cron?: string;
  /**
   * Skips a run that was missed because no instance was running.
   * By default, a missed run takes place once when an instance starts again.
   */
  skipMissedTurn?: true;
}

/** Returns the id that a job has in the queue. */
export function jobIdOf(definition: JobDefinition, jobId: string): string {
  // A colon is replaced, because BullMQ refuses ids with colons.
  return `${definition.name}.${jobId}`.replaceAll(':', '.');
}
