import { randomUUID } from 'node:crypto';
import type { CloudEvent, EventDefinition } from '@xrp-bridge/contracts/define';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { openBus } from './bus/index.ts';
import type { Bus } from './bus/port.ts';
import { type BaseSettings, baseSettings, type Environment, readSettings } from './config.ts';
import { ignoreErrorsWhileClosing, withOwner } from './db.ts';
import { createServiceClient, type ServiceClient } from './http-client.ts';
import type { Logger } from './logger.ts';
import { migrateAll } from './migrate.ts';
import { type RunningService, startService } from './service.ts';
import type { AnyService, ServiceDefinition } from './service-definition.ts';

export { runCall } from './current-call.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database on the test run's PostgreSQL (TEST_DATABASE_URL, from the global setup).
 * @throws Error if TEST_DATABASE_URL is not set
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  // biome-ignore lint/style/noProcessEnv: the test run provides its database in the environment
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error('TEST_DATABASE_URL is not set: run tests with `npm test`, or through vitest with the root config');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withOwner(server, async (db) => {
    await sql`create database ${sql.id(name)}`.execute(db);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await withOwner(server, async (db) => {
        await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db);
      });
    },
  };
}

export interface TestService<Context> {
  service: RunningService<Context>;
  context: Context;
  client: ServiceClient;
  bus: Bus;
  url: string;
  token: string;
  /** Sends an event as if another service had emitted it. */
  publish<Data>(
    definition: EventDefinition<string, Data>,
    subject: string,
    data: Data,
    more?: Partial<CloudEvent>,
  ): Promise<CloudEvent<Data>>;
  /** Returns the events that this service has emitted, oldest first. */
  published(type?: string): Promise<CloudEvent[]>;
  databaseUrl: string;
  stop(): Promise<void>;
}

export const testToken = 'test-internal-token-0123456789';

/** Starts a whole service on real PostgreSQL, with HTTP server, relay, subscriptions and workers. */
export async function testService<Context>(
  // biome-ignore lint/suspicious/noExplicitAny: tables and settings differ from service to service
  definition: ServiceDefinition<any, any, Context>,
  options: {
    environment?: Environment;
    overrides?: Partial<Context>;
    clock?: () => Date;
    database?: TestDatabase;
    logLevel?: string;
    /** The logger, in place of stdout. */
    log?: Logger;
    /** Clients of the services that this service calls within the process. */
    localServices?: ReadonlyMap<string, ServiceClient>;
  } = {},
): Promise<TestService<Context>> {
  const database = options.database ?? (await createTestDatabase());
  const urls = await migrateAll([definition], () => database.url);
  const environment: Environment = {
    DATABASE_URL: urls[definition.name],
    INTERNAL_TOKEN: testToken,
    ...options.environment,
  };
  const read = readSettings({ base: baseSettings, own: (definition as AnyService).settings }, environment);
  const settings = { ...read.base, ...(read.own as object) } as BaseSettings & Record<string, unknown>;
  const log = options.log ?? pino({ level: options.logLevel ?? 'fatal' });
  const bus = await openBus({ databaseUrl: String(urls.bus), instance: `test-${randomUUID().slice(0, 8)}`, log });
  const service = await startService<Context>(definition as AnyService, {
    settings,
    bus,
    port: 0,
    log,
    ...(options.overrides ? { overrides: options.overrides } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.localServices ? { localServices: options.localServices } : {}),
  });
  const client = createServiceClient({ service: definition.name, url: service.url, token: testToken, retries: 0 });
  return {
    service,
    context: service.context,
    client,
    bus,
    url: service.url,
    token: testToken,
    databaseUrl: database.url,
    async publish(event, subject, data, more = {}) {
      const envelope = {
        specversion: '1.0' as const,
        id: randomUUID(),
        type: event.type,
        dataversion: event.version,
        source: event.context,
        subject,
        time: new Date().toISOString(),
        data,
        ...more,
      } as CloudEvent<typeof data>;
      await bus.publish(event.context, [envelope]);
      return envelope;
    },
    published: (type) => readPublished(database.url, definition.name, type),
    async stop() {
      await client.close();
      await service.stop();
      await bus.stop();
      if (!options.database) await database.drop();
    },
  };
}

/** Returns every event of a source, from the bus and from the source's outbox. */
export async function readPublished(url: string, source: string, type?: string): Promise<CloudEvent[]> {
  return withOwner(url, async (db: Kysely<unknown>) => {
    const { rows } = await sql<{ envelope: CloudEvent }>`
      select envelope from (
        select 0 as place, seq::bigint as n, envelope from bus.event
        union all
        select 1 as place, id::bigint as n, envelope from ${sql.id(source)}.outbox
      ) e where envelope->>'source' = ${source} order by place, n`.execute(db);
    const events = rows.map((row) => row.envelope);
    return type ? events.filter((event) => event.type === type) : events;
  });
}

/**
 * Returns the query plans of `read`.
 * PostgreSQL uses the scans in `without` only if there is no other plan. Therefore a few rows show the plan for many
 * rows.
 */
export async function explain<Tables>(
  url: string,
  service: string,
  read: (db: Kysely<Tables>) => Promise<unknown>,
  without: readonly ('seqscan' | 'indexscan')[] = ['seqscan', 'indexscan'],
): Promise<string> {
  const queries: CompiledQuery[] = [];
  const options = [`-c search_path=${service}`, ...without.map((scan) => `-c enable_${scan}=off`)].join(' ');
  const pool = new pg.Pool({ connectionString: url, max: 1, options });
  pool.on('error', () => {});
  ignoreErrorsWhileClosing(pool);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  try {
    await read(db);
    const plans: string[] = [];
    for (const { sql: text, parameters } of queries.slice()) {
      const { rows } = await db.executeQuery<object>(CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]));
      plans.push(...rows.flatMap((row) => Object.values(row)));
    }
    return plans.join('\n');
  } finally {
    await db.destroy();
  }
}

/** A transaction that was recorded. */
export interface RecordedTransaction {
  /** Texts of all statements, including the first and the last (BEGIN and COMMIT or ROLLBACK). */
  statements: string[];
  /**
   * Number of waits for a response.
   * Statements that are sent while a response is outstanding share a round trip.
   */
  roundTrips: number;
}

/**
 * Records the transactions of this process.
 * @returns the transactions that have ended, and a function that stops recording
 */
export function recordTransactions(): { ended: RecordedTransaction[]; stop(): void } {
  const { query } = pg.Client.prototype;
  const open = new WeakMap<pg.Client, RecordedTransaction & { unanswered: number }>();
  const ended: RecordedTransaction[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: pg's method has many overloads
  function record(this: pg.Client, ...given: any[]): any {
    const text: string = typeof given[0] === 'string' ? given[0] : given[0].text;
    if (text === 'begin') open.set(this, { statements: [], roundTrips: 0, unanswered: 0 });
    const transaction = open.get(this);
    const answer = Reflect.apply(query, this, given);
    if (!transaction) return answer;
    transaction.statements.push(text);
    // Only a pipeline sends a statement before the response to the previous one.
    if (!this.pipeline || transaction.unanswered === 0) transaction.roundTrips++;
    transaction.unanswered++;
    const answered = () => void transaction.unanswered--;
    Promise.resolve(answer).then(answered, answered);
    if (text === 'commit' || text === 'rollback') {
      open.delete(this);
      ended.push({ statements: transaction.statements, roundTrips: transaction.roundTrips });
    }
    return answer;
  }
  pg.Client.prototype.query = record;
  return {
    ended,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}
