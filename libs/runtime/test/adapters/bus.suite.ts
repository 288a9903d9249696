import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { grantBus, migrateBus } from '../../src/bus/index.ts';
import type { Bus, Deliver } from '../../src/bus/port.ts';
import { migrateService, openDatabase, provideRole } from '../../src/db.ts';
import { createInbox } from '../../src/messaging/inbox.ts';
import { createOutbox } from '../../src/messaging/outbox.ts';
import { messagingMigrations } from '../../src/messaging/tables.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';
import {
  type BusAddress,
  counted,
  defineCounted,
  noQueue,
  openTestBus,
  parked,
  Recorder,
  range,
  silent,
  unique,
} from './bus.harness.ts';
import { eventually, startChild } from './child.ts';

const writers = range(4).map((n) => `writer_${n}`);

/** What every bus must do. Runs against each adapter; `brokers` is given for Kafka. */
export function busSuite(name: string, options: { brokers?: () => string[] } = {}): void {
  describe(`the bus on ${name}`, () => {
    let database: TestDatabase;
    let address: BusAddress;
    const urls = new Map<string, string>();
    const open: Bus[] = [];

    beforeAll(async () => {
      database = await createTestDatabase();
      const busUrl = await provideRole(database.url, 'bus');
      await migrateBus(busUrl);
      for (const service of ['reader', ...writers]) {
        const url = await provideRole(database.url, service);
        await migrateService({ url, service, migrations: messagingMigrations });
        await grantBus(busUrl, url);
        urls.set(service, url);
      }
      address = { databaseUrl: busUrl, ...(options.brokers ? { kafkaBrokers: options.brokers() } : {}) };
    });

    afterEach(async () => {
      await Promise.all(open.splice(0).map((bus) => bus.stop()));
    });

    afterAll(async () => {
      await database?.drop();
    });

    function openBus(at = address): Bus {
      const bus = openTestBus(at);
      open.push(bus);
      return bus;
    }

    function openService(service: string) {
      const opened = openDatabase<unknown>({ url: urls.get(service) ?? '', service, onError: () => {} });
      onTestFinished(() => opened.close());
      return opened;
    }

    it('keeps the order of each key', async () => {
      const bus = openBus();
      const [topic, seen] = [unique('order'), new Recorder()];
      await bus.subscribe({ group: unique('group'), topics: [topic], deliver: seen.deliver });
      const subjects = range(10).map((n) => `subject-${n}`);
      for (const start of range(10)) {
        await bus.publish(
          topic,
          range(5).flatMap((step) => subjects.map((subject) => counted(topic, subject, start * 5 + step))),
        );
      }
      await eventually(() => expect(new Set(seen.ids())).toHaveLength(500));
      for (const subject of subjects) expect(seen.numbersOf(subject)).toEqual(range(50));
    });

    it('keeps an event for a group that is away, and for one that does not exist yet', async () => {
      const bus = openBus();
      const [topic, group, seen] = [unique('kept'), unique('group'), new Recorder()];
      // More than an adapter reads at once.
      await bus.publish(
        topic,
        range(250).map((n) => counted(topic, 'a', n)),
      );
      const first = await bus.subscribe({ group, topics: [topic], deliver: seen.deliver });
      await eventually(() => expect(seen.events).toHaveLength(250));
      await first.stop();
      await bus.publish(topic, [counted(topic, 'a', 250)]);
      await bus.subscribe({ group, topics: [topic], deliver: seen.deliver });
      await eventually(() => expect(seen.events).toHaveLength(251));
      expect(seen.numbersOf('a')).toEqual(range(251));
    });

    it('delivers again what a killed process had begun', async () => {
      const impatient = { ...address, impatient: true };
      const bus = openBus(impatient);
      const [topic, group] = [unique('crash'), unique('group')];
      const child = startChild('consumer-process.ts', [JSON.stringify(impatient), group, topic]);
      await child.printed('subscribed');
      const event = counted(topic, 'a', 1);
      await bus.publish(topic, [event]);
      await child.printed(event.id);
      child.kill();

      const seen = new Recorder();
      await bus.subscribe({ group, topics: [topic], deliver: seen.deliver });
      await eventually(() => expect(seen.ids()).toEqual([event.id]));
    });

    it('gives each event to one consumer of a group, also when consumers come and go', async () => {
      const publisher = openBus();
      const [topic, group] = [unique('group'), unique('group')];
      const consumers: Recorder[] = [];
      const join = async () => {
        const seen = new Recorder();
        consumers.push(seen);
        return openBus().subscribe({ group, topics: [topic], deliver: seen.deliver });
      };
      const deliverRound = async () => {
        const events = range(96).map((n) => counted(topic, `subject-${n}`, n));
        await publisher.publish(topic, events);
        await eventually(() => {
          for (const event of events) expect(consumers.some((seen) => seen.has(event))).toBe(true);
        });
      };
      const first = await join();
      await deliverRound();
      await join();
      await deliverRound();
      await first.stop();
      const before = consumers[0]?.events.length;
      await deliverRound();
      expect(consumers[0]?.events).toHaveLength(before ?? -1);
    });

    it('gives each group every event', async () => {
      const bus = openBus();
      const topic = unique('groups');
      const groups = [new Recorder(), new Recorder()];
      for (const seen of groups) {
        await bus.subscribe({ group: unique('group'), topics: [topic], deliver: seen.deliver });
      }
      const events = range(40).map((n) => counted(topic, `subject-${n}`, n));
      await bus.publish(topic, events);
      for (const seen of groups) {
        await eventually(() => expect(seen.ids().sort()).toEqual(events.map(({ id }) => id).sort()));
      }
    });

    it('delivers the wanted types only', async () => {
      const bus = openBus();
      const [topic, seen] = [unique('types'), new Recorder()];
      await bus.subscribe({ group: unique('group'), topics: [topic], types: ['stock.moved'], deliver: seen.deliver });
      const wanted = counted(topic, 'a', 2, { type: 'stock.moved' });
      await bus.publish(topic, [counted(topic, 'a', 1), wanted, counted(topic, 'a', 3)]);
      await eventually(() => expect(seen.has(wanted)).toBe(true));
      const last = counted(topic, 'a', 4, { type: 'stock.moved' });
      await bus.publish(topic, [last]);
      await eventually(() => expect(seen.has(last)).toBe(true));
      expect(seen.ids()).toEqual([wanted.id, last.id]);
    });

    it('broadcasts to every instance what is published from then on', async () => {
      const topic = unique('broadcast');
      const publisher = openBus();
      await publisher.publish(topic, [counted(topic, 'a', 0)]);
      const listeners = [new Recorder(), new Recorder()];
      const [first] = await Promise.all(
        listeners.map((seen) => openBus().broadcast({ topics: [topic], deliver: seen.deliver })),
      );
      const events = range(40).map((n) => counted(topic, `subject-${n % 20}`, n + 1));
      await publisher.publish(topic, events);
      for (const seen of listeners) {
        await eventually(() => expect(seen.ids().sort()).toEqual(events.map(({ id }) => id).sort()));
      }
      await first?.stop();
      const later = counted(topic, 'a', 100);
      await publisher.publish(topic, [later]);
      await eventually(() => expect(listeners[1]?.has(later)).toBe(true));
      expect(listeners[0]?.has(later)).toBe(false);
    });

    it('delivers again when the handler throws, holding up nobody else', async () => {
      const bus = openBus();
      const topic = unique('throws');
      const [bad, next] = [counted(topic, 'bad', 1), counted(topic, 'bad', 2)];
      // Enough subjects that most share no partition or lane with the bad one.
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
      // Only the few subjects that share its partition or lane wait behind the bad one.
      await eventually(() => expect(seen.events.length).toBeGreaterThan(32));
      expect(seen.has(bad) || seen.has(next)).toBe(false);
      healed = true;
      await eventually(() => expect(seen.ids()).toHaveLength(66));
      expect(seen.numbersOf('bad')).toEqual([1, 2]);
    });

    it('delivers an event again after a restart, though later ones of other subjects were handled', async () => {
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

    it('parks a poison event and goes on', async () => {
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

    it('waits for the handler in flight when it stops, and begins no other', async () => {
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

    it('brings 10,000 events without a gap while four writers commit out of order', async () => {
      const [topic, group] = [unique('gapless'), unique('group')];
      const definition = defineCounted(topic);
      const services = writers.map((name) => {
        const { db, pool } = openService(name);
        const outbox = createOutbox({ db, pool, bus: openBus(), queues: noQueue, source: topic, log: silent });
        outbox.start();
        onTestFinished(() => outbox.stop());
        return { name, db, outbox };
      });

      const seen = new Recorder();
      for (const _ of range(2)) {
        await openBus().subscribe({ group, topics: [topic], deliver: seen.deliver });
      }
      await Promise.all(
        services.map(async ({ name, outbox }) => {
          // Transactions of one to 49 events: a small one commits while a large one is still on its way.
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
