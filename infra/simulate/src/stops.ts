import { spawn } from 'node:child_process';

/** Stops processes, and continues them. */
export interface Stops {
  stop(pid: number): void;
  resume(pid: number): void;
  /** Continues all stopped processes. */
  end(): void;
}

/** Continues the processes when its standard input ends, which the kernel closes even after `kill -9`. */
const script = 'while read -r pid; do pids="$pids $pid"; done; [ -z "$pids" ] || kill -CONT $pids';

/**
 * Creates an empty set of stopped processes.
 * If this process ends, all of them continue, because a stopped process never ends.
 */
export function createStops(): Stops {
  const stopped = new Set<number>();
  const reported = new Set<number>();
  // Ctrl-C in a terminal does not reach the shell, because it is detached.
  const shell = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();

  function resume(pid: number): void {
    if (stopped.delete(pid)) process.kill(pid, 'SIGCONT');
  }

  return {
    stop(pid) {
      if (!reported.has(pid)) shell.stdin.write(`${pid}\n`);
      reported.add(pid);
      stopped.add(pid);
      process.kill(pid, 'SIGSTOP');
    },
    resume,
    end() {
      for (const pid of stopped) resume(pid);
      shell.stdin.end();
    },
  };
}
