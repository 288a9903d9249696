import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Bus } from './bus/port.ts';
import { type BaseSettings, internalTokensOf } from './config.ts';
import { openDatabase, type ServiceDatabase } from './db.ts';
import { ProblemError } from './errors.ts';
import {
  addRoutes,
  addTracing,
  allow,
  answerBeforeClosing,
  createHttpServer,
  type FastifyInstance,
  type Guard,
} from './http.ts';
import { createServiceClient, type Ready, type ServiceClient } from './http-client.ts';
import { createLoadGate, edgeLimits, serviceLimits } from './load-gate.ts';
import { createLocalService } from './local-service.ts';
import type { Logger } from './logger.ts';
import { observeLoopDelay } from './loop-delay.ts';
import { createInbox, type Inbox } from './messaging/inbox.ts';
import { createOutbox, type Outbox } from './messaging/outbox.ts';
import { messagingRetention } from './messaging/retention.ts';
import { judgeMeasures, observeMeasures } from './metric-definitions.ts';
import { recordRequestDurations } from './metrics.ts';
import { operationsRoutes } from './operations.ts';
import { startFlushing } from './pending-lists.ts';
import { openProviders } from './providers.ts';
import { openQueues } from './queue.ts';
import { createMetricsReader } from './read-metrics.ts';
import { checkNeeds, type Needs, observeParts } from './readiness.ts';
import type { Repeated } from './repeat.ts';
import { startRetention } from './retention.ts';
import type { AnyService, EdgeContext, ServiceContext, ServiceDefinition } from './service-definition.ts';
import { type RetriedStart, startWithRetry } from './start-with-retry.ts';
import { version } from './version.ts';

/** Maximum time that a start waits for a bus or a queue that does not respond. */
const startTimeoutMs = 5_000;

/**
 * Maximum number of connections that wait to be accepted (ADR 0036).
 * With Node's default of 511, any further connection would wait for seconds.
 */
const backlog = 4_096;

const readLoopDelay = observeLoopDelay();

export interface RunningService<Context = unknown> {
  name: string;
  url: string;
  context: Context;
  outbox: Outbox;
  inbox: Inbox;
  /** Client for calls within this process; null for the edge service. */
  localClient: ServiceClient | null;
  stop(): Promise<void>;
}

/** Starts a service, whose schema must be migrated. With `port` 0 the system chooses a port. */
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
    /** Clients of the services in this process, by name. These services must be stopped after this one. */
    localServices?: ReadonlyMap<string, ServiceClient>;
    /** Opens the job queue. By default it is BullMQ's, on Redis or PostgreSQL. */
    openQueues?: typeof openQueues;
  },
): Promise<RunningService<Context>> {
  const { settings, bus } = options;
  const isEdge = definition.kind === 'edge';
  const log = options.log.child({ service: definition.name });
  const { clock = () => new Date() } = options;
  const database: ServiceDatabase<unknown> = openDatabase({
    url: settings.DATABASE_URL,
    service: definition.name,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    max: settings.DATABASE_CONNECTIONS,
  });
  const { db, pool } = database;
  const open = options.openQueues ?? openQueues;
  const queues = open({ pool, redisUrl: settings.REDIS_URL, service: definition.name, log });
  const providers = openProviders({ db, clock, log });
  const outbox = createOutbox({ db, pool, bus, queues, source: definition.name, log, clock });

  const needs: Needs = {
    database: () => sql`select 1`.execute(db).then(() => true),
    bus: async () => false,
    queue: async () => false,
  };
  const readSystem = async () => {
    const { measures, unread } = await readMeasures();
    const commit = settings.GIT_COMMIT ?? null;
    return { service: definition.name, version, commit, measures: judgeMeasures(measures), unread };
  };
  const base: ServiceContext = { settings, log, db, queues, clock, providers, readSystem, ...outbox };
  const edge: EdgeContext = {
    watch: (options) => bus.broadcast(options),
    connect: (service, url) =>
      options.localServices?.get(service) ??
      createServiceClient({ service, url, token: internalTokensOf(settings)[0] }),
  };
  const readiness = () => checkNeeds(needs);
  const context = { ...definition.context(base, edge), ...options.overrides } as Context;
  const handlers = definition.on?.(context) ?? [];
  const { transact } = outbox;
  const { repairsLostCommits } = bus;
  const inbox = createInbox({ transact, service: definition.name, handlers, log, repairsLostCommits });
  const ready = async () => {
    const checked = await readiness();
    return { ok: checked.status === 'ready', body: { service: definition.name, ...checked } };
  };

  const app = createHttpServer({
    log,
    guards: isEdge
      ? definition.guards(context)
      : { open: allow, internal: requireInternalToken(internalTokensOf(settings)) },
    trustProxy: (isEdge && (settings.TRUST_PROXY as string | undefined)) || false,
  });
  if (options.telemetryOn) {
    await addTracing(app, isEdge);
    recordRequestDurations(app);
  }
  // The edge service has its own `/readyz`, which includes the other services.
  addHealth(app, { service: definition.name, version, commit: settings.GIT_COMMIT }, isEdge ? null : ready);
  await definition.http?.(app, context, readiness);
  const routes = [
    ...(definition.routes?.(context) ?? []),
    ...(isEdge ? [] : operationsRoutes(base, definition.name, inbox)),
  ];
  const gate = createLoadGate(isEdge ? edgeLimits : serviceLimits, {
    countWaiting: () => pool.waitingCount,
    readLoopDelay,
  });
  await addRoutes(app, routes, gate);
  const local = isEdge ? null : createLocalService({ service: definition.name, handlers: routes, gate, log, ready });
  if (local) app.addHook('preClose', () => local.close());
  answerBeforeClosing(app);

  const topics = [...new Set(handlers.map((handler) => handler.definition.context))];
  const readMeasures = createMetricsReader({
    pool,
    base,
    readOwn: async () => definition.measures?.(context) ?? [],
    fetchLag: topics.length > 0 ? () => bus.fetchLag({ group: definition.name, topics }) : null,
    // A queue without a worker is not opened, because each queue costs connections.
    countJobs: definition.jobs ? queues.count : null,
    readLoopDelay,
    log,
  });
  const unobserveMeasures = observeMeasures(definition.name, readMeasures);
  const unobserveParts = observeParts(definition.name, async () => {
    const { database, bus, queue } = await readiness();
    return { database: database === 'ready', bus: bus === 'ready', queue: queue === 'ready' };
  });
  const upkeep: Repeated[] = [];
  const close = async () => {
    unobserveMeasures();
    unobserveParts();
    await Promise.all(upkeep.map((repeated) => repeated.stop()));
    await outbox.stop();
    await queues.close();
    await definition.close?.(context);
    await providers.settled();
    await database.close();
  };
  try {
    await app.listen({ host: settings.HOST, port: options.port, backlog });
  } catch (error) {
    // The start may fail because the port is in use.
    await app.close();
    await close();
    throw error;
  }
  outbox.start();
  upkeep.push(startFlushing(db, log));
  // Retention compares row times with the database's clock, so it does not run if `options.clock` replaces the system
  // clock.
  if (!options.clock) upkeep.push(startRetention(db, { ...messagingRetention, ...definition.retention }, log));
  const work = startWithRetry(
    'jobs',
    () => queues.work(definition.jobs?.(context) ?? [], definition.schedules?.(context) ?? []),
    log,
  );
  const subscriptions: RetriedStart[] = [];
  if (handlers.length > 0) {
    const { eventsMayWait: mayWait } = definition;
    const group = { group: definition.name, topics, types: inbox.types, deliver: inbox.deliver, mayWait };
    subscriptions.push(startWithRetry('subscriptions', () => bus.subscribe(group), log));
  }
  const broadcast = definition.broadcast?.(context);
  if (broadcast) subscriptions.push(startWithRetry('broadcasts', () => bus.broadcast(broadcast), log));
  needs.bus = async () => outbox.health().bus && subscriptions.every((subscription) => subscription.isHealthy());
  needs.queue = async () => outbox.health().queue && work.isHealthy() && (await queues.answers());
  const running: RunningService<Context> = {
    name: definition.name,
    url: urlOf(app, settings.HOST),
    context,
    outbox,
    inbox,
    localClient: local?.client ?? null,
    async stop() {
      // Refuses new work, finishes the work in flight, then closes the connections.
      await app.close();
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      await work.stop();
      await close();
    },
  };
  try {
    // After the timeout, an unavailable bus or queue is retried in the background, because most calls need neither.
    const timeout = sleep(startTimeoutMs, undefined, { ref: false });
    await Promise.race([Promise.all([work, ...subscriptions].map(({ tried }) => tried)), timeout]);
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

function addHealth(
  app: FastifyInstance,
  about: { service: string; version: string; commit: string | undefined },
  ready: (() => Promise<Ready>) | null,
): void {
  const { service } = about;
  app.get('/livez', { config: { access: 'open' } }, async () => ({ ...about, status: 'alive' }));
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

/** Returns a unique name of this process on the bus. */
export function createInstanceName(): string {
  return `${process.pid}-${randomUUID().slice(0, 8)}`;
}
