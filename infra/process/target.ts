import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../run/main.ts', import.meta.url));

export interface Running {
  pid: number;
  /** Everything that the process has printed, including errors. */
  output(): string;
  /** Resolves with the line that begins with Ready; rejects if the process exits first. */
  ready: Promise<string>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Starts the product's entrypoint with these settings and no others. */
export function startTarget(settings: Record<string, string>): Running {
  // biome-ignore lint/style/noProcessEnv: Node finds programs and its compile cache by these variables
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return startProgram([process.execPath, entry], { env: { PATH, NODE_COMPILE_CACHE, ...settings } });
}

/** Starts a program that prints a line with Ready. */
export function startProgram(
  [program = '', ...args]: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'>,
): Running {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  // The code awaits `close` instead of `exit`, because the last output may arrive after `exit`.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const line = /^Ready on .*$/m.exec(output)?.[0];
        if (line) resolve(line);
      });
    }
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  // This handler prevents an unhandled rejection: a caller that expects a failed start awaits only `ended`.
  ready.catch(() => {});
  return {
    pid: child.pid as number,
    output: () => output,
    ready,
    ended,
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
