import type { CloudEvent, EventDefinition } from '@xrp-bridge/contracts/define';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Bus, Deliver } from './bus/port.ts';
import type { RouteHandler } from './calls.ts';
import type { BaseSettings } from './config.ts';
import type { Migrations, Tx } from './db.ts';
import { figureMigrations } from './figures.ts';
import type { FastifyInstance, Guards } from './http.ts';
import type { ServiceClient } from './http-client.ts';
import type { JobHandler, Schedule } from './job.ts';
import type { Logger } from './logger.ts';
import type { EventHandler } from './messaging/inbox.ts';
import type { Outbox, Transact } from './messaging/outbox.ts';
import { messagingMigrations } from './messaging/tables.ts';
import { type Providers, providerMigrations } from './providers.ts';
import type { Queues } from './queue.ts';
import type { Readiness } from './readiness.ts';
import type { Retention } from './retention.ts';
import type { SigningKeyKind } from './signing-keys.ts';

/** What the runtime gives every service; a service's own context is this and its gateways. */
export interface ServiceContext<Settings = BaseSettings, Tables = unknown> {
  settings: Settings;
  log: Logger;
  db: Kysely<Tables>;
  /** What operators see and do of the service's jobs; new ones are enqueued. */
  queues: Pick<Queues, 'count' | 'listFailed' | 'retry' | 'retryFailed' | 'listSchedules' | 'changeSchedule'>;
  clock: () => Date;
  /** Whom this service asks outside the house: each is added once, and told of every time that it was asked. */
  providers: Pick<Providers, 'add' | 'list'>;
  /** Runs work in one transaction and sends on its events and jobs right after the commit. */
  transact: Transact<Tables>;
  /** Records an event in the transaction of the change that it tells of: one of `transact`, or of an event's handler. */
  emit: Outbox['emit'];
  /** Adds a job, if and when the transaction commits: one of `transact`, or of an event's handler. */
  enqueue: Outbox['enqueue'];
  /** Hands the events emitted so far to a statement that inserts them with the change: see `Outbox.takeEvents`. */
  takeEvents: Outbox['takeEvents'];
  /** Wakes something in this process once such a transaction has committed. What must happen is a job instead. */
  afterCommit: Outbox['afterCommit'];
}

/** What the edge service has beside: it composes the others, and shows what happens. */
export interface EdgeContext {
  /** Delivers every event from now on to this process, until the subscription stops; `broadcast` never stops. */
  watch: Bus['broadcast'];
  /** A client of another service, which is at this address: directly where it runs in this process, else by HTTP. */
  connect: (service: string, url: string) => ServiceClient;
}

/**
 * An edge service is the one that browsers reach: it has a guard for each kind of access, and answers for the services
 * behind it. An internal service admits only our services' token; its health is open.
 */
export type ServiceDefinition<Settings extends z.ZodObject, Tables, Context> = ServiceParts<Settings, Tables, Context> &
  ({ kind: 'internal' } | { kind: 'edge'; guards(context: Context): Guards });

interface ServiceParts<Settings extends z.ZodObject, Tables, Context> {
  name: string;
  settings: Settings;
  migrations: Migrations;
  /** The rows that the runtime deletes by age; the service's own jobs delete others. docs/retention.md lists every table. */
  retention?: Retention;
  /** The keys in its table `secret`, which `npm run rotate-keys` replaces. */
  signingKeys?: readonly SigningKeyKind[];
  /** Adds gateways to the base; everything in it can be replaced in tests. */
  context(base: ServiceContext<z.infer<Settings> & BaseSettings, Tables>, edge: EdgeContext): Context;
  /** Adds plugins and hooks before the routes. `readiness` checks what this service needs. */
  http?(app: FastifyInstance, context: Context, readiness: () => Promise<Readiness>): Promise<void>;
  routes?(context: Context): RouteHandler[];
  on?(context: Context): EventHandler[];
  /** Events that every instance wants to see, from now on. */
  broadcast?(context: Context): { topics: readonly string[]; types?: readonly string[]; deliver: Deliver };
  jobs?(context: Context): JobHandler[];
  schedules?(context: Context): Schedule[];
  /** Closes what the context opened. */
  close?(context: Context): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of services does not know each one's tables and settings
export type AnyService = ServiceDefinition<any, any, any>;

export function defineService<Settings extends z.ZodObject, Tables, Context>(
  definition: ServiceDefinition<Settings, Tables, Context>,
): ServiceDefinition<Settings, Tables, Context> {
  return definition;
}

/** A service's own migrations behind the outbox, inbox, dead letters, figures and providers that each has. */
export function allMigrations(definition: AnyService): Migrations {
  return { ...messagingMigrations, ...figureMigrations, ...providerMigrations, ...definition.migrations };
}

/** Joins an event of the contracts with the function that acts on it, inside one transaction. */
export function on<Data>(
  definition: EventDefinition<string, Data>,
  // biome-ignore lint/suspicious/noExplicitAny: the handler names its own service's tables
  run: (tx: Tx<any>, event: CloudEvent<Data>) => Promise<void>,
): EventHandler {
  return { definition, handle: run as EventHandler['handle'] };
}
