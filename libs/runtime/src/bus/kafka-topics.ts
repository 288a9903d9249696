import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Admin, Kafka, type KafkaJSDeleteGroupsError, logLevel } from 'kafkajs';
import type { Logger } from '../logger.ts';
import { kafkaLog } from './kafka-log.ts';
import './kafka-request-queue.ts';
import { type TopicSettings, topicDefaults } from './port.ts';

/** Prefix that separates our topics and groups from those of other applications in the cluster. */
export const kafkaPrefix = 'xrp-bridge.';

export interface Topic {
  name: string;
  /** Number of partitions. All events of a subject are in the same partition. */
  partitions: number;
  /** Number of brokers that store each event. */
  copies: number;
}

/**
 * Creates a topic, or applies the retention to an existing one.
 * Returns the topic. Waits until the leaders of a created topic answer.
 */
export async function provideTopic(
  admin: Admin,
  name: string,
  log: Logger,
  settings: TopicSettings = topicDefaults,
): Promise<Topic> {
  const config = {
    // The broker's clock sets the time of messages. Kafka refuses messages of a host whose clock is an hour fast
    // (message.timestamp.after.max.ms).
    'message.timestamp.type': 'LogAppendTime',
    'retention.ms': String(settings.retentionDays * 86_400_000),
  };
  const isNew = !(await admin.listTopics()).includes(name);
  if (!isNew) await alterConfig(admin, name, config, log);
  else {
    const configEntries = Object.entries(config).map(([name, value]) => ({ name, value }));
    // -1 is the broker's default. `createTopics` returns false if another instance has just created the topic.
    await admin.createTopics({
      topics: [
        { topic: name, numPartitions: settings.partitions, replicationFactor: settings.copies ?? -1, configEntries },
      ],
      waitForLeaders: false,
    });
  }
  const topic = await whenReady(() => describeTopic(admin, name));
  // Kafka names a broker as the leader before it answers as the leader.
  if (isNew) await whenReady(() => admin.fetchTopicOffsets(name));
  return topic;
}

/** @throws a retriable Error if the brokers do not show so many partitions yet */
async function describeTopic(admin: Admin, name: string, leastPartitions = 1): Promise<Topic> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
  const partitions = topics[0]?.partitions ?? [];
  if (partitions.length < leastPartitions) {
    throw notYet(`${name} does not have ${leastPartitions} partitions yet`);
  }
  return {
    name,
    partitions: partitions.length,
    copies: Math.min(...partitions.map(({ replicas }) => replicas.length)),
  };
}

async function readConfig(admin: Admin, name: string): Promise<kafkajs.ConfigEntries[]> {
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const { resources } = await admin.describeConfigs({ resources: [{ type, name }], includeSynonyms: false });
  return resources[0]?.configEntries ?? [];
}

function holds(entries: kafkajs.ConfigEntries[], config: Record<string, string>): boolean {
  return Object.entries(config).every(
    ([name, value]) => entries.find(({ configName }) => configName === name)?.configValue === value,
  );
}

/** Changes the config of a topic where it differs. Brokers may forbid this, which is logged. */
async function alterConfig(admin: Admin, name: string, config: Record<string, string>, log: Logger): Promise<void> {
  try {
    const entries = await readConfig(admin, name);
    if (holds(entries, config)) return;
    // The request replaces all settings of the topic, so it repeats those that an operator has made.
    const own = entries.filter(({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG);
    const all = { ...Object.fromEntries(own.map((entry) => [entry.configName, entry.configValue])), ...config };
    const configEntries = Object.entries(all).map(([name, value]) => ({ name, value }));
    const type = kafkajs.ConfigResourceTypes.TOPIC;
    await admin.alterConfigs({ validateOnly: false, resources: [{ type, name, configEntries }] });
    // Kafka responds when its controller has stored the change. The brokers show it later.
    await whenReady(async () => {
      if (!holds(await readConfig(admin, name), config)) throw notYet(`${name} does not show its new config yet`);
    });
  } catch (error) {
    const { name: kind, retriable } = error as Error & { retriable?: boolean };
    if (kind !== 'KafkaJSProtocolError' || retriable) throw error;
    log.warn({ err: error, topic: name }, 'kafka refuses the retention and the clock of the topic');
  }
}

export interface ProvidedTopic extends Topic {
  retentionDays: number;
  /** Sentences about what differs from the settings and what to do. */
  differences: string[];
}

/**
 * Creates and sets the topics of these contexts.
 * With `grow`, adds partitions. With `empty`, first deletes the topics with their events and groups.
 * @throws Error with `empty` while a service runs
 */
export async function provideTopics(options: {
  brokers: readonly string[];
  contexts: readonly string[];
  settings: TopicSettings;
  grow?: boolean | undefined;
  empty?: boolean | undefined;
  log: Logger;
}): Promise<ProvidedTopic[]> {
  const { settings, log } = options;
  const logCreator = kafkaLog(log);
  const admin = new Kafka({ brokers: [...options.brokers], logLevel: logLevel.INFO, logCreator }).admin();
  await admin.connect();
  try {
    const { brokers } = await admin.describeCluster();
    const names = options.contexts.map((context) => `${kafkaPrefix}${context}`);
    if (options.empty) await deleteTopics(admin, names);
    const provided: ProvidedTopic[] = [];
    for (const name of names) {
      let topic = await provideTopic(admin, name, log, settings);
      if (options.grow && topic.partitions < settings.partitions) {
        await admin.createPartitions({ topicPartitions: [{ topic: topic.name, count: settings.partitions }] });
        topic = await whenReady(() => describeTopic(admin, name, settings.partitions));
      }
      const retention = (await readConfig(admin, topic.name)).find(({ configName }) => configName === 'retention.ms');
      const retentionDays = Number(retention?.configValue) / 86_400_000;
      provided.push({ ...topic, retentionDays, differences: findDifferences(topic, settings, brokers.length) });
    }
    return provided;
  } finally {
    await admin.disconnect();
  }
}

/**
 * Deletes topics, and the groups of the same names.
 * Kafka deletes the offsets of a group with the topic. But a group whose topic was lost with a disk has kept its offsets,
 * and would skip the events before them.
 * @throws Error if a service is using its group
 */
async function deleteTopics(admin: Admin, names: readonly string[]): Promise<void> {
  const { groups } = await admin.listGroups();
  const unused = groups.map(({ groupId }) => groupId).filter((id) => names.includes(id));
  await admin.deleteGroups(unused).catch((error: KafkaJSDeleteGroupsError) => {
    const used = error.groups?.find(({ error }) => (error as { type?: string }).type === 'NON_EMPTY_GROUP');
    if (!used) throw error;
    throw new Error(`${used.groupId} is in use. Stop all services, and try again after 10 seconds.`);
  });
  const present = await admin.listTopics();
  const topics = names.filter((name) => present.includes(name));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  // The brokers delete topics in the background.
  await whenReady(async () => {
    const left = (await admin.listTopics()).find((name) => topics.includes(name));
    if (left) throw notYet(`${left} is not deleted yet. Try again in a minute.`);
  });
}

function findDifferences(topic: Topic, settings: TopicSettings, brokers: number): string[] {
  const differences: string[] = [];
  if (topic.partitions < settings.partitions) {
    differences.push(
      `KAFKA_PARTITIONS is ${settings.partitions}: stop the BFF, wait until no group has a lag, stop the services, and add -- --grow. ` +
        'Events of one transfer would otherwise be handled out of order.',
    );
  }
  if (topic.partitions > settings.partitions) {
    differences.push(`KAFKA_PARTITIONS is ${settings.partitions}, but Kafka cannot remove partitions.`);
  }
  if (settings.copies && topic.copies !== settings.copies) {
    differences.push(
      `KAFKA_COPIES is ${settings.copies}: use kafka-reassign-partitions.sh, because only that moves stored events.`,
    );
  } else if (topic.copies < 2 && brokers > 1) {
    differences.push('One lost broker loses its events. Set KAFKA_COPIES=3 before the topic is created.');
  }
  return differences;
}

function notYet(what: string): Error {
  return Object.assign(new Error(what), { retriable: true });
}

/**
 * Retries `work` for ten seconds after retriable errors, such as a missing leader.
 * The last try may end later, because kafkajs also retries. @throws the last error
 */
export async function whenReady<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + 10_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // kafkajs gives up after a few tries, with the last error as the cause.
      const { retriable, cause } = error as { retriable?: boolean; cause?: { retriable?: boolean } };
      if (!(retriable || cause?.retriable) || performance.now() > until) throw error;
      await sleep(100);
    }
  }
}
