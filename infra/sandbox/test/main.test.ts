import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { eventually, readJson } from './harness.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const env = { ...process.env, SANDBOX_PORT: '0', MODE: 'sandbox', NODE_OPTIONS: '' };
const children: ReturnType<typeof fork>[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function start(more: Record<string, string> = {}) {
  const child = fork(MAIN, { env: { ...env, ...more }, silent: true });
  children.push(child);
  const [message] = (await once(child, 'message')) as [Record<'url' | 'smtpUrl' | 'xrplUrl', string>];
  return { child, message };
}

const run = (more: Record<string, string>) =>
  spawnSync(process.execPath, [MAIN], { env: { ...env, ...more }, encoding: 'utf8', timeout: 150_000 });

it('the sandbox process sends its addresses to its parent', async () => {
  const { message } = await start();
  expect(message).toMatchObject({
    ready: true,
    smtpUrl: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
    xrplUrl: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/xrpl\/a,ws:\/\/127\.0\.0\.1:\d+\/xrpl\/b$/),
  });
  expect((await fetch(`${message.url}/_sandbox/state`)).status).toBe(200);
});

it.each(['disconnect', 'SIGTERM', 'SIGINT'] as const)('the sandbox process stops on %s', async (how) => {
  const { child } = await start();
  const exit = once(child, 'exit');
  if (how === 'disconnect') child.disconnect();
  else child.kill(how);
  expect(await exit).toEqual([0, null]);
});

it('the sandbox process has stored its state when it is killed', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'xrp-bridge-sandbox-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const advance = async (url: string, advanceMs: number) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/_sandbox/clock`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ advanceMs }),
    });
    return Date.parse((await readJson(answer)).now);
  };
  const first = await start({ DATA_DIR });
  await advance(first.message.url, 3_600_000);
  await eventually(() => expect(existsSync(join(DATA_DIR, 'sandbox-state'))).toBe(true));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const next = await start({ DATA_DIR });
  expect(await advance(next.message.url, 0)).toBeGreaterThan(Date.now() + 3_500_000);
});

it('the sandbox process refuses to start in production', () => {
  const { status, stderr } = run({ MODE: 'production' });
  expect(status).toBe(1);
  expect(stderr).toContain('MODE: the sandbox never starts in production');
});

it('the sandbox process lists all invalid settings', () => {
  const { status, stderr } = run({ SANDBOX_PORT: 'x', PUBLIC_URL: 'nowhere' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/SANDBOX_PORT: [\s\S]*PUBLIC_URL: /);
});

it('the sandbox process explains that its port is taken', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { status, stderr } = run({ SANDBOX_PORT: String((squatter.address() as AddressInfo).port) });
  squatter.close();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /EADDRINUSE.*\nChoose another port with SANDBOX_PORT=…, or others for everything with PORT=…\n$/,
  );
});
