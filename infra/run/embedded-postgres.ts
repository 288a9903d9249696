import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chownTree, preparePostgresBinaries } from './postgres-binaries.ts';
import { type SupervisedProcess, supervise, type User } from './supervisor.ts';

export interface EmbeddedPostgres {
  url: string;
  port: number;
  /** Resolves when the server has ended, expected or not. */
  exited: Promise<number>;
  stop(): Promise<void>;
}

interface StartOptions {
  dataDir: string;
  port?: number;
  log?: (line: string) => void;
  /** Where root keeps the cluster of a data directory that the server's user cannot reach. */
  fallbackDir?: string;
}

const database = 'xrp_bridge';
const run = promisify(execFile);

const initialOptions = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=reject',
  '--no-instructions',
];

// Passwords on loopback only: other users of the machine can connect to a port, but cannot read the password file.
const hostBasedAuthentication = 'host all all 127.0.0.1/32 scram-sha-256\n';

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  password_encryption: 'scram-sha-256',
  // One machine, short queries: neither parallel plans nor compiled ones nor replication pay here.
  io_method: 'sync',
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
};

const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400 };

/**
 * Starts PostgreSQL on 127.0.0.1 with its cluster in `<dataDir>/postgres` and its password in
 * `<dataDir>/postgres-password` (mode 0600), creating both at the first start, with a database `xrp_bridge`.
 *
 * PostgreSQL refuses to run as root, so root runs it as the cluster's owner, `nobody` at first. Where `nobody` cannot
 * reach `dataDir`, the cluster goes to a folder of its own below `fallbackDir` (/var/lib/xrp-bridge) and
 * `<dataDir>/postgres-location` names it.
 *
 * @param port preferred port; the next free one is taken instead of a busy one. Without it any free port.
 * @throws when another live instance uses `dataDir`, or the server cannot start (with its last words)
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  return await start({ ...options, dataDir, settings });
}

/** Starts a PostgreSQL for tests in a temporary folder, fast rather than durable; the folder goes with the server. */
export async function startThrowawayPostgres(
  options: Pick<StartOptions, 'log' | 'fallbackDir'> = {},
): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'xrp-bridge-postgres-'));
  await chmod(dataDir, 0o711);
  try {
    const server = await start({ ...options, dataDir, settings: { ...settings, ...throwawaySettings }, throwaway: true });
    const removed = server.exited.then(async (code) => {
      await rm(dataDir, { recursive: true, force: true });
      return code;
    });
    return {
      ...server,
      exited: removed,
      async stop() {
        await server.stop();
        await removed;
      },
    };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function start(
  options: StartOptions & { settings: Record<string, string | number>; throwaway?: boolean },
): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {}, throwaway = false } = options;
  const home = await chooseHome(options);
  const cluster = join(home, 'postgres');
  const user = await chooseUser(cluster);
  const bin = await preparePostgresBinaries(home, user);

  if (!existsSync(cluster)) await initialise(bin, cluster, user, throwaway);
  await assertOwn(cluster);
  await releaseStaleLock(cluster);
  const password = await ensurePassword(bin, cluster, join(dataDir, 'postgres-password'), user);

  const { server, port } = await launch({
    bin,
    cluster,
    user,
    settings: options.settings,
    preferredPort: options.port,
    removeAfter: throwaway ? home : undefined,
    log,
  });
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    port,
    exited: server.exited,
    stop: server.stop,
  };
}
