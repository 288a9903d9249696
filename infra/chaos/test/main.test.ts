import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

it('says that it was stopped before the end, and leaves no folder', async () => {
  const TMPDIR = await mkdtemp(join(tmpdir(), 'xrp-bridge-chaos-'));
  // The user of PostgreSQL passes through the folder.
  await chmod(TMPDIR, 0o755);
  const options = ['--pair', 'embedded', '--journeys', '1'];
  const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...options],
      { env: { ...process.env, TMPDIR } },
      (error, ...output) => resolve({ code: error?.code, stdout: output[0], stderr: output[1] }),
    );
    child.stdout?.once('data', () => child.kill('SIGTERM'));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await rm(TMPDIR, { recursive: true, maxRetries: 10 });
    });
  });
  expect(stdout).toMatch(/^The pair embedded with seed 1:\nStopped before the end: nothing was checked\.\n$/);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(await readdir(TMPDIR)).toEqual([]);
});
