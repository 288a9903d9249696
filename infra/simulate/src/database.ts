import { hash } from 'node:crypto';
import pg from 'pg';
import { realPause } from './real.ts';
import { currentLife, type Life, type Scheduler } from './scheduler.ts';

/** Range of the time that a statement takes, in milliseconds. */
const latencyMs = { least: 0.1, most: 4 } as const;
/** Real time after which a statement without a response may be waiting for a lock. */
const checkAfterMs = 4;
const longestShownText = 90;

// biome-ignore lint/suspicious/noExplicitAny: pg's method has many overloads
type Arguments = any[];

/** A statement that its caller has sent and the scheduler has not released. */
interface Pending {
  given: Arguments;
  done: PromiseWithResolvers<pg.QueryResult>;
}

interface Connection {
  client: pg.Client;
  /** The schema of the connection's service, for the trace. */
  schema: string;
  life: Life | undefined;
  pending: Pending[];
  isReleasing: boolean;
  /** The statements that wait for a lock of another connection. */
  blocked: { released: Pending[]; outcomes: Promise<PromiseSettledResult<pg.QueryResult>[]>; isOver: boolean } | null;
}

/**
 * Functions that hide PostgreSQL's clock and its random values.
 * An unqualified name is searched in the service's schema, then in `sim`, and then in PostgreSQL's own schema.
 * `now` is constant within a transaction, as in PostgreSQL. UUIDs have the version 4, which our contracts require.
 */
const simulatedFunctions = `
  create schema sim;
  grant usage on schema sim to public;
  create sequence sim.uuids;
  grant usage on sequence sim.uuids to public;
  create function sim.now() returns timestamptz language sql stable
    as $$ select current_setting('sim.now')::timestamptz $$;
  create function sim.clock_timestamp() returns timestamptz language sql volatile
    as $$ select current_setting('sim.clock')::timestamptz $$;
  create function sim.gen_random_uuid() returns uuid language sql volatile
    as $$ select overlay(overlay(md5('sim ' || nextval('sim.uuids')) placing '4' from 13) placing '8' from 17)::uuid $$`;

/** Formats a virtual time with microseconds. */
function formatTime(nowUs: number): string {
  return new Date(nowUs / 1_000).toISOString().replace('Z', `${String(nowUs % 1_000).padStart(3, '0')}Z`);
}

export interface SimulatedDatabase {
  /** Reads rows outside of the simulated world. */
  read<Row extends object>(text: string): Promise<Row[]>;
  /** Ends the connections of a crashed process. PostgreSQL rolls their transactions back. */
  drop(life: Life): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the statements of this process wait for the scheduler, which releases one at a time.
 * Locks are real: a statement that waits for another connection's lock stays in PostgreSQL, and other steps go on.
 */
export async function installDatabase(scheduler: Scheduler, url: string): Promise<SimulatedDatabase> {
  const { random } = scheduler;
  const { connect, query, end } = pg.Client.prototype;
  const connections = new Map<pg.Client, Connection>();
  /** Connections in the order in which their statements began to wait for a lock. */
  const blocked: Connection[] = [];
  let nextName = 1;

  const monitor = new pg.Client({ connectionString: url });
  await monitor.connect();
  await monitor.query(simulatedFunctions);
  // Autovacuum moves rows and takes transaction ids at times that differ between runs.
  await monitor.query('alter system set autovacuum = off');
  await monitor.query('select pg_reload_conf()');

  const latency = () => random.between(latencyMs.least, latencyMs.most);

  /** Returns the schema that a connection searches first. */
  function schemaOf(client: pg.Client): string | undefined {
    const { options } = (client as unknown as { connectionParameters: { options?: string } }).connectionParameters;
    return /-c search_path=(\w+)/.exec(options ?? '')?.[1];
  }

  /**
   * Adds `sim` to a search path.
   * The service's schema stays first, because PostgreSQL creates new tables in the first one.
   */
  function rewrite(given: Arguments): Arguments {
    const [text] = given;
    const schema = typeof text === 'string' && /^\s*set search_path to ("\w+")$/.exec(text)?.[1];
    return schema ? [`set search_path to ${schema}, sim, pg_catalog`] : given;
  }

  function describe({ given: [first, values] }: Pending): string {
    const given = String(typeof first === 'string' ? first : first.text);
    // The password of a role depends on the cluster's.
    const text = given.replace(/ password '\w+'/, ' password');
    return text.replaceAll(/\s+/g, ' ').trim().slice(0, longestShownText) + fingerprint(text, values ?? first.values);
  }

  function fingerprint(text: string, values: unknown): string {
    return ` #${hash('sha256', `${text}${JSON.stringify(values)}`).slice(0, 8)}`;
  }

  const roundTrip = (client: pg.Client, text: string): Promise<pg.QueryResult> => Reflect.apply(query, client, [text]);

  async function release(connection: Connection): Promise<void> {
    const { client } = connection;
    connection.isReleasing = false;
    const released = connection.pending.splice(0);
    for (const each of released) scheduler.note(`| ${describe(each)}`);
    const time = formatTime(scheduler.nowUs());
    // Within a transaction, `now()` keeps the time of the transaction's first statement.
    const isOutside = client.getTransactionStatus() !== 'T' && client.getTransactionStatus() !== 'E';
    const setting = `set sim.clock = '${time}'${isOutside ? `; set sim.now = '${time}'` : ''}`;
    // In a failed transaction, PostgreSQL refuses this statement like every other.
    const outcomes = Promise.allSettled([
      roundTrip(client, setting),
      ...released.map(({ given }) => Reflect.apply(query, client, given) as Promise<pg.QueryResult>),
    ]).then((all) => all.slice(1));
    const wait = { released, outcomes, isOver: false };
    void outcomes.then(() => {
      wait.isOver = true;
    });
    connection.blocked = wait;
    if (await endsNow(connection)) deliver(connection, await outcomes);
    else {
      scheduler.note('waits for a lock');
      blocked.push(connection);
    }
    await releaseBlocked();
  }

  /** Waits for the responses. Returns false if the statement waits for a lock of another connection. */
  async function endsNow({ client, blocked: wait }: Connection): Promise<boolean> {
    for (;;) {
      await Promise.race([wait?.outcomes, realPause(checkAfterMs)]);
      if (wait?.isOver) return true;
      const { processID } = client as pg.Client & { processID: number };
      const { rows } = (await Reflect.apply(query, monitor, [
        `select from unnest(pg_blocking_pids(${processID})) pid join pg_stat_activity using (pid)
         where backend_type = 'client backend'`,
      ])) as pg.QueryResult;
      if (rows.length > 0) return false;
    }
  }

  /** Delivers the responses of statements that waited for a lock, in the order of their start. */
  async function releaseBlocked(): Promise<boolean> {
    let found = false;
    for (let place = 0; place < blocked.length; ) {
      const connection = blocked[place] as Connection;
      if (await endsNow(connection)) {
        blocked.splice(place, 1);
        const outcomes = (await connection.blocked?.outcomes) ?? [];
        scheduler.schedule('the lock is released', 0, () => deliver(connection, outcomes));
        found = true;
        // The statement may have released a lock that an earlier one waits for.
        place = 0;
      } else place++;
    }
    return found;
  }

  function deliver(connection: Connection, outcomes: PromiseSettledResult<pg.QueryResult>[]): void {
    const released = connection.blocked?.released ?? [];
    connection.blocked = null;
    outcomes.forEach((outcome, place) => {
      const { done } = released[place] as Pending;
      if (outcome.status === 'fulfilled') done.resolve(outcome.value);
      else done.reject(outcome.reason);
      const { value, reason } = outcome as { value?: pg.QueryResult; reason?: { code?: string } };
      scheduler.note(value ? `→ ${value.rowCount ?? 0} rows` : `→ error ${reason?.code}`);
    });
    if (connection.pending.length > 0) releaseLater(connection);
  }

  /** Ends a connection of a crashed process. Returns when PostgreSQL has released its locks. */
  async function terminate(client: pg.Client): Promise<void> {
    const { processID, connection } = client as pg.Client & { processID: number; connection: pg.Connection };
    for (const emitter of [client, connection, connection.stream]) emitter.removeAllListeners();
    connection.stream.on('error', () => {}).destroy();
    await Reflect.apply(query, monitor, [`select pg_terminate_backend(${processID}, 10000)`]);
  }

  function releaseLater(connection: Connection): void {
    if (connection.isReleasing || connection.blocked) return;
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

  Object.assign(pg.Client.prototype, {
    connect(this: pg.Client, callback?: unknown) {
      if (this === monitor) return Reflect.apply(connect, this, []);
      const { connectionParameters } = this as unknown as { connectionParameters: { options?: string } };
      const schema = schemaOf(this);
      if (schema) connectionParameters.options = `-c search_path=${schema},sim,pg_catalog`;
      const name = `${schema ?? 'owner'} ${nextName++}`;
      const life = currentLife();
      const opened = scheduler.operate(`connection to PostgreSQL: ${name}`, latency(), async () => {
        await Reflect.apply(connect, this, []);
        const state = { schema: schema ?? 'owner', life, pending: [], isReleasing: false, blocked: null };
        connections.set(this, { client: this, ...state });
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
        connections.delete(this);
        await Reflect.apply(end, this, []);
        await releaseBlocked();
      });
      return answer(ended, callback);
    },
  });
  scheduler.onIdle(releaseBlocked);

  return {
    async read(text) {
      return (await Reflect.apply(query, monitor, [text])).rows;
    },
    async drop(life) {
      for (const [client, connection] of connections) {
        if (connection.life !== life) continue;
        connections.delete(client);
        const place = blocked.indexOf(connection);
        if (place >= 0) blocked.splice(place, 1);
        await terminate(client);
      }
      await releaseBlocked();
    },
    async stop() {
      Object.assign(pg.Client.prototype, { connect, query, end });
      await Reflect.apply(end, monitor, []);
    },
  };
}
