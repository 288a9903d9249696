import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { type Admin, AssignerProtocol, Kafka, logLevel } from 'kafkajs';
import { withClient } from './rates.ts';
// Without this, each connection of kafkajs checks for requests every millisecond, which would take time from the product.
import '@xrp-bridge/runtime/bus/kafka-request-queue';

export interface Lag {
  /** Returns the number of events that wait: in outboxes, and in Kafka for each group that handles them. */
  read(): Promise<number>;
  stop(): Promise<void>;
}

const prefix = 'xrp-bridge.';
const inOutboxes = serviceNames.map((name) => `(select count(*) from ${name}.outbox)`).join(' + ');

/** Observes the lag of an installation. While Kafka is away, the events in Kafka count as before. */
export function observeLag({ databaseUrl, kafkaBrokers }: { databaseUrl: string; kafkaBrokers: string }): Lag {
  const kafka = new Kafka({
    clientId: 'xrp-bridge bench',
    brokers: [kafkaBrokers],
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  });
  /** The topics of each group. They stay, because a group without members has a lag too. */
  const topicsOf = new Map(serviceNames.map((name) => [`${prefix}${name}`, new Set<string>()]));
  let admin: Admin | undefined;
  let inKafka = 0;

  async function connect(): Promise<Admin> {
    const created = kafka.admin();
    await created.connect();
    return created;
  }

  async function disconnect(): Promise<void> {
    await admin?.disconnect().catch(() => undefined);
    admin = undefined;
  }

  return {
    async read() {
      try {
        admin ??= await connect();
        inKafka = await countInKafka(admin, topicsOf);
      } catch {
        await disconnect();
      }
      const waiting = await withClient(databaseUrl, (client) =>
        client.query<{ waiting: number }>(`select (${inOutboxes})::int as waiting`),
      );
      return inKafka + (waiting.rows[0]?.waiting ?? 0);
    },
    stop: disconnect,
  };
}

/** Waits until no event waits, at most `longestMs`. @returns the number of events that still wait */
export async function waitForLag(lag: Lag, longestMs: number): Promise<number> {
  for (const end = performance.now() + longestMs; ; await wait(100)) {
    const waiting = await lag.read();
    if (waiting === 0 || performance.now() > end) return waiting;
  }
}

/** Counts the events that the groups have not handled, and adds the topics of their members. */
async function countInKafka(admin: Admin, topicsOf: ReadonlyMap<string, Set<string>>): Promise<number> {
  const { groups } = await admin.describeGroups([...topicsOf.keys()]);
  for (const { groupId, members } of groups) {
    for (const { memberMetadata } of members) {
      // Kafka shows no metadata while a group assigns its partitions.
      if (memberMetadata.length === 0) continue;
      const { topics = [] } = AssignerProtocol.MemberMetadata.decode(memberMetadata) ?? {};
      for (const topic of topics) topicsOf.get(groupId)?.add(topic);
    }
  }
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
  const offsets = await Promise.all(
    [...topicsOf].map(async ([groupId, subscribed]) =>
      (await admin.fetchOffsets({ groupId, topics })).filter(
        // A group without an offset in a topic has handled nothing, or does not subscribe to the topic.
        ({ topic, partitions }) => subscribed.has(topic) || partitions.some(({ offset }) => Number(offset) >= 0),
      ),
    ),
  );
  // The ends of the topics are read last, so that none is before an offset of a group.
  const ends = new Map<string, Map<number, number>>();
  for (const topic of topics) {
    const read = await admin.fetchTopicOffsets(topic);
    ends.set(topic, new Map(read.map(({ partition, high }) => [partition, Number(high)])));
  }
  let waiting = 0;
  for (const { topic, partitions } of offsets.flat()) {
    for (const { partition, offset } of partitions) {
      waiting += (ends.get(topic)?.get(partition) ?? 0) - Math.max(0, Number(offset));
    }
  }
  return waiting;
}
