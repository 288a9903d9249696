import { text } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { createClientWithData, type InitialData } from '../lib/api/initial-data.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

// The server runs this program in a worker thread (bff/src/pages): at its start for the landing pages, and on demand for
// the pages of one customer. Values that only a browser has appear after hydration. Each page has its own router and
// cache, and no module may store data of a page, because the next page is another customer's.

parentPort?.on('message', async ({ pathname, initialData }: { pathname: string; initialData: InitialData }) => {
  const reply = await render(pathname, initialData).then((html) => ({ html }), failureOf);
  parentPort?.postMessage(reply);
});

/** Returns where rendering failed, for the log, without the error's message, which may contain data. */
function failureOf(error: unknown): { failedAt: string } {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { failedAt: [name, ...frames.slice(0, 5)].join(' ') };
}

/**
 * Renders one page to HTML.
 * @throws Error when a part of the page cannot be rendered
 */
async function render(pathname: string, initialData: InitialData): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(new URL(pathname, 'http://localhost')));
  if (context instanceof Response) throw new Error('The page leads elsewhere');
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <Providers client={createClientWithData(initialData)} prerendered>
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
