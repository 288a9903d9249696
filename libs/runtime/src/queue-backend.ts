import {
  type BackendFactory,
  type Job,
  PostgresConnection,
  PostgresQueueBackend,
  Queue,
  Worker,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import { ignoreErrorsWhileClosing } from './db.ts';
import { jobsSchemaOf } from './queue-postgres.ts';

const day = 86_400;
const completedRetention = { age: 7 * day, count: 20_000 };
export const failedRetention = { age: 90 * day, count: 5_000 };
/** Below the time after which PostgreSQL ends the relay's waiting transaction. */
const commandTimeout = 10_000;

/** BullMQ's options for a job. */
export function bullOptionsOf({ attempts, backoffMs }: { attempts: number; backoffMs: number }) {
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: completedRetention,
    removeOnFail: failedRetention,
  };
}

type Work = (job: Job, token?: string) => Promise<void>;
type WorkerSettings = { concurrency: number; lockDuration: number; stalledInterval: number; maxStalledCount: number };

/** Opens BullMQ's classes on one of its backends. */
export interface QueueBackend {
  openQueue(name: string): Queue;
  openWorker(name: string, work: Work, settings: WorkerSettings): Worker;
  close(): Promise<void>;
}

export function openRedisBackend(url: string): QueueBackend {
  // BullMQ requires that a worker's commands wait for Redis without a limit on retries.
  const shared = { connection: { url, maxRetriesPerRequest: null, connectTimeout: 5_000 }, prefix: 'xrp-bridge' };
  return {
    openQueue: (name) =>
      new Queue(name, { ...shared, connection: { ...shared.connection, maxRetriesPerRequest: 2, commandTimeout } }),
    openWorker: (name, work, settings) => new Worker(name, work, { ...shared, ...settings }),
    close: async () => undefined,
  };
}

/**
 * Opens a pool beside the service's own, whose connections see the job schema only.
 * It is small: the relay that hands jobs over holds a connection of the service's pool meanwhile, and must never wait for one
 * of the same.
 */
export function openPostgresBackend(service: string, servicePool: pg.Pool): QueueBackend {
  const schema = jobsSchemaOf(service);
  const connection = new pg.Pool({
    ...servicePool.options,
    // BullMQ was written for connections that answer one question after the other.
    pipeline: false,
    max: 4,
    keepAlive: true,
    application_name: `xrp-bridge ${service} jobs`,
    options: `-c search_path=${schema}`,
  });
  // Queue and worker log it; pg attaches the whole connection, which no log should print.
  connection.on('error', (error: Error & { client?: unknown }) => {
    delete error.client;
  });
  ignoreErrorsWhileClosing(connection);

  // BullMQ looks into the schema `bullmq` with a given pool.
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
