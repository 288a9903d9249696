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

/**
 * Transports events between services at least once, in order per subject. Each context has one topic.
 * There are two adapters: PostgreSQL for one machine, Kafka for several.
 */
export interface Bus {
  /** Stores a batch of events in a topic, in the given order per subject. */
  publish(topic: string, events: readonly CloudEvent[]): Promise<void>;
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

export interface BusOptions {
  databaseUrl: string;
  kafkaBrokers?: readonly string[];
  /** Unique name of this process. */
  instance: string;
  log: Logger;
}
