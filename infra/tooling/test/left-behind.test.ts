import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findLeftBehind } from '../left-behind.ts';

const variable = `XRP_BRIDGE_TEST_OF_LEFT_BEHIND=${process.pid}`;
let folder: string;
const sleepers: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xrp-bridge-left-'));
});

afterEach(() => {
  for (const sleeper of sleepers.splice(0)) sleeper.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function sleeper(options: { env?: Record<string, string>; cwd?: string }): Promise<ChildProcess> {
  const child = spawn('/bin/sleep', ['600'], { env: {}, cwd: '/', stdio: 'ignore', ...options });
  sleepers.push(child);
  await once(child, 'spawn');
  return child;
}

it('findLeftBehind finds processes by an inherited environment variable and by their working directory', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'only Linux has /proc');
  const [name, value] = variable.split('=') as [string, string];
  const inheriting = await sleeper({ env: { [name]: value } });
  const working = await sleeper({ cwd: folder });
  await sleeper({});
  const found = await findLeftBehind({ variable, folder }, 0);
  expect(found.map(({ pid }) => pid).sort()).toEqual([inheriting.pid, working.pid].sort());

  for (const child of sleepers) child.kill();
  expect(await findLeftBehind({ variable, folder }, 30_000)).toEqual([]);
});
