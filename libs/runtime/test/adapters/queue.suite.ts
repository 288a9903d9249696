import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase, withOwner } from '../../src/db.ts';
import { createJob, defineJob, type JobRun, PermanentFailure, work } from '../../src/job.ts';
import { createLogger } from '../../src/logger.ts';
import { createOutbox } from '../../src/messaging/outbox.ts';
import type { Queues } from '../../src/queue.ts';
import { readTraceparent } from '../../src/tracing.ts';
import { openMetricReader } from '../metric-reader.ts';
import { recordSpans } from '../span-recorder.ts';
import { noBus, range, silent } from './bus.harness.ts';
import { eventually, startChild } from './child.ts';
import { Count, useQueues } from './queue.harness.ts';

/** Tests of every job queue, run against each backend. `redis` is given for Redis. */
export function queueSuite(name: string, options: { redis?: () => string } = {}): void {
  describe(`jobs on ${name}`, () => {
    const { openQueues, report, ...at } = useQueues(options.redis);

    it('run once per id, even if they are added several times by several instances', async () => {
      const [one, two] = [openQueues(), openQueues()];
      const ran: string[] = [];
      const handlers = [work(Count, async ({ n }, job) => void ran.push(`${job.id} ${n}`))];
      await Promise.all([one.work(handlers), two.work(handlers)]);
      await Promise.all(
        range(10).flatMap((n) =>
          [one, two, one].map((queues) => queues.add([createJob(Count, { n }, { jobId: `id:${n}` })])),
        ),
      );
      await eventually(async () => expect((await report()).counts.completed).toBe(10));
      await two.add([createJob(Count, { n: 3 }, { jobId: 'id:3' })]);
      await one.add([createJob(Count, { n: 10 }, { jobId: 'id:10' })]);
      await eventually(() => expect(ran).toContain('count.id.10 10'));
      expect(ran.sort()).toEqual(
        range(11)
          .map((n) => `count.id.${n} ${n}`)
          .sort(),
      );
    });

    it('run once after a crash between the commit and the hand-over to the queue', async () => {
      const database = openDatabase({
        url: at.address().databaseUrl,
        service: at.address().service,
        onError: () => {},
      });
      onTestFinished(() => database.close());
      const queues = openQueues();
      const openOutbox = (handOver: Pick<Queues, 'add' | 'addLost'>) => {
        const outbox = createOutbox({ ...database, bus: noBus, queues: handOver, source: 'shop', log: silent });
        onTestFinished(() => outbox.stop());
        return outbox;
      };
      // This instance commits without a running relay, like an instance that crashes at that moment.
      const outbox = openOutbox(queues);
      await outbox.transact(async (tx) => outbox.enqueue(tx, Count, { n: 7 }, { jobId: 'a' }));
      // The next instance crashes after the hand-over, before it deletes the job from the outbox.
      const handedOver = Promise.withResolvers<void>();
      const dying = openOutbox({
        ...queues,
        async add(jobs) {
          await queues.add(jobs);
          handedOver.resolve();
          throw new Error('dead');
        },
      });
      dying.start();
      await handedOver.promise;
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

    it('are added again if the queue has lost them, and are forgotten when they have ended', async () => {
      const { databaseUrl: url, service } = at.address();
      const { db, pool, close } = openDatabase({ url, service, onError: () => {} });
      onTestFinished(close);
      const queues = openQueues();
      // This queue accepts the jobs a and b, and then loses them.
      const losing = { ...queues, add: async () => undefined };
      const outbox = createOutbox({ db, pool, bus: noBus, queues: losing, source: 'shop', log: silent });
      onTestFinished(() => outbox.stop());
      const listStored = async () =>
        (await sql<{ id: string }>`select id from queued_job order by id`.execute(db)).rows;
      const expectCheck = async (ids: string[]) => {
        await sql`update queued_job set checked_at = checked_at - interval '1 minute'`.execute(db);
        await eventually(async () => expect((await listStored()).map(({ id }) => id)).toEqual(ids));
      };
      await outbox.transact(async (tx) => {
        outbox.enqueue(tx, Count, { n: 1 }, { jobId: 'a' });
        outbox.enqueue(tx, Count, { n: 2 }, { jobId: 'b', delayMs: 3_600_000 });
      });
      outbox.start();
      await eventually(async () => expect(await listStored()).toHaveLength(2));
      await expectCheck(['count.a', 'count.b']);
      await eventually(async () => expect((await report()).counts).toMatchObject({ waiting: 1, delayed: 1 }));
      await queues.work([work(Count, async () => {})]);
      await eventually(async () => expect((await report()).counts).toMatchObject({ completed: 1, delayed: 1 }));
      await expectCheck(['count.b']);
      expect((await report()).counts).toMatchObject({ completed: 1, waiting: 0, delayed: 1 });
    });

    it('are retried after a delay, and receive the number of the attempt', async () => {
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
      await queues.add([createJob(Count, { n: 1 }, { jobId: 'a' })]);
      await eventually(async () => expect((await report()).counts.completed).toBe(1));
      expect(attempts).toEqual([
        { attempt: 1, lastAttempt: false },
        { attempt: 2, lastAttempt: false },
        { attempt: 3, lastAttempt: true },
      ]);
      await queues.add([createJob(Patient, {}, { jobId: 'b' })]);
      await eventually(async () => expect((await report()).counts).toMatchObject({ delayed: 1, active: 0, failed: 0 }));
    });

    it('fail when they exceed their timeout', async () => {
      const Slow = defineJob('slow', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 50 });
      const queues = openQueues();
      const aborted = Promise.withResolvers<void>();
      await queues.work([
        work(Slow, (_data, { signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          return new Promise(() => {});
        }),
      ]);
      await queues.add([createJob(Slow, {}, { jobId: 'a' })]);
      await aborted.promise;
      await eventually(async () => {
        expect((await report()).failed).toMatchObject([
          { id: 'slow.a', reason: 'The job took longer than 50 ms.', attempts: 1 },
        ]);
      });
    });

    it('stay listed after a failure until a retry succeeds', async () => {
      const queues = openQueues();
      let broken = true;
      const attempts: number[] = [];
      await queues.work([
        work(Count, async (_data, { attempt }) => {
          attempts.push(attempt);
          if (broken) throw new Error('broken');
        }),
      ]);
      await queues.add([createJob(Count, { n: 1 }, { jobId: 'a' })]);
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
      await queues.add([createJob(Count, { n: 1 }, { jobId: 'c' })]);
      await eventually(async () => expect((await report()).counts.failed).toBe(1));
      broken = false;
      expect(await queues.retryFailed('count.c')).toBe(true);
      expect(await queues.retryFailed('count.none')).toBe(false);
      await eventually(async () => expect((await report()).counts).toMatchObject({ failed: 0, completed: 2 }));
    });

    it('are not retried after a permanent failure', async () => {
      const queues = openQueues();
      await queues.work([work(Count, () => Promise.reject(new PermanentFailure('no such address')))]);
      await queues.add([createJob(Count, { n: 1 }, { jobId: 'a' })]);
      await eventually(async () => {
        expect((await report()).failed).toMatchObject([{ id: 'count.a', reason: 'no such address', attempts: 1 }]);
      });
    });

    describe('that only a later version can run', () => {
      const about = { attempts: 1, backoffMs: 1, timeoutMs: 60_000 };
      const LaterCount = defineJob('count', { ...about, data: z.object({ m: z.int() }) });
      const Later = defineJob('later', { ...about, data: z.object({}) });
      const jobs = [createJob(LaterCount, { m: 1 }, { jobId: 'a' }), createJob(Later, {}, { jobId: 'b' })];
      const thisVersion = [work(Count, async () => {})];

      it('wait for an instance of that version, without counting the attempts', async () => {
        const instance = openQueues();
        await instance.work(thisVersion);
        await openQueues().add(jobs);
        await eventually(async () => expect((await report()).counts).toMatchObject({ delayed: 2, failed: 0 }));
        // While both versions run, Redis may give the job to this version each time.
        await instance.close();
        const ran: string[] = [];
        const run = async (_data: unknown, job: JobRun) => void ran.push(`${job.id} ${job.attempt}`);
        await openQueues().work([work(LaterCount, run), work(Later, run)]);
        await eventually(() => expect(ran.toSorted()).toEqual(['count.a 1', 'later.b 1']));
      });

      it('fail if they have waited too long', async () => {
        await openQueues({ ...at.address(), waitForLaterVersionMs: 0 }).work(thisVersion);
        await openQueues().add(jobs);
        await eventually(async () => {
          const reasons = (await report()).failed.map(({ reason }) => reason);
          expect(reasons.toSorted()).toEqual([
            expect.stringMatching(/ has no handler for the job later$/),
            'wrong data: n (invalid_type)',
          ]);
        });
      });
    });

    it('run in a span of the trace in which they were enqueued, and log its ids', async () => {
      const spans = recordSpans();
      const collect = openMetricReader();
      const lines: Record<string, unknown>[] = [];
      const log = createLogger({
        level: 'info',
        to: { write: (line) => void lines.push(JSON.parse(line)) },
        telemetryOn: true,
      });
      const queues = openQueues(at.address(), log);
      await queues.work([
        work(Count, async ({ n }) => {
          log.info({ n }, 'counting');
          if (n === 2) throw new PermanentFailure('ada@example.com does not exist');
        }),
      ]);
      const click = await trace.getTracer('test').startActiveSpan('click', async (span) => {
        const traceparent = readTraceparent();
        await queues.add([1, 2].map((n) => ({ ...createJob(Count, { n }, { jobId: `${n}` }), traceparent })));
        span.end();
        return span.spanContext();
      });
      await queues.add([createJob(Count, { n: 3 }, { jobId: '3' })]);
      await eventually(async () => expect((await report()).counts).toMatchObject({ completed: 2, failed: 1 }));

      const runs = spans.filter(({ name }) => name === 'run count');
      expect(runs.map(({ parentSpanContext }) => parentSpanContext?.spanId).sort()).toEqual(
        [click.spanId, click.spanId, undefined].sort(),
      );
      const failed = runs.find(({ status }) => status.code === SpanStatusCode.ERROR);
      expect(failed).toMatchObject({
        kind: SpanKind.CONSUMER,
        parentSpanContext: { traceId: click.traceId },
        attributes: { 'messaging.operation.type': 'process', 'error.type': 'UnrecoverableError' },
      });
      const exported = runs.map(({ attributes, status, events }) => ({ attributes, status, events }));
      expect(JSON.stringify(exported)).not.toContain('ada@example.com');
      const ids = { trace_id: click.traceId, span_id: failed?.spanContext().spanId };
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'counting', n: 2, ...ids }));
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'job failed', id: 'count.2', ...ids }));

      const [histogram] = await collect();
      expect(histogram?.descriptor).toMatchObject({ name: 'xrp_bridge.job.duration', unit: 's' });
      const { service } = at.address();
      expect(
        histogram?.dataPoints.map(({ attributes, value }) => [attributes, (value as { count: number }).count]),
      ).toEqual(
        expect.arrayContaining([
          [{ service, 'job.name': 'count' }, 2],
          [{ service, 'job.name': 'count', 'error.type': 'UnrecoverableError' }, 1],
        ]),
      );
    });

    if (options.redis) {
      it('are retried while the database is down, without counting these attempts', async () => {
        const { db, close } = openDatabase({
          url: at.address().databaseUrl,
          service: at.address().service,
          onError: () => {},
        });
        onTestFinished(close);
        const role = decodeURIComponent(new URL(at.address().databaseUrl).username);
        const letIn = (login: 'login' | 'nologin') =>
          withOwner(at.serverUrl(), async (admin) => {
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
              // The database is available again before the queue evaluates this attempt.
              if (attempts.length > Count.attempts) await letIn('login');
              throw error;
            }
            done = true;
          }),
        ]);
        await letIn('nologin');
        await queues.add([createJob(Count, { n: 1 }, { jobId: 'a' })]);
        await eventually(() => expect(done).toBe(true));
        expect(attempts.length).toBeGreaterThan(Count.attempts);
        expect(new Set(attempts)).toEqual(new Set([1]));
      });
    }

    it('that are running are completed when the queue stops', async () => {
      const queues = openQueues();
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await queues.work([
        work(Count, () => {
          begun.resolve();
          return mayEnd.promise;
        }),
      ]);
      await queues.add([createJob(Count, { n: 1 }, { jobId: 'a' })]);
      await begun.promise;
      const closing = queues.close();
      mayEnd.resolve();
      await closing;
      expect((await report()).counts).toMatchObject({ completed: 1, active: 0, waiting: 0 });
    });

    it('that do not end when the queue stops are returned to the queue, without counting the attempt', async () => {
      const queues = openQueues();
      const begun = Promise.withResolvers<void>();
      await queues.work([
        work(Count, () => {
          begun.resolve();
          return new Promise(() => {});
        }),
      ]);
      await queues.add([createJob(Count, { n: 1 }, { jobId: 'a' })]);
      await begun.promise;
      await queues.close();
      expect((await report()).counts).toMatchObject({ active: 0, waiting: 1 });

      const attempts: number[] = [];
      await openQueues().work([work(Count, async (_data, { attempt }) => void attempts.push(attempt))]);
      await eventually(() => expect(attempts).toEqual([1]));
    });

    it('that may be aborted at once do not delay the stop, and are returned to the queue', async () => {
      const Long = { ...Count, name: 'long', abortOnStop: true };
      const queues = openQueues();
      const begun = { long: Promise.withResolvers<void>(), count: Promise.withResolvers<void>() };
      const aborted = Promise.withResolvers<void>();
      let ended = false;
      await queues.work([
        work(Long, async (_data, { signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          begun.long.resolve();
          await new Promise(() => {});
        }),
        // A job without `abortOnStop` runs on until the other job has been aborted.
        work(Count, async () => {
          begun.count.resolve();
          await aborted.promise;
          ended = true;
        }),
      ]);
      await queues.add([Long, Count].map((definition) => createJob(definition, { n: 1 }, { jobId: 'a' })));
      await Promise.all([begun.long.promise, begun.count.promise]);
      await queues.close();
      expect(ended).toBe(true);
      expect((await report()).counts).toMatchObject({ active: 0, waiting: 1, completed: 1 });
    });

    it('run again if their process was killed', async () => {
      const shortTimeouts = { ...at.address(), shortTimeouts: true };
      const queues = openQueues(shortTimeouts);
      const child = startChild('worker-process.ts', [JSON.stringify(shortTimeouts)]);
      await child.printed('working');
      await queues.add([createJob(Count, { n: 1 }, { jobId: 'a' })]);
      await child.printed('count.a');
      child.kill();
      const ran: string[] = [];
      await queues.work([work(Count, async (_data, job) => void ran.push(job.id))]);
      await eventually(() => expect(ran).toEqual(['count.a']));
    });
  });
}
