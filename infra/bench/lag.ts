import { serviceNames } from '@xrp-bridge/contracts/services';
import { type Admin, Kafka, logLevel } from 'kafkajs';
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
        inKafka = await countInKafka(admin);
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

/** Counts the events after the committed offsets of the services' groups. */
async function countInKafka(admin: Admin): Promise<number> {
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
  const groups = await Promise.all(
    serviceNames.map((name) => admin.fetchOffsets({ groupId: `${prefix}${name}`, topics })),
  );
  // The ends of the topics are read last, so that none is before an offset of a group.
  const ends = new Map<string, Map<number, number>>();
  for (const topic of topics) {
    const offsets = await admin.fetchTopicOffsets(topic);
    ends.set(topic, new Map(offsets.map(({ partition, high }) => [partition, Number(high)])));
  }
  let waiting = 0;
  for (const { topic, partitions } of groups.flat()) {
    // A group has no offsets in a topic that it does not subscribe to.
    if (partitions.every(({ offset }) => Number(offset) < 0)) continue;
    for (const { partition, offset } of partitions) {
      waiting += (ends.get(topic)?.get(partition) ?? 0) - Math.max(0, Number(offset));
    }
  }
  return waiting;
}
