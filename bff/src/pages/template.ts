import type { Context } from '../context.ts';
import type { Assets } from './assets.ts';
import type { RenderedPage } from './page-renderer.ts';

/** The texts that differ between the responses of one page. */
export interface ResponseParts {
  /** Preload links. */
  links: string;
  nonce: string;
}

/** A page of one customer. */
export interface OwnersPage extends RenderedPage {
  /** The address that the page shows. public/theme.js compares it with the one that the browser sent. */
  address: string | null;
}

export interface PageTemplate {
  /** Returns a page that is equal for all visitors. Pages without content are rendered by the browser. */
  fill(content: RenderedPage | null, parts: ResponseParts): Promise<string>;
  /** Returns a page of one customer. No part of the page is cached. */
  fillForOwner(page: OwnersPage, parts: ResponseParts): Promise<string>;
}

const linksPlace = '<!-- links -->';
const noncePlace = '__CSP_NONCE__';
const emptyRoot = '<div id="root"></div>';

/** Creates the pages of the web app from its index.html. */
export function createTemplate(
  html: string,
  theme: string | null,
  { assets, settings }: { assets: Assets; settings: Pick<Context['settings'], 'PRODUCT_NAME'> },
): PageTemplate {
  /** Cache of HTML pages that lack only the links and the nonce of a response. */
  const prepared = new Map<RenderedPage | null, string>();
  const plain = preparePlain();
  let styled: Promise<string> | undefined;

  function preparePlain(): string {
    // The replacements are functions, because the texts may contain `$&`.
    const page = html
      .replaceAll('XRP Bridge', () => escapeHtml(settings.PRODUCT_NAME))
      .replace('</head>', `${linksPlace}</head>`);
    return theme === null ? page : replaceTag(page, 'src="/theme.js"', () => `<script>${theme}</script>`);
  }

  /** Inserts the styles, so that the first paint of a rendered page needs no other file. */
  async function inlineStyles(): Promise<string> {
    // The first stylesheet is the main one, which is inlined. The other stylesheets stay links.
    const [, file = ''] = /href="(\/assets\/[\w.-]+\.css)"/.exec(plain) ?? [];
    const styles = (await assets.find(file, {}))?.content.toString();
    // The link stays in the page, disabled, because the loader of lazy chunks fetches a stylesheet again if it finds no
    // link to it.
    const inline = (link: string) =>
      `${link.replace('<link', '<link disabled media="not all"')}<style nonce="${noncePlace}">${styles}</style>`;
    return styles ? replaceTag(plain, `href="${file}"`, inline) : plain;
  }

  async function prepare(content: RenderedPage | null): Promise<string> {
    if (!content) return plain;
    styled ??= inlineStyles();
    return insertContent(await styled, content);
  }

  return {
    async fill(content, parts) {
      const page = prepared.get(content) ?? (await prepare(content));
      prepared.set(content, page);
      return fillParts(page, parts);
    },
    async fillForOwner(page, parts) {
      styled ??= inlineStyles();
      // The customer's data is inserted last, so that no text in it is taken for a placeholder.
      const frame = removeNoscript(fillParts(await styled, parts));
      const marked = page.address ? frame.replace('<html', `<html data-address="${escapeHtml(page.address)}"`) : frame;
      return insertContent(marked, page);
    },
  };
}

function fillParts(page: string, { links, nonce }: ResponseParts): string {
  return page.replace(linksPlace, () => links).replaceAll(noncePlace, nonce);
}

function insertContent(page: string, { html, initialData }: RenderedPage): string {
  // `<` is escaped, so that no text can end the script element.
  const json = JSON.stringify(initialData).replaceAll('<', '\\u003c');
  return page.replace(
    emptyRoot,
    () => `<div id="root">${html}</div><script type="application/json" id="initial-data">${json}</script>`,
  );
}

/** Removes the template's `noscript`, because a rendered page has its own. */
function removeNoscript(page: string): string {
  const [before = '', ...rest] = page.split('<noscript>');
  return before + rest.map((part) => part.slice(part.indexOf('</noscript>') + '</noscript>'.length)).join('');
}

/** Replaces the link or script element that has these attributes. */
function replaceTag(page: string, attributes: string, by: (tag: string) => string): string {
  return page.replace(/<(?:link|script)[^<>]*>(?:<\/script>)?/g, (tag) => (tag.includes(attributes) ? by(tag) : tag));
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
