import { defineJob, work } from '@xrp-bridge/runtime/job';
import type { Logger } from '@xrp-bridge/runtime/logger';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createBus } from './bus.ts';
import { createQueues } from './queue.ts';
import { createScheduler, currentLife, type Life, parts } from './scheduler.ts';

const log = {} as Logger;
const hourMs = 3_600_000;

/** Creates two instances. The first one that begins the work does not finish it. */
function createInstances() {
  const scheduler = createScheduler({ seed: '1', startAt: 0 });
  const lives = ['one', 'other'].map((): Life => ({ isOver: false, clockUs: (nowUs) => nowUs }));
  const begun: (Life | undefined)[] = [];
  return {
    scheduler,
    begun,
    async handle() {
      begun.push(currentLife());
      if (begun.length === 1) await new Promise(() => {});
    },
    async startBoth(start: () => Promise<unknown>) {
      for (const life of lives) await parts.run({ name: 'payment', life }, start);
    },
    /** Runs the work, crashes the instance that has begun it, and runs the work again. */
    async crash(drop: (life: Life) => void) {
      await scheduler.runTo(hourMs);
      const [life] = begun as [Life];
      life.isOver = true;
      drop(life);
      await scheduler.runTo(2 * hourMs);
      return lives.find((each) => each !== life);
    },
  };
}

it('delivers the event of a crashed instance to another one', async () => {
  const { scheduler, begun, handle, startBoth, crash } = createInstances();
  const bus = createBus(scheduler);
  const event = {
    specversion: '1.0',
    id: '1',
    type: 'transfer.created',
    dataversion: 1,
    source: 'transfer',
    subject: '1',
    time: new Date(0).toISOString(),
    data: {},
  } as const;
  await startBoth(() => bus.open(log).subscribe({ group: 'payment', topics: ['transfer'], deliver: handle }));
  await scheduler.runUntil(bus.open(log).publish('transfer', [event]));
  const other = await crash(bus.drop);
  expect(begun).toHaveLength(2);
  expect(begun[1]).toBe(other);
  expect(bus.countUnhandled()).toBe(0);
});

it('runs the job of a crashed instance in another one', async () => {
  const { scheduler, begun, handle, startBoth, crash } = createInstances();
  const queues = createQueues(scheduler);
  const open = () => queues.open({ pool: {} as pg.Pool, service: 'payment', log });
  const definition = defineJob('send', { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 300_000 });
  await startBoth(() => open().work([work(definition, handle)]));
  await scheduler.runUntil(
    open().add([{ name: 'send', id: '1', data: {}, attempts: 1, backoffMs: 1_000, delayMs: 0 }]),
  );
  const other = await crash(queues.drop);
  expect(begun).toHaveLength(2);
  expect(begun[1]).toBe(other);
  expect(queues.listOpen()).toEqual([]);
});
