import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface User {
  uid: number;
  gid: number;
}

export interface SupervisedProcess {
  /** Resolves with the exit code when the program has ended (128 + n after signal n). */
  exited: Promise<number>;
  /** Sends the signal and waits for the program to end. Kills the program after `graceMs`. */
  stop(): Promise<void>;
}

// A parent that is killed with -9 cannot stop its children, but this shell can. Its standard input is a pipe from the
// parent, and the kernel closes that pipe even after kill -9.
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
 * Runs a long-lived external program (a database, a broker) that ends with this process.
 * Even if this process is killed with -9, the program receives `signal`. Ctrl-C in a terminal does not reach the
 * program; `stop` does.
 *
 * @param command the program's path and its arguments
 * @param options.env the program's whole environment; nothing is inherited, so that our secrets do not leak
 * @param options.user runs the program as this user (root only)
 * @param options.signal the signal that ends the program; not INT for Java, because shells disable INT for background
 * jobs
 * @param options.removeAfter a folder that is deleted when the program has ended
 * @param options.onLine called with each printed line
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
  shell.stdin.on('error', () => {}); // The program may end before this process closes the pipe.
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
    // The process group has already ended.
  }
}
