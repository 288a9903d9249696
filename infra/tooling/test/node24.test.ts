import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const tooling = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedName = `node-${process.platform}-${process.arch}`;
const longTimeout = { timeout: 30_000 };

// A checkout that contains only the launcher.
let root: string;
const launchers = new Set<ChildProcess>();
const programs = new Set<number>();

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'xrp-bridge-launcher-'));
  await mkdir(join(root, 'infra', 'tooling'), { recursive: true });
  for (const file of ['node24.mjs', 'complete-install.mjs', 'stop-with-launcher.mjs']) {
    await cp(join(tooling, file), join(root, 'infra', 'tooling', file));
  }
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(root, 'old.cjs'),
    `if (process.argv[1].endsWith('node24.mjs')) Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`,
  );
});

afterEach(async () => {
  for (const launcher of launchers) launcher.kill('SIGKILL');
  for (const pid of programs) endIfRunning(pid);
  launchers.clear();
  programs.clear();
  await rm(root, { recursive: true, force: true });
});

describe('the launcher node24.mjs', () => {
  it('runs a TypeScript program with the arguments and returns the program’s exit code', async () => {
    await script('answer.ts', 'const code: number = 7; console.log(process.argv.slice(2).join()); process.exit(code);');
    const launcher = launch(['answer.ts', 'one', 'two']);
    expect(await text(launcher.stdout)).toBe('one,two\n');
    expect(await exitCode(launcher)).toBe(7);
  });

  it('starts the pinned Node when the current Node is too old, and adds the pinned Node to PATH', async () => {
    await installPinnedNode(0o644); // The file is not executable, as after an installation without install scripts.
    await script(
      'which.ts',
      `import { execSync } from 'node:child_process'; console.log(execSync('command -v node', { encoding: 'utf8' }));`,
    );
    const launcher = launch(['which.ts'], { old: true });
    expect((await text(launcher.stdout)).trim()).toBe(pinnedNode());
    expect(await exitCode(launcher)).toBe(0);
    expect((await stat(pinnedNode())).mode & 0o111).toBe(0o111);
  });

  it('runs a tool of node_modules/.bin', async () => {
    await mkdir(join(root, 'node_modules', '.bin'), { recursive: true });
    await script('node_modules/.bin/tool', '#!/usr/bin/env node\nconsole.log("tool", process.argv[2]);');
    expect(await text(launch(['tool', 'please']).stdout)).toBe('tool please\n');
  });

  it('prints the found and the required version when no Node is new enough', async () => {
    await script('answer.ts', '');
    const launcher = launch(['answer.ts'], { old: true });
    const message = await text(launcher.stderr);
    expect(message).toContain('needs Node 24 or later. Found Node 20.20.2');
    expect(message).toContain(`node_modules/${pinnedName}) is not installed`);
    expect(message).toContain('install Node 24');
    expect(await exitCode(launcher)).toBe(1);
  });

  it('asks for a newer Node when no pinned Node exists for the platform', async () => {
    await script('answer.ts', '');
    await script('elsewhere.cjs', `Object.defineProperty(process, 'platform', { value: 'darwin' });`);
    const launcher = launch(['answer.ts'], { old: true, preload: 'elsewhere.cjs' });
    const message = await text(launcher.stderr);
    expect(message).toContain('needs Node 24 or later. Found Node 20.20.2');
    expect(message).toContain('Install Node 24: https://nodejs.org');
    expect(message).not.toContain('npm ci');
    expect(await exitCode(launcher)).toBe(1);
  });

  it('reports a pinned Node that is for another machine', async () => {
    await installPinnedNode(0o755, '#!/bin/sh\necho "wrong machine" >&2; exit 1\n');
    await script('answer.ts', '');
    expect(await text(launch(['answer.ts'], { old: true }).stderr)).toContain(
      'does not run on this machine (wrong machine)',
    );
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'forwards %s once, even if npm repeats the signal',
    async (signal) => {
      await script(
        'wait.ts',
        `let count = 0;
       for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => console.log(name, ++count));
       process.on('SIGUSR2', () => process.exit(3));
       setInterval(() => {}, 1000);
       console.log('pid', process.pid);`,
      );
      const launcher = launch(['wait.ts']);
      const output = collect(launcher);
      const pid = await pidIn(output);
      launcher.kill(signal);
      launcher.kill(signal);
      await vi.waitFor(() => expect(output.text).toContain(`${signal} 1`), longTimeout);
      process.kill(pid, 'SIGUSR2');
      expect(await exitCode(launcher)).toBe(3);
      expect(output.text).not.toContain(`${signal} 2`);
    },
  );

  it('ends the program by SIGTERM when the launcher is killed', async () => {
    await script(
      'wait.ts',
      `process.on('SIGTERM', () => { console.log('told'); process.exit(); });
       setInterval(() => {}, 1000);
       console.log('pid', process.pid);`,
    );
    const launcher = launch(['wait.ts']);
    const output = collect(launcher);
    await pidIn(output);
    const closed = once(launcher, 'close'); // `close` is emitted only after the program, too, has closed the inherited standard output.
    launcher.kill('SIGKILL');
    await closed;
    expect(output.text).toContain('told');
  });

  it('ends the program by SIGTERM when npm is killed', async () => {
    await script(
      'wait.ts',
      `process.on('SIGTERM', () => { console.log('told'); process.exit(); });
       setInterval(() => {}, 1000);
       console.log('pid', process.pid);`,
    );
    const npm = spawn('/bin/sh', ['-c', `"$0" infra/tooling/node24.mjs wait.ts & wait`, process.execPath], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    launchers.add(npm);
    const output = collect(npm);
    await pidIn(output);
    const closed = once(npm, 'close');
    npm.kill('SIGKILL');
    await closed;
    expect(output.text).toContain('told');
  });

  it('restarts a server that crashes, at most three times', async () => {
    await script('crash.ts', `console.log('started'); process.abort();`);
    const launcher = launch(['--restart', 'crash.ts']);
    expect(await text(launcher.stdout)).toBe('started\n'.repeat(4));
    expect(await exitCode(launcher)).toBe(134);
  });

  it.each([
    ['ends by itself', ['--restart', 'end.ts'], 'process.exit(7);', 7],
    ['is killed', ['--restart', 'end.ts'], `process.kill(process.pid, 'SIGKILL');`, 137],
    ['crashes without --restart', ['end.ts'], 'process.abort();', 134],
  ])('does not restart a program that %s', async (_how, args, source, code) => {
    await script('end.ts', `console.log('started'); ${source}`);
    const launcher = launch(args);
    expect(await text(launcher.stdout)).toBe('started\n');
    expect(await exitCode(launcher)).toBe(code);
  });

  it('does not restart a program that crashes while it is being stopped', async () => {
    await script(
      'stop.ts',
      `process.on('SIGTERM', () => process.abort()); setInterval(() => {}, 1000); console.log('pid', process.pid);`,
    );
    const launcher = launch(['--restart', 'stop.ts']);
    await pidIn(collect(launcher));
    launcher.kill('SIGTERM');
    expect(await exitCode(launcher)).toBe(134);
  });

  describe('under a Node so old that npm skips packages', () => {
    const binding = 'node_modules/@a/binding';
    const here = { optional: true, os: [process.platform], cpu: [process.arch] };

    beforeEach(async () => {
      await installPinnedNode(0o755);
      await script('answer.ts', 'console.log("started");');
      const packages = {
        '': { name: 'a-project' },
        [binding]: { ...here, libc: ['glibc'], engines: { node: '>=22' } },
        'node_modules/@a/binding-musl': { ...here, libc: ['musl'] },
        'node_modules/@a/binding-elsewhere': { ...here, os: ['plan9'] },
        'node_modules/tried-and-failed': { optional: true },
      };
      await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    });

    it('installs the missing packages once, with the same npm', async () => {
      await script(
        'npm-cli.js',
        `import { appendFileSync, mkdirSync } from 'node:fs';
         appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
         mkdirSync('${binding}', { recursive: true });`,
      );
      // With a current Node, no package is missing.
      expect(await text(launch(['answer.ts']).stdout)).toBe('started\n');
      for (const words of [/left out .*Node 20\.20\.2: @a\/binding\./, /^$/]) {
        const launcher = launch(['answer.ts'], { old: true, npm: join(root, 'npm-cli.js') });
        const [output, errors] = await Promise.all([text(launcher.stdout), text(launcher.stderr)]);
        expect(output).toBe('started\n');
        expect(errors).toMatch(words);
      }
      const calls = (await readFile(join(root, 'npm-calls'), 'utf8')).trim().split('\n');
      expect(calls).toEqual([expect.stringMatching(/^install --no-save /)]);
    });

    it.each([
      ['there is no npm', undefined],
      ['npm fails', 'process.exit(1);'],
      ['npm adds nothing', ''],
    ])('prints the missing packages and how to install them when %s', async (_what, npm) => {
      if (npm !== undefined) await script('npm-cli.js', npm);
      const launcher = launch(['answer.ts'], { old: true, npm: join(root, 'npm-cli.js') });
      const [output, errors] = await Promise.all([text(launcher.stdout), text(launcher.stderr)]);
      expect(output).toBe('');
      expect(errors).toMatch(/left out what does not support Node 20\.20\.2: @a\/binding\.\nRun PATH=.* npm install/);
      expect(await exitCode(launcher)).toBe(1);
    });
  });

  it('is the direct child of npm, because a shell in between would swallow signals', async () => {
    const { scripts } = JSON.parse(await readFile(join(tooling, '..', '..', 'package.json'), 'utf8'));
    const launching = Object.values<string>(scripts).filter((line) => line.includes('node24.mjs'));
    expect(launching.length).toBeGreaterThan(0);
    for (const line of launching) expect(line).toMatch(/^(\w+=\w+ )?exec node /);
  });
});

function launch(args: string[], options: { old?: boolean; preload?: string; npm?: string } = {}) {
  const preloads = [options.old && 'old.cjs', options.preload].filter((file) => typeof file === 'string');
  const pretended = preloads.flatMap((file) => ['--require', join(root, file)]);
  const { npm_execpath: _, ...env } = process.env;
  const launcher = spawn(process.execPath, [...pretended, join(root, 'infra/tooling/node24.mjs'), ...args], {
    cwd: root,
    env: { ...env, ...(options.npm ? { npm_execpath: options.npm } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launchers.add(launcher);
  return launcher;
}

async function exitCode(launcher: ChildProcess): Promise<number | null> {
  if (launcher.exitCode === null) await once(launcher, 'exit');
  return launcher.exitCode;
}

function collect(launcher: { stdout: Readable }): { text: string } {
  const output = { text: '' };
  launcher.stdout.on('data', (data) => {
    output.text += data;
  });
  return output;
}

async function pidIn(output: { text: string }): Promise<number> {
  return await vi.waitFor(() => {
    const pid = /pid (\d+)/.exec(output.text)?.[1];
    expect(pid).toBeDefined();
    programs.add(Number(pid));
    return Number(pid);
  }, longTimeout);
}

function endIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended, as it should.
  }
}

async function script(path: string, source: string): Promise<void> {
  await writeFile(join(root, path), source);
  await chmod(join(root, path), 0o755);
}

function pinnedNode(): string {
  return join(root, 'node_modules', pinnedName, 'bin', 'node');
}

async function installPinnedNode(mode: number, source = `#!/bin/sh\nexec "${process.execPath}" "$@"\n`): Promise<void> {
  await mkdir(dirname(pinnedNode()), { recursive: true });
  await writeFile(pinnedNode(), source);
  await chmod(pinnedNode(), mode);
}
