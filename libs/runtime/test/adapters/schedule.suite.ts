import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../src/db.ts';
import { defineJob, type JobDefinition, type Schedule, work } from '../../src/job.ts';
import { eventually } from './child.ts';
import { useQueues } from './queue.harness.ts';

/** Tests of schedules for every job queue, run against each backend like `queueSuite`. */
export function scheduleSuite(name: string, options: { redis?: () => string } = {}): void {
  describe(`schedules on ${name}`, () => {
    const { openQueues, report, address } = useQueues(options.redis);

    it('run once even if there are several instances', async () => {
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
    });

    it('are listed with the times of the last and the next run', async () => {
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

    it('do not run while they are paused, even after a restart, until they are resumed', async () => {
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
      // A manual run works on a paused schedule, and several requests cause one run.
      await Promise.all(Array.from({ length: 6 }, () => next.changeSchedule('tick', 'run')));
      await eventually(() => expect(ticks.length).toBeGreaterThan(before));
      await eventually(async () => expect((await report()).counts).toMatchObject({ waiting: 0, active: 0 }));
      expect(ticks.length - before).toBe(1);
      expect(await next.changeSchedule('tick', 'resume')).toBe(true);
      await eventually(() => expect(ticks.length).toBeGreaterThan(before + 3));
      expect(await next.listSchedules()).toMatchObject([{ name: 'tick', paused: false }]);
    });

    it('catch up a missed cron run once even if there are several instances', async () => {
      const [Nightly, Stale, Paused] = ['nightly', 'stale', 'paused'].map((name) =>
        defineJob(name, { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 }),
      ) as [JobDefinition, JobDefinition, JobDefinition];
      const ran: string[] = [];
      const handlers = [Nightly, Stale, Paused].map((job) => work(job, async () => void ran.push(job.name)));
      const [first, ...later] = [openQueues(), openQueues(), openQueues(), openQueues()] as const;
      const schedules: Schedule[] = [
        { definition: Nightly, data: {}, cron: '20 3 * * *' },
        { definition: Stale, data: {}, cron: '20 3 * * *', skipMissedTurn: true },
        { definition: Paused, data: {}, cron: '20 3 * * *' },
      ];
      const idle = () =>
        eventually(async () => expect((await report()).counts).toMatchObject({ waiting: 0, active: 0 }));
      await first.work(handlers, schedules);
      await first.changeSchedule('paused', 'pause');
      await idle();
      expect(ran).toEqual([]);
      await first.close();

      const database = openDatabase({ url: address().databaseUrl, service: address().service, onError: () => {} });
      onTestFinished(() => database.close());
      await sql`update schedule set due_since = now() - interval '2 days'`.execute(database.db);
      await Promise.all(later.slice(0, 2).map((queues) => queues.work(handlers, schedules)));
      await eventually(() => expect(ran).toEqual(['nightly']));
      await later[0].changeSchedule('paused', 'resume');
      await later[2].work(handlers, schedules);
      await idle();
      expect(ran).toEqual(['nightly']);
    });

    it('catch up a missed interval run once even if there are several instances', async () => {
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

      const database = openDatabase({ url: address().databaseUrl, service: address().service, onError: () => {} });
      onTestFinished(() => database.close());
      await sql`update schedule set due_since = now() - interval '2 hours', last_ran_at = now() - interval '1 hour'`.execute(
        database.db,
      );
      await start(2);
      await eventually(() => expect(runs).toBe(2));
      await idle();
      expect(runs).toBe(2);
    });
  });
}
