import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { GetConfig, GetMaintenanceStatus } from '@xrp-bridge/contracts/public-api';
import type { PublicConfig } from './public-config.ts';

/**
 * API responses by path.
 * A page is rendered with them and contains them, so that the browser need not fetch them.
 */
export type InitialData = Record<string, unknown>;

/** The HTML of a page's root element, and the data that it was rendered with. */
export interface PrerenderedPage {
  html: string;
  initialData: InitialData;
}

export interface PrerenderedPages {
  /** Pages by their path pattern in the contracts. */
  pages: Record<string, PrerenderedPage>;
  /** The page that replaces pages without `staysOpen` during maintenance. */
  closed: PrerenderedPage;
}

/**
 * Renders the landing pages with this installation's settings.
 * The web app's server entry renders them. It runs in a worker thread, so that its memory is freed afterwards.
 * @param root the folder of the built web app
 * @returns null if the build contains no server entry
 * @throws Error if rendering fails or does not end in time
 */
export async function prerenderPages(root: string, config: PublicConfig): Promise<PrerenderedPages | null> {
  const program = path.join(root, '.server/entry-server.js');
  if (!existsSync(program)) return null;
  const open: InitialData = { [GetConfig.path]: config };
  const closed: InitialData = { ...open, [GetMaintenanceStatus.path]: { maintenanceMode: true } };
  const html = await run(program, { open, closed });
  const pages = Object.entries(html.pages).map(([page, content]) => [page, { html: content, initialData: open }]);
  return { pages: Object.fromEntries(pages), closed: { html: html.closed, initialData: closed } };
}

/** Time limit for rendering all pages. */
const longestMs = 20_000;

async function run(program: string, workerData: object): Promise<{ pages: Record<string, string>; closed: string }> {
  const worker = new Worker(program, { workerData, execArgv: [], env: { NODE_ENV: 'production' } });
  // The worker must not prevent the process from ending.
  worker.unref();
  const late = setTimeout(() => void worker.terminate(), longestMs).unref();
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`Rendering ended without a page (exit ${code})`)));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
