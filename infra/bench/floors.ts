import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { memoryOf } from '../process/product.ts';
import { timeCalls } from './calls.ts';
import type { Quantiles } from './measure.ts';
import { stopping } from './stopping.ts';

export interface Floor {
  url: string;
  /** Proportional set size, in MB. */
  memoryMb(): number;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('floor-process.ts', import.meta.url));

/** The least that a product of our kind does, on this machine and this database, in a process of its own. */
export async function startFloor(databaseUrl: string, settings: Record<string, string> = {}): Promise<Floor> {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', entry, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // biome-ignore lint/style/noProcessEnv: the child inherits the environment
    env: { ...process.env, ...settings },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /Ready on (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once('exit', (code) => reject(new Error(`The floor ended while starting (exit ${code})`)));
  });
  return {
    url,
    memoryMb: () => memoryOf(child.pid as number),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Has such a server say a bare hello so often, one call after the other. */
export async function timeHello(databaseUrl: string, count: number): Promise<Quantiles> {
  return stopping(async (started) => {
    const { url } = await started(startFloor(databaseUrl));
    return timeCalls(`${url}/hello`, count);
  });
}
