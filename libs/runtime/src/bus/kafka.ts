import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { type Admin, Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';
import type { Logger } from '../logger.ts';
import { withTimeout } from '../timeout.ts';
import { consume, type KafkaPosition } from './kafka-consumer.ts';
import { kafkaLog } from './kafka-log.ts';
import './kafka-request-queue.ts';
import { kafkaPrefix, provideTopic, type Topic, whenReady } from './kafka-topics.ts';
import { leaveOutMalformed } from './malformed.ts';
import type { Bus, BusOptions, BusPosition, Subscription } from './port.ts';

/**
 * The timeout must be shorter than `idle_in_transaction_session_timeout`, which ends the relay's
 * transaction.
 */
const defaultTimeoutMs = 10_000;

/** Opens the bus on Apache Kafka, for several machines. The bus connects at first use. */
export function openKafkaBus(options: BusOptions & { sessionTimeoutMs?: number; timeoutMs?: number }): Bus {
  const { log, sessionTimeoutMs = 10_000, timeoutMs = defaultTimeoutMs } = options;
  const kafka = new Kafka({
    clientId: `xrp-bridge ${options.instance}`,
    brokers: [...(options.kafkaBrokers ?? [])],
    connectionTimeout: 3_000,
    requestTimeout: 8_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 4 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLog(log),
  });
  const admin = connectLazily(() => kafka.admin(), log, timeoutMs);
  // Reads of the lag have a client of their own, because publishers and subscribers would wait for a slow read.
  const lagAdmin = connectLazily(() => kafka.admin(), log, timeoutMs);
  const producer = connectLazily(
    () =>
      kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner: Partitioners.DefaultPartitioner,
      }),
    log,
    timeoutMs,
  );
  const topics = new Map<string, Promise<Topic>>();
  const stops = new Set<() => Promise<void>>();
  let lastPublish: Promise<unknown> = Promise.resolve();

  /**
   * Returns the topic of a context and creates it if it is missing.
   * The topic is cached until its creation or a send to it fails, or `openTopicsAgain` is called.
   */
  function openTopic(context: string): Promise<Topic> {
    let topic = topics.get(context);
    if (!topic) {
      topic = admin.use((client) => provideTopic(client, `${kafkaPrefix}${context}`, log, options.topicSettings));
      topic.catch(() => topics.delete(context));
      topics.set(context, topic);
    }
    return topic;
  }

  function openTopicsAgain(contexts: readonly string[]): Promise<Topic[]> {
    for (const context of contexts) topics.delete(context);
    return Promise.all(contexts.map(openTopic));
  }

  async function send(context: string, events: readonly CloudEvent[], late: AbortSignal): Promise<BusPosition[]> {
    late.throwIfAborted();
    const { name: topic } = await openTopic(context);
    late.throwIfAborted();
    const messages = events.map((event) => ({
      key: event.subject,
      value: JSON.stringify(event),
      headers: {
        ...(event.type ? { type: event.type } : {}),
        ...(event.dataversion ? { version: String(event.dataversion) } : {}),
        ...(event.traceparent ? { traceparent: event.traceparent } : {}),
      },
    }));
    try {
      // A producer is replaced after a failed send. If the broker stored the batch and only the response was lost, the
      // old producer would reuse the sequence numbers for its next batch, and the broker could drop that batch as a
      // duplicate.
      const written = await producer.use((client) => client.send({ topic, acks: -1, timeout: 5_000, messages }));
      return written.map(({ partition, baseOffset = '' }) => ({ partition, offset: baseOffset }));
    } catch (error) {
      if ((error as { type?: string }).type === 'INVALID_TIMESTAMP') {
        log.error(
          { topic },
          'Kafka refuses the time of this host: set its clock, or message.timestamp.type to LogAppendTime',
        );
      }
      // The broker may have lost the topic, so the topic is no longer cached.
      topics.delete(context);
      throw error;
    }
  }

  return {
    publish(context, events) {
      if (events.length === 0) return Promise.resolve([]);
      // The caller gives up at the timeout. A batch that is not sent by then must not follow a later one.
      const late = AbortSignal.timeout(timeoutMs);
      const sent = lastPublish.then(() => send(context, events, late));
      lastPublish = sent.catch(() => undefined);
      return answered(sent, timeoutMs);
    },

    readEnds(context) {
      const read = async () => {
        const { name } = await openTopic(context);
        try {
          const ends = await admin.use((client) => client.fetchTopicOffsets(name));
          return ends.map(({ partition, high }) => ({ partition, offset: high }));
        } catch (error) {
          // The broker may have lost the topic. The next call creates it again.
          topics.delete(context);
          throw error;
        }
      };
      return answered(read(), timeoutMs);
    },

    async subscribe({ group, topics: contexts, types, deliver }) {
      const openTopics = () => openTopicsAgain(contexts);
      const groupId = `${kafkaPrefix}${group}`;
      return track(await consume({ kafka, groupId, openTopics, types, deliver, log, sessionTimeoutMs }));
    },

    async broadcast({ topics: contexts, types, deliver }) {
      const groupId = `${kafkaPrefix}broadcast.${options.instance}.${randomUUID()}`;
      const from: KafkaPosition[] = [];
      for (const { name: topic } of await Promise.all(contexts.map(openTopic))) {
        const offsets = await admin.use((client) => whenReady(() => client.fetchTopicOffsets(topic)));
        for (const { partition, high } of offsets) from.push({ topic, partition, offset: high });
      }
      const consumer = await consume({
        kafka,
        groupId,
        openTopics: () => openTopicsAgain(contexts),
        types,
        deliver: leaveOutMalformed(deliver, log),
        log,
        sessionTimeoutMs,
        from,
      });
      const stop = async () => {
        await consumer.stop();
        // The group of a killed process need not be deleted, because brokers expire the offsets of empty groups.
        await admin
          .use((client) => client.deleteGroups([groupId]))
          .catch((error) => log.info({ err: error, groupId }, 'group not deleted'));
      };
      return track({ ...consumer, stop });
    },

    async fetchLag({ group, topics: contexts }) {
      const ofContext = (context: string) => `${kafkaPrefix}${context}`;
      return lagAdmin.use(async (client) => {
        const committed = await client.fetchOffsets({
          groupId: `${kafkaPrefix}${group}`,
          topics: contexts.map(ofContext),
        });
        const lags: { topic: string; events: number }[] = [];
        for (const context of contexts) {
          const ends = await client.fetchTopicOffsets(ofContext(context));
          const { partitions = [] } = committed.find(({ topic }) => topic === ofContext(context)) ?? {};
          lags.push({ topic: context, events: sumLag(ends, partitions) });
        }
        return lags;
      });
    },

    async stop() {
      await Promise.all([...stops].map((stop) => stop()));
      await lastPublish;
      await producer.close();
      await Promise.all([admin.close(), lagAdmin.close()]);
    },
  };

  /** Adds the subscription to those that are stopped with the bus. */
  function track({ stop: work, isHealthy }: Subscription): Subscription {
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

/** Sums, over the partitions of a topic, the stored messages after the committed offset. */
function sumLag(
  ends: readonly { partition: number; low: string; high: string }[],
  committed: readonly { partition: number; offset: string }[],
): number {
  return ends.reduce((sum, { partition, low, high }) => {
    // The offset is -1 if the group has committed none. It is below `low` if the broker has deleted old messages.
    const handled = Number(committed.find((one) => one.partition === partition)?.offset ?? -1);
    return sum + Math.max(0, Number(high) - Math.max(handled, Number(low)));
  }, 0);
}

/** Bounds a call to Kafka. */
function answered<Result>(call: Promise<Result>, timeoutMs: number): Promise<Result> {
  return withTimeout(call, timeoutMs, () => new Error(`Kafka has not answered within ${timeoutMs} ms`));
}

/**
 * Connects a client at first use, and bounds each use.
 * After a failed use, the next use connects a new client, because the broker of the old client may no longer exist.
 * A use begins after the previous use has ended, because a failed use disconnects the client.
 */
function connectLazily<Client extends Admin | Producer>(create: () => Client, log: Logger, timeoutMs: number) {
  let client: Promise<Client> | undefined;
  let lastUse: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function connect(): Promise<Client> {
    if (isClosed) throw new Error('Connection is closed');
    const created = create();
    await created.connect();
    return created;
  }

  async function disconnect(): Promise<void> {
    const which = client;
    client = undefined;
    if (!which) return;
    const disconnected = which.then((open) => open.disconnect());
    await answered(disconnected, timeoutMs).catch((error) => log.debug({ err: error }, 'kafka client'));
  }

  return {
    use<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
      const used = lastUse.then(async () => {
        try {
          client ??= connect();
          return await answered(client.then(run), timeoutMs);
        } catch (error) {
          void disconnect();
          throw error;
        }
      });
      lastUse = used.catch(() => undefined);
      return used;
    },
    async close(): Promise<void> {
      isClosed = true;
      await disconnect();
    },
  };
}
