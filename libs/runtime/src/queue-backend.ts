import {
  type BackendFactory,
  type Job,
  PostgresConnection,
  PostgresQueueBackend,
  Queue,
  QueueKeys,
  Worker,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import { ignoreErrorsWhileClosing } from './db.ts';
import type { QueuedJob } from './job.ts';
import { jobsSchemaOf } from './queue-postgres.ts';

/** Prefix that separates our keys from those of other applications in Redis. */
const redisPrefix = 'xrp-bridge';
const day = 86_400;
/**
 * Completed jobs are stored until `relayJobs` has compared them, about a minute later.
 * If all instances stop in this minute, and start more than an hour later, such a job may run again. The number of jobs
 * has no limit: on PostgreSQL, BullMQ would sort all completed jobs of the service whenever a job ends.
 */
const completedRetention = { age: 3_600 };
export const failedRetention = { age: 90 * day, count: 5_000 };
/**
 * The timeout must be shorter than `idle_in_transaction_session_timeout`, which ends the relay's
 * transaction.
 */
const commandTimeout = 10_000;

/** BullMQ's options for a job. */
export function bullOptionsOf({
  attempts,
  backoffMs,
  traceparent,
}: Pick<QueuedJob, 'attempts' | 'backoffMs' | 'traceparent'>) {
  return {
    attempts,
    ...(traceparent && { telemetry: { metadata: traceparent } }),
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: completedRetention,
    removeOnFail: failedRetention,
  };
}

type Work = (job: Job, token?: string) => Promise<void>;
type WorkerSettings = { concurrency: number; lockDuration: number; stalledInterval: number; maxStalledCount: number };

/** Creates BullMQ queues and workers on Redis or PostgreSQL. */
export interface QueueBackend {
  openQueue(name: string): Queue;
  openWorker(name: string, work: Work, settings: WorkerSettings): Worker;
  close(): Promise<void>;
}

/** Returns the key of the Redis list of a service's jobs that wait for a worker. */
export function waitingListOf(service: string): string {
  return new QueueKeys(redisPrefix).toKey(service, 'wait');
}

export function openRedisBackend(url: string): QueueBackend {
  // BullMQ requires `null` for workers, so that their commands wait for Redis without a limit on retries.
  const shared = { connection: { url, maxRetriesPerRequest: null, connectTimeout: 5_000 }, prefix: redisPrefix };
  return {
    openQueue: (name) =>
      new Queue(name, { ...shared, connection: { ...shared.connection, maxRetriesPerRequest: 2, commandTimeout } }),
    openWorker: (name, work, settings) => new Worker(name, work, { ...shared, ...settings }),
    close: async () => undefined,
  };
}

/**
 * Opens a second pool, whose connections see only the job schema.
 * The relay holds a connection of the service's pool while it hands jobs over. If BullMQ used the same pool, the relay
 * could wait for itself.
 */
export function openPostgresBackend(service: string, servicePool: pg.Pool): QueueBackend {
  const schema = jobsSchemaOf(service);
  const connection = new pg.Pool({
    ...servicePool.options,
    // The pipeline is off, because BullMQ needs connections that wait for each response before they send the next
    // query.
    pipeline: false,
    // An idle worker has one connection that listens, and sends two queries at the same time every few seconds.
    min: 3,
    max: 4,
    keepAlive: true,
    application_name: `xrp-bridge ${service} jobs`,
    options: `-c search_path=${schema}`,
  });
  // Queue and worker log the error. pg attaches the whole client object, which must not be logged.
  connection.on('error', (error: Error & { client?: unknown }) => {
    delete error.client;
  });
  ignoreErrorsWhileClosing(connection);

  // With a given pool, BullMQ uses the schema `bullmq` unless it is overridden.
  class Connection extends PostgresConnection {
    override readonly schema = schema;
  }
  const createBackend: BackendFactory<PostgresQueueBackend, pg.Pool> = (name, options, more = {}) => {
    const worker = more.withBlockingConnection ? name : undefined;
    return new PostgresQueueBackend(new Connection(options.connection), name, options, true, worker);
  };
  const classes = withBackend(createBackend);
  return {
    openQueue: (name) => new classes.Queue(name, { connection }) as unknown as Queue,
    openWorker: (name, work, settings) =>
      new classes.Worker(name, work, { connection, ...settings }) as unknown as Worker,
    close: () => connection.end(),
  };
}
