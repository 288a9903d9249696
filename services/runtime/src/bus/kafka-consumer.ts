import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '@xrp-bridge/contracts/define';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '../logger.ts';
import type { Deliver, Subscription } from './port.ts';

export interface KafkaPosition {
  topic: string;
  partition: number;
  offset: string;
}

const heartbeatMs = 1_000;
/** Handlers at work at once in one subscription: each needs a connection of its service's pool. */
const concurrency = 8;
const firstPauseMs = 50;
const longestPauseMs = 5_000;
/** How often the first start is tried: a coordinator that has just come up refuses members for a moment. */
const firstStarts = 5;

/**
 * Consumes topics as a member of a group until stopped, through crashes of consumer and broker.
 * Resolves once partitions are assigned (and, with `from`, positioned).
 * @throws Error when the broker cannot be reached at first.
 */
export async function consume(options: {
  kafka: Kafka;
  groupId: string;
  topics: readonly string[];
  types?: readonly string[];
  deliver: Deliver;
  log: Logger;
  sessionTimeoutMs: number;
  /** Where to start, for a group that begins now; without it, at the oldest event kept. */
  from?: readonly KafkaPosition[];
}): Promise<Subscription> {
  const { log, groupId, deliver } = options;
  const wanted = options.types ? new Set(options.types) : undefined;
  const stopping = new AbortController();
  const pauses = new Map<string, number>();
  let consumer: Consumer | undefined;
  let standing = false;
  consumer = await start(options.from);

  async function start(from?: readonly KafkaPosition[]): Promise<Consumer> {
    const next = options.kafka.consumer({
      groupId,
      sessionTimeout: options.sessionTimeoutMs,
      rebalanceTimeout: 30_000,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: 250,
      retry: { initialRetryTime: 100, maxRetryTime: 3_000, retries: 5, restartOnFailure: async () => true },
    });
    try {
      await next.connect();
      await next.subscribe({ topics: [...options.topics], fromBeginning: !options.from });
      const joined = Promise.withResolvers<void>();
      next.on(next.events.GROUP_JOIN, () => {
        standing = true;
        joined.resolve();
      });
      let crashes = 0;
      next.on(next.events.CRASH, ({ payload: { error, restart } }) => {
        crashes += 1;
        standing = false;
        // kafkajs starts itself again after errors that it holds for passing; after the others we do.
        log[restart ? 'warn' : 'error']({ err: error, group: groupId }, 'kafka consumer crashed, it starts again');
        if (!restart || crashes >= firstStarts) joined.reject(error);
        if (!restart && next === consumer) void replace();
      });
      joined.promise.catch(() => undefined);
      await next.run({
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: concurrency,
        eachBatch: handleBatch,
      });
      await joined.promise;
      for (const position of from ?? []) next.seek(position);
      return next;
    } catch (error) {
      await disconnect(next);
      throw error;
    }
  }

  async function replace(): Promise<void> {
    for (let pauseMs = 500; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        const next = await start();
        if (stopping.signal.aborted) return await disconnect(next);
        consumer = next;
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

  /** Delivers one event and stays a member of the group meanwhile. False when it has to be delivered again. */
  async function deliverAlive(payload: EachBatchPayload, message: KafkaMessage): Promise<boolean> {
    const { topic, partition } = payload.batch;
    const key = `${topic}/${partition}`;
    const lost = new AbortController();
    const beat = setInterval(() => {
      // The group is rebalancing or has given us up: the partition may have another owner soon.
      payload.heartbeat().catch((error) => lost.abort(error));
    }, heartbeatMs);
    try {
      await deliver(parse(message), AbortSignal.any([stopping.signal, lost.signal]));
      pauses.delete(key);
      return true;
    } catch (error) {
      if (stopping.signal.aborted) return false;
      if (lost.signal.aborted) throw lost.signal.reason;
      // Unresolved, it is fetched again; pausing lets the other partitions go on.
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
    standing: () => standing,
    async stop() {
      standing = false;
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

/** What is no JSON is passed on as text: the subscriber parks it. */
function parse(message: KafkaMessage): Event {
  const text = message.value?.toString() ?? '';
  try {
    return JSON.parse(text) as Event;
  } catch {
    return text as unknown as Event;
  }
}
