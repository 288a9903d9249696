import { get } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

export interface LoopDelay {
  /** Settings of a server that is to be asked. */
  settings: Record<string, string>;
  /** How late its event loop was since it was last asked, in milliseconds. */
  read(): Promise<{ p99: number; max: number }>;
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
        get({ socketPath, path: '/' }, (answer) => {
          json(answer).then((said) => resolve(said as { p99: number; max: number }), reject);
        }).on('error', reject);
      }),
  };
}
