import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { GetConfig, GetMaintenanceStatus } from '@xrp-bridge/contracts/public-api';
import type { PublicConfig } from './public-config.ts';

/** What a page is drawn with, and what is written into it so that the browser need not ask: our answers, by their address. */
export type Known = Record<string, unknown>;

/** What stands within a page's root before any script, and what it was drawn with. */
export interface Drawn {
  html: string;
  known: Known;
}

export interface DrawnPages {
  /** By the page’s path in the contracts. */
  pages: Record<string, Drawn>;
  /** In place of every customer's page while the application is closed. */
  closed: Drawn;
}

/**
 * Has the built web app draw the pages where people arrive, with this installation's settings. It runs in a worker: it is
 * the browser's code and no part of this server, and what it needs in memory is given back when it ends.
 * @param root the built web app
 * @returns null where the build holds no such program
 * @throws Error when the program fails, or does not come to an end
 */
export async function drawPages(root: string, config: PublicConfig): Promise<DrawnPages | null> {
  const program = path.join(root, '.server/entry-server.js');
  if (!existsSync(program)) return null;
  const open: Known = { [GetConfig.path]: config };
  const closed: Known = { ...open, [GetMaintenanceStatus.path]: { maintenanceMode: true } };
  const html = await run(program, { open, closed });
  const pages = Object.entries(html.pages).map(([page, drawn]) => [page, { html: drawn, known: open }]);
  return { pages: Object.fromEntries(pages), closed: { html: html.closed, known: closed } };
}

/** What has not drawn by then never will. */
const longestMs = 20_000;

async function run(program: string, workerData: object): Promise<{ pages: Record<string, string>; closed: string }> {
  const worker = new Worker(program, { workerData, execArgv: [], env: { NODE_ENV: 'production' } });
  // It holds up nobody who stops the server.
  worker.unref();
  const late = setTimeout(() => void worker.terminate(), longestMs).unref();
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`It ended without a page (exit ${code})`)));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
