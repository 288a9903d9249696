import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type {} from '../../../../infra/tooling/vitest-adapters-setup.ts';
import { migrateService, openDatabase, withOwner } from '../../src/db.ts';
import { createJob, type Schedule, work } from '../../src/job.ts';
import { createOutbox } from '../../src/messaging/outbox.ts';
import { messagingMigrations } from '../../src/messaging/tables.ts';
import { isOutage } from '../../src/outage.ts';
import { openQueues } from '../../src/queue.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';
import { noBus, silent, unique } from './bus.harness.ts';
import { eventually } from './child.ts';
import { Count } from './queue.harness.ts';

const url = inject('redisToBreakUrl');

if (url) describe('jobs on a Redis that cannot work', () => broken(url));
else
  it('the tests of a queue on a failing Redis are skipped, because no Redis is installed', ({ skip }) =>
    skip('no redis-server or Docker on this machine'));

function broken(redisUrl: string): void {
  let database: TestDatabase;
  let redis: Redis;

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateService({ url: database.url, service: 'shop', migrations: messagingMigrations });
    redis = new Redis(redisUrl);
  });

  afterEach(async () => {
    await redis.config('SET', 'maxmemory', '0');
    await redis.call('REPLICAOF', 'NO', 'ONE');
  });

  afterAll(async () => {
    redis?.disconnect();
    await database?.drop();
  });

  /** Opens a service's job queues with its outbox. */
  async function openShop() {
    const opened = openDatabase<unknown>({ url: database.url, service: 'shop', onError: () => {} });
    const queues = openQueues({ pool: opened.pool, redisUrl, service: unique('shop'), log: silent });
    const outbox = createOutbox({ ...opened, bus: noBus, queues, source: 'shop', log: silent });
    onTestFinished(async () => {
      await outbox.stop();
      await queues.close();
      await opened.close();
    });
    return { queues, outbox };
  }

  it('a job stays in the outbox while Redis is full, and is handed over when there is space', async () => {
    const { queues, outbox } = await openShop();
    const ran: number[] = [];
    await queues.work([work(Count, async ({ n }) => void ran.push(n))]);
    await redis.config('SET', 'maxmemory', '1');
    const refused = await queues.add([createJob(Count, { n: 0 }, { jobId: 'now' })]).catch((error) => error);
    expect(refused.message).toContain('OOM');
    expect(isOutage(refused)).toBe(true);
    outbox.start();
    await outbox.transact(async (tx) => outbox.enqueue(tx, Count, { n: 1 }, { jobId: 'a' }));
    await eventually(() => expect(outbox.health().queue).toBe(false));
    expect(ran).toEqual([]);
    await redis.config('SET', 'maxmemory', '0');
    await eventually(() => expect(ran).toEqual([1]));
  });

  it('the refusal of a job by a read-only replica counts as an outage', async () => {
    const { queues } = await openShop();
    await queues.add([createJob(Count, { n: 1 }, { jobId: 'before' })]);
    await redis.call('REPLICAOF', '127.0.0.1', '1');
    const refused = await queues.add([createJob(Count, { n: 2 }, { jobId: 'a' })]).catch((error) => error);
    expect(refused.message).toContain('READONLY');
    expect(isOutage(refused)).toBe(true);
  });

  it('a job runs that waited when Redis lost its data', async () => {
    const { queues, outbox } = await openShop();
    outbox.start();
    await outbox.transact(async (tx) => outbox.enqueue(tx, Count, { n: 7 }, { jobId: 'flushed' }));
    await eventually(async () => expect((await queues.count()).waiting).toBe(1));
    await redis.flushall();
    const ran: number[] = [];
    await queues.work([work(Count, async ({ n }) => void ran.push(n))]);
    await withOwner(database.url, async (db) => {
      await sql`update shop.queued_job set checked_at = checked_at - interval '1 minute'`.execute(db);
    });
    // Jobs of the tests above are stored in the same table.
    await eventually(() => expect(ran).toContain(7));
  });

  it('schedules continue after Redis has lost its data', async () => {
    const { queues } = await openShop();
    const runs: number[] = [];
    const schedules: Schedule[] = [{ definition: Count, data: { n: 1 }, everyMs: 200 }];
    await queues.work([work(Count, async ({ n }) => void runs.push(n))], schedules);
    await eventually(() => expect(runs.length).toBeGreaterThan(1));
    await redis.flushall();
    const before = runs.length;
    // One run may have been active and another one waiting when the data was lost.
    await eventually(() => expect(runs.length).toBeGreaterThan(before + 3));
  });
}
