import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { type Admin, Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';
import { withTimeout } from '../timeout.ts';
import { consume, type KafkaPosition, partitionCount } from './kafka-consumer.ts';
import { kafkaLog } from './kafka-log.ts';
import './kafka-request-queue.ts';
import { leaveOutMalformed } from './malformed.ts';
import type { Bus, BusOptions, Subscription } from './port.ts';

/** Keeps us apart from whatever else lives in the same cluster. */
const prefix = 'xrp-bridge.';
/**
 * The broker's clock dates messages. By default the sender's does, and Kafka refuses messages that are dated more than an
 * hour ahead (message.timestamp.after.max.ms): a host whose clock is fast could not publish.
 */
const brokersTime = [{ name: 'message.timestamp.type', value: 'LogAppendTime' }];
/** Below the time after which PostgreSQL ends the relay's waiting transaction. */
const publishTimeoutMs = 10_000;

/** The bus on Apache Kafka, for many machines. Connects when it is first used. */
export function openKafkaBus(options: BusOptions & { sessionTimeoutMs?: number }): Bus {
  const { log, sessionTimeoutMs = 10_000 } = options;
  const kafka = new Kafka({
    clientId: `xrp-bridge ${options.instance}`,
    brokers: [...(options.kafkaBrokers ?? [])],
    connectionTimeout: 3_000,
    requestTimeout: 8_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 4 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLog(log),
  });
  const known = new Map<string, Promise<string>>();
  const stops = new Set<() => Promise<void>>();
  let admin: Promise<Admin> | undefined;
  let producer: Promise<Producer> | undefined;
  let lastPublish: Promise<unknown> = Promise.resolve();

  function openAdmin(): Promise<Admin> {
    admin ??= connected(kafka.admin()).catch((error) => {
      admin = undefined;
      throw error;
    });
    return admin;
  }

  function openProducer(): Promise<Producer> {
    producer ??= connected(
      kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner: Partitioners.DefaultPartitioner,
      }),
    ).catch((error) => {
      producer = undefined;
      throw error;
    });
    return producer;
  }

  /** The topic of a context, made if it is missing. Remembered until something about it fails. */
  function openTopic(context: string): Promise<string> {
    let topic = known.get(context);
    if (!topic) {
      topic = createTopic(`${prefix}${context}`).catch((error) => {
        known.delete(context);
        throw error;
      });
      known.set(context, topic);
    }
    return topic;
  }

  function openTopicsAgain(contexts: readonly string[]): Promise<string[]> {
    for (const context of contexts) known.delete(context);
    return Promise.all(contexts.map(openTopic));
  }

  async function createTopic(topic: string): Promise<string> {
    const current = openAdmin();
    try {
      return await createTopicBy(await current, topic);
    } catch (error) {
      // Its connections may be to a broker that is gone.
      if (admin === current) admin = undefined;
      void current.then((failed) => failed.disconnect()).catch((cause) => log.debug({ err: cause }, 'failed admin'));
      throw error;
    }
  }

  async function createTopicBy(broker: Admin, topic: string): Promise<string> {
    const present = await broker.listTopics();
    // Another instance may create it between the question and the request: then this answers false.
    if (!present.includes(topic)) {
      await broker.createTopics({
        topics: [{ topic, numPartitions: partitionCount, configEntries: brokersTime }],
        waitForLeaders: false,
      });
    }
    // Whoever made it: a moment passes until brokers know a new topic and who leads it.
    await whenReady(() => broker.fetchTopicMetadata({ topics: [topic] }));
    return topic;
  }

  async function send(context: string, events: readonly CloudEvent[]): Promise<void> {
    const topic = await openTopic(context);
    const current = openProducer();
    try {
      const sending = (await current).send({
        topic,
        acks: -1,
        timeout: 5_000,
        messages: events.map((event) => ({
          key: event.subject,
          value: JSON.stringify(event),
          headers: {
            ...(event.type ? { type: event.type } : {}),
            ...(event.dataversion ? { version: String(event.dataversion) } : {}),
            ...(event.traceparent ? { traceparent: event.traceparent } : {}),
          },
        })),
      });
      await withTimeout(
        sending,
        publishTimeoutMs,
        () => new Error(`Kafka has not answered within ${publishTimeoutMs} ms`),
      );
    } catch (error) {
      if ((error as { type?: string }).type === 'INVALID_TIMESTAMP') {
        log.error(
          { topic },
          'Kafka refuses the time of this host: set its clock, or message.timestamp.type to LogAppendTime',
        );
      }
      // The broker may have lost the topic, with all that it had.
      known.delete(context);
      // Were this batch stored and only the answer lost, then the next, different batch would go out under the same
      // sequence numbers and could be dropped as a duplicate. A new producer has numbers of its own.
      if (producer === current) producer = undefined;
      void current.then((failed) => failed.disconnect()).catch((cause) => log.debug({ err: cause }, 'failed producer'));
      throw error;
    }
  }

  return {
    publish(context, events) {
      if (events.length === 0) return Promise.resolve();
      const sent = lastPublish.then(() => send(context, events));
      lastPublish = sent.catch(() => undefined);
      return sent;
    },

    async subscribe({ group, topics, types, deliver }) {
      const consumer = await consume({
        kafka,
        groupId: `${prefix}${group}`,
        openTopics: () => openTopicsAgain(topics),
        types,
        deliver,
        log,
        sessionTimeoutMs,
      });
      return keep(consumer);
    },

    async broadcast({ topics, types, deliver }) {
      const broker = await openAdmin();
      const groupId = `${prefix}broadcast.${options.instance}.${randomUUID()}`;
      const from: KafkaPosition[] = [];
      for (const topic of await Promise.all(topics.map(openTopic))) {
        for (const { partition, high } of await whenReady(() => broker.fetchTopicOffsets(topic))) {
          from.push({ topic, partition, offset: high });
        }
      }
      const consumer = await consume({
        kafka,
        groupId,
        openTopics: () => openTopicsAgain(topics),
        types,
        deliver: leaveOutMalformed(deliver, log),
        log,
        sessionTimeoutMs,
        from,
      });
      const stop = async () => {
        await consumer.stop();
        // Left behind by a killed process, a group goes by itself: brokers drop the offsets of empty groups.
        await broker.deleteGroups([groupId]).catch((error) => log.info({ err: error, groupId }, 'group not deleted'));
      };
      return keep({ ...consumer, stop });
    },

    async stop() {
      await Promise.all([...stops].map((stop) => stop()));
      await lastPublish;
      await producer?.then((open) => open.disconnect()).catch((error) => log.info({ err: error }, 'kafka producer'));
      await admin?.then((open) => open.disconnect()).catch((error) => log.info({ err: error }, 'kafka admin'));
    },
  };

  function keep({ stop: work, isHealthy }: Subscription): Subscription {
    let done: Promise<void> | undefined;
    const stop = () => {
      stops.delete(stop);
      done ??= work();
      return done;
    };
    stops.add(stop);
    return { stop, isHealthy };
  }
}

async function connected<Client extends Admin | Producer>(client: Client): Promise<Client> {
  await client.connect();
  return client;
}

/** Tries again while a topic is not known yet, or a leader is being chosen, as it is for a moment in a new topic. */
async function whenReady<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error as { retriable?: boolean }).retriable || tries === 20) throw error;
      await sleep(100);
    }
  }
}
