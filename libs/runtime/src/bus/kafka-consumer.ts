import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '../logger.ts';
import { causesOf } from '../outage.ts';
import type { Topic } from './kafka-topics.ts';
import type { Deliver, Subscription } from './port.ts';

export interface KafkaPosition {
  topic: string;
  partition: number;
  offset: string;
}

const heartbeatMs = 1_000;
/**
 * Maximum number of concurrent handlers in one subscription.
 * Each handler needs a connection of the service's pool.
 */
const concurrency = 8;
const firstPauseMs = 50;
const longestPauseMs = 5_000;
/** Maximum attempts at the first start, while the broker's group coordinator is still starting. */
const firstStarts = 10;
const firstStartPauseMs = 300;

/**
 * Consumes topics as a member of a group until stopped.
 * Restarts after a crash of the consumer or the broker. Resolves when partitions are assigned and, with `from`, the
 * start offsets are set.
 * @throws Error if the broker cannot be reached at the first start
 */
export async function consume(options: {
  kafka: Kafka;
  groupId: string;
  /**
   * Returns the topics and creates missing ones.
   * The function is called at every start, because a broker may lose topics.
   */
  openTopics: () => Promise<Topic[]>;
  types?: readonly string[];
  deliver: Deliver;
  log: Logger;
  sessionTimeoutMs: number;
  /** Start offsets of a new group. Without them, the group starts with the oldest stored event. */
  from?: readonly KafkaPosition[];
}): Promise<Subscription> {
  const { log, groupId, deliver } = options;
  const wanted = options.types ? new Set(options.types) : undefined;
  const stopping = new AbortController();
  const pauses = new Map<string, number>();
  let consumer: Consumer | undefined;
  let isHealthy = false;
  // True after the broker has lost a topic, which makes the group's offsets invalid. The consumer then restarts at the
  // beginning, and the inbox ignores duplicates.
  let lost = false;
  await startFirst();

  async function startFirst(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await start(options.from);
      } catch (error) {
        if (!isStarting(error) || tries === firstStarts) throw error;
        await sleep(firstStartPauseMs);
      }
    }
  }

  async function start(from?: readonly KafkaPosition[]): Promise<void> {
    const next = options.kafka.consumer({
      groupId,
      sessionTimeout: options.sessionTimeoutMs,
      rebalanceTimeout: 30_000,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: 250,
      // This module restarts the consumer. kafkajs restarts only after some errors, does not create lost topics, and
      // continues at the old offset in a topic that was created again.
      retry: { initialRetryTime: 100, retries: 1, restartOnFailure: async () => false },
    });
    try {
      await next.connect();
      const topics = await options.openTopics();
      // `fromBeginning` also applies to a group with `from`. The group's first seek is stored, so the group has no
      // offset only if the broker lost its data.
      await next.subscribe({ topics: topics.map(({ name }) => name), fromBeginning: true });
      let seeks = from ?? (lost ? beginningOf(topics) : []);
      let crash: Error | undefined;
      const joined = Promise.withResolvers<void>();
      next.on(next.events.GROUP_JOIN, () => {
        // GROUP_JOIN is emitted before the first fetch, so the first fetch already starts at these positions.
        for (const position of seeks) next.seek(position);
        seeks = [];
        isHealthy = true;
        joined.resolve();
      });
      next.on(next.events.CRASH, ({ payload: { error } }) => {
        isHealthy = false;
        lost ||= [...causesOf(error)].some(({ type }) => type === 'UNKNOWN_TOPIC_OR_PARTITION');
        log.error({ err: error, group: groupId }, 'kafka consumer crashed, it starts again');
        crash = error;
        joined.reject(error);
        if (next === consumer) void replace();
      });
      joined.promise.catch(() => undefined);
      await next.run({
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: concurrency,
        eachBatch: handleBatch,
      });
      await joined.promise;
      // A crash before `consumer` is set does not call `replace`, so it is thrown here.
      if (crash) throw crash;
      lost = false;
      consumer = next;
    } catch (error) {
      isHealthy = false;
      await disconnect(next);
      throw error;
    }
  }

  async function replace(): Promise<void> {
    for (let pauseMs = 500; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await start();
        if (stopping.signal.aborted && consumer) await disconnect(consumer);
        return;
      } catch (error) {
        log.warn({ err: error, group: groupId }, 'kafka consumer cannot start');
      }
    }
  }

  async function handleBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload;
    for (const message of batch.messages) {
      if (stopping.signal.aborted || !isRunning() || isStale()) return;
      if (isWanted(message) && !(await deliverAlive(payload, message))) return;
      resolveOffset(message.offset);
      await heartbeat();
    }
  }

  function isWanted(message: KafkaMessage): boolean {
    const type = message.headers?.type?.toString();
    return !wanted || !type || wanted.has(type);
  }

  /**
   * Delivers one event and sends heartbeats until the handler ends.
   * Returns false if the event must be delivered again.
   */
  async function deliverAlive(payload: EachBatchPayload, message: KafkaMessage): Promise<boolean> {
    const { topic, partition } = payload.batch;
    const key = `${topic}/${partition}`;
    const lost = new AbortController();
    const beat = setInterval(() => {
      // A heartbeat fails when the group is rebalancing or has removed this member. Another member may then get the
      // partition.
      payload.heartbeat().catch((error) => lost.abort(error));
    }, heartbeatMs);
    try {
      await deliver(parse(message), AbortSignal.any([stopping.signal, lost.signal]));
      pauses.delete(key);
      return true;
    } catch (error) {
      if (stopping.signal.aborted) return false;
      if (lost.signal.aborted) throw lost.signal.reason;
      // kafkajs fetches the event again because it is unresolved. Only the event's partition pauses.
      const pauseMs = pauses.get(key) ?? firstPauseMs;
      pauses.set(key, Math.min(pauseMs * 2, longestPauseMs));
      log.warn({ err: error, topic, offset: message.offset, pauseMs }, 'event is delivered again');
      const resume = payload.pause();
      setTimeout(() => resume(), pauseMs).unref();
      return false;
    } finally {
      clearInterval(beat);
    }
  }

  return {
    isHealthy: () => isHealthy,
    async stop() {
      isHealthy = false;
      stopping.abort();
      if (consumer) await disconnect(consumer);
    },
  };

  async function disconnect(which: Consumer): Promise<void> {
    try {
      await which.disconnect();
    } catch (error) {
      log.warn({ err: error, group: groupId }, 'kafka consumer did not disconnect cleanly');
    }
  }
}

/**
 * Returns true while the group coordinator of a new cluster is starting.
 * At first kafkajs does not find the coordinator, and then the coordinator refuses members for a moment. kafkajs wraps the
 * refusal after its own retries.
 */
function isStarting(error: unknown): boolean {
  return [...causesOf(error)].some((cause) => {
    const { name, retriable } = cause as { name?: string; retriable?: boolean };
    return name === 'KafkaJSGroupCoordinatorNotFound' || (name === 'KafkaJSProtocolError' && retriable === true);
  });
}

function beginningOf(topics: readonly Topic[]): KafkaPosition[] {
  return topics.flatMap(({ name, partitions }) =>
    Array.from({ length: partitions }, (_, partition) => ({ topic: name, partition, offset: '0' })),
  );
}

/**
 * Parses a message.
 * If the message is not JSON, returns its text, so that the subscriber can dead-letter it.
 */
function parse(message: KafkaMessage): CloudEvent {
  const text = message.value?.toString() ?? '';
  try {
    return JSON.parse(text) as CloudEvent;
  } catch {
    return text as unknown as CloudEvent;
  }
}
