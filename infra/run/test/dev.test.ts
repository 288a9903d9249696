import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../../process/free-port.ts';
import { createFolder } from './harness.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const longTimeout = { timeout: 150_000 };

test('npm run dev serves pages and API, and restarts the server when server code changes', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { PATH } = process.env;
  // The ports of Vite, of the sandbox (two), and of the system behind Vite.
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

  await expect.poll(timesReady, longTimeout).toBe(1);
  expect(await get('/')).toContain('/@vite/client');
  expect(JSON.parse(await get('/api/config'))).toMatchObject({ mode: 'sandbox' });
  // Git and many editors replace a file with a new one. A watcher may lose the file after its first replacement, so the
  // test changes one file twice. One change may cause more than one restart.
  for (const file of ['infra/run/targets.ts', 'libs/runtime/src/errors.ts', 'infra/run/targets.ts']) {
    const before = timesReady();
    await replace(`${repository}${file}`);
    await expect.poll(timesReady, longTimeout).toBeGreaterThan(before);
  }
  await expect.poll(async () => JSON.parse(await get('/api/config')), longTimeout).toMatchObject({ mode: 'sandbox' });
});

async function replace(file: string): Promise<void> {
  await copyFile(file, `${file}.new`);
  await rename(`${file}.new`, file);
}
