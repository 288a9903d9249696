import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface User {
  uid: number;
  gid: number;
}

export interface SupervisedProcess {
  /** Resolves when the program has ended, with its exit code (128 + n after signal n). */
  exited: Promise<number>;
  /** Asks the program to end and waits until it has; kills it when that takes too long. */
  stop(): Promise<void>;
}

// A parent that is killed with -9 cannot stop its children. This shell can: its standard input is a pipe from
// the parent, which the kernel closes however the parent ends.
const script = `
remove=$1; signal=$2; shift 2
exec 3<&0
"$@" 3<&- </dev/null & program=$!
(read -r _ <&3; kill -s $signal $program) >/dev/null 2>&1 & reader=$!
wait $program; code=$?
kill $reader 2>/dev/null
if [ -n "$remove" ]; then rm -rf "$remove"; fi
exit $code
`;

/**
 * Runs a long-lived program of somebody else (a database, a broker) so that it never outlives this process, not even
 * when this process is killed with -9: it then gets `signal`. Ctrl-C in a terminal does not reach it; `stop` does.
 *
 * @param command the program's path and its arguments
 * @param options.env its whole environment: nothing is inherited, so that our secrets stay ours
 * @param options.user runs it as this user (only root may)
 * @param options.signal what asks it to end; Java cannot be asked with INT, which shells turn off in the background
 * @param options.removeAfter a folder that is deleted when the program has ended
 * @param options.onLine gets each line that it prints
 */
export function supervise(
  command: string[],
  options: {
    env?: Record<string, string | undefined>;
    user?: User;
    cwd?: string;
    removeAfter?: string;
    signal?: 'INT' | 'TERM';
    graceMs?: number;
    onLine?: (line: string) => void;
  } = {},
): SupervisedProcess {
  const { env = {}, user, cwd = '/', removeAfter = '', signal = 'INT', graceMs = 4_000, onLine = () => {} } = options;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', removeAfter, signal, ...command], {
    cwd,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
    ...user,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  createInterface(shell.stdout).on('line', onLine);
  createInterface(shell.stderr).on('line', onLine);
  shell.stdin.on('error', () => {}); // the program may end before the pipe does
  const exited = new Promise<number>((resolve) => {
    shell.on('error', (error) => {
      onLine(error.message);
      resolve(127);
    });
    shell.on('close', (code) => resolve(code ?? 128));
  });

  return {
    exited,
    async stop() {
      shell.stdin.destroy();
      const timer = setTimeout(() => shell.pid && killGroup(shell.pid), graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // it ended in the meantime
  }
}
