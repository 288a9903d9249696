import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Process {
  pid: number;
  command: string;
}

/**
 * Lists processes of a test run that are still running after a short wait.
 * Processes are identified by an inherited environment variable, or by the run's temporary folder. Works on Linux only;
 * elsewhere the list is empty.
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
    // A process with an empty command line is a zombie: it has ended, but its parent has not read the exit code yet.
    return marked && command ? [{ pid: Number(pid), command }] : [];
  });
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // The process has ended, or belongs to another user.
  }
}
