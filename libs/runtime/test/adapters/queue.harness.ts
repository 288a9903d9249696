import { z } from 'zod';
import { openDatabase } from '../../src/db.ts';
import { defineJob } from '../../src/job.ts';
import { openQueues, type Queues } from '../../src/queue.ts';
import { silent } from './bus.harness.ts';

/** Enough to open a service's jobs in this process or, passed as JSON, in another. */
export interface QueueAddress {
  databaseUrl: string;
  redisUrl?: string;
  service: string;
  /** A dead worker's jobs are taken over quickly. Those of a living one may be, too, when this machine stops short. */
  impatient?: boolean;
}

export const Count = defineJob('count', {
  data: z.object({ n: z.int() }),
  attempts: 3,
  backoffMs: 1,
  timeoutMs: 60_000,
});

export function openTestQueues({ impatient, ...address }: QueueAddress): Queues {
  const database = openDatabase({ url: address.databaseUrl, service: address.service, onError: () => {} });
  const patience = impatient ? { stalledAfterMs: 1_000 } : {};
  const queues = openQueues({ ...address, ...patience, pool: database.pool, log: silent });
  return {
    ...queues,
    async close() {
      await queues.close();
      await database.close();
    },
  };
}
