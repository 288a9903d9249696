import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../../process/free-port.ts';
import { createFolder } from './harness.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const patience = { timeout: 150_000 };

test('npm run dev serves page and system, and starts the system again when server code is replaced', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { PATH } = process.env;
  // Vite's, the sandbox's two, and the system's behind Vite.
  const port = await findFreePorts([0, 1, 2, 100]);
  const child = spawn(process.execPath, [`${repository}infra/run/dev.ts`], {
    env: { PATH, PORT: String(port), DATABASE_URL: database.url, DATA_DIR: await createFolder() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
  const timesReady = () => output.split(`Ready on http://localhost:${port}\n`).length - 1;
  const get = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();

  await expect.poll(timesReady, patience).toBe(1);
  expect(await get('/')).toContain('/@vite/client');
  expect(JSON.parse(await get('/api/config'))).toMatchObject({ mode: 'sandbox' });
  // Git and many editors put a new file in the place of the old one, and a watcher may lose a file that was replaced once.
  // One change may cause more than one restart.
  for (const file of ['infra/run/targets.ts', 'libs/runtime/src/errors.ts', 'infra/run/targets.ts']) {
    const before = timesReady();
    await replace(`${repository}${file}`);
    await expect.poll(timesReady, patience).toBeGreaterThan(before);
  }
  await expect.poll(async () => JSON.parse(await get('/api/config')), patience).toMatchObject({ mode: 'sandbox' });
});

async function replace(file: string): Promise<void> {
  await copyFile(file, `${file}.new`);
  await rename(`${file}.new`, file);
}
