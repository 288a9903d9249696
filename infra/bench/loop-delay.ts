import { get } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

/** How late an event loop was, in milliseconds. */
export interface Lateness {
  p99: number;
  max: number;
}

export interface LoopDelay {
  /** Settings of a server that is to be asked. */
  settings: Record<string, string>;
  /** How late its event loop was since it was last asked. */
  read(): Promise<Lateness>;
}

/** Lets a server that is started with these settings be asked how late its event loop is. */
export function observeLoop(folder: string, name: string): LoopDelay {
  const socketPath = path.join(folder, `${name}.sock`);
  return {
    settings: {
      NODE_OPTIONS: `--import=${new URL('loop-delay.mjs', import.meta.url)}`,
      BENCH_LOOP_SOCKET: socketPath,
    },
    read: () =>
      new Promise((resolve, reject) => {
        // By a connection of its own: one that is kept may be closed by a server that ends.
        get({ socketPath, path: '/', agent: false }, (answer) => {
          json(answer).then((said) => resolve(said as Lateness), reject);
        }).on('error', reject);
      }),
  };
}
