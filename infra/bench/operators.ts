import { createHash } from 'node:crypto';
import path from 'node:path';
import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import { type Browser, chromium } from 'playwright';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { provideBrowser } from '../tooling/find-browser.ts';
import { startBaseline } from './baseline.ts';
import { timeCalls } from './calls.ts';
import { fillLists, fillPayments, fillTransfers } from './fill.ts';
import { inRounds, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

// The lower limit leaves enough rows for a page far from the first page.
const rows = scaled(100_000, 6_000);
const calls = scaled(70, 5);
const password = 'a-password-for-the-bench';

/** These routes are not timed: the stream never ends, and the other two call X. */
const notTimed = ['/api/admin/activity', '/api/test-x-api', '/api/x-rate-limits'];

/**
 * This route is measured without an aim, because it sums all accounting entries and is called only on
 * demand.
 */
const check = '/api/admin/accounting';

/** The id of a transfer for which the search has to scan half of all transfers. */
const sought = createHash('md5')
  .update(String(Math.floor(rows / 2)))
  .digest('hex');

/** The paths of all operator GET routes except `notTimed`, and of some lists in a non-default order. */
const requested = publicRoutes
  .filter(({ method, access }) => method === 'GET' && access === 'operator')
  .filter((route) => !notTimed.includes(route.path))
  .map((route) => route.path.replace('{transferId}', sought))
  .concat(
    '/api/admin/transfers?status=completed&sort=createdAt',
    '/api/admin/payments?sort=createdAt',
    '/api/admin/ad-revenue?sort=at',
    '/api/admin/audit?sort=at',
    '/api/admin/contacts?sort=createdAt',
    '/api/admin/webhook-events?sort=at',
  );

/** Measures operators' reads and the first paint of a page, with as many rows as after years of use. */
export async function benchOperators(folder: string): Promise<void> {
  await stopping(async (started) => {
    const dataDir = path.join(folder, 'operators');
    const postgres = await started(startEmbeddedPostgres({ dataDir }));
    const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, OPERATOR_PASSWORD: password };
    const product = await started(startProduct(settings));
    await fillTransfers(postgres.url, rows);
    await fillPayments(postgres.url, rows);
    await fillLists(postgres.url, rows);
    const baseline = await started(startBaseline(postgres.url));
    const cookie = await signIn(product.url);
    const late = `/api/admin/transfers?cursor=${await middle(product.url, cookie)}`;
    const found = ['payments', 'tasks', 'audit', 'ad-revenue', 'webhook-events'].map(
      (list) => `/api/admin/${list}?search=${sought}`,
    );
    await inRounds(async () => {
      for (const address of [...requested, late, ...found]) {
        const hello = await timeCalls(`${baseline.url}/hello`, calls);
        const { p50, p99 } = await timeCalls(product.url + address, calls, { cookie });
        const name = `GET ${address.replace(/(cursor|search)=.*/, '$1=…').replace(sought, '…')}`;
        const of = (which: string) => ({ unit: 'ms', group: `calls that operators read by, ${which}` }) as const;
        const aim = address === check ? { group: `GET ${check}, p50` } : { aim: { atMost: 50 } };
        report({ name: `${name}, p50`, value: p50, baseline: hello.p50, ...of('p50'), ...aim });
        report({ name: `${name}, p99`, value: p99, baseline: hello.p99, ...of('p99') });
      }
    });
    await benchPaint(product.publicUrl);
  });
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Returns the cursor of a page far from the first. */
async function middle(url: string, cookie: string): Promise<string> {
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    const answer = await fetch(`${url}/api/admin/transfers?limit=200${cursor && `&cursor=${cursor}`}`, {
      headers: { cookie },
    });
    cursor = ((await answer.json()) as { nextCursor: string }).nextCursor;
  }
  return cursor;
}

/**
 * Measures the time from requesting /admin until its totals are painted, with an empty browser cache.
 * The baseline is a line of text from the same server.
 */
async function benchPaint(url: string): Promise<void> {
  const { path: executablePath } = await provideBrowser();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const revenue = `$${((rows * 400) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  try {
    await inRounds(async () => {
      const baseline = await paint(browser, url, '/robots.txt', 'User-agent');
      const value = await paint(browser, url, '/admin', revenue);
      report({ name: '/admin, until its totals are painted', value, unit: 'ms', baseline, aim: { atMost: 1_000 } });
    });
  } finally {
    await browser.close();
  }
}

async function paint(browser: Browser, url: string, path: string, text: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.request.post(`${url}/api/operator/session`, { data: { password } });
    const page = await context.newPage();
    await page.addInitScript(`globalThis.painted = new Promise((resolve) => {
      const look = () => requestAnimationFrame(() => {
        if (!document.body?.textContent.includes(${JSON.stringify(text)})) return look();
        // What comes after a frame comes after it was painted.
        setTimeout(() => resolve(performance.now()));
      });
      look();
    })`);
    await page.goto(url + path, { waitUntil: 'commit' });
    return await page.evaluate<number>('painted');
  } finally {
    await context.close();
  }
}
