import { z } from 'zod';
import { openDatabase } from '../../src/db.ts';
import { defineJob, openQueues, type Queues } from '../../src/queue.ts';
import { silent } from './bus.harness.ts';

/** Enough to open a service's jobs in this process or, passed as JSON, in another. */
export interface QueueAddress {
  databaseUrl: string;
  redisUrl?: string;
  service: string;
}

export const Count = defineJob('count', {
  data: z.object({ n: z.int() }),
  attempts: 3,
  backoffMs: 1,
  timeoutMs: 60_000,
});

/** A worker that gives up a dead one's jobs quickly. */
export function openTestQueues(address: QueueAddress): Queues {
  const database = openDatabase({ url: address.databaseUrl, service: address.service, onError: () => {} });
  const queues = openQueues({ ...address, pool: database.pool, log: silent, stalledAfterMs: 1_000 });
  return {
    ...queues,
    async close() {
      await queues.close();
      await database.close();
    },
  };
}
