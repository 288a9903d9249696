import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type pg from 'pg';
import type { Logger } from '../logger.ts';

/**
 * Called for each event. Resolving acknowledges it; rejecting means it is delivered again, after a pause.
 * The signal says that the bus wants the partition back: waits inside should end, and reject.
 */
export type Deliver = (event: CloudEvent, signal?: AbortSignal) => Promise<void>;

export interface Subscription {
  /** Stops taking events; resolves when the handlers in flight have finished. */
  stop(): Promise<void>;
  /** False while the bus is away. */
  isHealthy(): boolean;
}

/**
 * Events between services: at least once, in order per subject, one topic per context.
 * Two adapters: PostgreSQL for one machine, Kafka for many.
 */
export interface Bus {
  /** Makes a batch durable on its topic, in the given order per subject, and notifies the subscribers. */
  publish(topic: string, events: readonly CloudEvent[]): Promise<void>;
  /**
   * Where outbox and bus share a database: moves a service's oldest outbox rows to its topic in one statement and
   * says how many. Without it the relay reads, publishes and deletes.
   */
  moveOutbox?(service: pg.Pool, topic: string, limit: number): Promise<number>;
  /**
   * Delivers each of the topics' events to one instance of the group: on PostgreSQL only one reads at a time, on Kafka
   * they share the work. A new group begins with the oldest stored event.
   * `types` are the only ones delivered (all, if not given). What is not an event at all is delivered as it came:
   * parking it is the subscriber's part.
   */
  subscribe(options: {
    group: string;
    topics: readonly string[];
    types?: readonly string[];
    deliver: Deliver;
  }): Promise<Subscription>;
  /** Gives every event from now on to this instance, and keeps no position. */
  broadcast(options: { topics: readonly string[]; types?: readonly string[]; deliver: Deliver }): Promise<Subscription>;
  stop(): Promise<void>;
}

export interface BusOptions {
  databaseUrl: string;
  kafkaBrokers?: readonly string[];
  /** Names this process among the instances of a group. */
  instance: string;
  log: Logger;
}
