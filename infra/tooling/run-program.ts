import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface Outcome {
  code: number;
  /** The program's output; empty if it was shown directly. */
  output: string;
}

const running = new Set<ChildProcess>();

/**
 * Runs a program, or a tool of node_modules/.bin, in the repository and waits for its end.
 * A signal to this process ends the program first.
 * @param options.show prints the output directly instead of returning it
 */
export async function runProgram(
  command: string,
  args: string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const { show = false, env = process.env } = options;
  const child = spawn(command, args, {
    cwd: repository,
    env,
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return await new Promise((resolve) => {
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: error.message });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGTERM'], output });
    });
  });
}

/** On a signal, ends the running program and then this process. */
export function endProgramsOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const child of running) {
        child.on('close', () => process.exit(128 + constants.signals[signal]));
        child.kill(signal);
      }
      if (running.size === 0) process.exit(128 + constants.signals[signal]);
    });
  }
}
