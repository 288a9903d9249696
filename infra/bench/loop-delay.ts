import { get } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

/** Event loop delay, in milliseconds. */
export interface Lateness {
  p99: number;
  max: number;
}

export interface LoopDelay {
  /** Settings that the observed server needs. */
  settings: Record<string, string>;
  /** Returns the event loop delay since the last read. */
  read(): Promise<Lateness>;
}

/** Prepares a server's settings so that its event loop delay can be read. */
export function observeLoop(folder: string, name: string): LoopDelay {
  const socketPath = path.join(folder, `${name}.sock`);
  return {
    settings: {
      NODE_OPTIONS: `--import=${new URL('loop-delay.mjs', import.meta.url)}`,
      BENCH_LOOP_SOCKET: socketPath,
    },
    read: () =>
      new Promise((resolve, reject) => {
        // Each request opens a new connection, because a server that is stopping may close a pooled one.
        get({ socketPath, path: '/', agent: false }, (answer) => {
          json(answer).then((delay) => resolve(delay as Lateness), reject);
        }).on('error', reject);
      }),
  };
}
