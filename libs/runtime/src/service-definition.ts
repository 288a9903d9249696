import type { CloudEvent, EventDefinition } from '@xrp-bridge/contracts/define';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Bus, Deliver } from './bus/port.ts';
import type { RouteHandler } from './calls.ts';
import type { BaseSettings } from './config.ts';
import { dailyTotalMigrations } from './daily-totals.ts';
import type { Migrations, Tx } from './db.ts';
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

/** The base of every service's context. */
export interface ServiceContext<Settings = BaseSettings, Tables = unknown>
  extends Pick<Outbox, 'emit' | 'enqueue' | 'takeEvents' | 'afterCommit'> {
  settings: Settings;
  log: Logger;
  db: Kysely<Tables>;
  /** The jobs as operators see and change them; `enqueue` adds jobs. */
  queues: Pick<Queues, 'count' | 'listFailed' | 'retry' | 'retryFailed' | 'listSchedules' | 'changeSchedule'>;
  clock: () => Date;
  /** The third parties that this service calls. */
  providers: Pick<Providers, 'add' | 'list'>;
  transact: Transact<Tables>;
}

/** The edge service's additions to the base: it composes the other services, and shows their events. */
export interface EdgeContext {
  /** Delivers every event from now on to this process, until the subscription is stopped. */
  watch: Bus['broadcast'];
  /** Returns a client of another service: direct where it runs in this process, else by HTTP. */
  connect: (service: string, url: string) => ServiceClient;
}

/**
 * The edge service is the one that browsers reach: it has a guard for each kind of access.
 * Its health includes the other services'. An internal service accepts only our services' token; its health is open.
 */
export type ServiceDefinition<Settings extends z.ZodObject, Tables, Context> = ServiceParts<Settings, Tables, Context> &
  ({ kind: 'internal' } | { kind: 'edge'; guards(context: Context): Guards });

interface ServiceParts<Settings extends z.ZodObject, Tables, Context> {
  name: string;
  settings: Settings;
  migrations: Migrations;
  /** The rows that the runtime deletes by age: see docs/retention.md. */
  retention?: Retention;
  /** The keys in its table `secret`, which `npm run rotate-keys` replaces. */
  signingKeys?: readonly SigningKeyKind[];
  /** Adds gateways to the base. Tests can replace each member. */
  context(base: ServiceContext<z.infer<Settings> & BaseSettings, Tables>, edge: EdgeContext): Context;
  /** Adds plugins and hooks before the routes. */
  http?(app: FastifyInstance, context: Context, readiness: () => Promise<Readiness>): Promise<void>;
  routes?(context: Context): RouteHandler[];
  on?(context: Context): EventHandler[];
  /** Delivers every event from the start on to each instance. */
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

/** Returns the migrations of the tables that every service has, and the service's own. */
export function allMigrations(definition: AnyService): Migrations {
  return { ...messagingMigrations, ...dailyTotalMigrations, ...providerMigrations, ...definition.migrations };
}

/** Joins an event of the contracts with the function that handles it in a transaction. */
export function on<Data>(
  definition: EventDefinition<string, Data>,
  // biome-ignore lint/suspicious/noExplicitAny: the handler names its own service's tables
  run: (tx: Tx<any>, event: CloudEvent<Data>) => Promise<void>,
): EventHandler {
  return { definition, handle: run as EventHandler['handle'] };
}
