import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type pg from 'pg';
import type { Logger } from '../logger.ts';

/**
 * Handles one event. Resolving acknowledges the event; rejecting causes another delivery.
 * The signal aborts when the bus revokes the partition. A handler that is waiting for a retry must then reject.
 */
export type Deliver = (event: CloudEvent, signal?: AbortSignal) => Promise<void>;

export interface Subscription {
  /** Stops the subscription. Resolves when the running handlers have ended. */
  stop(): Promise<void>;
  /** Returns false while the bus is unavailable. */
  isHealthy(): boolean;
}

/** An offset in a topic, if the bus is a log outside the database. */
export interface BusPosition {
  partition: number;
  offset: string;
}

/**
 * Transports events between services at least once, in order per subject. Each context has one topic.
 * There are two adapters: PostgreSQL for one machine, Kafka for several.
 */
export interface Bus {
  /**
   * Stores a batch of events in a topic, in the given order per subject.
   * Returns the offset of the batch's first event in each partition, if the bus is outside the database.
   */
  publish(topic: string, events: readonly CloudEvent[]): Promise<readonly BusPosition[]>;
  /**
   * Returns the offset of the next event in each partition.
   * Only a bus outside the database has this method.
   */
  readEnds?(topic: string): Promise<readonly BusPosition[]>;
  /**
   * Moves the oldest outbox rows to the bus in one statement. Returns their number.
   * Only the bus in PostgreSQL has this method, because it shares a database with the outbox.
   */
  moveOutbox?(service: pg.Pool, topic: string, limit: number): Promise<number>;
  /**
   * True if an event is delivered again whose handler's commit was lost in a crash of the database.
   * This holds only if the database also stores the group's position, so that a lost commit loses the later position.
   */
  repairsLostCommits?: boolean;
  /**
   * Delivers each event of the topics to one instance of the group.
   * On PostgreSQL, one instance reads at a time; on Kafka, the instances share the partitions. A new group starts with
   * the oldest stored event. `types` limits delivery to these event types. Values that are not events are also
   * delivered, so that the inbox can dead-letter them. With `mayWait`, the subscriptions of other groups in this
   * process receive an event first.
   */
  subscribe(options: {
    group: string;
    topics: readonly string[];
    types?: readonly string[];
    deliver: Deliver;
    mayWait?: boolean | undefined;
  }): Promise<Subscription>;
  /** Delivers every event that is published from now on to this instance. */
  broadcast(options: { topics: readonly string[]; types?: readonly string[]; deliver: Deliver }): Promise<Subscription>;
  /** Counts the events of each topic that the group has not handled. Rejects during an outage. */
  fetchLag(options: { group: string; topics: readonly string[] }): Promise<{ topic: string; events: number }[]>;
  stop(): Promise<void>;
}

/** Settings of the topics, if the bus is Kafka. */
export interface TopicSettings {
  /** Number of partitions of a new topic. */
  partitions: number;
  /** Number of brokers that store each event of a new topic. Without it, the broker's default. */
  copies?: number | undefined;
  /** Must be shorter than the inbox stores the ids of handled events. */
  retentionDays: number;
}

export const topicDefaults = { partitions: 16, retentionDays: 7 } satisfies TopicSettings;

export interface BusOptions {
  databaseUrl: string;
  kafkaBrokers?: readonly string[];
  topicSettings?: TopicSettings;
  /** Unique name of this process. */
  instance: string;
  log: Logger;
}
