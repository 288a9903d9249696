import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type {} from '../../../../infra/tooling/vitest-adapters-setup.ts';
import { counted, openTestBus, Recorder, range, unique } from './bus.harness.ts';
import { busSuite } from './bus.suite.ts';
import { eventually } from './child.ts';

const brokers = inject('kafkaBrokers')?.split(',');

if (brokers) {
  busSuite('Apache Kafka', { brokers: () => brokers });

  describe('the bus on Apache Kafka', () => {
    it('shares the partitions of a group anew when consumers come and go', async () => {
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

    it('hands what is no JSON to the groups, which park it, and leaves it out of broadcasts', async () => {
      const bus = openTestBus({ databaseUrl: '', kafkaBrokers: brokers });
      onTestFinished(() => bus.stop());
      const [topic, parked, heard] = [unique('garbage'), [] as unknown[], new Recorder()];
      await bus.subscribe({
        group: unique('group'),
        topics: [topic],
        deliver: async (event) => void parked.push(event),
      });
      await bus.broadcast({ topics: [topic], deliver: heard.deliver });

      const stranger = new Kafka({ brokers, logLevel: logLevel.NOTHING }).producer({
        createPartitioner: Partitioners.DefaultPartitioner,
      });
      await stranger.connect();
      onTestFinished(() => stranger.disconnect());
      await stranger.send({ topic: `xrp-bridge.${topic}`, messages: [{ key: 'a', value: '{"half":' }] });
      const event = counted(topic, 'a', 1);
      await bus.publish(topic, [event]);

      await eventually(() => expect(parked).toEqual(['{"half":', event]));
      await eventually(() => expect(heard.events).toEqual([event]));
    });
  });
} else {
  describe('the bus on Apache Kafka', () => it.skip('has no broker on this machine', () => {}));
}
