import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { User } from '../process/supervisor.ts';
import { chownTree } from './binaries.ts';
import { ClusterError, ClusterInUse } from './cluster-error.ts';

const run = promisify(execFile);

/** Returns the user for a test server: not root, because PostgreSQL refuses to run as root. */
export function defaultServerUser(): User | undefined {
  return process.getuid?.() === 0 ? unprivileged : undefined;
}

const unprivileged: User = { uid: 65534, gid: 65534 };
const ownName = 'xrp-bridge';

/**
 * Returns the user under which root starts a new cluster: a dedicated user if one can be created, or
 * else `unprivileged`.
 */
async function provideServerUser(notice: (line: string) => void): Promise<User> {
  const known = await findUser(ownName);
  if (known) return known;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  const problem = await run('useradd', [...options, '--shell', '/usr/sbin/nologin', ownName]).then(
    () => '',
    (error: Error) => error.message.trim(),
  );
  // Another process may have created the user at the same time.
  const made = await findUser(ownName);
  if (made) return made;
  notice(`The database runs as nobody, whom other programs may be too: no user ${ownName} could be made. ${problem}`);
  return unprivileged;
}

async function findUser(name: string): Promise<User | undefined> {
  const lines = (await readIfPresent('/etc/passwd'))?.split('\n') ?? [];
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Iterations of the password hash; PostgreSQL's default for `scram_iterations` is 4096. */
export const passwordIterations = 64;

const initialOptions = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=reject',
  '--no-instructions',
];

// Connections need loopback and the password: other users of the machine can reach the port, but cannot read the
// password file.
const hostBasedAuthentication = 'host all all 127.0.0.1/32 scram-sha-256\n';

/**
 * Returns the folder of a data directory's cluster (`<home>/postgres`) and the user of its server.
 * PostgreSQL refuses to run as root, so root runs it as the cluster's owner (initially a dedicated user), who gets
 * permission to pass through the data directory. If that user cannot reach the data directory, `home` is below
 * `fallbackDir`, and `<dataDir>/postgres-location` contains its path. A home below `fallbackDir`
 * is not deleted with the data directory, because a cluster must never be deleted by mistake.
 *
 * @throws ClusterError if an existing cluster has another owner or cannot be reached
 */
export async function locateCluster(options: {
  dataDir: string;
  fallbackDir: string;
  notice: (line: string) => void;
  durable: boolean;
}): Promise<{ home: string; user: User | undefined }> {
  const { dataDir, fallbackDir, notice, durable } = options;
  const record = join(dataDir, 'postgres-location');
  const recorded = (await readIfPresent(record))?.trim();
  const home = recorded ?? dataDir;
  const cluster = join(home, 'postgres');
  const owner = await ownerOf(cluster);

  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new ClusterError(
        `${cluster} belongs to user id ${owner.uid}: start as that user or as root, or set another DATA_DIR.`,
      );
    }
    return { home, user: undefined };
  }

  const newOwner = durable ? provideServerUser : () => unprivileged;
  const user = owner && owner.uid !== 0 ? owner : await newOwner(notice);
  if (owner?.uid === 0) await chownTree(cluster, user);
  await letThrough(home);
  if (await canReach(home, user)) return { home, user };
  if (owner || recorded) {
    throw new ClusterError(
      `User id ${user.uid}, which runs PostgreSQL, cannot reach ${cluster}: open the folders above it (chmod o+x).`,
    );
  }
  const relocated = await makeReachableFolder(fallbackDir, user);
  await writeFile(record, `${relocated}\n`);
  notice(`User id ${user.uid}, which runs PostgreSQL, cannot reach ${dataDir}: the database is kept in ${relocated}`);
  return { home: relocated, user };
}

/** Allows other users to pass through a folder of root without listing it. */
async function letThrough(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid === 0) await chmod(folder, (mode & 0o7777) | 0o001);
}

async function makeReachableFolder(parent: string, user: User): Promise<string> {
  await mkdir(parent, { recursive: true });
  await chmod(parent, 0o755);
  const folder = await mkdtemp(join(parent, 'data-'));
  await chmod(folder, 0o711);
  if (await canReach(folder, user)) return folder;
  await rm(folder, { recursive: true });
  throw new ClusterError(
    `User id ${user.uid}, which runs PostgreSQL, can reach neither DATA_DIR nor ${parent}: set another DATA_DIR.`,
  );
}

/** Creates the cluster with its database, completely or not at all. */
export async function createCluster(options: {
  bin: string;
  cluster: string;
  user: User | undefined;
  durable: boolean;
}): Promise<void> {
  const { bin, cluster, user, durable } = options;
  const staging = await mkdtemp(`${cluster}-new-`);
  try {
    if (user) await chown(staging, user.uid, user.gid);
    const speed = durable ? [] : ['--no-sync', '--no-data-checksums'];
    await run(join(bin, 'initdb'), ['-D', staging, ...initialOptions, ...speed], { cwd: '/', env: {}, ...user });
    await writeFile(join(staging, 'pg_hba.conf'), hostBasedAuthentication);
    await runSingleUser({ bin, cluster: staging, user, sql: 'CREATE DATABASE xrp_bridge' });
    await rename(staging, cluster);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Reads the password of the database's owner; without a file, sets a new random one. */
export async function ensurePassword(options: {
  bin: string;
  cluster: string;
  user: User | undefined;
  file: string;
}): Promise<string> {
  const known = await readIfPresent(options.file);
  if (known) return known.trim();
  const password = randomBytes(24).toString('hex');
  await runSingleUser({ ...options, sql: `ALTER ROLE postgres PASSWORD '${password}'` });
  const staging = `${options.file}.new`;
  await rm(staging, { force: true });
  await writeFile(staging, `${password}\n`, { mode: 0o600 });
  await rename(staging, options.file);
  return password;
}

/** Runs one statement without a server and without a password, as the cluster's owner. */
async function runSingleUser(options: {
  bin: string;
  cluster: string;
  user: User | undefined;
  sql: string;
}): Promise<void> {
  const { bin, cluster, user, sql } = options;
  // Errors must not repeat the statement, which may contain a password.
  const quiet = ['-c', 'log_min_error_statement=panic', '-c', 'log_checkpoints=off'];
  const ours = ['-c', `scram_iterations=${passwordIterations}`];
  const session = spawn(join(bin, 'postgres'), ['--single', '-D', cluster, ...quiet, ...ours, 'postgres'], {
    cwd: '/',
    env: {},
    ...user,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  session.stdin.on('error', () => {}); // A session that cannot start reports the error on stderr, so this write error is ignored.
  session.stdin.end(`${sql}\n`);
  const messages = await text(session.stderr);
  const failure = messages.split('\n').find((line) => /ERROR|FATAL|PANIC/.test(line));
  if (failure) throw new ClusterError(`PostgreSQL could not prepare ${cluster}: ${failure}`);
}

/**
 * Makes sure that no server runs on the cluster. Waits for a server that is stopping.
 * Removes a lock file with the process id of an unrelated process; PostgreSQL itself removes a lock
 * file whose process has ended.
 *
 * @throws ClusterInUse if a running server uses the cluster
 */
export async function claimCluster(cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  const started = Date.now();
  for (;;) {
    const lines = (await readIfPresent(lockFile))?.split('\n');
    if (!lines) return;
    const pid = Math.abs(Number(lines[0])); // The process id is negative for a single-user session.
    const status = lines[7]?.trim();
    if (!pid || !(await isServerOf(pid, cluster))) {
      await rm(lockFile, { force: true });
      return;
    }
    // A server whose parent was killed a moment ago stops soon, so wait even if its status is not `stopping` yet.
    const timeoutMs = status === 'stopping' ? 10_000 : 2_000;
    if (Date.now() - started > timeoutMs) {
      throw new ClusterInUse(
        `PostgreSQL (process ${pid}, port ${lines[3]}) already runs on ${cluster}: ` +
          'another XRP Bridge uses this DATA_DIR. Stop it, or set another DATA_DIR.',
      );
    }
    await delay(20);
  }
}

/** Makes the cluster's server stop as soon as its last connection has closed. */
export async function requestSmartShutdown(cluster: string): Promise<void> {
  const pid = Number.parseInt((await readIfPresent(join(cluster, 'postmaster.pid'))) ?? '', 10);
  if (pid > 0 && (await isServerOf(pid, cluster))) process.kill(pid, 'SIGTERM');
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? (await readIfPresent(`/proc/${pid}/cmdline`))?.split('\0')
      : await run('ps', ['-o', 'args=', '-p', String(pid)]).then(
          ({ stdout }) => stdout.trim().split(' '),
          () => undefined, // The process does not exist.
        );
  const folder = command?.[command.indexOf('-D') + 1];
  if (!command?.[0] || basename(command[0]) !== 'postgres' || !folder) return false;
  return (await realpath(folder).catch(() => folder)) === (await realpath(cluster));
}

async function canReach(folder: string, user: User): Promise<boolean> {
  return await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', ...user }).then(
    () => true,
    () => false,
  );
}

async function ownerOf(path: string): Promise<User | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}
