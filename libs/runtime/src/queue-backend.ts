import { type Job, Queue, Worker, withBackend } from 'bullmq';
import type pg from 'pg';
import { jobsSchemaOf, openJobsPool, postgresBackend } from './queue-postgres.ts';

const day = 86_400;
const keepCompleted = { age: 7 * day, count: 20_000 };
export const keepFailed = { age: 90 * day, count: 5_000 };
/** Below the time after which PostgreSQL ends the relay's waiting transaction. */
const commandTimeout = 10_000;

/** BullMQ's options for a job. */
export function bullOptionsOf({ attempts, backoffMs }: { attempts: number; backoffMs: number }) {
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: keepCompleted,
    removeOnFail: keepFailed,
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
  // Without a limit on retries, commands wait for Redis to come back; a worker must, BullMQ insists.
  const shared = { connection: { url, maxRetriesPerRequest: null, connectTimeout: 5_000 }, prefix: 'xrp-bridge' };
  return {
    openQueue: (name) =>
      new Queue(name, { ...shared, connection: { ...shared.connection, maxRetriesPerRequest: 2, commandTimeout } }),
    openWorker: (name, work, settings) => new Worker(name, work, { ...shared, ...settings }),
    close: async () => undefined,
  };
}

export function openPostgresBackend(service: string, servicePool: pg.Pool): QueueBackend {
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
