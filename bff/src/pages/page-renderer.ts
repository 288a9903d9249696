import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '@xrp-bridge/runtime';
import { createOnDemandWorker, type OnDemandWorker } from '../on-demand-worker.ts';

/**
 * API responses by path, and under {@link stepKey} the step that the guide shows.
 * A page is rendered with them and contains them, so that the browser need not fetch them.
 */
export type InitialData = Record<string, unknown>;

/** The HTML of a page's root element, and the data that it was rendered with. */
export interface RenderedPage {
  html: string;
  initialData: InitialData;
}

export interface PageRenderer extends Pick<OnDemandWorker<unknown, unknown>, 'start' | 'close'> {
  /** Returns null if the page cannot be rendered, or not in time. */
  render(pathname: string, initialData: InitialData): Promise<RenderedPage | null>;
}

/** Mirrors the messages of frontend/src/app/entry-server.tsx. */
type Reply = { html: string } | { failedAt: string };

/**
 * Renders pages of the web app in a worker thread, which the first page starts.
 * The thread runs the web app's server entry, so the server imports no browser code.
 * @param root the folder of the built web app
 * @returns null if the build contains no server entry
 */
export function createPageRenderer(
  root: string,
  log: Logger,
  { mostWaiting = 10, replyWithinMs = 2_000 }: { mostWaiting?: number; replyWithinMs?: number } = {},
): PageRenderer | null {
  const script = path.join(root, '.server/entry-server.js');
  if (!existsSync(script)) return null;
  const worker = createOnDemandWorker<{ pathname: string; initialData: InitialData }, Reply>({
    script,
    options: { env: { NODE_ENV: 'production' } },
    log,
    failure: 'page not rendered',
    mostWaiting,
    replyWithinMs,
  });
  return {
    start: worker.start,
    close: worker.close,
    async render(pathname, initialData) {
      const reply = await worker.request({ pathname, initialData });
      if (reply && 'html' in reply) return { html: reply.html, initialData };
      if (reply) log.warn({ at: reply.failedAt }, 'page not rendered');
      return null;
    },
  };
}
