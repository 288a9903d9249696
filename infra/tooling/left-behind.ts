import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Process {
  pid: number;
  command: string;
}

/**
 * Waits a moment for the processes of a test run to end, and lists those that do not. They are known by a setting that
 * every one inherits, or by the run's temporary folder for those that inherit nothing. (Linux only: elsewhere none.)
 */
export async function findLeftBehind(
  mark: { variable: string; folder: string },
  patienceMs = 5_000,
): Promise<Process[]> {
  const started = Date.now();
  for (;;) {
    const processes = listMarked(mark);
    if (processes.length === 0 || Date.now() - started > patienceMs) return processes;
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
    // A process without a command line has ended; its parent has not asked for its exit code yet.
    return marked && command ? [{ pid: Number(pid), command }] : [];
  });
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // it has ended, or is another user's
  }
}
