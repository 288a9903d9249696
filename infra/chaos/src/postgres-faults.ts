import pg from 'pg';
import { services } from './installation.ts';
import type { Fault } from './plan.ts';

const timeoutMs = 30_000;

/** Connects to the database. @throws Error if it does not answer */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // The connection may end by a fault; the query then rejects.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lists the ids of PostgreSQL's processes, the main process first. */
export function listProcesses(url: string): Promise<number[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(`
      select (string_to_array(pg_read_file('postmaster.pid'), chr(10)))[1]::int as pid
      union all
      select pid from pg_stat_activity where pid <> pg_backend_pid()`);
    return rows.map(({ pid }) => pid);
  });
}

/** Returns the faults of a database on this machine. */
export function postgresFaults(findDatabase: () => Promise<string>): Fault[] {
  const none = async () => {};
  const frozen: number[] = [];
  const held: pg.Client[] = [];
  return [
    {
      name: 'PostgreSQL crashes and recovers',
      seconds: [1, 3],
      async begin() {
        // PostgreSQL ends all other processes if one is killed, because shared memory may be damaged.
        const [, , pid] = await listProcesses(await findDatabase());
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      },
      end: none,
    },
    {
      name: 'all connections to PostgreSQL end',
      seconds: [1, 3],
      begin: async () =>
        withClient(await findDatabase(), async (client) => {
          await client.query(`
            select pg_terminate_backend(pid) from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid()`);
        }),
      end: none,
    },
    {
      name: 'PostgreSQL freezes',
      seconds: [15, 30],
      async begin() {
        frozen.push(...(await listProcesses(await findDatabase())));
        signalAll(frozen, 'SIGSTOP');
      },
      end: async () => signalAll(frozen.splice(0), 'SIGCONT'),
    },
    {
      name: 'the connections of PostgreSQL are used up',
      seconds: [15, 30],
      async begin() {
        const connectionString = await findDatabase();
        for (;;) {
          const client = new pg.Client({ connectionString });
          client.on('error', () => {});
          const isConnected = await client.connect().then(
            () => true,
            () => false,
          );
          if (!isConnected) return;
          held.push(client);
        }
      },
      async end() {
        await Promise.all(held.splice(0).map((client) => client.end()));
      },
    },
  ];
}

/**
 * Returns a fault in which each service publishes all its earlier events again.
 * @param events SQL that selects the envelope of each event
 */
export function repeatEvents(findDatabase: () => Promise<string>, events: string): Fault {
  return {
    name: 'all events are delivered again',
    seconds: [1, 3],
    begin: async () =>
      withClient(await findDatabase(), async (client) => {
        for (const service of services) {
          await client.query(`
            insert into ${service}.outbox (envelope)
            select distinct envelope from (${events}) where envelope->>'source' = '${service}'`);
        }
      }),
    end: async () => {},
  };
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended in the meantime.
    }
  }
}
