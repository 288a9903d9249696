import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import { temporaryFolder, useBff } from './harness.ts';

export const script = `console.log(${JSON.stringify('x'.repeat(2000))})`;
export const page = `<!doctype html><html lang="en"><head><title>XRP Bridge</title><script src="/theme.js"></script>
<script type="module" nonce="__CSP_NONCE__" src="/assets/app-1a2b3c4d.js"></script>
<link rel="stylesheet" nonce="__CSP_NONCE__" href="/assets/app-1a2b3c4d.css"></head><body><div id="root"></div></body>`;
export const theme = "document.documentElement.dataset.theme = 'dark'; // $& </head>\n";
/**
 * Placeholder for the built server entry.
 * The rendered HTML shows the data that the entry receives, so that tests can check the data. A guide's step of 18 or 19
 * makes the thread exit or hang, 17 makes rendering fail.
 */
export const serverEntry = `import { parentPort } from 'node:worker_threads';
const render = (pathname, initialData) => {
  const closed = initialData['/api/maintenance-status'];
  if (closed) return '<h1>Closed: ' + closed.maintenanceMode + '</h1>';
  if (pathname === '/') return '<h1>Drawn in the ' + initialData['/api/config'].mode + '</h1>';
  return '<h1>' + pathname + '</h1><pre>' + JSON.stringify(initialData) + '</pre>';
};
parentPort.on('message', ({ pathname, initialData }) => {
  if (initialData.step === 19) for (;;);
  if (initialData.step === 18) process.exit(1);
  parentPort.postMessage(initialData.step === 17 ? { failedAt: 'line 7' } : { html: render(pathname, initialData) });
});`;
const pageFiles = {
  '/': [],
  '/transfer/:id': ['assets/guide-1a2b3c4d.js'],
  '/transfer/:id/receipt': ['assets/receipt-1a2b3c4d.js', 'assets/mono-1a2b3c4d.woff2'],
  '/admin': ['assets/shell-1a2b3c4d.js', 'assets/admin-1a2b3c4d.js', 'assets/admin-1a2b3c4d.css'],
};

/** A `pause` that never ends, so that requests wait until prerendering has ended. */
export const neverEnds = () => new Promise<void>(() => {});

/** Starts a BFF that serves a small built frontend, for the tests of a file. */
export function useBuild() {
  const folder = {} as Awaited<ReturnType<typeof temporaryFolder>>;
  // A getter, because the folder is created only in `beforeAll`, before the BFF starts and reads the path.
  const environment = {
    get STATIC_DIR() {
      return folder.path;
    },
    PRODUCT_NAME: 'Bridge & <Co> $&',
    STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_test',
    STRIPE_API_BASE: 'http://127.0.0.1:3001',
  };
  beforeAll(async () => {
    Object.assign(folder, await temporaryFolder());
    await writeBuild(folder.path);
  });
  afterAll(() => folder.remove?.());
  return { folder, ...useBff(environment, { overrides: { pause: neverEnds } }) };
}

/** Writes a small built frontend. */
export async function writeBuild(folder: string): Promise<void> {
  await Promise.all(['assets', '.vite', '.server'].map((name) => mkdir(path.join(folder, name))));
  const write = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
  await Promise.all([
    write('index.html', page),
    write('.vite/pages.json', JSON.stringify(pageFiles)),
    write('theme.js', theme),
    write('.server/entry-server.js', serverEntry),
    write('.secret', 'hidden'),
    write('assets/app-1a2b3c4d.js', script),
    write('assets/app-1a2b3c4d.css', 'h1 { color: red }'),
    write('assets/app-1a2b3c4d.js.br', brotliCompressSync(script)),
    write('assets/app-1a2b3c4d.js.gz', gzipSync(script)),
  ]);
}
