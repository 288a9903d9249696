import type { z } from 'zod';

/** A kind of slow or outside work: its data, attempts and timeout. */
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

/** A job on its way to the queue. A later version of its definition does not change it. */
export interface QueuedJob {
  name: string;
  id: string;
  data: unknown;
  attempts: number;
  backoffMs: number;
  delayMs: number;
}

/**
 * Creates a job to add. The same `jobId` again is the same job, for as long as it is stored.
 * @throws Error when the data does not match the definition
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
  /** 1 for the first. */
  attempt: number;
  lastAttempt: boolean;
  /** Aborted when the time is up or the service stops. Pass it to outside calls. */
  signal: AbortSignal;
}

/** Thrown by a job that no further attempt can help. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

// biome-ignore lint/suspicious/noExplicitAny: each handler has its own data type, which the list cannot express
export interface JobHandler<Data = any> {
  definition: JobDefinition<Data>;
  run(data: Data, job: JobRun): Promise<void>;
}

/** Joins a job with the function that does it, perhaps more than once: its id is idempotent. */
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
  /** Skips a turn that passed while no instance ran. By default such a turn runs once at the next start. */
  skipMissedTurn?: true;
}

/** Returns the id of a definition's job in the queue. */
export function jobIdOf(definition: JobDefinition, jobId: string): string {
  // BullMQ refuses colons.
  return `${definition.name}.${jobId}`.replaceAll(':', '.');
}
