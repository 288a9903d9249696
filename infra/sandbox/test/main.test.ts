import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const env = { ...process.env, SANDBOX_PORT: '0', MODE: 'sandbox', NODE_OPTIONS: '' };
const children: ReturnType<typeof fork>[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function start() {
  const child = fork(MAIN, { env, silent: true });
  children.push(child);
  const [message] = (await once(child, 'message')) as [Record<'url' | 'smtpUrl' | 'xrplUrl', string>];
  return { child, message };
}

const run = (more: Record<string, string>) =>
  spawnSync(process.execPath, [MAIN], { env: { ...env, ...more }, encoding: 'utf8', timeout: 150_000 });

it('tells its parent where it listens', async () => {
  const { message } = await start();
  expect(message).toMatchObject({
    ready: true,
    smtpUrl: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
    xrplUrl: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/xrpl\/a,ws:\/\/127\.0\.0\.1:\d+\/xrpl\/b$/),
  });
  expect((await fetch(`${message.url}/_sandbox/state`)).status).toBe(200);
});

it.each(['disconnect', 'SIGTERM', 'SIGINT'] as const)('stops on %s', async (how) => {
  const { child } = await start();
  const exit = once(child, 'exit');
  if (how === 'disconnect') child.disconnect();
  else child.kill(how);
  expect(await exit).toEqual([0, null]);
});

it('refuses production', () => {
  const { status, stderr } = run({ MODE: 'production' });
  expect(status).toBe(1);
  expect(stderr).toContain('MODE: the sandbox never starts in production');
});

it('names every setting that is wrong', () => {
  const { status, stderr } = run({ SANDBOX_PORT: 'x', PUBLIC_URL: 'nowhere' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/SANDBOX_PORT: [\s\S]*PUBLIC_URL: /);
});

it('says so when its port is taken', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { status, stderr } = run({ SANDBOX_PORT: String((squatter.address() as AddressInfo).port) });
  squatter.close();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /EADDRINUSE.*\nChoose another port with SANDBOX_PORT=…, or others for everything with PORT=…\n$/,
  );
});
