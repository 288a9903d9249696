import { describe, expect, it } from 'vitest';
import type { Deliver } from '../../src/bus/port.ts';
import { counted, Recorder, range, unique, useBus } from './bus.harness.ts';
import { eventually, startChild } from './child.ts';

/** Tests of every bus, run against each adapter. `brokers` is given for Kafka. */
export function busSuite(name: string, options: { brokers?: () => string[] } = {}): void {
  describe(`the bus on ${name}`, () => {
    const { openBus, address } = useBus([], options.brokers);

    it('delivers the events of a subject in order', async () => {
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

    it('stores events for a group that is down, and for a group that does not exist yet', async () => {
      const bus = openBus();
      const [topic, group, seen] = [unique('kept'), unique('group'), new Recorder()];
      // The number is higher than the number of events that an adapter reads at once.
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

    it('delivers an event again if its consumer was killed', async () => {
      const shortTimeouts = { ...address(), shortTimeouts: true };
      const bus = openBus(shortTimeouts);
      const [topic, group] = [unique('crash'), unique('group')];
      const child = startChild('consumer-process.ts', [JSON.stringify(shortTimeouts), group, topic]);
      await child.printed('subscribed');
      const event = counted(topic, 'a', 1);
      await bus.publish(topic, [event]);
      await child.printed(event.id);
      child.kill();

      const seen = new Recorder();
      await bus.subscribe({ group, topics: [topic], deliver: seen.deliver });
      await eventually(() => expect(seen.ids()).toEqual([event.id]));
    });

    it('delivers each event to one consumer of a group, even when consumers join and leave', async () => {
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

    it('delivers every event to each group', async () => {
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

    it('counts the events of each topic that a group has not handled', async () => {
      const bus = openBus();
      const [first, second, group] = [unique('lag'), unique('lag'), unique('group')];
      const read = async () => {
        const lags = await bus.fetchLag({ group, topics: [first, second] });
        return lags.map(({ topic, events }) => [topic, events]).toSorted();
      };
      const expected = (ofFirst: number, ofSecond: number) =>
        [
          [first, ofFirst],
          [second, ofSecond],
        ].toSorted();
      await bus.publish(
        first,
        [1, 2, 3].map((n) => counted(first, `subject-${n}`, n)),
      );
      await bus.publish(second, [counted(second, 'a', 1)]);
      expect(await read()).toEqual(expected(3, 1));

      const mayEnd = Promise.withResolvers<void>();
      const deliver: Deliver = async ({ data }) => {
        if ((data as { n: number }).n === 9) await mayEnd.promise;
      };
      await bus.subscribe({ group, topics: [first, second], deliver });
      await eventually(async () => expect(await read()).toEqual(expected(0, 0)));
      await bus.publish(first, [counted(first, 'a', 9)]);
      await eventually(async () => expect(await read()).toEqual(expected(1, 0)));
      mayEnd.resolve();
      await eventually(async () => expect(await read()).toEqual(expected(0, 0)));
    });

    it('delivers only the requested types', async () => {
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

    it('broadcasts events to every instance that has already subscribed', async () => {
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
  });
}
