import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../process/free-port.ts';
import { type SupervisedProcess, supervise, type User } from '../process/supervisor.ts';
import { preparePostgresBinaries } from './binaries.ts';
import {
  claimCluster,
  createCluster,
  defaultServerUser,
  ensurePassword,
  locateCluster,
  passwordIterations,
  requestSmartShutdown,
} from './cluster.ts';

export interface EmbeddedPostgres {
  url: string;
  port: number;
  /** Resolves with the exit code when the server has ended, even if `stop` was not called. */
  exited: Promise<number>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  port?: number;
  log?: (line: string) => void;
  notice?: (line: string) => void;
  onLaunch?: () => void;
  fallbackDir?: string;
}

// Recovery after a crash may take long, so the timeout is long, too.
const startTimeoutMs = 60_000;

const smartShutdownGraceMs = 500;

const durableSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  // On one machine with short queries, parallel plans, JIT compilation and replication are of no use.
  io_method: 'sync',
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  // More iterations of the password hash protect passwords that people choose. Our password is random, so more
  // iterations would only slow down connections.
  scram_iterations: passwordIterations,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

const throwawaySettings = {
  ...durableSettings,
  max_connections: 500,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * Starts PostgreSQL on 127.0.0.1, with its cluster in `<dataDir>/postgres`.
 * The password is in `<dataDir>/postgres-password` (mode 0600). The first start creates the cluster,
 * the password and a database `xrp_bridge`. The server stops when this process ends, even by kill -9.
 *
 * @param options.port preferred port; if it is taken, the next free one. By default a random free port
 * @param options.log called with PostgreSQL's log lines
 * @param options.notice called with messages for the operator of the process
 * @param options.onLaunch called when the server's process has begun to start
 * @param options.fallbackDir folder for the cluster if this process runs as root and the user that runs PostgreSQL
 * cannot reach `dataDir`
 * @throws Error if another server uses `dataDir`, or if the server does not start (with its last output)
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  return await start({ ...options, dataDir }, { durable: true, discards: false });
}

/** Starts a PostgreSQL for tests: fast instead of durable, in a temporary folder. */
export async function startThrowawayPostgres(
  options: Omit<EmbeddedPostgresOptions, 'dataDir'> = {},
): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'xrp-bridge-postgres-'));
  await giveToServer(dataDir);
  return await start({ ...options, dataDir }, { durable: false, discards: true });
}

/**
 * Starts a PostgreSQL for simulations: fast instead of durable.
 * @param dataDir an existing folder, which `stop` does not remove
 */
export async function startFastPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  await giveToServer(dataDir);
  return await start({ dataDir }, { durable: false, discards: false });
}

async function giveToServer(folder: string): Promise<void> {
  const user = defaultServerUser();
  if (user) await chown(folder, user.uid, user.gid);
}

async function start(
  options: EmbeddedPostgresOptions,
  { durable, discards }: { durable: boolean; discards: boolean },
): Promise<EmbeddedPostgres> {
  const { dataDir, port: preferredPort, log = () => {}, notice = log, fallbackDir = '/var/lib/xrp-bridge' } = options;
  if (process.platform === 'win32') throw new Error('There is no embedded PostgreSQL on Windows: set DATABASE_URL.');
  const { home, user } = await locateCluster({ dataDir, fallbackDir, notice, durable });
  const discard = async () => {
    if (!discards) return;
    await rm(home, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const cluster = join(home, 'postgres');
    const bin = await preparePostgresBinaries(home, user);
    if (!existsSync(cluster)) await createCluster({ bin, cluster, user, durable });
    await claimCluster(cluster);
    const password = await ensurePassword({ bin, cluster, user, file: join(dataDir, 'postgres-password') });
    const { server, port } = await launch({
      command: [join(bin, 'postgres'), '-D', cluster, ...settingArguments(durable)],
      cluster,
      user,
      preferredPort,
      log,
      removeAfter: discards ? home : undefined,
      onLaunch: options.onLaunch,
    });
    const exited = server.exited.then(async (code) => {
      await discard();
      return code;
    });
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/xrp_bridge`,
      port,
      exited,
      async stop() {
        // The server waits for connections that are about to close. After the grace period it closes all others.
        await requestSmartShutdown(cluster);
        await Promise.race([exited, delay(smartShutdownGraceMs, undefined, { ref: false })]);
        await server.stop();
        await exited;
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function settingArguments(durable: boolean): string[] {
  const settings = durable ? durableSettings : throwawaySettings;
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Starts the server on a free port. Retries if another process has taken the port in the meantime. */
async function launch(options: {
  command: string[];
  cluster: string;
  user: User | undefined;
  preferredPort: number | undefined;
  log: (line: string) => void;
  removeAfter: string | undefined;
  onLaunch: (() => void) | undefined;
}): Promise<{ server: SupervisedProcess; port: number }> {
  const { command, cluster, user, preferredPort, log, removeAfter, onLaunch } = options;
  let port = await findFreePort(preferredPort);
  for (let attempt = 1; ; attempt++) {
    const lastLines: string[] = [];
    const ready = Promise.withResolvers<'ready'>();
    const server = supervise([...command, '-c', `port=${port}`], {
      user,
      removeAfter,
      onLine(line) {
        log(line);
        lastLines.push(line);
        if (lastLines.length > 10) lastLines.shift();
        if (line.includes('database system is ready to accept connections')) ready.resolve('ready');
      },
    });
    onLaunch?.();
    const outcome = await Promise.race([ready.promise, server.exited, delay(startTimeoutMs, 'slow', { ref: false })]);
    if (outcome === 'ready') return { server, port };
    await server.stop();
    await claimCluster(cluster); // Throws if another process has started a server on the cluster.
    const words = lastLines.join('\n');
    if (attempt === 10 || !/Address already in use|pre-existing shared memory/.test(words)) {
      throw new Error(`PostgreSQL did not start on ${cluster}:\n${words}`);
    }
    await delay(100);
    port = await findFreePort(preferredPort);
  }
}
