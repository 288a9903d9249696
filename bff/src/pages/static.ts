import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { isOperatorPath, type Page, pageAt, pages } from '@xrp-bridge/contracts/pages';
import {
  AdminDashboard,
  GetConfig,
  GetInstructions,
  ReadOperatorSession,
  ReadTransfer,
} from '@xrp-bridge/contracts/public-api';
import { transferIdSchema } from '@xrp-bridge/contracts/transfer';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { createAssets } from './assets.ts';
import { compressText } from './compression.ts';
import { manifestPath, webAppManifest } from './manifest.ts';
import { createOwnersPages, readStep } from './owners-pages.ts';
import { createPageRenderer, type RenderedPage } from './page-renderer.ts';
import { type PrerenderedPages, prerenderPages } from './prerendered-pages.ts';
import { publicConfig } from './public-config.ts';
import { addPageHeaders, nonceOf, usesStripe } from './security.ts';
import { securityTxt, securityTxtPath } from './security-txt.ts';
import { createTemplate, escapeHtml, type OwnersPage } from './template.ts';

// File names in this folder contain a hash of the content, so the file at a given URL never changes.
const hashedFolder = '/assets/';
const oneYearMs = 365 * 24 * 3600 * 1000;
const longestWaitMs = 1_000;
/** Maximum time for prerendering a page at the start. */
const longestPrerenderMs = 20_000;

/** Serves the built web app: its files, and index.html for every path that is not a file. */
export async function addStaticFiles(app: FastifyInstance, context: Context): Promise<void> {
  const { settings, maintenance, log, pause, clock } = context;
  const root = path.resolve(settings.STATIC_DIR);
  // All files are read at the start, so that they come from the same build. A restart serves a newer build.
  const [html, pageFiles, theme] = await Promise.all([
    readText(root, 'index.html'),
    readPageFiles(root),
    readText(root, 'theme.js'),
  ]);
  const assets = createAssets(root);
  const template = html === null ? null : createTemplate(html, theme, { assets, settings });
  const config = publicConfig(settings);
  // The result is not awaited, so that rendering does not delay the start.
  let ready: PrerenderedPages | null | undefined;
  const rendering = prerender().then((pages) => {
    ready = pages;
  });
  const renderer = createPageRenderer(root, log);
  const ownersPages = renderer && createOwnersPages(context, renderer, config);
  app.addHook('onClose', async () => renderer?.close());

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
    scope.get(manifestPath, options, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(webAppManifest(settings))),
    );
    scope.get(securityTxtPath, options, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(securityTxt(settings, clock())),
    );
    scope.get('/*', options, async (request, reply) => {
      const { pathname, searchParams } = URL.parse(`http://localhost${request.url}`) ?? {};
      if (pathname === undefined) throw new ProblemError('not_found');
      if (pathname.includes('.')) return sendFile(request, reply, pathname);
      if (!wantsPage(request)) throw new ProblemError('not_found');
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      // For an unknown path the web app shows its not-found page. The status 404 is for search engines and programs.
      const page = pageAt(pathname);
      if (!page) return sendPage(reply.code(404), '', null);
      const isClosed = !page.staysOpen && (await maintenance.isOn().catch(() => false));
      // The maintenance page gets no links, because it needs no other files.
      if (isClosed) return sendPage(reply, '', (await waitForPrerendered())?.closed ?? null);
      if (beforeGuide.has(page)) renderer?.start();
      if (page === pages.guide) {
        const id = pathname.split('/')[2];
        return sendForOwner(reply, page, await ownersPages?.guide(request, reply, id), guideCalls(request, id));
      }
      const calls = callsOf(page, searchParams);
      // With other parameters, such as `success`, the page may show another screen.
      if (page === pages.checkout && searchParams?.size === 1) {
        const id = searchParams.get('transfer');
        return sendForOwner(reply, page, await ownersPages?.checkout(request, reply, id), calls);
      }
      return sendPage(reply, linksFor(page, calls), await findPrerendered(page, searchParams));
    });
  });

  async function prerender(): Promise<PrerenderedPages | null> {
    try {
      const once = createPageRenderer(root, log, { replyWithinMs: longestPrerenderMs });
      return once && (await prerenderPages(once, config));
    } catch (error) {
      log.warn({ err: error }, 'could not prerender the pages; browsers render them');
      return null;
    }
  }

  /** Waits at most a second for prerendering. @returns null if the browser must render the page */
  async function waitForPrerendered(): Promise<PrerenderedPages | null> {
    if (ready === undefined) await Promise.race([rendering, pause(longestWaitMs)]);
    return ready ?? null;
  }

  /** Returns the prerendered page; null if the page depends on the query or is not prerendered. */
  async function findPrerendered(page: Page, query: URLSearchParams | undefined): Promise<RenderedPage | null> {
    const isPlain = shownByQuery.every((name) => !query?.has(name));
    return (page.prerendered && isPlain && (await waitForPrerendered())?.pages[page.path]) || null;
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply, pathname: string): Promise<FastifyReply> {
    // index.html is a template, which must not be served without its nonce.
    if (pathname === '/index.html') throw new ProblemError('not_found');
    if (!pathname.startsWith(hashedFolder)) return reply.sendFile(pathname, { maxAge: 0 });
    const asset = await assets.find(pathname, request.headers);
    if (asset) return reply.headers(asset.headers).send(asset.content);
    return reply.sendFile(pathname, { maxAge: oneYearMs, immutable: true });
  }

  /**
   * Returns preload links for the page's files and data.
   * Without these links, the browser would find the files one after the other.
   */
  function linksFor(page: Page, calls: readonly string[]): string {
    const files = (pageFiles[page.path] ?? []).map(linkToFile);
    const provider = page === pages.checkout && usesStripe(settings) ? [stripeLink] : [];
    return [...calls.map(linkToCall), ...files, ...provider].join('');
  }

  /** Sends a page rendered for its owner; without content, the page that preloads `calls`. */
  async function sendForOwner(
    reply: FastifyReply,
    page: Page,
    content: OwnersPage | null | undefined,
    calls: readonly string[],
  ): Promise<FastifyReply> {
    reply.headers({ 'cache-control': 'no-store', vary: 'cookie' });
    if (!template || !content) return sendPage(reply, linksFor(page, calls), null);
    const parts = { links: linksFor(page, []), nonce: nonceOf(reply.raw) };
    return reply.send(await template.fillForOwner(content, parts));
  }

  async function sendPage(reply: FastifyReply, links: string, content: RenderedPage | null): Promise<FastifyReply> {
    if (!template) return reply.code(503).send(notBuiltPage);
    return reply.send(await template.fill(content, { links, nonce: nonceOf(reply.raw) }));
  }
}

/** Query parameters that change the content of a page. */
const shownByQuery = ['from', 'to', 'view', 'payment'];

/** Pages that lead to a guide, which start the renderer so that the guide need not wait for the start. */
const beforeGuide = new Set<Page>([pages.checkout, pages.checkoutSuccess, pages.resume, pages.guide]);

async function readText(root: string, file: string): Promise<string | null> {
  return readFile(path.join(root, file), 'utf8').catch(() => null);
}

/** Returns the files that each page needs, by the page's path; {} if the web app is not built. */
async function readPageFiles(root: string): Promise<Record<string, string[]>> {
  return JSON.parse((await readText(root, '.vite/pages.json')) ?? '{}');
}

/**
 * Preloads the script that the card form loads.
 * Its priority is low, because the page paints without it. The URL is that of the installed @stripe/stripe-js.
 */
const stripeLink = '<link rel="preload" as="script" fetchpriority="low" href="https://js.stripe.com/clover/stripe.js">';

const linkKinds: Record<string, string> = {
  '.css': 'rel="preload" as="style"',
  '.woff2': 'rel="preload" as="font" type="font/woff2"',
};

function linkToFile(file: string): string {
  const kind = linkKinds[path.extname(file)] ?? 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="/${escapeHtml(file)}">`;
}

/**
 * Returns the calls that a page always makes first, to be preloaded.
 * An operator's page reads the session and the numbers in the menu. The page uses both preloads immediately: a refusal
 * that stayed in the preload cache would still be used after the sign-in.
 */
function callsOf(page: Page, query: URLSearchParams | undefined): string[] {
  if (isOperatorPath(page.path)) return [ReadOperatorSession.path, AdminDashboard.path];
  if (page === pages.checkout) return [GetConfig.path, ...callFor(query?.get('transfer'))];
  return [];
}

/**
 * Returns the calls that a guide makes first if its page has no content.
 * The steps are refused before the payment, so they are preloaded only if this browser has shown them before.
 */
function guideCalls(request: FastifyRequest, id: string | undefined): string[] {
  return [...callFor(id), ...(readStep(request) === null ? [] : callFor(id, GetInstructions.path))];
}

function callFor(transferId: unknown, path: string = ReadTransfer.path): string[] {
  const id = transferIdSchema.safeParse(transferId);
  return id.success ? [path.replace('{id}', id.data)] : [];
}

/**
 * Returns a preload link for an API call.
 * Its credentials mode is that of the page's fetch, because browsers reuse a preload only for an identical request.
 */
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
