import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type {} from '../../../../infra/tooling/vitest-adapters-setup.ts';
import { provideTopic } from '../../src/bus/kafka-topics.ts';
import { topicDefaults } from '../../src/bus/port.ts';
import { isOutage } from '../../src/outage.ts';
import { counted, openTestBus, Recorder, range, silent, unique } from './bus.harness.ts';
import { busSuite } from './bus.suite.ts';
import { busFailureSuite } from './bus-failure.suite.ts';
import { eventually } from './child.ts';

const brokers = inject('kafkaBrokers')?.split(',');

if (brokers) {
  busSuite('Apache Kafka', { brokers: () => brokers });
  busFailureSuite('Apache Kafka', { brokers: () => brokers });

  describe('the bus on Apache Kafka', () => {
    it('rebalances the partitions of a group when consumers join and leave', async () => {
      const openBus = () => {
        const bus = openTestBus({ databaseUrl: '', kafkaBrokers: brokers });
        onTestFinished(() => bus.stop());
        return bus;
      };
      const publisher = openBus();
      const [topic, group] = [unique('parallel'), unique('group')];
      const [one, two] = [new Recorder(), new Recorder()];
      const deliverRound = async (consumers: Recorder[]) => {
        const events = range(96).map((n) => counted(topic, `subject-${n}`, n));
        await publisher.publish(topic, events);
        const deliveries = () => consumers.map((consumer) => events.filter((event) => consumer.has(event)).length);
        await eventually(() => expect(deliveries().reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(96));
        return deliveries();
      };
      await openBus().subscribe({ group, topics: [topic], deliver: one.deliver });
      expect(await deliverRound([one])).toEqual([96]);
      const second = await openBus().subscribe({ group, topics: [topic], deliver: two.deliver });
      await eventually(async () => expect(Math.min(...(await deliverRound([one, two])))).toBeGreaterThan(0));
      const shared = await deliverRound([one, two]);
      expect(shared.reduce((sum, n) => sum + n, 0)).toBe(96);
      expect(Math.min(...shared)).toBeGreaterThan(96 / 4);
      await second.stop();
      expect(await deliverRound([one])).toEqual([96]);
    });

    it('creates a deleted topic again for publishers and subscribers', async () => {
      const openBus = () => {
        const bus = openTestBus({ databaseUrl: '', kafkaBrokers: brokers });
        onTestFinished(() => bus.stop());
        return bus;
      };
      const [subscriber, publisher] = [openBus(), openBus()];
      const [topic, seen] = [unique('lost'), new Recorder()];
      const subscription = await subscriber.subscribe({
        group: unique('group'),
        topics: [topic],
        deliver: seen.deliver,
      });
      const [first, second, third] = [1, 2, 3].map((n) => counted(topic, 'a', n)) as [
        CloudEvent,
        CloudEvent,
        CloudEvent,
      ];
      await publisher.publish(topic, [first]);
      await eventually(() => expect(seen.has(first)).toBe(true));

      const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      onTestFinished(() => admin.disconnect());
      const remove = async () => {
        await admin.deleteTopics({ topics: [`xrp-bridge.${topic}`] });
      };
      await remove();
      // Like the relay, the test sends an event again if it could not be sent.
      await eventually(() => publisher.publish(topic, [second]));
      await eventually(() => expect(seen.has(second)).toBe(true));

      // Without a publisher, the subscriber creates the topic.
      await remove();
      await eventually(async () => expect(await admin.listTopics()).toContain(`xrp-bridge.${topic}`));
      await eventually(() => expect(subscription.isHealthy()).toBe(true));
      await eventually(() => publisher.publish(topic, [third]));
      await eventually(() => expect(seen.has(third)).toBe(true));
    });

    it('creates a topic whose leaders answer at once', async () => {
      const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      onTestFinished(() => admin.disconnect());
      const { name } = await provideTopic(admin, unique('leaders'), silent, { ...topicDefaults, partitions: 100 });
      onTestFinished(() => admin.deleteTopics({ topics: [name] }));
      expect(await admin.fetchTopicOffsets(name)).toHaveLength(100);
    });

    it('reports an unreachable broker as an outage', async () => {
      const bus = openTestBus({ databaseUrl: '', kafkaBrokers: ['127.0.0.1:1'] });
      onTestFinished(() => bus.stop());
      const refused = await Promise.all([
        bus.publish('a', [counted('a', 'a', 1)]).catch((error) => error),
        bus.subscribe({ group: 'a', topics: ['a'], deliver: async () => {} }).catch((error) => error),
        bus.broadcast({ topics: ['a'], deliver: async () => {} }).catch((error) => error),
      ]);
      expect(refused.map(isOutage)).toEqual([true, true, true]);
    });

    it('accepts events of a host whose clock is two hours fast', async () => {
      const bus = openTestBus({ databaseUrl: '', kafkaBrokers: brokers });
      onTestFinished(() => bus.stop());
      const topic = unique('clock');
      await bus.publish(topic, [counted(topic, 'a', 1)]);
      const fast = new Kafka({ brokers, logLevel: logLevel.NOTHING }).producer({
        createPartitioner: Partitioners.DefaultPartitioner,
      });
      await fast.connect();
      onTestFinished(() => fast.disconnect());
      const timestamp = String(Date.now() + 2 * 3_600_000);
      const [written] = await fast.send({ topic: `xrp-bridge.${topic}`, messages: [{ value: '{}', timestamp }] });
      expect(Number(written?.logAppendTime)).toBeLessThan(Number(timestamp));
    });

    it('delivers a value that is not JSON only to groups, and the groups dead-letter the value', async () => {
      const bus = openTestBus({ databaseUrl: '', kafkaBrokers: brokers });
      onTestFinished(() => bus.stop());
      const [topic, parked, broadcast] = [unique('garbage'), [] as unknown[], new Recorder()];
      await bus.subscribe({
        group: unique('group'),
        topics: [topic],
        deliver: async (event) => void parked.push(event),
      });
      await bus.broadcast({ topics: [topic], deliver: broadcast.deliver });

      const stranger = new Kafka({ brokers, logLevel: logLevel.NOTHING }).producer({
        createPartitioner: Partitioners.DefaultPartitioner,
      });
      await stranger.connect();
      onTestFinished(() => stranger.disconnect());
      await stranger.send({ topic: `xrp-bridge.${topic}`, messages: [{ key: 'a', value: '{"half":' }] });
      const event = counted(topic, 'a', 1);
      await bus.publish(topic, [event]);

      await eventually(() => expect(parked).toEqual(['{"half":', event]));
      await eventually(() => expect(broadcast.events).toEqual([event]));
    });
  });
} else {
  it('the tests of the bus on Kafka are skipped, because no Kafka is installed', ({ skip }) =>
    skip('no Kafka on this machine'));
}
