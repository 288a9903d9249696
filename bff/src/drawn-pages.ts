import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PublicConfig } from './public-config.ts';

/** What the web app’s own program draws for a page: the HTML within its root. */
export interface DrawnPages {
  /** By the page’s path in the contracts. */
  pages: Record<string, string>;
  /** In place of every customer's page while the application is closed. */
  maintenance: string;
}

/**
 * Has the built web app draw the pages where people arrive, with this installation's settings. It runs in a worker: it is
 * the browser's code and no part of this server, and what it needs in memory is given back when it ends.
 * @param root the built web app
 * @returns null where the build holds no such program
 * @throws Error when the program fails
 */
export async function drawPages(root: string, config: PublicConfig): Promise<DrawnPages | null> {
  const program = path.join(root, '.server/entry-server.js');
  if (!existsSync(program)) return null;
  const worker = new Worker(program, { workerData: { config }, execArgv: [], env: { NODE_ENV: 'production' } });
  // It holds up nobody who stops the server.
  worker.unref();
  try {
    return await new Promise<DrawnPages>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`It ended without a page (exit ${code})`)));
    });
  } finally {
    await worker.terminate();
  }
}
