import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type {} from '../../../../infra/tooling/vitest-adapters-setup.ts';
import { counted, openTestBus, Recorder, unique } from './bus.harness.ts';
import { busSuite } from './bus.suite.ts';
import { eventually } from './child.ts';

const brokers = inject('kafkaBrokers')?.split(',');

if (brokers) {
  busSuite('Apache Kafka', { brokers: () => brokers });

  describe('the bus on Apache Kafka', () => {
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
