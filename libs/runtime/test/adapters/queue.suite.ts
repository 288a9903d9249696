import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { migrateService, openDatabase, provideRole, withOwner } from '../../src/db.ts';
import {
  defineJob,
  draftJob,
  type JobDefinition,
  type JobRun,
  PermanentFailure,
  type Schedule,
  work,
} from '../../src/job.ts';
import { createOutbox } from '../../src/messaging/outbox.ts';
import { messagingMigrations } from '../../src/messaging/tables.ts';
import type { Queues } from '../../src/queue.ts';
import { jobsSchemaOf, migrateQueues } from '../../src/queue-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';
import { noBus, range, silent, unique } from './bus.harness.ts';
import { eventually, startChild } from './child.ts';
import { Count, openTestQueues, type QueueAddress } from './queue.harness.ts';

/** What every job queue must do. Runs against each backend; `redis` is given for Redis. */
export function queueSuite(name: string, options: { redis?: () => string } = {}): void {
  describe(`jobs on ${name}`, () => {
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
      if (!options.redis) await migrateQueues(databaseUrl, service);
      address = { databaseUrl, service, ...(options.redis ? { redisUrl: options.redis() } : {}) };
    });

    afterEach(async () => {
      await Promise.all(open.splice(0).map((queues) => queues.close()));
    });

    afterAll(async () => {
      await database?.drop();
    });

    function openQueues(at = address): Queues {
      const queues = openTestQueues(at);
      open.push(queues);
      return queues;
    }

    async function report() {
      const queues = openQueues();
      return { counts: await queues.count(), failed: await queues.listFailed() };
    }

    it('runs a job once for its id, however often and wherever it is added', async () => {
      const [one, two] = [openQueues(), openQueues()];
      const ran: string[] = [];
      const handlers = [work(Count, async ({ n }, job) => void ran.push(`${job.id} ${n}`))];
      await Promise.all([one.work(handlers), two.work(handlers)]);
      await Promise.all(
        range(10).flatMap((n) =>
          [one, two, one].map((queues) => queues.add([draftJob(Count, { n }, { jobId: `id:${n}` })])),
        ),
      );
      await eventually(async () => expect((await report()).counts.completed).toBe(10));
      await two.add([draftJob(Count, { n: 3 }, { jobId: 'id:3' })]);
      await one.add([draftJob(Count, { n: 10 }, { jobId: 'id:10' })]);
      await eventually(() => expect(ran).toContain('count.id.10 10'));
      expect(ran.sort()).toEqual(
        range(11)
          .map((n) => `count.id.${n} ${n}`)
          .sort(),
      );
    });

    it('crash between commit and hand-over: the job is handed over by whoever comes next, and once', async () => {
      const database = openDatabase({ url: address.databaseUrl, service: address.service, onError: () => {} });
      onTestFinished(() => database.close());
      const queues = openQueues();
      const openOutbox = (handOver: Pick<Queues, 'add'>) => {
        const outbox = createOutbox({ ...database, bus: noBus, queues: handOver, source: 'shop', log: silent });
        onTestFinished(() => outbox.stop());
        return outbox;
      };
      // The one that commits has no running relay, as if it had died right then.
      const outbox = openOutbox(queues);
      await outbox.transact(async (tx) => outbox.enqueue(tx, Count, { n: 7 }, { jobId: 'a' }));
      // The next one dies when the queue has the job and the outbox does not know.
      const given = Promise.withResolvers<void>();
      const dying = openOutbox({
        async add(jobs) {
          await queues.add(jobs);
          given.resolve();
          throw new Error('dead');
        },
      });
      dying.start();
      await given.promise;
      await dying.stop();
      const ran: string[] = [];
      await queues.work([work(Count, async ({ n }, job) => void ran.push(`${job.id} ${n}`))]);
      openOutbox(queues).start();
      await eventually(async () => {
        const { rows } = await sql<{ left: number }>`select count(*)::int as left from outbox_job`.execute(database.db);
        expect(rows[0]?.left).toBe(0);
        expect((await report()).counts).toMatchObject({ completed: 1, waiting: 0, active: 0 });
      });
      expect(ran).toEqual(['count.a 7']);
    });

    it('tries again after a pause, and tells the job which attempt it is', async () => {
      const Patient = defineJob('patient', {
        data: z.object({}),
        attempts: 2,
        backoffMs: 3_600_000,
        timeoutMs: 60_000,
      });
      const queues = openQueues();
      const attempts: Pick<JobRun, 'attempt' | 'lastAttempt'>[] = [];
      await queues.work([
        work(Count, async (_data, { attempt, lastAttempt }) => {
          attempts.push({ attempt, lastAttempt });
          if (attempt < 3) throw new Error('not yet');
        }),
        work(Patient, () => Promise.reject(new Error('not yet'))),
      ]);
      await queues.add([draftJob(Count, { n: 1 }, { jobId: 'a' })]);
      await eventually(async () => expect((await report()).counts.completed).toBe(1));
      expect(attempts).toEqual([
        { attempt: 1, lastAttempt: false },
        { attempt: 2, lastAttempt: false },
        { attempt: 3, lastAttempt: true },
      ]);
      await queues.add([draftJob(Patient, {}, { jobId: 'b' })]);
      await eventually(async () => expect((await report()).counts).toMatchObject({ delayed: 1, active: 0, failed: 0 }));
    });

    it('ends a job that takes too long', async () => {
      const Slow = defineJob('slow', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 50 });
      const queues = openQueues();
      const told = Promise.withResolvers<void>();
      await queues.work([
        work(Slow, (_data, { signal }) => {
          signal.addEventListener('abort', () => told.resolve());
          return new Promise(() => {});
        }),
      ]);
      await queues.add([draftJob(Slow, {}, { jobId: 'a' })]);
      await told.promise;
      await eventually(async () => {
        expect((await report()).failed).toMatchObject([
          { id: 'slow.a', reason: 'took longer than 50 ms', attempts: 1 },
        ]);
      });
    });

    it('keeps a failed job in sight until it is tried again with success', async () => {
      const queues = openQueues();
      let broken = true;
      const attempts: number[] = [];
      await queues.work([
        work(Count, async (_data, { attempt }) => {
          attempts.push(attempt);
          if (broken) throw new Error('broken');
        }),
      ]);
      await queues.add([draftJob(Count, { n: 1 }, { jobId: 'a' })]);
      await eventually(async () => {
        expect((await report()).failed).toMatchObject([{ id: 'count.a', reason: 'broken', attempts: 3 }]);
      });
      expect(await queues.retry(Count, 'b')).toBe(false);
      broken = false;
      expect(await queues.retry(Count, 'a')).toBe(true);
      await eventually(async () => expect((await report()).counts).toMatchObject({ failed: 0, completed: 1 }));
      expect(attempts).toEqual([1, 2, 3, 1]);
      expect(await queues.retry(Count, 'a')).toBe(false);
      broken = true;
      await queues.add([draftJob(Count, { n: 1 }, { jobId: 'c' })]);
      await eventually(async () => expect((await report()).counts.failed).toBe(1));
      broken = false;
      expect(await queues.retryFailed('count.c')).toBe(true);
      expect(await queues.retryFailed('count.none')).toBe(false);
      await eventually(async () => expect((await report()).counts).toMatchObject({ failed: 0, completed: 2 }));
    });

    it('gives up at once where no further try can help', async () => {
      const queues = openQueues();
      await queues.work([work(Count, () => Promise.reject(new PermanentFailure('no such address')))]);
      await queues.add([draftJob(Count, { n: 1 }, { jobId: 'a' })]);
      await eventually(async () => {
        expect((await report()).failed).toMatchObject([{ id: 'count.a', reason: 'no such address', attempts: 1 }]);
      });
    });

    it('refuses wrong data, and fails at once on what it cannot understand', async () => {
      const queues = openQueues();
      expect(() => draftJob(Count, { n: 1.5 }, { jobId: 'a' })).toThrow('count has wrong data');
      const OldCount = defineJob('count', {
        data: z.object({ m: z.int() }),
        attempts: 3,
        backoffMs: 1,
        timeoutMs: 1_000,
      });
      const Forgotten = defineJob('forgotten', { data: z.object({}), attempts: 3, backoffMs: 1, timeoutMs: 1_000 });
      await queues.add([draftJob(OldCount, { m: 1 }, { jobId: 'old' })]);
      await queues.add([draftJob(Forgotten, {}, { jobId: 'b' })]);
      await queues.work([work(Count, async () => {})]);
      await eventually(async () => {
        const failed = (await report()).failed.map(({ id, reason, attempts }) => ({ id, reason, attempts }));
        expect(failed.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
          { id: 'count.old', reason: 'wrong data: n', attempts: 1 },
          { id: 'forgotten.b', reason: expect.stringContaining('no handler'), attempts: 1 },
        ]);
      });
    });

    it('runs schedules, once for all instances, until they are no longer listed', async () => {
      const Tick = defineJob('tick', {
        data: z.object({ by: z.string() }),
        attempts: 1,
        backoffMs: 1,
        timeoutMs: 1_000,
      });
      const ticks: string[] = [];
      const handlers = [work(Tick, async (_data, job) => void ticks.push(job.id))];
      const schedules = [{ definition: Tick, data: { by: 'clock' }, everyMs: 100 }];
      const instances = [openQueues(), openQueues()];
      for (const queues of instances) await queues.work(handlers, schedules);
      await eventually(() => expect(ticks.length).toBeGreaterThan(3));
      expect(new Set(ticks).size).toBe(ticks.length);
      await openQueues().work(handlers, []);
      await eventually(async () => {
        expect((await report()).counts).toMatchObject({ delayed: 0, waiting: 0, active: 0 });
      });
    });

    it('tells what runs by itself, and when it ran and runs', async () => {
      const Tick = defineJob('tick', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
      const Nightly = defineJob('nightly', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
      const queues = openQueues();
      await queues.work(
        [work(Tick, async () => {}), work(Nightly, async () => {})],
        [
          { definition: Tick, data: {}, everyMs: 100 },
          { definition: Nightly, data: {}, cron: '20 3 * * *' },
        ],
      );
      await eventually(async () => {
        const [tick, nightly] = await queues.listSchedules();
        expect(tick).toMatchObject({ name: 'tick', rhythm: 'every 0.1 seconds', paused: false });
        expect([tick?.lastRanAt, tick?.nextAt]).toEqual([expect.any(String), expect.any(String)]);
        expect(nightly).toMatchObject({
          name: 'nightly',
          rhythm: 'every day at 03:20 UTC',
          paused: false,
          lastRanAt: null,
        });
        expect(nightly?.nextAt).toMatch(/T03:20:00\.000Z$/);
      });
    });

    it('leaves a paused schedule alone, also after a restart, until it goes on', async () => {
      const Tick = defineJob('tick', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
      const ticks: string[] = [];
      const handlers = [work(Tick, async (_data, job) => void ticks.push(job.id))];
      const schedules = [{ definition: Tick, data: {}, everyMs: 100 }];
      const first = openQueues();
      await first.work(handlers, schedules);
      await eventually(() => expect(ticks.length).toBeGreaterThan(0));
      expect(await first.changeSchedule('tick', 'pause')).toBe(true);
      expect(await first.changeSchedule('unknown', 'pause')).toBe(false);
      await eventually(async () =>
        expect((await report()).counts).toMatchObject({ delayed: 0, waiting: 0, active: 0 }),
      );
      await first.close();

      const next = openQueues();
      await next.work(handlers, schedules);
      expect(await next.listSchedules()).toMatchObject([{ name: 'tick', paused: true, nextAt: null }]);
      expect((await report()).counts).toMatchObject({ delayed: 0, waiting: 0, active: 0 });
      const before = ticks.length;
      // By hand it runs all the same, once for who presses often.
      await Promise.all(Array.from({ length: 6 }, () => next.changeSchedule('tick', 'run')));
      await eventually(() => expect(ticks.length).toBeGreaterThan(before));
      await eventually(async () => expect((await report()).counts).toMatchObject({ waiting: 0, active: 0 }));
      expect(ticks.length - before).toBe(1);
      expect(await next.changeSchedule('tick', 'resume')).toBe(true);
      await eventually(() => expect(ticks.length).toBeGreaterThan(before + 3));
      expect(await next.listSchedules()).toMatchObject([{ name: 'tick', paused: false }]);
    });

    it('runs a cron turn that passed while nothing ran, once for all instances', async () => {
      const [Nightly, Stale, Paused] = ['nightly', 'stale', 'paused'].map((name) =>
        defineJob(name, { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 }),
      ) as [JobDefinition, JobDefinition, JobDefinition];
      const ran: string[] = [];
      const handlers = [Nightly, Stale, Paused].map((job) => work(job, async () => void ran.push(job.name)));
      const [first, ...later] = [openQueues(), openQueues(), openQueues(), openQueues()] as const;
      const schedules: Schedule[] = [
        { definition: Nightly, data: {}, cron: '20 3 * * *' },
        { definition: Stale, data: {}, cron: '20 3 * * *', worthlessLate: true },
        { definition: Paused, data: {}, cron: '20 3 * * *' },
      ];
      const idle = () =>
        eventually(async () => expect((await report()).counts).toMatchObject({ waiting: 0, active: 0 }));
      await first.work(handlers, schedules);
      await first.changeSchedule('paused', 'pause');
      await idle();
      expect(ran).toEqual([]);
      await first.close();

      const database = openDatabase({ url: address.databaseUrl, service: address.service, onError: () => {} });
      onTestFinished(() => database.close());
      await sql`update schedule set due_since = now() - interval '2 days'`.execute(database.db);
      await Promise.all(later.slice(0, 2).map((queues) => queues.work(handlers, schedules)));
      await eventually(() => expect(ran).toEqual(['nightly']));
      await later[0].changeSchedule('paused', 'resume');
      await later[2].work(handlers, schedules);
      await idle();
      expect(ran).toEqual(['nightly']);
    });

    it('upserts its schedules from several instances at once', async () => {
      const nightly = defineJob('nightly', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
      const schedules = [{ definition: nightly, data: {}, cron: '20 3 * * *' }];
      const handlers = [work(nightly, async () => {})];
      const [first, ...instances] = range(7).map(() => openQueues()) as [Queues, ...Queues[]];
      await first.work(handlers, schedules);
      await Promise.all(instances.map((queues) => queues.work(handlers, schedules)));
      expect(await first.listSchedules()).toMatchObject([{ name: 'nightly', paused: false }]);
    });

    it('runs an interval that passed while nothing ran, once for all instances', async () => {
      const Hourly = defineJob('hourly', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
      let runs = 0;
      const start = async (count: number) => {
        const instances = Array.from({ length: count }, () => openQueues());
        const schedules = [{ definition: Hourly, data: {}, everyMs: 3_600_000 }];
        await Promise.all(instances.map((one) => one.work([work(Hourly, async () => void runs++)], schedules)));
        return () => Promise.all(instances.map((one) => one.close()));
      };
      const idle = () =>
        eventually(async () => expect((await report()).counts).toMatchObject({ waiting: 0, active: 0 }));
      let stop = await start(1);
      await eventually(() => expect(runs).toBe(1));
      await idle();
      await stop();
      stop = await start(2);
      await idle();
      await stop();
      expect(runs).toBe(1);

      const database = openDatabase({ url: address.databaseUrl, service: address.service, onError: () => {} });
      onTestFinished(() => database.close());
      await sql`update schedule set due_since = now() - interval '2 hours', last_ran_at = now() - interval '1 hour'`.execute(
        database.db,
      );
      await start(2);
      await eventually(() => expect(runs).toBe(2));
      await idle();
      expect(runs).toBe(2);
    });

    if (options.redis) {
      it('tries a job for as long as the database is away, without counting these attempts', async () => {
        const { db, close } = openDatabase({ url: address.databaseUrl, service: address.service, onError: () => {} });
        onTestFinished(close);
        const role = decodeURIComponent(new URL(address.databaseUrl).username);
        const letIn = (login: 'login' | 'nologin') =>
          withOwner(database.url, async (admin) => {
            await sql`alter role ${sql.id(role)} ${sql.raw(login)}`.execute(admin);
            await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(admin);
          });
        const queues = openQueues();
        const attempts: number[] = [];
        let done = false;
        await queues.work([
          work(Count, async (_data, { attempt }) => {
            attempts.push(attempt);
            try {
              await sql`select 1`.execute(db);
            } catch (error) {
              // The database is back before the queue judges this attempt.
              if (attempts.length > Count.attempts) await letIn('login');
              throw error;
            }
            done = true;
          }),
        ]);
        await letIn('nologin');
        await queues.add([draftJob(Count, { n: 1 }, { jobId: 'a' })]);
        await eventually(() => expect(done).toBe(true));
        expect(attempts.length).toBeGreaterThan(Count.attempts);
        expect(new Set(attempts)).toEqual(new Set([1]));
      });
    }

    it('lets a running job finish when it stops', async () => {
      const queues = openQueues();
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await queues.work([
        work(Count, () => {
          begun.resolve();
          return mayEnd.promise;
        }),
      ]);
      await queues.add([draftJob(Count, { n: 1 }, { jobId: 'a' })]);
      await begun.promise;
      const closing = queues.close();
      mayEnd.resolve();
      await closing;
      expect((await report()).counts).toMatchObject({ completed: 1, active: 0, waiting: 0 });
    });

    it('hands back a job that does not finish when it stops, without counting the attempt', async () => {
      const queues = openQueues();
      const begun = Promise.withResolvers<void>();
      await queues.work([
        work(Count, () => {
          begun.resolve();
          return new Promise(() => {});
        }),
      ]);
      await queues.add([draftJob(Count, { n: 1 }, { jobId: 'a' })]);
      await begun.promise;
      await queues.close();
      expect((await report()).counts).toMatchObject({ active: 0, waiting: 1 });

      const attempts: number[] = [];
      await openQueues().work([work(Count, async (_data, { attempt }) => void attempts.push(attempt))]);
      await eventually(() => expect(attempts).toEqual([1]));
    });

    it('runs again what a killed process had begun', async () => {
      const impatient = { ...address, impatient: true };
      const queues = openQueues(impatient);
      const child = startChild('worker-process.ts', [JSON.stringify(impatient)]);
      await child.printed('working');
      await queues.add([draftJob(Count, { n: 1 }, { jobId: 'a' })]);
      await child.printed('count.a');
      child.kill();
      const ran: string[] = [];
      await queues.work([work(Count, async (_data, job) => void ran.push(job.id))]);
      await eventually(() => expect(ran).toEqual(['count.a']));
    });
  });
}
