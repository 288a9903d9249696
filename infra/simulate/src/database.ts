import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import pg from 'pg';
import { realNow, waitAtMost } from './real.ts';
import { currentLife, type Life, parts, type Scheduler } from './scheduler.ts';
import { createStops } from './stops.ts';

/** Range of the time that a statement takes, in milliseconds. */
const latencyMs = { least: 0.1, most: 4 } as const;
/** Real time after which a statement without a response may be waiting for a lock. */
const checkAfterMs = 4;
/** Real time after which PostgreSQL searches a deadlock of a waiting statement. */
const deadlockTimeoutMs = 1_000;
const longestShownText = 90;
/** The error of each statement of a handler with a simulated bug. */
export const simulatedBug = 'a simulated bug';
/** Statements that read PostgreSQL's clock within a transaction. `posting_time` is a function of ads. */
const readsClock = /\b(clock_timestamp|posting_time)\(/;
/** Statements of the inbox, which a bug of a handler does not affect. */
const ofInbox = /^(begin|commit|rollback|insert into (inbox|"dead_letter")) ?/;

// biome-ignore lint/suspicious/noExplicitAny: pg's method has many overloads
type Arguments = any[];

/** A statement that its caller has sent and the scheduler has not released. */
interface Pending {
  given: Arguments;
  done: PromiseWithResolvers<pg.QueryResult>;
}

interface Connection {
  client: pg.Client;
  /** Number of the connection's process in PostgreSQL. */
  pid: number;
  /** The schema of the connection's service, for the trace. */
  schema: string;
  life: Life | undefined;
  /** Runs a function in the context of the connection's owner. Another connection may release the lock. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  pending: Pending[];
  isReleasing: boolean;
  /** The statements without a response. */
  wait: Wait | null;
}

interface Wait {
  released: Pending[];
  outcomes: Promise<PromiseSettledResult<pg.QueryResult>[]>;
  isOver: boolean;
}

/**
 * Functions that hide PostgreSQL's clock, its random values and the numbers of its processes.
 * An unqualified name is searched in the service's schema, then in `sim`, and then in PostgreSQL's own schema.
 * `now` is constant within a transaction, as in PostgreSQL. UUIDs have the version 4, which our contracts require.
 */
const simulatedFunctions = `
  create schema if not exists sim;
  grant usage on schema sim to public;
  create sequence if not exists sim.uuids;
  grant usage on sequence sim.uuids to public;
  create or replace function sim.now() returns timestamptz language sql stable
    as $$ select current_setting('sim.now')::timestamptz $$;
  create or replace function sim.clock_timestamp() returns timestamptz language sql volatile
    as $$ select current_setting('sim.clock')::timestamptz $$;
  create or replace function sim.pg_backend_pid() returns int language sql stable
    as $$ select current_setting('sim.backend_pid')::int $$;
  create or replace function sim.gen_random_uuid() returns uuid language sql volatile
    as $$ select overlay(overlay(md5('sim ' || nextval('sim.uuids')) placing '4' from 13) placing '8' from 17)::uuid $$`;

/**
 * Sorts the rows that an UPDATE or a DELETE returns.
 * Their order is that of the rows in their pages, which PostgreSQL cleans up at times that differ between runs.
 */
function sortReturned(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'UPDATE' && result.command !== 'DELETE') return result;
  const texts = new Map(result.rows.map((row) => [row, JSON.stringify(row)]));
  result.rows.sort((one, other) => ((texts.get(one) as string) < (texts.get(other) as string) ? -1 : 1));
  return result;
}

/** Formats a virtual time with microseconds. */
function formatTime(nowUs: number): string {
  return new Date(nowUs / 1_000).toISOString().replace('Z', `${String(nowUs % 1_000).padStart(3, '0')}Z`);
}

export interface SimulatedDatabase {
  /** Reads rows outside of the simulated world. */
  read<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Ends the connections of a crashed process. PostgreSQL rolls their transactions back. */
  drop(life: Life): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the statements of this process wait for the scheduler, which releases one at a time.
 * Locks are real: a statement that waits for another connection's lock stays in PostgreSQL, and other steps go on.
 * PostgreSQL's process of such a statement is stopped, because it would go on in real time when it gets the lock, at
 * the same time as other statements. The scheduler continues these processes one after the other.
 */
export async function installDatabase(scheduler: Scheduler, url: string): Promise<SimulatedDatabase> {
  const { random } = scheduler;
  const { Pool } = pg;
  const { connect, query, end } = pg.Client.prototype;
  const connections = new Map<pg.Client, Connection>();
  /** Stopped connections in the order in which their statements began to wait for a lock. */
  const blocked = new Set<Connection>();
  const stops = createStops();
  let nextNumber = 1;

  const monitor = new pg.Client({ connectionString: url });
  await monitor.connect();
  await monitor.query(simulatedFunctions);
  const settings = {
    // Autovacuum moves rows and takes transaction ids at times that differ between runs. PostgreSQL does not clean up a
    // page while the background writer or a checkpoint writes it, and then the places of later rows differ.
    autovacuum: 'off',
    bgwriter_lru_maxpages: 0,
    checkpoint_timeout: '1d',
    max_wal_size: '8GB',
    deadlock_timeout: deadlockTimeoutMs,
  };
  for (const [name, value] of Object.entries(settings)) await monitor.query(`alter system set ${name} = '${value}'`);
  await monitor.query('select pg_reload_conf()');

  const latency = () => random.between(latencyMs.least, latencyMs.most);

  /** Returns the schema that a connection searches first. */
  function schemaOf(client: pg.Client): string | undefined {
    const { options } = (client as unknown as { connectionParameters: { options?: string } }).connectionParameters;
    return /-c search_path=(\w+)/.exec(options ?? '')?.[1];
  }

  /**
   * Adds `sim` to a search path, and lets a statement of a handler with a simulated bug fail.
   * The service's schema stays first, because PostgreSQL creates new tables in the first one.
   */
  function rewrite(given: Arguments): Arguments {
    const text = textOf(given);
    if (parts.getStore()?.isBroken && !ofInbox.test(text)) {
      return [`do $$ begin raise exception '${simulatedBug}'; end $$`];
    }
    const schema = /^\s*set search_path to ("\w+")$/.exec(text)?.[1];
    return schema ? [`set search_path to ${schema}, sim, pg_catalog`] : given;
  }

  function textOf([first]: Arguments): string {
    return String(typeof first === 'string' ? first : first.text);
  }

  function describe({ given }: Pending): string {
    const [first, values] = given;
    // The password of a role depends on the cluster's.
    const text = textOf(given).replace(/ password '\w+'/, ' password');
    return text.replaceAll(/\s+/g, ' ').trim().slice(0, longestShownText) + fingerprint(text, values ?? first.values);
  }

  function fingerprint(text: string, values: unknown): string {
    return ` #${hash('sha256', `${text}${JSON.stringify(values)}`).slice(0, 8)}`;
  }

  async function read<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return (await Reflect.apply(query, monitor, [text, values])).rows;
  }

  const roundTrip = (client: pg.Client, text: string): Promise<pg.QueryResult> => Reflect.apply(query, client, [text]);

  async function release(connection: Connection): Promise<void> {
    const { client } = connection;
    connection.isReleasing = false;
    const released = connection.pending.splice(0);
    for (const each of released) scheduler.note(`| ${describe(each)}`);
    const time = formatTime(scheduler.nowUs());
    const settings: string[] = [];
    // Within a transaction, `now()` keeps the time of the transaction's first statement.
    if (client.getTransactionStatus() === 'I') settings.push(`set sim.now = '${time}'`);
    if (released.some(({ given }) => readsClock.test(textOf(given)))) settings.push(`set sim.clock = '${time}'`);
    const { stream } = (client as pg.Client & { connection: pg.Connection }).connection;
    // One packet contains all statements.
    stream.cork();
    // In a failed transaction, PostgreSQL refuses this statement like every other.
    if (settings.length > 0) roundTrip(client, settings.join('; ')).catch(() => {});
    const outcomes = Promise.allSettled(
      released.map(({ given }) => Reflect.apply(query, client, given) as Promise<pg.QueryResult>),
    );
    stream.uncork();
    const wait = { released, outcomes, isOver: false };
    void outcomes.then(() => {
      wait.isOver = true;
    });
    connection.wait = wait;
    await proceed(connection, wait);
  }

  /** Delivers the responses of the statements. Stops the connection's process if it waits for a lock. */
  async function proceed(connection: Connection, wait: Wait): Promise<void> {
    if (await endsNow(connection, wait)) deliver(connection, wait.released, await wait.outcomes);
    else {
      scheduler.note('waits for a lock');
      stops.stop(connection.pid);
      blocked.add(connection);
    }
    await continueUnblocked();
  }

  /** Waits for the responses. Returns false if the statement waits for a lock of another connection. */
  async function endsNow({ pid }: Connection, wait: Wait): Promise<boolean> {
    const since = realNow();
    for (;;) {
      await waitAtMost(checkAfterMs, wait.outcomes);
      if (wait.isOver) return true;
      const [found] = await read<{ waits: boolean; isDeadlocked: boolean }>(`
        with recursive waited (pid) as (
          select unnest(pg_blocking_pids(${pid})) union select unnest(pg_blocking_pids(pid)) from waited
        )
        select count(*) > 0 as waits, coalesce(bool_or(waited.pid = ${pid}), false) as "isDeadlocked"
        from waited join pg_stat_activity using (pid) where backend_type = 'client backend'`);
      // PostgreSQL ends a deadlock. Its search must not be stopped, because it locks the table of locks.
      const searchesSoon = Math.abs(realNow() - since - deadlockTimeoutMs) < deadlockTimeoutMs / 2;
      if (found?.waits && !found.isDeadlocked && !searchesSoon) return false;
    }
  }

  /** Continues the connections whose statement no longer waits for a lock, each in its own step. */
  async function continueUnblocked(): Promise<void> {
    if (blocked.size === 0) return;
    const pids = [...blocked].map(({ pid }) => pid);
    const rows = await read<{ pid: number }>(
      `select pid from unnest(array[${pids}]) pid where cardinality(pg_blocking_pids(pid)) = 0`,
    );
    for (const connection of blocked) {
      if (!rows.some(({ pid }) => pid === connection.pid)) continue;
      blocked.delete(connection);
      connection.inContext(() =>
        scheduler.schedule('the lock is released', latency(), async () => {
          if (!connection.wait || !connections.has(connection.client)) return;
          stops.resume(connection.pid);
          await proceed(connection, connection.wait);
        }),
      );
    }
  }

  function deliver(
    connection: Connection,
    released: Pending[],
    outcomes: PromiseSettledResult<pg.QueryResult>[],
  ): void {
    connection.wait = null;
    outcomes.forEach((outcome, place) => {
      const { done } = released[place] as Pending;
      if (outcome.status === 'fulfilled') done.resolve(sortReturned(outcome.value));
      else done.reject(outcome.reason);
      const { value, reason } = outcome as { value?: pg.QueryResult; reason?: { code?: string } };
      scheduler.note(value ? `→ ${value.rowCount ?? 0} rows` : `→ error ${reason?.code}`);
    });
    if (connection.pending.length > 0) releaseLater(connection);
  }

  /** Ends a connection of a crashed process. Returns when PostgreSQL has released its locks. */
  async function terminate({ client, pid }: Connection): Promise<void> {
    const { connection } = client as pg.Client & { connection: pg.Connection };
    for (const emitter of [client, connection, connection.stream]) emitter.removeAllListeners();
    connection.stream.on('error', () => {}).destroy();
    // A stopped process receives the signal first, so it ends before it goes on.
    await read(`select pg_terminate_backend(${pid})`);
    stops.resume(pid);
    await read(`select pg_terminate_backend(${pid}, 10000)`);
  }

  function releaseLater(connection: Connection): void {
    if (connection.isReleasing || connection.wait) return;
    connection.isReleasing = true;
    scheduler.schedule(`statement of ${connection.schema}`, latency(), () => release(connection));
  }

  function send(client: pg.Client, given: Arguments): Promise<pg.QueryResult> {
    const connection = connections.get(client);
    if (!connection) return Promise.reject(new Error('The connection to PostgreSQL has ended.'));
    const done = Promise.withResolvers<pg.QueryResult>();
    connection.pending.push({ given: rewrite(given), done });
    releaseLater(connection);
    return done.promise;
  }

  /** Calls back with the result if there is a callback; otherwise returns the promise. */
  function answer<Result>(result: Promise<Result>, callback: unknown): Promise<Result> | undefined {
    if (typeof callback !== 'function') return result;
    result.then(
      (value) => callback(null, value),
      (error) => callback(error),
    );
    return undefined;
  }

  // Idle connections stay open, because a new one loads PostgreSQL's catalog and plans all statements again.
  class OpenPool extends Pool {
    constructor(settings?: pg.PoolConfig) {
      super({ ...settings, idleTimeoutMillis: 0 });
    }
  }
  pg.Pool = OpenPool;
  Object.assign(pg.Client.prototype, {
    connect(this: pg.Client, callback?: unknown) {
      if (this === monitor) return Reflect.apply(connect, this, []);
      const { connectionParameters } = this as unknown as { connectionParameters: Record<string, unknown> };
      const schema = schemaOf(this);
      // PostgreSQL's time limits are of real time.
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
        delete connectionParameters[limit];
      const number = nextNumber++;
      const searchPath = schema ? `-c search_path=${schema},sim,pg_catalog ` : '';
      connectionParameters.options = `${searchPath}-c sim.backend_pid=${number}`;
      const name = `${schema ?? 'owner'} ${number}`;
      const life = currentLife();
      const inContext = AsyncLocalStorage.snapshot();
      const opened = scheduler.operate(`connection to PostgreSQL: ${name}`, latency(), async () => {
        await Reflect.apply(connect, this, []);
        const { processID: pid } = this as unknown as { processID: number };
        const state = { schema: schema ?? 'owner', life, inContext, pending: [], isReleasing: false, wait: null };
        connections.set(this, { client: this, pid, ...state });
      });
      return answer(opened, callback);
    },
    query(this: pg.Client, ...given: Arguments) {
      if (this === monitor) return Reflect.apply(query, this, given);
      const last = given.at(-1);
      const hasCallback = typeof last === 'function';
      return answer(send(this, hasCallback ? given.slice(0, -1) : given), hasCallback ? last : undefined);
    },
    end(this: pg.Client, callback?: unknown) {
      if (this === monitor) return Reflect.apply(end, this, []);
      const ended = scheduler.operate('end of a connection to PostgreSQL', latency(), async () => {
        const connection = connections.get(this);
        connections.delete(this);
        if (connection) {
          blocked.delete(connection);
          stops.resume(connection.pid);
        }
        await Reflect.apply(end, this, []);
        await continueUnblocked();
      });
      return answer(ended, callback);
    },
  });

  return {
    read,
    async drop(life) {
      for (const [client, connection] of connections) {
        if (connection.life !== life) continue;
        connections.delete(client);
        blocked.delete(connection);
        await terminate(connection);
      }
      await continueUnblocked();
    },
    async stop() {
      stops.end();
      Object.assign(pg.Client.prototype, { connect, query, end });
      pg.Pool = Pool;
      await Reflect.apply(end, monitor, []);
    },
  };
}
