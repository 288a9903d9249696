import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Page, pageAt, pages } from '@xrp-bridge/contracts/pages';
import { GetInstructions, ReadOperatorSession, ReadTransfer } from '@xrp-bridge/contracts/public-api';
import { transferIdSchema } from '@xrp-bridge/contracts/transfer';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, ProblemError } from '@xrp-bridge/runtime';
import { compressText } from './compression.ts';
import type { Context } from './context.ts';
import { addPageHeaders, nonceOf } from './security.ts';

// Names the build has put a hash of the content into never change what they hold.
const hashedFolder = '/assets/';
const oneYearMs = 365 * 24 * 3600 * 1000;

/** Serves the built web app: its files, and its one page for every address that is not a file. */
export async function addStaticFiles(app: FastifyInstance, context: Context): Promise<void> {
  const { settings } = context;
  const root = path.resolve(settings.STATIC_DIR);
  const pageFiles = await readPageFiles(root);

  await app.register(async (scope: FastifyInstance) => {
    await addPageHeaders(scope, settings);
    await scope.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      suppressWarning: true,
    });

    const options = { config: { access: 'open', page: true }, onSend: compressText } as const;
    scope.get('/*', options, async (request, reply) => {
      const { pathname } = URL.parse(`http://localhost${request.url}`) ?? {};
      if (pathname === undefined) throw new ProblemError('not_found');
      if (pathname.includes('.')) return sendFile(reply, pathname);
      if (!wantsPage(request)) throw new ProblemError('not_found');
      // The application says itself that there is no such page; the status says it to everybody else.
      const page = pageAt(pathname);
      return sendPage(reply.code(page ? 200 : 404), page ? linksFor(page, pathname) : '');
    });
  });

  function sendFile(reply: FastifyReply, pathname: string): FastifyReply {
    // The page is only ever served with its nonce filled in.
    if (pathname === '/index.html') throw new ProblemError('not_found');
    return pathname.startsWith(hashedFolder)
      ? reply.sendFile(pathname, { maxAge: oneYearMs, immutable: true })
      : reply.sendFile(pathname, { maxAge: 0 });
  }

  /** What the browser would else ask for one after the other: each file names the next, and the last one the data. */
  function linksFor(page: Page, pathname: string): string {
    const files = (pageFiles[page.path] ?? []).map(linkToFile);
    return [...callsOf(page, pathname).map(linkToCall), ...files].join('');
  }

  async function sendPage(reply: FastifyReply, links: string): Promise<FastifyReply> {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    const template = await readFile(path.join(root, 'index.html'), 'utf8').catch(() => null);
    if (template === null) return reply.code(503).send(notBuiltPage);
    // A replacement function: the name may contain `$&`.
    const page = template.replaceAll('XRP Bridge', () => escapeHtml(settings.PRODUCT_NAME));
    return reply.send(page.replace('</head>', `${links}</head>`).replaceAll('__CSP_NONCE__', nonceOf(reply.raw)));
  }
}

/** What the build has written of the files that each page needs, by its path; nothing where it is not built. */
async function readPageFiles(root: string): Promise<Record<string, string[]>> {
  const table = await readFile(path.join(root, '.vite/pages.json'), 'utf8').catch(() => '{}');
  return JSON.parse(table);
}

function linkToFile(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="/${escapeHtml(file)}">`;
}

/**
 * What a page asks for first, whoever opens it. Every page of the operators asks who is signed in, and nothing else here:
 * a refusal would wait for whoever signs in. The guide asks for its transfer and for the steps.
 */
function callsOf(page: Page, pathname: string): string[] {
  if (page.area === 'operator') return [ReadOperatorSession.path];
  if (page !== pages.guide) return [];
  const id = transferIdSchema.safeParse(pathname.split('/')[2]);
  return id.success ? [ReadTransfer, GetInstructions].map(({ path }) => path.replace('{id}', id.data)) : [];
}

/** With cookies, as the page asks: a browser takes the answer for the very same question only. */
function linkToCall(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`;
}

function wantsPage(request: FastifyRequest): boolean {
  const { accept } = request.headers;
  return accept === undefined || accept.includes('text/html') || accept.includes('*/*');
}

const notBuiltPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The web app is not built yet</title></head>
<body><h1>The web app is not built yet</h1>
<p>The server is running, but it has no pages to show. Start it with <code>npm start</code>, which builds them first.</p></body></html>
`;

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
