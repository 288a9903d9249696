import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Page, pageAt, pages } from '@xrp-bridge/contracts/pages';
import { AdminDashboard, ReadOperatorSession, ReadTransfer } from '@xrp-bridge/contracts/public-api';
import { transferIdSchema } from '@xrp-bridge/contracts/transfer';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { createAssets } from './assets.ts';
import { compressText } from './compression.ts';
import { type Drawn, type DrawnPages, drawPages } from './drawn-pages.ts';
import { publicConfig } from './public-config.ts';
import { addPageHeaders, nonceOf } from './security.ts';

// Names the build has put a hash of the content into never change what they hold.
const hashedFolder = '/assets/';
const oneYearMs = 365 * 24 * 3600 * 1000;
const longestWaitMs = 1_000;
/** Where a page names what it is to fetch. */
const linksPlace = '<!-- links -->';

/** Serves the built web app: its files, and its one page for every address that is not a file. */
export async function addStaticFiles(app: FastifyInstance, context: Context): Promise<void> {
  const { settings, maintenance, log, pause } = context;
  const root = path.resolve(settings.STATIC_DIR);
  // All of one build: a later one is served by the server that is started after it.
  const [template, pageFiles, theme] = await Promise.all([
    readText(root, 'index.html'),
    readPageFiles(root),
    readText(root, 'theme.js'),
  ]);
  const assets = createAssets(root);
  /** Each page as it was first made: for its next answer only what is that answer's own is filled in. */
  const prepared = new Map<Drawn | null, string>();
  // Nobody who starts a server waits for it.
  let ready: DrawnPages | null | undefined;
  const drawing = drawPages(root, publicConfig(settings))
    .catch((error: unknown) => {
      log.warn({ err: error }, 'no page could be drawn beforehand: browsers draw them');
      return null;
    })
    .then((pages) => {
      ready = pages;
    });

  await app.register(async (scope: FastifyInstance) => {
    await addPageHeaders(scope, settings, theme === null ? [] : [theme]);
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
      const { pathname, searchParams } = URL.parse(`http://localhost${request.url}`) ?? {};
      if (pathname === undefined) throw new ProblemError('not_found');
      if (pathname.includes('.')) return sendFile(request, reply, pathname);
      if (!wantsPage(request)) throw new ProblemError('not_found');
      // The application says itself that there is no such page; the status says it to everybody else.
      const page = pageAt(pathname);
      if (!page) return sendPage(reply.code(404), '', null);
      const isClosed = !page.staysOpen && (await maintenance.isOn().catch(() => false));
      // Nothing that this page would else need is asked for.
      if (isClosed) return sendPage(reply, '', (await drawnSoon())?.closed ?? null);
      return sendPage(reply, linksFor(page, pathname), await drawnFor(page, searchParams));
    });
  });

  /** Whoever comes while it is drawn waits, for a moment: a page that the browser draws is better than none. */
  async function drawnSoon(): Promise<DrawnPages | null> {
    if (ready === undefined) await Promise.race([drawing, pause(longestWaitMs)]);
    return ready ?? null;
  }

  /** What is written into the page's root; null where the browser draws it: all that is not the same for everybody. */
  async function drawnFor(page: Page, query: URLSearchParams | undefined): Promise<Drawn | null> {
    const isPlain = shownByQuery.every((name) => !query?.has(name));
    return (page.prerendered && isPlain && (await drawnSoon())?.pages[page.path]) || null;
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply, pathname: string): Promise<FastifyReply> {
    // The page is only ever served with its nonce filled in.
    if (pathname === '/index.html') throw new ProblemError('not_found');
    if (!pathname.startsWith(hashedFolder)) return reply.sendFile(pathname, { maxAge: 0 });
    const asset = await assets.find(pathname, request.headers);
    if (asset) return reply.headers(asset.headers).send(asset.content);
    return reply.sendFile(pathname, { maxAge: oneYearMs, immutable: true });
  }

  /** What the browser would else ask for one after the other: each file names the next, and the last one the data. */
  function linksFor(page: Page, pathname: string): string {
    const files = (pageFiles[page.path] ?? []).map(linkToFile);
    return [...callsOf(page, pathname).map(linkToCall), ...files].join('');
  }

  async function sendPage(reply: FastifyReply, links: string, drawn: Drawn | null): Promise<FastifyReply> {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    if (template === null) return reply.code(503).send(notBuiltPage);
    const page = prepared.get(drawn) ?? (await prepare(template, drawn));
    prepared.set(drawn, page);
    return reply.send(page.replace(linksPlace, () => links).replaceAll('__CSP_NONCE__', nonceOf(reply.raw)));
  }

  async function prepare(template: string, drawn: Drawn | null): Promise<string> {
    // Replacement functions: the name, and what is written in, may contain `$&`.
    let page = template
      .replaceAll('XRP Bridge', () => escapeHtml(settings.PRODUCT_NAME))
      .replace('</head>', `${linksPlace}</head>`);
    if (theme !== null) page = replaceTag(page, 'src="/theme.js"', () => `<script>${theme}</script>`);
    return drawn ? draw(page, drawn) : page;
  }

  /** Writes into the page what can be read before any script, and how it looks: the first paint waits for nothing else. */
  async function draw(page: string, { html, known }: Drawn): Promise<string> {
    // Links to other styles, which come later, stand behind it.
    const [, file = ''] = /href="(\/assets\/[\w.-]+\.css)"/.exec(page) ?? [];
    const styles = (await assets.find(file, {}))?.content.toString();
    // Else what fetches the parts that come later would fetch the styles, too: it looks for a link to them. This one is idle.
    const inline = (link: string) =>
      `${link.replace('<link', '<link disabled media="not all"')}<style nonce="__CSP_NONCE__">${styles}</style>`;
    const styled = styles ? replaceTag(page, `href="${file}"`, inline) : page;
    // No text ends the script that it stands in.
    const json = JSON.stringify(known).replaceAll('<', '\\u003c');
    return styled.replace(
      '<div id="root"></div>',
      () => `<div id="root">${html}</div><script type="application/json" id="known">${json}</script>`,
    );
  }
}

/** With these in its query a page shows something else than it does to everybody. */
const shownByQuery = ['from', 'to', 'view', 'payment'];

/** Replaces the link or script of a page that has these attributes. */
function replaceTag(page: string, attributes: string, by: (tag: string) => string): string {
  return page.replace(/<(?:link|script)[^<>]*>(?:<\/script>)?/g, (tag) => (tag.includes(attributes) ? by(tag) : tag));
}

async function readText(root: string, file: string): Promise<string | null> {
  return readFile(path.join(root, file), 'utf8').catch(() => null);
}

/** What the build has written of the files that each page needs, by its path; nothing where it is not built. */
async function readPageFiles(root: string): Promise<Record<string, string[]>> {
  return JSON.parse((await readText(root, '.vite/pages.json')) ?? '{}');
}

const linkKinds: Record<string, string> = {
  '.css': 'rel="preload" as="style"',
  '.woff2': 'rel="preload" as="font" type="font/woff2"',
};

function linkToFile(file: string): string {
  const kind = linkKinds[path.extname(file)] ?? 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="/${escapeHtml(file)}">`;
}

/**
 * What a page asks for first, whoever opens it. Every page of the operators asks who is signed in, and for what its menu
 * shows; it takes both answers at once, for a refusal that waited would be taken for the answer by whoever signs in. The
 * guide asks for its transfer. Not for the steps, which are refused before the payment: the browser fetches them ahead
 * where it has shown them before (frontend/public/theme.js).
 */
function callsOf(page: Page, pathname: string): string[] {
  if (page.area === 'operator') return [ReadOperatorSession.path, AdminDashboard.path];
  if (page !== pages.guide) return [];
  const id = transferIdSchema.safeParse(pathname.split('/')[2]);
  return id.success ? [ReadTransfer.path.replace('{id}', id.data)] : [];
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
