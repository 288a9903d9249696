import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { migrateService, openDatabase, provideRole, withOwner } from '../../src/db.ts';
import { defineJob } from '../../src/job.ts';
import { messagingMigrations } from '../../src/messaging/tables.ts';
import { openQueues, type Queues } from '../../src/queue.ts';
import { jobsSchemaOf, migrateQueues } from '../../src/queue-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';
import { silent, unique } from './bus.harness.ts';

/** Options that open a service's job queue in this process or, as JSON, in another one. */
export interface QueueAddress {
  databaseUrl: string;
  redisUrl?: string;
  service: string;
  /** Restarts the jobs of a dead worker soon. On a slow machine, this includes jobs of a live worker. */
  shortTimeouts?: boolean;
  waitForLaterVersionMs?: number;
}

export const Count = defineJob('count', {
  data: z.object({ n: z.int() }),
  attempts: 3,
  backoffMs: 1,
  timeoutMs: 60_000,
});

export function openTestQueues({ shortTimeouts, ...address }: QueueAddress, log = silent): Queues {
  const database = openDatabase({ url: address.databaseUrl, service: address.service, onError: () => {} });
  const limits = shortTimeouts ? { stalledAfterMs: 1_000 } : {};
  const queues = openQueues({ ...address, ...limits, pool: database.pool, log });
  return {
    ...queues,
    async close() {
      await queues.close();
      await database.close();
    },
  };
}

/** Creates a service for each test of the suite, and closes the queues that the test opened. */
export function useQueues(redisUrl?: () => string) {
  let database: TestDatabase;
  let address: QueueAddress;
  const open: Queues[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  beforeEach(async () => {
    const service = unique('worker').replaceAll('-', '_');
    const databaseUrl = await provideRole(database.url, service, [service, jobsSchemaOf(service)]);
    await migrateService({ url: databaseUrl, service, migrations: messagingMigrations });
    if (!redisUrl) await withOwner(databaseUrl, (owner) => migrateQueues(owner, service));
    address = { databaseUrl, service, ...(redisUrl ? { redisUrl: redisUrl() } : {}) };
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((queues) => queues.close()));
  });

  afterAll(async () => {
    await database?.drop();
  });

  function openMore(at = address, log = silent): Queues {
    const queues = openTestQueues(at, log);
    open.push(queues);
    return queues;
  }

  return {
    openQueues: openMore,
    async report() {
      const queues = openMore();
      return { counts: await queues.count(), failed: await queues.listFailed() };
    },
    address: () => address,
    serverUrl: () => database.url,
  };
}
