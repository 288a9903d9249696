import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { main, quarterDay, run, simulate } from './command.ts';

/**
 * Plants a bug and simulates 20 customers in a quarter of a day, with one seed after the other.
 * Returns the output of the first run that violates an invariant.
 */
async function findPlanted(bug: string): Promise<string> {
  for (let seed = 1; seed <= 20; seed++) {
    const options = ['--plant', bug, '--seed', String(seed), ...quarterDay, '--customers', '80', '--instances', '1'];
    const failed = await run(process.execPath, [main, ...options]).then(
      () => null,
      (error: { stdout: string }) => error.stdout,
    );
    if (failed !== null) return failed;
  }
  throw new Error(`No run has found the bug ${bug}.`);
}

it('repeats the trace of a seed, also if a run was interrupted and resumed after its last whole part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-simulate-'));
  const few = ['--customers', '40'];
  async function runTwice(): ReturnType<typeof simulate> {
    await simulate(...few, '--save', folder);
    // The rest of a part that was interrupted is not used.
    await mkdir(join(folder, 'running/postgres'), { recursive: true });
    return simulate(...few, '--save', folder, '--days', '0.5');
  }
  try {
    const [whole, resumed] = await Promise.all([simulate(...few, '--days', '0.5'), runTwice()]);
    expect(resumed).toMatchObject({ days: 0.5, customers: 20, violations: 0, traceHash: whole.traceHash });
  } finally {
    await rm(folder, { recursive: true });
  }
}, 600_000);

it.each([
  ['SIGTERM', 'removes its folder', []],
  ['SIGKILL', 'leaves its folder', [expect.any(String)]],
] as const)('ends PostgreSQL after %s, and %s', async (signal, _what, left) => {
  const TMPDIR = await mkdtemp(join(tmpdir(), 'xrp-bridge-simulate-'));
  // The user of PostgreSQL passes through the folder.
  await chmod(TMPDIR, 0o755);
  const child = spawn(process.execPath, [main, ...quarterDay], { stdio: 'ignore', env: { ...process.env, TMPDIR } });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(TMPDIR, { recursive: true, maxRetries: 10 });
  });
  const pid = await vi.waitFor(() => {
    const [file = ''] = globSync('*/running/postgres/postmaster.pid', { cwd: TMPDIR });
    const found = Number(readFileSync(join(TMPDIR, file), 'utf8').split('\n')[0]);
    // The number is negative while a session without a server sets the password.
    expect(found).toBeGreaterThan(0);
    return found;
  }, 60_000);
  child.kill(signal);
  await exited;
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 10_000);
  expect(await readdir(TMPDIR)).toEqual(left);
});

it.each([
  ['a forgotten lock', 'forget-a-lock', /cents, but \d+ are booked/],
  ['a refund that is booked twice', 'refund-twice', /received \d mails about a refund/],
])(
  'finds %s',
  async (_name, bug, violation) => {
    expect(await findPlanted(bug)).toMatch(violation);
  },
  600_000,
);
