import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';

/** Repeats a check until it passes. The timeout is long because the machine may be slow. */
export async function eventually(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: 150_000, interval: 25 });
}

export interface Child {
  /** Resolves when the line was printed. @throws Error if the process exits first */
  printed(line: string): Promise<void>;
  kill(): void;
}

/** Runs a script of this folder in its own process, which ends with the test. */
export function startChild(script: string, args: string[]): Child {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const ended = once(child, 'exit');
  return {
    async printed(line) {
      await Promise.race([
        eventually(() => expect(lines).toContain(line)),
        ended.then(() => Promise.reject(new Error(`${script} ended by itself`))),
      ]);
    },
    kill: () => child.kill('SIGKILL'),
  };
}
