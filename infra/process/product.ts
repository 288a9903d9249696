import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from './free-port.ts';

const entry = fileURLToPath(new URL('../run/main.ts', import.meta.url));

export interface Product {
  url: string;
  /** The URL that people open. Cookies and cross-origin rules apply to its host name. */
  publicUrl: string;
  sandboxUrl: string;
  startMs: number;
  /** Returns the proportional set size of all processes except PostgreSQL's, in MB. */
  memoryMb(): number;
  /** Returns the proportional set size of the product's process alone, without the sandbox, in MB. */
  ownMemoryMb(): number;
  /** Returns the number of files and sockets that the product's process has open. */
  openFiles(): number;
  stop(): Promise<void>;
}

/** Starts the whole product like `npm start`, and waits for its "Ready" line. */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const port = await findFreePorts([0, 1, 2]);
  const sandboxPort = port + 1;
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, ['--max-semi-space-size=16', entry], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // biome-ignore lint/style/noProcessEnv: the child inherits the environment
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...settings },
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready on')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The product ended while starting (exit ${code})`)));
  });
  const startMs = performance.now() - started;
  return {
    url: `http://127.0.0.1:${port}`,
    publicUrl: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    startMs,
    memoryMb: () => memoryOf(child.pid as number),
    ownMemoryMb: () => proportionalMb(child.pid as number),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    async stop() {
      // A process that has already ended emits no second `exit`. After a signal only `signalCode` is set, not
      // `exitCode`.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Returns the total proportional set size, in MB, of a process and its descendants.
 * The PostgreSQL processes are excluded.
 */
export function memoryOf(root: number): number {
  return familyOf(root).reduce((sum, pid) => sum + proportionalMb(pid), 0);
}

/** Lists a process and its descendants, without the PostgreSQL processes. */
function familyOf(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, command]) => ({ pid: Number(pid), parent: Number(parent), command: command ?? '' }));
  const family = [root];
  for (const pid of family) {
    family.push(
      ...rows.filter((row) => row.parent === pid && !/^(postgres|sh)$/.test(row.command)).map((row) => row.pid),
    );
  }
  return family;
}

function proportionalMb(pid: number): number {
  const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(pss?.[1] ?? 0) / 1024;
}
