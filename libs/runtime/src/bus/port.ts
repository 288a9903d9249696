import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type pg from 'pg';
import type { Logger } from '../logger.ts';

/**
 * Called for each event. Resolving acknowledges it; after a rejection it is delivered again. The
 * signal aborts when the bus takes the partition back: pauses inside must end, and reject.
 */
export type Deliver = (event: CloudEvent, signal?: AbortSignal) => Promise<void>;

export interface Subscription {
  /** Resolves when the handlers in progress have ended. */
  stop(): Promise<void>;
  /** False while the bus is away. */
  isHealthy(): boolean;
}

/**
 * Events between services: at least once, in order per subject, one topic per context.
 * Two adapters: PostgreSQL for one machine, Kafka for many.
 */
export interface Bus {
  /** Stores a batch on its topic, in the given order per subject. */
  publish(topic: string, events: readonly CloudEvent[]): Promise<void>;
  /** Moves the oldest outbox rows in one statement, where both share a database. Returns their number. */
  moveOutbox?(service: pg.Pool, topic: string, limit: number): Promise<number>;
  /**
   * Delivers the topics' events to one instance of the group: on PostgreSQL one reads at a time, on
   * Kafka they share the work. A new group starts with the oldest stored event.
   * `types` are the only ones delivered (all, if not given). A value that is no event is delivered,
   * too, to be parked.
   */
  subscribe(options: {
    group: string;
    topics: readonly string[];
    types?: readonly string[];
    deliver: Deliver;
  }): Promise<Subscription>;
  /** Delivers every event from now on to this instance. */
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
