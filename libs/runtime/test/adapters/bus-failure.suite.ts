import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Deliver } from '../../src/bus/port.ts';
import { createInbox } from '../../src/messaging/inbox.ts';
import { createOutbox } from '../../src/messaging/outbox.ts';
import { counted, defineCounted, noQueue, parked, Recorder, range, silent, unique, useBus } from './bus.harness.ts';
import { eventually } from './child.ts';

const writers = range(4).map((n) => `writer_${n}`);

/** Tests of failures, stops and concurrent writers for every bus. */
export function busFailureSuite(name: string, options: { brokers?: () => string[] } = {}): void {
  describe(`the bus on ${name} during failures and concurrent writes`, () => {
    const { openBus, openService } = useBus(['reader', ...writers], options.brokers);

    it('delivers an event again when its handler throws, without delaying other subjects', async () => {
      const bus = openBus();
      const topic = unique('throws');
      const [bad, next] = [counted(topic, 'bad', 1), counted(topic, 'bad', 2)];
      // With this many subjects, most share no partition or lane with the failing one.
      const others = range(64).map((n) => counted(topic, `subject-${n}`, n));
      const seen = new Recorder();
      let tries = 0;
      let healed = false;
      const deliver: Deliver = async (event) => {
        if (event.id === bad.id) tries += 1;
        if (event.id === bad.id && !healed) throw new Error('not now');
        await seen.deliver(event);
      };
      await bus.subscribe({ group: unique('group'), topics: [topic], deliver });
      await bus.publish(topic, [bad, next]);
      await eventually(() => expect(tries).toBeGreaterThan(2));
      await bus.publish(topic, others);
      // Only the subjects in the same partition or lane wait for the failing event.
      await eventually(() => expect(seen.events.length).toBeGreaterThan(32));
      expect(seen.has(bad) || seen.has(next)).toBe(false);
      healed = true;
      await eventually(() => expect(seen.ids()).toHaveLength(66));
      expect(seen.numbersOf('bad')).toEqual([1, 2]);
    });

    it('delivers a failed event again after a restart, although later events were handled', async () => {
      const bus = openBus();
      const [topic, group, first, second] = [unique('behind'), unique('group'), new Recorder(), new Recorder()];
      const failing = counted(topic, 'failing', 1);
      const others = range(64).map((n) => counted(topic, `subject-${n}`, n));
      const subscription = await bus.subscribe({
        group,
        topics: [topic],
        deliver: async (event) => {
          if (event.id === failing.id) throw new Error('not now');
          await first.deliver(event);
        },
      });
      await bus.publish(topic, [failing, ...others]);
      await eventually(() => expect(first.events.length).toBeGreaterThan(32));
      await subscription.stop();
      await bus.subscribe({ group, topics: [topic], deliver: second.deliver });
      await eventually(() => expect(second.has(failing)).toBe(true));
    });

    it('dead-letters a poison event and continues', async () => {
      const bus = openBus();
      const { db, pool } = openService('reader');
      const topic = unique('poison');
      const handled: number[] = [];
      const inbox = createInbox({
        transact: createOutbox({ db, pool, bus, queues: noQueue, source: 'reader', log: silent }).transact,
        service: 'reader',
        log: silent,
        retries: { attempts: 2, firstPauseMs: 1 },
        handlers: [
          {
            definition: defineCounted(topic),
            async handle(_tx, event) {
              const { n } = event.data as { n: number };
              if (n === 13) throw new Error('I do not like 13');
              handled.push(n);
            },
          },
        ],
      });
      await bus.subscribe({ group: unique('group'), topics: [topic], types: inbox.types, deliver: inbox.deliver });
      await bus.publish(topic, [
        { subject: 'a', nothing: 'that we know' } as never,
        counted(topic, 'a', 13),
        counted(topic, 'a', 14, { data: { n: 'fourteen' } as never }),
        counted(topic, 'a', 15),
      ]);
      await eventually(() => expect(handled).toEqual([15]));
      const letters = await parked(db);
      expect(letters.map(({ reason }) => reason)).toEqual([
        expect.stringContaining('wrong data'),
        'I do not like 13',
        expect.stringContaining('not an event'),
      ]);
    });

    it('waits for the running handler when the subscription stops, and starts no other handler', async () => {
      const bus = openBus();
      const [topic, group] = [unique('stop'), unique('group')];
      const events = [counted(topic, 'a', 1), counted(topic, 'a', 2)];
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const first = new Recorder();
      const subscription = await bus.subscribe({
        group,
        topics: [topic],
        deliver: async (event) => {
          begun.resolve();
          await mayEnd.promise;
          await first.deliver(event);
        },
      });
      await bus.publish(topic, events);
      await begun.promise;
      let stopped = false;
      const stopping = subscription.stop().then(() => {
        stopped = true;
      });
      await openBus().publish(topic, [counted(topic, 'b', 1)]);
      expect(stopped).toBe(false);
      mayEnd.resolve();
      await stopping;
      expect(first.ids()).toEqual([events[0]?.id]);

      const second = new Recorder();
      await bus.subscribe({ group, topics: [topic], deliver: second.deliver });
      await eventually(() => expect(second.numbersOf('a')).toEqual([2]));
    });

    it('delivers 10,000 events without a gap while four writers commit out of order', async () => {
      const [topic, group] = [unique('gapless'), unique('group')];
      const definition = defineCounted(topic);
      // Two writers share a process with one of the readers.
      const here = openBus();
      const services = writers.map((name, index) => {
        const { db, pool } = openService(name);
        const bus = index < 2 ? here : openBus();
        const outbox = createOutbox({ db, pool, bus, queues: noQueue, source: topic, log: silent });
        outbox.start();
        onTestFinished(() => outbox.stop());
        return { name, db, outbox };
      });

      const seen = new Recorder();
      for (const bus of [here, openBus()]) {
        await bus.subscribe({ group, topics: [topic], deliver: seen.deliver });
      }
      await Promise.all(
        services.map(async ({ name, outbox }) => {
          // The transactions have 1 or 49 events, so that a small one commits while a large one is still open.
          for (const batch of range(100)) {
            await outbox.transact(async (tx) => {
              for (const step of range(batch % 2 ? 1 : 49)) {
                outbox.emit(tx, definition, `${name} ${step % 25}`, { n: batch * 100 + step });
              }
            });
          }
        }),
      );
      await eventually(() => expect(new Set(seen.ids()).size).toBe(10_000));
      for (const { name, db } of services) {
        for (const step of range(25)) {
          const numbers = seen.numbersOf(`${name} ${step}`);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
        await eventually(async () => {
          const { rows } = await sql<{ left: string }>`select count(*) as left from outbox`.execute(db);
          expect(rows[0]?.left).toBe('0');
        });
      }
    });
  });
}
