import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const STYLE = `
:root { color-scheme: light dark; --ink: #16202c; --soft: #4a5868; --line: #8593a3; --paper: #ffffff; --ground: #eef2f6; --accent: #0b57c4; --on-accent: #ffffff; --error: #a4161a; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2f6; --soft: #b9c4d0; --line: #7d8b9b; --paper: #18222d; --ground: #0e151c; --accent: #8ab8ff; --on-accent: #08192f; --error: #ffb3b0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 18px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.mark { padding: .5rem 1rem; background: var(--ink); color: var(--paper); text-align: center; font-size: 16px; }
.card { background: var(--paper); border-radius: 12px; padding: 1.25rem; margin-top: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
.total { font-size: 2.25rem; font-weight: 650; margin: .25rem 0 0; }
ul { list-style: none; margin: .75rem 0 0; padding: 0; color: var(--soft); }
li { display: flex; justify-content: space-between; gap: 1rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
.hint { display: block; color: var(--soft); font-size: 16px; font-weight: 400; }
input { width: 100%; min-height: 48px; margin-top: .25rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: end; }
form > :first-child > label { margin-top: 0; }
button, .button { display: block; width: 100%; min-height: 52px; margin-top: 1.25rem; padding: .75rem; font: inherit; font-weight: 650; text-align: center; text-decoration: none; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
.quiet { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { margin: 1rem 0 0; padding: .75rem 1rem; border: 1px solid var(--error); border-left-width: 6px; border-radius: 8px; color: var(--error); }
summary { min-height: 44px; padding: .5rem 0; cursor: pointer; }
`;
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Escaped markup. Only `html` creates it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** Template tag: escapes every value except markup and lists of markup. */
export function html(strings: TemplateStringsArray, ...values: (string | Html | Html[] | undefined)[]): Html {
  const parts = values.map((value) => {
    if (value === undefined) return '';
    if (Array.isArray(value)) return value.map((item) => item.markup).join('');
    return value instanceof Html ? value.markup : escapeText(value);
  });
  return new Html(String.raw({ raw: strings }, ...parts));
}

function escapeText(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

/**
 * Sends a whole page with a strict Content-Security-Policy.
 * `returnTo` lists the targets to which the page's form may redirect, because browsers apply form-action to redirects
 * too.
 */
export function sendPage(reply: FastifyReply, title: string, content: Html, returnTo: (string | null)[] = []) {
  const origins = returnTo.filter((url) => url !== null).map((url) => new URL(url).origin);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Sandbox</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body>
<header class="mark"><strong>Sandbox</strong> – no real money moves here. Never type a real card.</header>
<main>${content}</main>
</body>
</html>`;
  return reply
    .headers({
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${STYLE_HASH}`,
        'img-src data:',
        `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page.markup);
}
