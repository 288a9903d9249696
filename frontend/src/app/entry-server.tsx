import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { pages } from '@xrp-bridge/contracts/pages';
import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { createClientWithData, type InitialData } from '../lib/api/initial-data.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

// The server runs this worker once at its start (bff/src/pages). The worker prerenders the landing pages with the
// installation's settings and exits. Values that only a browser has appear after hydration.

const { open, closed } = workerData as { open: InitialData; closed: InitialData };
const prerendered = Object.values(pages).filter((page) => page.prerendered);

// A top-level await would not work: a screen's file may import from this file, and both would wait for each other.
void prerenderAll();

/**
 * Posts the HTML of all prerendered pages.
 * An error ends the worker, and the server receives the error.
 */
async function prerenderAll(): Promise<void> {
  const html = await Promise.all(prerendered.map(async ({ path }) => [path, await prerender(path, open)]));
  parentPort?.postMessage({ pages: Object.fromEntries(html), closed: await prerender(pages.home.path, closed) });
}

/**
 * Renders one page to HTML.
 * @throws Error when a part of the page cannot be rendered
 */
async function prerender(path: string, initialData: InitialData): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <Providers client={createClientWithData(initialData)}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </Providers>,
    {
      // Renders the page as one chunk: React inserts further chunks by inline scripts, which the
      // Content-Security-Policy blocks.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  const html = await text(prelude);
  if (errors.length > 0) throw errors[0];
  return html;
}
