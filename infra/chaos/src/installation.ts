import { chmod, mkdir } from 'node:fs/promises';
import { serviceNames } from '@xrp-bridge/contracts/services';
import type { Running } from '../../process/target.ts';
import type { Fault } from './plan.ts';

/** A running product, and the faults that can happen to it. */
export interface Installation {
  url: string;
  sandboxUrl: string;
  /** SQL that selects the envelope of each event that a service has emitted. */
  events: string;
  faults: readonly Fault[];
  /** Returns the address of the database, which may change when the product starts again. */
  findDatabase(): Promise<string>;
  /** Returns how often processes have ended by themselves. */
  countExits(): number;
  /** Returns everything that the product's processes have printed, including those that have ended. */
  output(): string;
}

/** Services with tables for events. */
export const services: readonly string[] = [...serviceNames, 'bff'];
export const operatorPassword = 'a-password-for-operators';
export const publishableKey = 'pk_sandbox_xrp_bridge';

/** Settings of both forms. The customers call the API, so no page is served and no build is necessary. */
export const commonSettings = {
  OPERATOR_PASSWORD: operatorPassword,
  STATIC_DIR: import.meta.dirname,
  LOG_LEVEL: 'error',
};

/** A process that is started again whenever it ends, as a process manager does. */
export interface RestartingProcess {
  signal(name: NodeJS.Signals): void;
  /** Kills the process. It stays down until `start`. */
  kill(): Promise<void>;
  /** Starts the killed process. Resolves when it is ready, or has ended and is started again. */
  start(): Promise<void>;
  /** Returns how often the process has ended by itself. */
  countExits(): number;
  /** Returns everything that was printed, also before the last start. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts a process, and starts it again whenever it ends by itself.
 * @throws Error if the process ends before it is ready for the first time
 */
export async function startRestarting(name: string, launch: () => Running): Promise<RestartingProcess> {
  const launched: Running[] = [];
  let running = launchNext();
  let isDown = false;
  let exits = 0;

  function launchNext(): Running {
    const next = launch();
    launched.push(next);
    return next;
  }

  async function restartWhenEnded(): Promise<void> {
    for (;;) {
      await running.ended;
      if (isDown) return;
      exits++;
      console.log(`  ${name} has ended by itself:\n${running.output().slice(-500)}`);
      running = launchNext();
    }
  }

  await running.ready;
  void restartWhenEnded();
  return {
    signal: (signal) => running.signal(signal),
    async kill() {
      isDown = true;
      running.signal('SIGKILL');
      await running.ended;
    },
    async start() {
      isDown = false;
      running = launchNext();
      void restartWhenEnded();
      await running.ready.catch(() => undefined);
    },
    countExits: () => exits,
    output: () => launched.map((each) => each.output()).join('\n'),
    async stop() {
      isDown = true;
      await running.stop();
    },
  };
}

/** Stops a part of an installation, for `AsyncDisposableStack.adopt`. */
export async function stop(part: { stop(): Promise<unknown> }): Promise<void> {
  await part.stop();
}

/** Creates a folder that the user of PostgreSQL may pass through. */
export async function createOpenFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  return folder;
}
