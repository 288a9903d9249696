import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withOwner } from '@xrp-bridge/runtime/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findRunningPostgres } from '../../postgres/running.ts';
import { findFreePorts } from '../../process/free-port.ts';
import {
  createFolder,
  expectInstructions,
  operatorPassword,
  payForTransfer,
  send,
  signIn,
  startTarget,
} from './harness.ts';

const longTimeout = { timeout: 150_000 };
/** Offsets of the ports: one for the product, and two for its sandbox. */
const ports = [0, 1, 2];

/** Starts everything as `npm start` does, including database and sandbox. */
async function startAll(settings: Record<string, string> = {}) {
  const port = await findFreePorts(ports);
  const product = startTarget({ PORT: String(port), DATA_DIR: await createFolder(), ...settings });
  return { ...product, url: `http://127.0.0.1:${port}`, sandboxUrl: `http://127.0.0.1:${port + 1}` };
}

/** Lists a process's TCP sockets over IPv4, with hexadecimal addresses as in `/proc/net/tcp`. */
async function listSockets(pid: number) {
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  const own = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const rows = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , , , , , , , inode]) => own.has(inode))
    .map(([, local = '', remote = '', state]) => {
      const [[host, port], [, remotePort]] = [local.split(':'), remote.split(':')] as [string[], string[]];
      const numbers = { port: Number.parseInt(port ?? '', 16), remotePort: Number.parseInt(remotePort ?? '', 16) };
      return { host, state, ...numbers };
    });
}

const [listening, established] = ['0A', '01'];

/** Lists the ports on which a process accepts connections from other machines. */
async function listOpenPorts(pid: number): Promise<number[]> {
  const sockets = await listSockets(pid);
  return sockets.filter(({ state, host }) => state === listening && host !== '0100007F').map(({ port }) => port);
}

/** Lists the connections of a process to itself. */
async function listOwnConnections(pid: number) {
  const sockets = await listSockets(pid);
  const ports = new Set(sockets.filter(({ state }) => state === listening).map(({ port }) => port));
  return sockets.filter(({ state, remotePort }) => state === established && ports.has(remotePort));
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

async function listProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = async (pid: string): Promise<Process[]> => {
    try {
      const [stat, command] = await Promise.all(
        ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
      );
      // The name in parentheses may contain spaces. The state and the parent's id follow it.
      const [state, parent] = (stat as string).slice((stat as string).lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command: command as string }];
    } catch {
      return []; // The process has just ended.
    }
  };
  return (await Promise.all(pids.map(read))).flat();
}

/** Lists the processes that this test started, including PostgreSQL's own. */
async function findFamily(): Promise<Process[]> {
  const all = await listProcesses();
  const family: Process[] = [];
  for (let parents = [process.pid]; parents.length > 0; ) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    family.push(...children);
    parents = children.map(({ pid }) => pid);
  }
  return family.filter(({ command }) => /main\.ts|postgres/.test(command));
}

function find(family: Process[], what: RegExp): number {
  const pid = family.find(({ command }) => what.test(command))?.pid;
  if (pid === undefined) throw new Error(`Nothing like ${what} runs`);
  return pid;
}

const [product, sandbox, database] = [/infra\/run\/main\.ts/, /sandbox\/src\/main\.ts/, /^postgres|\/postgres\0/];

/** Waits until none of these processes runs, even if the parent of a process has changed. */
async function expectAllGone(family: Process[]): Promise<void> {
  const pids = new Set(family.map(({ pid }) => pid));
  await vi.waitFor(async () => {
    expect((await listProcesses()).filter(({ pid, command }) => pids.has(pid) && command !== '')).toEqual([]);
  }, longTimeout);
}

async function countConnections(url: string): Promise<number> {
  return await withOwner(url, async (db) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db);
    return rows[0]?.count ?? 0;
  });
}

const onLinux = test.extend('linux', { auto: true }, ({ skip }) =>
  skip(process.platform !== 'linux', 'only Linux has /proc'),
);

type Product = Awaited<ReturnType<typeof startAll>>;

const systemOf = ({ url, sandboxUrl }: Product) => ({ bff: url, sandbox: sandboxUrl });

// Each test continues with the data of the previous one.
describe('a product that is restarted on the same DATA_DIR', () => {
  const settings: Record<string, string> = { OPERATOR_PASSWORD: operatorPassword };
  let paid: string;
  let campaign: { id: string | undefined };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-run-'));
    settings.DATA_DIR = folder;
    return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  onLinux('on all interfaces, only the app’s port is open, and calls between services use no socket', async () => {
    const running = await startAll({ ...settings, HOST: '0.0.0.0' });
    await running.ready;
    const [system, family] = [systemOf(running), await findFamily()];
    const headers = await signIn(system);
    const main = find(family, product);
    expect(await listOpenPorts(main)).toEqual([Number(new URL(running.url).port)]);
    // This request reaches all services. If it used connections, they would stay open for a while.
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${running.url}/api/transfers/${'0'.repeat(32)}`)).status).toBe(404);
    expect(await listOwnConnections(main)).toEqual([]);

    paid = (await payForTransfer(system, 'restart@example.com')).id;
    await expectInstructions(system, paid);
    await send(`${running.url}/api/initialize-advertising`, {}, { headers });
    campaign = await vi.waitFor(async () => {
      const { campaigns } = await send<{ campaigns: { id: string }[] }>(`${running.sandboxUrl}/_sandbox/state`);
      expect(campaigns).not.toEqual([]);
      return { id: campaigns[0]?.id };
    }, longTimeout);
    await running.stop();
    await expectAllGone(family);
  });

  onLinux('sandbox and database still agree after a restart, and both stop when the product is killed', async () => {
    const running = await startAll(settings);
    await running.ready;
    const { url, sandboxUrl } = running;
    const family = await findFamily();
    const headers = await signIn(systemOf(running));
    expect(await send(`${url}/api/admin/dashboard/check`, {}, { headers })).toMatchObject({ agrees: true });
    const { payments } = await send<{ payments: unknown[] }>(`${url}/api/admin/refunds/${paid}`, {}, { headers });
    expect(payments).toMatchObject([{ status: 'refunded' }]);
    const state = await send<{ campaigns: unknown[]; refunds: unknown[] }>(`${sandboxUrl}/_sandbox/state`);
    expect(state.campaigns).toContainEqual(expect.objectContaining(campaign));
    expect(state.refunds).toMatchObject([{ amount: 400 }]);
    process.kill(find(family, product), 'SIGKILL');
    await running.ended;
    await expectAllGone(family);
  });

  onLinux(
    'a second start on the same DATA_DIR is refused in one line, and the first product keeps running',
    async () => {
      const running = await startAll(settings);
      await running.ready;
      const family = await findFamily();
      const second = await startAll(settings);
      expect(await second.ended).toBe(1);
      expect(second.output()).toContain('another XRP Bridge uses this DATA_DIR. Stop it, or set another DATA_DIR.');
      expect(second.output()).not.toContain('    at ');
      expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
      await expectToEndWithout(sandbox, running, family, /The sandbox has ended by itself, so everything stops/);
    },
  );
});

onLinux('npm start starts everything, prints Ready last and stops everything at a signal', async () => {
  const DATA_DIR = await createFolder();
  const first = await startAll({ DATA_DIR });
  expect(await first.ready).toBe(`Ready on ${first.url.replace('127.0.0.1', 'localhost')}`);
  expect(first.output()).toMatch(/^Operator password: \S+\nReady on \S+\n$/);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  const family = await findFamily();
  for (const part of [product, sandbox, database]) expect(find(family, part)).toBeGreaterThan(0);
  process.kill(find(family, product), 'SIGINT');
  const code = await first.ended;
  // The product exits with 1 if stopping takes too long.
  expect(first.output()).not.toContain('too long');
  expect(code).toBe(0);
  await expectAllGone(family);

  const second = await startAll({ DATA_DIR });
  await second.ready;
  expect(second.output()).not.toContain('Operator password');
  const words = /PostgreSQL has ended by itself, so everything stops|postmaster exit/;
  await expectToEndWithout(database, second, await findFamily(), words);
});

onLinux('an idle product has at most 36 connections to PostgreSQL, with those of its start closed', async () => {
  const DATA_DIR = await createFolder();
  // Without sources, the first run of the signals ends soon. With sources, it would need connections for minutes.
  const running = await startAll({ DATA_DIR, SIGNAL_SOURCES_URL: 'http://127.0.0.1:1' });
  await running.ready;
  const url = await findRunningPostgres(DATA_DIR);
  // Two for each of six services, three for each of five queues, and five for the bus.
  await vi.waitFor(async () => expect(await countConnections(url)).toBeLessThanOrEqual(36), longTimeout);
});

/** Kills one process and waits until all others have exited with an error. */
async function expectToEndWithout(
  part: RegExp,
  { ended, output }: Product,
  family: Process[],
  words: RegExp,
): Promise<void> {
  process.kill(find(family, part), 'SIGKILL');
  expect(await ended).toBe(1);
  expect(output()).toMatch(words);
  await expectAllGone(family);
}

onLinux.each([
  ['PORT', 0],
  ['SANDBOX_PORT', 1],
])('the start is refused in plain words if %s is taken, and leaves no process running', async (setting, offset) => {
  const PORT = await findFreePorts(ports);
  const other = createServer().listen(PORT + offset, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const refused = await startAll({ PORT: String(PORT) });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`:${PORT + offset}`);
  expect(refused.output()).toMatch(new RegExp(`Choose another.* with ${setting}=…`));
  expect(refused.output()).not.toContain('    at ');
  expect(await findFamily()).toEqual([]);
});
