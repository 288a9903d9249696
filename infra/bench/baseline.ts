import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { memoryOf } from '../process/product.ts';

export interface Baseline {
  url: string;
  /** Returns the proportional set size, in MB. */
  memoryMb(): number;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('baseline-process.ts', import.meta.url));

/** Starts the baseline server on this machine and database, in its own process. */
export async function startBaseline(databaseUrl: string, settings: Record<string, string> = {}): Promise<Baseline> {
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
    child.once('exit', (code) => reject(new Error(`The baseline ended while starting (exit ${code})`)));
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
