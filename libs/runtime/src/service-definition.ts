import type { CloudEvent, EventDefinition, ReplyOf } from '@xrp-bridge/contracts/define';
import type { operationsApi } from '@xrp-bridge/contracts/operations';
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
import type { Measure } from './metric-definitions.ts';
import { type Providers, providerMigrations } from './providers.ts';
import type { Queues } from './queue.ts';
import type { Readiness } from './readiness.ts';
import type { Retention } from './retention.ts';
import type { SigningKeyKind } from './signing-keys.ts';
import type { Tombstones } from './tombstones.ts';

/** The context that the runtime provides to every service. */
export interface ServiceContext<Settings = BaseSettings, Tables = unknown>
  extends Pick<Outbox, 'emit' | 'enqueue' | 'takeEvents' | 'afterCommit'> {
  settings: Settings;
  log: Logger;
  db: Kysely<Tables>;
  /** Functions by which operators manage jobs. Services add jobs with `enqueue`. */
  queues: Pick<Queues, 'count' | 'listFailed' | 'retry' | 'retryFailed' | 'listSchedules' | 'changeSchedule'>;
  clock: () => Date;
  /** The third parties that this service calls. */
  providers: Pick<Providers, 'add' | 'list'>;
  transact: Transact<Tables>;
  /** Returns the version and the metrics of this instance. */
  readSystem: () => Promise<ReplyOf<typeof operationsApi.readSystem>>;
}

/** Additional context of the edge service, which calls the other services and shows their events. */
export interface EdgeContext {
  /**
   * Delivers every event that is published from now on to this process, until the subscription is
   * stopped.
   */
  watch: Bus['broadcast'];
  /**
   * Returns a client of another service.
   * Calls are direct if the service runs in this process, else over HTTP.
   */
  connect: (service: string, url: string) => ServiceClient;
}

/**
 * Definition of a service.
 * Only the edge service is open to browsers, with a guard for each kind of access.
 * The edge service's health includes the other services. An internal service accepts only calls with our internal
 * token, except for its health.
 */
export type ServiceDefinition<Settings extends z.ZodObject, Tables, Context> = ServiceParts<Settings, Tables, Context> &
  ({ kind: 'internal' } | { kind: 'edge'; guards(context: Context): Guards });

interface ServiceParts<Settings extends z.ZodObject, Tables, Context> {
  name: string;
  settings: Settings;
  migrations: Migrations;
  /** Rules by which the runtime deletes old rows: see docs/retention.md. */
  retention?: Retention;
  /**
   * Repeats the deletions that happened after a backup.
   * `npm run restore` calls this method in the transaction that restores the service's tables.
   * @param deleted ids by the kinds that the triggers of `createTombstones` pass
   */
  afterRestore?(tx: Tx<Tables>, deleted: Tombstones, now: Date): Promise<void>;
  /** Kinds of keys in the service's table `secret`, which `npm run rotate-keys` replaces. */
  signingKeys?: readonly SigningKeyKind[];
  /**
   * Creates the service's context from the base, for example by adding gateways.
   * Tests can replace each member.
   */
  context(base: ServiceContext<z.infer<Settings> & BaseSettings, Tables>, edge: EdgeContext): Context;
  /** Adds plugins and hooks before the routes. */
  http?(app: FastifyInstance, context: Context, readiness: () => Promise<Readiness>): Promise<void>;
  routes?(context: Context): RouteHandler[];
  on?(context: Context): EventHandler[];
  /** True if the handlers of other services in this process run first, because customers wait for them. */
  eventsMayWait?: boolean;
  /**
   * Delivers each event to every running instance.
   * An instance receives no events from before its own start.
   */
  broadcast?(context: Context): { topics: readonly string[]; types?: readonly string[]; deliver: Deliver };
  jobs?(context: Context): JobHandler[];
  schedules?(context: Context): Schedule[];
  /** Reads the service's own metrics from its tables, for each export of the metrics and the system page. */
  measures?(context: Context): Promise<Measure[]>;
  /** Closes the resources that `context` has opened. */
  close?(context: Context): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: services in a list have different tables and settings
export type AnyService = ServiceDefinition<any, any, any>;

export function defineService<Settings extends z.ZodObject, Tables, Context>(
  definition: ServiceDefinition<Settings, Tables, Context>,
): ServiceDefinition<Settings, Tables, Context> {
  return definition;
}

/** Returns the migrations of the shared tables and the service's own. */
export function allMigrations(definition: AnyService): Migrations {
  return { ...messagingMigrations, ...dailyTotalMigrations, ...providerMigrations, ...definition.migrations };
}

/** Combines an event with its handler, which runs in a transaction. */
export function on<Data>(
  definition: EventDefinition<string, Data>,
  // biome-ignore lint/suspicious/noExplicitAny: the handler names its own service's tables
  run: (tx: Tx<any>, event: CloudEvent<Data>) => Promise<void>,
): EventHandler {
  return { definition, handle: run as EventHandler['handle'] };
}
