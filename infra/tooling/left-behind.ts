import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Process {
  pid: number;
  command: string;
}

/**
 * Lists processes of a test run that have not ended after a short wait.
 * They are identified by an inherited setting, or by the run's temporary folder. Linux only; empty elsewhere.
 */
export async function findLeftBehind(
  mark: { variable: string; folder: string },
  timeoutMs = 5_000,
): Promise<Process[]> {
  const started = Date.now();
  for (;;) {
    const processes = listMarked(mark);
    if (processes.length === 0 || Date.now() - started > timeoutMs) return processes;
    await delay(50);
  }
}

function listMarked({ variable, folder }: { variable: string; folder: string }): Process[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    const command = tryRead(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      .replaceAll('\0', ' ')
      .trim();
    const marked =
      command.includes(folder) ||
      tryRead(() => readlinkSync(`/proc/${pid}/cwd`)).startsWith(folder) ||
      tryRead(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))
        .split('\0')
        .includes(variable);
    // A process without a command line has ended, but its parent has not read its exit code yet.
    return marked && command ? [{ pid: Number(pid), command }] : [];
  });
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // the process has ended, or has another owner
  }
}
