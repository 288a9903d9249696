import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { pages } from '@xrp-bridge/contracts/pages';
import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { createKnowingClient, type Known } from '../lib/api/known.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

// Run by the server as a worker, once at its start (bff/src/pages/drawn-pages.ts): draws the pages where people arrive, with the
// installation's settings, and ends. What only a browser knows comes after.

const { open, closed } = workerData as { open: Known; closed: Known };
const drawn = Object.values(pages).filter((page) => page.drawn);

// Not by an await of this file: a screen's file may import from it, and would wait for it while it waits for the screen.
void drawAll();

/** What fails ends the worker, and the server hears of it. */
async function drawAll(): Promise<void> {
  const html = await Promise.all(drawn.map(async ({ path }) => [path, await draw(path, open)]));
  parentPort?.postMessage({ pages: Object.fromEntries(html), closed: await draw(pages.home.path, closed) });
}

/** @throws Error when a part of the page cannot be drawn */
async function draw(path: string, known: Known): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <Providers client={createKnowingClient(known)}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </Providers>,
    {
      // Larger parts would come after the rest, put into place by scripts that our policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  const html = await text(prelude);
  if (errors.length > 0) throw errors[0];
  return html;
}
