import { trace } from '@opentelemetry/api';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Bus } from '../src/bus/port.ts';
import { migrateService, openDatabase, type ServiceDatabase } from '../src/db.ts';
import { defineJob, type QueuedJob } from '../src/job.ts';
import { createOutbox, insertEvents } from '../src/messaging/outbox.ts';
import { messagingMigrations } from '../src/messaging/tables.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { defineCounted, noBus, silent } from './adapters/bus.harness.ts';
import { recordSpans } from './span-recorder.ts';

const Pack = defineJob('pack', { data: z.object({ n: z.int() }), attempts: 3, backoffMs: 10, timeoutMs: 1_000 });
const Counted = defineCounted('shop');

let database: TestDatabase;
let shop: ServiceDatabase<unknown>;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({ url: database.url, service: 'shop', migrations: messagingMigrations });
  shop = openDatabase({ url: database.url, service: 'shop', onError: () => {} });
});

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
  await sql`truncate outbox, outbox_job, queued_job`.execute(shop.db);
});

afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

/** Opens an outbox whose bus and queue are available unless a test sets `away`. */
function openOutbox() {
  const away = { bus: false, queue: false };
  const published: number[] = [];
  const queued: QueuedJob[] = [];
  const bus: Bus = {
    ...noBus,
    moveOutbox: undefined,
    async publish(_topic, events) {
      if (away.bus) throw new Error('the bus is away');
      published.push(...events.map((event) => (event.data as { n: number }).n));
      return [];
    },
  };
  const queues = {
    async add(jobs: readonly QueuedJob[]) {
      if (away.queue) throw new Error('the queue is away');
      queued.push(...jobs);
    },
    addLost: async () => [],
  };
  const outbox = createOutbox({ ...shop, bus, queues, source: 'shop', log: silent });
  cleanups.push(() => outbox.stop());
  /** Runs a change with an event and a job. */
  const change = (n: number) =>
    outbox.transact(async (tx) => {
      outbox.emit(tx, Counted, 'a', { n });
      outbox.enqueue(tx, Pack, { n }, { jobId: `${n}` });
    });
  return { outbox, away, published, queued, change };
}

const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 150_000, interval: 10 });

async function countJobs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox_job`.execute(shop.db);
  return rows[0]?.n ?? -1;
}

it('a job is handed to the queue only after its transaction has committed', async () => {
  const { outbox, queued } = openOutbox();
  outbox.start();
  await outbox.transact(async (tx) => {
    outbox.enqueue(tx, Pack, { n: 1 }, { jobId: 'one' });
    expect(await countJobs()).toBe(0);
    expect(queued).toEqual([]);
  });
  const job = { name: 'pack', id: 'pack.one', data: { n: 1 }, attempts: 3, backoffMs: 10, delayMs: 0 };
  await eventually(() => expect(queued).toEqual([job]));
  await eventually(async () => expect(await countJobs()).toBe(0));
});

it('a job has the trace context in which it was enqueued', async () => {
  recordSpans();
  const { outbox, queued, change } = openOutbox();
  outbox.start();
  const { traceId, spanId } = await trace.getTracer('test').startActiveSpan('click', async (span) => {
    await change(1);
    return span.spanContext();
  });
  await eventually(() => expect(queued).toMatchObject([{ traceparent: `00-${traceId}-${spanId}-01` }]));
});

it('the job of a change that was rolled back is not enqueued', async () => {
  const { outbox } = openOutbox();
  const failing = outbox.transact(async (tx) => {
    outbox.enqueue(tx, Pack, { n: 1 }, { jobId: 'one' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await countJobs()).toBe(0);
});

it('jobs wait in the outbox while the queue is down, and events do not wait for them', async () => {
  const { outbox, away, published, queued, change } = openOutbox();
  outbox.start();
  away.queue = true;
  for (const n of [1, 2, 3]) await change(n);
  await eventually(() => expect(published).toEqual([1, 2, 3]));
  expect(await countJobs()).toBe(3);
  away.queue = false;
  await eventually(() => expect(queued.map(({ id }) => id)).toEqual(['pack.1', 'pack.2', 'pack.3']));
});

it('events wait in the outbox while the bus is down, and jobs do not wait for them', async () => {
  const { outbox, away, published, queued, change } = openOutbox();
  outbox.start();
  away.bus = true;
  for (const n of [1, 2, 3]) await change(n);
  await eventually(() => expect(queued).toHaveLength(3));
  expect(published).toEqual([]);
  away.bus = false;
  await eventually(() => expect(published).toEqual([1, 2, 3]));
});

it('the delay of a job starts when the job is inserted in the outbox, not when it reaches the queue', async () => {
  const { outbox, queued } = openOutbox();
  await outbox.transact(async (tx) => {
    outbox.enqueue(tx, Pack, { n: 1 }, { jobId: 'hour', delayMs: 3_600_000 });
    outbox.enqueue(tx, Pack, { n: 2 }, { jobId: 'late', delayMs: 1_000 });
  });
  await sql`update outbox_job set at = at - interval '10 minutes'`.execute(shop.db);
  outbox.start();
  await eventually(() => expect(queued).toHaveLength(2));
  const [hour, late] = queued;
  expect(hour?.delayMs).toBeGreaterThan(2_900_000);
  expect(hour?.delayMs).toBeLessThanOrEqual(3_000_000);
  expect(late?.delayMs).toBe(0);
});

it('enqueue refuses wrong data, a transaction of another origin and a transaction that has ended', async () => {
  const { outbox } = openOutbox();
  const wrong = outbox.transact(async (tx) => outbox.enqueue(tx, Pack, { n: 0.5 }, { jobId: 'a' }));
  await expect(wrong).rejects.toThrow('job pack has wrong data');
  const foreign = shop.db.transaction().execute(async (tx) => outbox.enqueue(tx, Pack, { n: 1 }, { jobId: 'a' }));
  await expect(foreign).rejects.toThrow('pack is enqueued in a transaction that the outbox did not begin');
  const ended = await outbox.transact(async (tx) => tx);
  expect(() => outbox.enqueue(ended, Pack, { n: 1 }, { jobId: 'a' })).toThrow('has ended');
});

it('afterCommit runs its callback after a commit, and never after a rollback', async () => {
  const { outbox } = openOutbox();
  const woken: string[] = [];
  await outbox.transact(async (tx) => {
    outbox.afterCommit(tx, () => woken.push('committed'));
    await sql`select 1`.execute(tx);
    expect(woken).toEqual([]);
  });
  const failing = outbox.transact(async (tx) => {
    outbox.afterCommit(tx, () => woken.push('rolled back'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(woken).toEqual(['committed']);
});

it.each([
  { changed: true, sent: [1, 2, 3] },
  { changed: false, sent: [3] },
])(
  'events returned by takeEvents are emitted only if their statement changes a row (changed: $changed)',
  async ({ changed, sent }) => {
    const { outbox, published } = openOutbox();
    outbox.start();
    const text = `with changed as (select where $2::boolean), emitted as (${insertEvents('$1', 'changed')}) select`;
    await outbox.transact(async (tx) => {
      for (const n of [1, 2]) outbox.emit(tx, Counted, 'a', { n });
      await tx.executeQuery(CompiledQuery.raw(text, [outbox.takeEvents(tx), changed]));
      outbox.emit(tx, Counted, 'a', { n: 3 });
    });
    await eventually(() => expect(published).toEqual(sent));
  },
);
