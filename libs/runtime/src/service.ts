import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudEvent, EventDefinition } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { type BroughtUp, bringUp } from './bring-up.ts';
import type { Bus, Deliver } from './bus/port.ts';
import { handle, type RouteHandler } from './calls.ts';
import { type BaseSettings, internalTokensOf } from './config.ts';
import { type Migrations, openDatabase, type ServiceDatabase, type Tx } from './db.ts';
import { createDirectClient } from './direct-client.ts';
import { type Door, openDoor } from './door.ts';
import { ProblemError } from './errors.ts';
import { figureMigrations, findFirstDay, readFigures, sumFigures } from './figures.ts';
import {
  addRoutes,
  addTracing,
  answerBeforeClosing,
  createHttpServer,
  type FastifyInstance,
  type Guard,
  type Guards,
  letPass,
} from './http.ts';
import { createServiceClient, type ServiceClient } from './http-client.ts';
import { createLoadGate, edgeLimits, serviceLimits } from './load-gate.ts';
import type { Logger } from './logger.ts';
import { observeLoopDelay } from './loop-delay.ts';
import { countDeadLetters, listDeadLetters } from './messaging/dead-letters.ts';
import { createInbox, type EventHandler, type Inbox } from './messaging/inbox.ts';
import { createOutbox, type Outbox, type Transact } from './messaging/outbox.ts';
import { messagingRetention } from './messaging/retention.ts';
import { messagingMigrations } from './messaging/tables.ts';
import { pageOf } from './paging.ts';
import { namesOfFailing, openProviders, type Providers, providerMigrations } from './providers.ts';
import { type JobHandler, openQueues, placeOfJob, type Queues, type Schedule } from './queue.ts';
import { checkNeeds, type Needs, observeParts, type Readiness } from './readiness.ts';
import { type Retention, startRetention } from './retention.ts';
import { type SearchLists, tendSearchLists } from './search-lists.ts';
import type { SigningKeyKind } from './signing-keys.ts';

/** How long a start waits for a bus or a queue that does not answer. */
const patienceMs = 5_000;

/**
 * Connections that wait to be accepted; the system bounds them further (net.core.somaxconn). Beyond Node's 511 the kernel
 * drops new ones, and their senders wait for seconds: too long for a refusal.
 */
const backlog = 4_096;

/** Of the process, which all its services share. */
const readLoopDelay = observeLoopDelay();

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
  /** Gives every event from now on to this process, for as long as somebody wants them; `broadcast` is for those always wanted. */
  watch: Bus['broadcast'];
  /** A client of another service, which is at this address: directly where it runs in this process, else by HTTP. */
  connect: (service: string, url: string) => ServiceClient;
  /** Whether this service can do its work now, and which of the things that it needs is not there. */
  readiness: () => Promise<Readiness>;
}

export interface ServiceDefinition<Settings extends z.ZodObject, Tables, Context> {
  name: string;
  settings: Settings;
  migrations: Migrations;
  /** The rows that the runtime deletes by age; the service's own jobs delete others. docs/retention.md lists every table. */
  retention?: Retention;
  /** The keys in its table `secret`, which `npm run rotate-keys` replaces. */
  signingKeys?: readonly SigningKeyKind[];
  /** Adds gateways to the base; everything in it can be replaced in tests. */
  context(base: ServiceContext<z.infer<Settings> & BaseSettings, Tables>): Context;
  /** Plugins and hooks that belong before the routes. */
  http?(app: FastifyInstance, context: Context): Promise<void>;
  routes?(context: Context): RouteHandler[];
  on?(context: Context): EventHandler[];
  /** Events that every instance wants to see, from now on. */
  broadcast?(context: Context): { topics: readonly string[]; types?: readonly string[]; deliver: Deliver };
  jobs?(context: Context): JobHandler[];
  schedules?(context: Context): Schedule[];
  /** For the one service that browsers reach; the others open to our own services' token, and their health to all. */
  guards?(context: Context): Guards;
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

export interface RunningService<Context = unknown> {
  name: string;
  url: string;
  context: Context;
  outbox: Outbox;
  inbox: Inbox;
  /** For others of this process; none into the service that browsers reach. */
  door: Door | null;
  stop(): Promise<void>;
}

/**
 * Starts a service whose schema is migrated: its server, its relay, its subscriptions and its workers.
 * With `port` 0 the system chooses one.
 */
export async function startService<Context>(
  definition: ServiceDefinition<z.ZodObject, unknown, Context> | AnyService,
  options: {
    settings: BaseSettings & Record<string, unknown>;
    bus: Bus;
    port: number;
    log: Logger;
    overrides?: Partial<Context>;
    clock?: () => Date;
    telemetryOn?: boolean;
    /** The services that it need not ask by HTTP: those of this process, by name. They must outlive it. */
    neighbours?: ReadonlyMap<string, Door>;
  },
): Promise<RunningService<Context>> {
  const { settings, bus } = options;
  const log = options.log.child({ service: definition.name });
  const clock = options.clock ?? (() => new Date());
  const database: ServiceDatabase<unknown> = openDatabase({
    url: settings.DATABASE_URL,
    service: definition.name,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    max: settings.DATABASE_CONNECTIONS,
  });
  const { db, pool } = database;
  const queues = openQueues({ pool, redisUrl: settings.REDIS_URL, service: definition.name, log });
  const providers = openProviders({ db, clock, log });
  const outbox = createOutbox({ db, pool, bus, queues, source: definition.name, log, clock });

  const needs: Needs = {
    database: () => sql`select 1`.execute(db).then(() => true),
    // Until it has begun.
    bus: async () => false,
    queue: async () => false,
  };
  const base: ServiceContext = {
    settings,
    log,
    db,
    queues,
    clock,
    providers,
    transact: outbox.transact,
    emit: outbox.emit,
    enqueue: outbox.enqueue,
    takeEvents: outbox.takeEvents,
    afterCommit: outbox.afterCommit,
    watch: (options) => bus.broadcast(options),
    connect(service, url) {
      const door = options.neighbours?.get(service);
      if (door) return createDirectClient({ service, door });
      return createServiceClient({ service, url, token: internalTokensOf(settings)[0] });
    },
    readiness: () => checkNeeds(needs),
  };
  const context = { ...definition.context(base), ...options.overrides } as Context;
  const handlers = definition.on?.(context) ?? [];
  const inbox = createInbox({ transact: outbox.transact, service: definition.name, handlers, log });
  const ready = async () => {
    const readiness = await base.readiness();
    return { ok: readiness.status === 'ready', body: { service: definition.name, ...readiness } };
  };

  const app = createHttpServer({
    log,
    guards: definition.guards?.(context) ?? {
      open: letPass,
      internal: requireInternalToken(internalTokensOf(settings)),
    },
    trustProxy: definition.guards ? ((settings.TRUST_PROXY as string | undefined) ?? false) : false,
  });
  await addTracing(app, options.telemetryOn ?? false);
  // Whoever composes others answers for them too.
  addHealth(app, definition.name, definition.guards ? null : ready);
  await definition.http?.(app, context);
  const routes = [
    ...(definition.routes?.(context) ?? []),
    ...(definition.guards ? [] : operations(base, definition.name, inbox)),
  ];
  const gate = createLoadGate(definition.guards ? edgeLimits : serviceLimits, {
    countWaiting: () => pool.waitingCount,
    readLoopDelay,
  });
  await addRoutes(app, routes, gate);
  const door = definition.guards ? null : openDoor({ handlers: routes, gate, log, ready });

  if (door) app.addHook('preClose', async () => door.close());
  answerBeforeClosing(app);

  const unobserve = observeParts(definition.name, async () => {
    const { database, bus, queue } = await base.readiness();
    return { database: database === 'ready', bus: bus === 'ready', queue: queue === 'ready' };
  });
  let searchLists: SearchLists | undefined;
  let retention: ReturnType<typeof startRetention> | undefined;
  const letGo = async () => {
    unobserve();
    await Promise.all([searchLists?.stop(), retention?.stop()]);
    await outbox.stop();
    await queues.close();
    await definition.close?.(context);
    await providers.settled();
    await database.close();
  };
  try {
    await app.listen({ host: settings.HOST, port: options.port, backlog });
  } catch (error) {
    // The port is somebody else's.
    await app.close();
    await letGo();
    throw error;
  }
  outbox.start();
  searchLists = tendSearchLists(db, log);
  // Rows that another clock has dated cannot be judged by the database's.
  if (!options.clock) retention = startRetention(db, { ...messagingRetention, ...definition.retention }, log);
  const work = bringUp(
    'jobs',
    () => queues.work(definition.jobs?.(context) ?? [], definition.schedules?.(context) ?? []),
    log,
  );
  const subscriptions: BroughtUp[] = [];
  if (handlers.length > 0) {
    const topics = [...new Set(handlers.map((handler) => handler.definition.context))];
    const group = { group: definition.name, topics, types: inbox.types, deliver: inbox.deliver };
    subscriptions.push(bringUp('subscriptions', () => bus.subscribe(group), log));
  }
  const broadcast = definition.broadcast?.(context);
  if (broadcast) subscriptions.push(bringUp('broadcasts', () => bus.broadcast(broadcast), log));
  needs.bus = async () => outbox.standing().bus && subscriptions.every((subscription) => subscription.standing());
  needs.queue = async () => outbox.standing().queue && work.standing() && (await queues.answers());
  const running: RunningService<Context> = {
    name: definition.name,
    url: urlOf(app, settings.HOST),
    context,
    outbox,
    inbox,
    door,
    async stop() {
      // Take no more work, finish what is in flight, then let go of the connections.
      await app.close();
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      await work.stop();
      await letGo();
    },
  };
  try {
    // Who is away for longer is waited for in the background: what needs none of them can be answered meanwhile.
    const patience = sleep(patienceMs, undefined, { ref: false });
    await Promise.race([Promise.all([work, ...subscriptions].map(({ tried }) => tried)), patience]);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return running;
}

function urlOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function addHealth(app: FastifyInstance, service: string, ready: Door['ready'] | null): void {
  app.get('/livez', { config: { access: 'open' } }, async () => ({ service, status: 'alive' }));
  if (!ready) return;
  app.get<{ Querystring: { verbose?: string } }>(
    '/readyz',
    { config: { access: 'open' } },
    async ({ query }, reply) => {
      const { ok, body } = await ready();
      const { status, degraded } = body;
      return reply.code(ok ? 200 : 503).send(query.verbose === undefined ? { service, status, degraded } : body);
    },
  );
}

function requireInternalToken(tokens: readonly string[]): Guard {
  const accepted = tokens.map((token) => Buffer.from(`Bearer ${token}`));
  return (request) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (!accepted.some((expected) => given.length === expected.length && timingSafeEqual(given, expected)))
      throw new ProblemError('internal_token_required');
  };
}

function operations(base: ServiceContext, service: string, inbox: Inbox): RouteHandler[] {
  return [
    handle(operationsApi.listDeadLetters, async ({ query }) => {
      const { rows, nextCursor } = await listDeadLetters(base.db, service, query);
      return { deadLetters: rows, nextCursor };
    }),
    handle(operationsApi.redriveDeadLetter, async ({ params }) => {
      const result = await inbox.redrive(params.id);
      if (!result) throw new ProblemError('event_not_found');
      base.log.info({ deadLetter: params.id, success: result.success }, 'dead letter redriven');
      return result;
    }),
    handle(operationsApi.listJobs, async ({ query }) => {
      const { queues } = base;
      const [counts, all] = await Promise.all([queues.count(), queues.listFailed()]);
      const failed = all.map((job) => ({ ...job, service }));
      const { rows, nextCursor } = pageOf(failed, query, {
        descending: query.sort === '-failedAt',
        placeOf: placeOfJob,
        textsOf: ({ id, reason }) => [id, reason],
      });
      return { queues: [{ service, counts }], failed: rows, nextCursor };
    }),
    handle(operationsApi.retryJob, async ({ params }) => {
      const success = await base.queues.retryFailed(params.id);
      if (!success) throw new ProblemError('job_not_found');
      base.log.info({ job: params.id }, 'failed job tried again');
      return { success };
    }),
    handle(operationsApi.listSchedules, async () => {
      const schedules = await base.queues.listSchedules();
      return { schedules: schedules.map((schedule) => ({ service, ...schedule })) };
    }),
    handle(operationsApi.changeSchedule, async ({ params: { name, act } }) => {
      const success = await base.queues.changeSchedule(name, act);
      if (!success) throw new ProblemError('job_not_found');
      base.log.info({ schedule: name, act }, 'schedule changed');
      return { success };
    }),
    handle(operationsApi.listProviders, async () => {
      const providers = await base.providers.list();
      return { providers: providers.map((provider) => ({ service, ...provider })) };
    }),
    handle(operationsApi.readStanding, async () => {
      const [deadLetters, { failed }, providers] = await Promise.all([
        countDeadLetters(base.db),
        base.queues.count(),
        base.providers.list(),
      ]);
      return { deadLetters, failedJobs: failed, failingProviders: namesOfFailing(providers) };
    }),
    handle(operationsApi.readFigures, async ({ query }) => {
      const [days, totals, firstDay] = await Promise.all([
        readFigures(base.db, query.from, query.to),
        sumFigures(base.db),
        findFirstDay(base.db),
      ]);
      return { days, totals, firstDay };
    }),
  ];
}

/** Names this process on the bus. */
export function createInstanceName(): string {
  return `${process.pid}-${randomUUID().slice(0, 8)}`;
}
