import type { Event } from '@xrp-bridge/contracts/define';
import type { Transaction } from 'kysely';

/** Called for each event. Resolving acknowledges it; rejecting means it is delivered again, later. */
export type Deliver = (event: Event) => Promise<void>;

export interface Subscription {
  /** Stops taking events; resolves when the handler in flight has finished. */
  stop(): Promise<void>;
}

/**
 * Events between services: at least once, in order per subject, one topic per context.
 * Two adapters: PostgreSQL for one machine, Kafka for many.
 */
export interface Bus {
  /**
   * Makes a batch durable on its topic, in the given order per subject.
   * `within` is the relay's transaction: an adapter in the same database joins it, so that outbox and bus change as one.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the bus does not care which tables the caller's transaction knows
  publish(topic: string, events: readonly Event[], within?: Transaction<any>): Promise<void>;
  /** Tells subscribers that something was published; a no-op where the broker does so itself. */
  notify(topic: string): Promise<void>;
  /** Shares the topics' events among all instances of the group, from the group's first day on. */
  subscribe(options: { group: string; topics: readonly string[]; deliver: Deliver }): Promise<Subscription>;
  /** Gives every event to this instance, from now on, and keeps no position. */
  broadcast(options: { topics: readonly string[]; deliver: Deliver }): Promise<Subscription>;
  stop(): Promise<void>;
}
