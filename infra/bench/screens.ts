import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { routes } from '../e2e/routes.ts';
import { type Product, startProduct } from '../process/product.ts';
import { provideBrowser } from '../tooling/find-browser.ts';
import { confirmIntent } from './calls.ts';
import { cumulativeShift, median, type ObservedScreen, type ScreenMetrics, totalBlockingTime } from './measure.ts';
import type { Metric } from './results.ts';
import { scaled } from './scale.ts';
import { stopping } from './stopping.ts';
import { report } from './store-results.ts';

// Throttling as for a mid-range phone on a slow mobile connection: Lighthouse's "Slow 4G" and "4x slowdown".
const latencyMs = 562;
const bytesPerSecond = 1_440_000 / 8;
const cpuSlowdown = 4;
const runs = scaled(3);
/** A screen counts as loaded after this time without a request. */
const quietMs = 3_000;
const quietTimeoutMs = 120_000;

const windows = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;

interface BenchedScreen {
  /**
   * Prepares the screen and returns its path. The measured visit has the cookies and storage of this
   * context, but an empty HTTP cache.
   */
  open: (context: BrowserContext) => Promise<string>;
  /** Text that the loaded screen must contain; by default a heading. */
  shows?: string | RegExp;
  /** The upper limit of LCP, in seconds. */
  lcp?: number;
}

/** Units and aims of the metrics. */
const reported: Record<keyof ScreenMetrics, Pick<Metric, 'unit' | 'aim'> & { per?: number }> = {
  lcp: { unit: 's', per: 1_000 },
  fcp: { unit: 's', per: 1_000 },
  cls: { unit: '', aim: { atMost: 0.02 } },
  tbt: { unit: 'ms', aim: { atMost: 150 } },
  bytes: { unit: 'kB', per: 1_000 },
  requests: { unit: '' },
};
const metricNames = Object.keys(reported) as (keyof ScreenMetrics)[];
const nothing: ScreenMetrics = { lcp: 0, fcp: 0, cls: 0, tbt: 0, bytes: 0, requests: 0 };
/** The baseline: a line of text from the same server. */
const baselineScreen: BenchedScreen = { open: async () => '/robots.txt', shows: /User-agent/i };
const payTimeoutMs = 30_000;

const observeScreen = await readFile(new URL('observe-screen.js', import.meta.url), 'utf8');

/**
 * Measures LCP, FCP, CLS, TBT, bytes and requests of the customer's main screens.
 * Each visit has an empty HTTP cache. Reports the median of several visits.
 */
export async function benchScreens(folder: string): Promise<void> {
  await visitAll(folder, runs, (product) => {
    const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
    const startTransfer = async ({ request }: BrowserContext): Promise<string> => {
      const answer = await request.post(`${product.publicUrl}/api/transfers`, { data: order });
      return (await answer.json()).id;
    };
    const visit = async (context: BrowserContext, path: string): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(product.publicUrl + path);
      return page;
    };
    return {
      '/': { open: async () => '/', shows: 'Coinbase', lcp: 1.2 },
      '/ returning (a choice remembered)': {
        open: async (context) => {
          const page = await visit(context, '/?from=kraken&to=ledger');
          await page.getByRole('button', { name: /^Continue with/ }).click();
          await page.getByRole('heading', { name: 'Confirm your transfer path' }).waitFor();
          return '/';
        },
        shows: /^Continue with Kraken/,
        lcp: 1.2,
      },
      '/ with a transfer that waits': {
        open: async (context) => {
          const page = await visit(context, `/checkout?transfer=${await startTransfer(context)}`);
          await page.getByText('Card number').first().waitFor();
          return '/';
        },
        shows: 'Continue my transfer',
        lcp: 1.2,
      },
      '/transfer': { open: async () => '/transfer', shows: 'Coinbase', lcp: 1.2 },
      'check and pay': { open: async () => '/?from=coinbase&to=xumm&view=confirm', shows: /^Pay \$/ },
      '/checkout': {
        open: async (context) => `/checkout?transfer=${await startTransfer(context)}`,
        shows: 'Card number',
      },
      'the guide': {
        open: async (context) => {
          const id = await startTransfer(context);
          await payFor(product, context, id);
          return `/transfer/${id}`;
        },
        shows: /Step 1 of/,
        lcp: 2.4,
      },
    };
  });
}

/**
 * Measures all other screens that open by their URL alone, with one visit each.
 * A quick try measures only a few screens.
 */
export async function benchRoutes(folder: string): Promise<void> {
  const others = routes.filter((route) => !['/', '/transfer'].includes(route));
  const visited = others.slice(0, scaled(others.length, 3));
  const screens = visited.map((route): [string, BenchedScreen] => [`route ${route}`, { open: async () => route }]);
  await visitAll(folder, 1, () => Object.fromEntries(screens));
}

/** Visits each screen on a phone and on a computer, and reports the median. */
async function visitAll(
  folder: string,
  visits: number,
  screensOf: (product: Product) => Record<string, BenchedScreen>,
): Promise<void> {
  const { path: executablePath } = await provideBrowser();
  await stopping(async (started) => {
    const product = await started(startProduct({ DATA_DIR: path.join(folder, 'screens') }));
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    await started(Promise.resolve({ stop: () => browser.close() }));
    const screens = Object.entries(screensOf(product));
    for (const device of Object.keys(windows) as (keyof typeof windows)[]) {
      const visit = (screen: BenchedScreen) =>
        visitOften(visits, () => measure(browser, device, screen, product.publicUrl));
      const baseline = await visit(baselineScreen);
      for (const [name, screen] of screens)
        reportScreen(`${name}, ${device}`, await visit(screen), baseline, screen.lcp);
    }
  });
}

async function visitOften(visits: number, visit: () => Promise<ScreenMetrics>): Promise<ScreenMetrics> {
  const metrics: ScreenMetrics[] = [];
  while (metrics.length < visits) metrics.push(await visit());
  const middle = { ...nothing };
  for (const of of metricNames) middle[of] = median(metrics.map((each) => each[of]));
  return middle;
}

/** Pays, and waits until the guide is open. */
async function payFor({ publicUrl, sandboxUrl }: Product, { request }: BrowserContext, id: string): Promise<void> {
  const paid = await request.post(`${publicUrl}/api/create-payment-intent`, { data: { transferId: id } });
  await confirmIntent(sandboxUrl, (await paid.json()).clientSecret);
  const end = performance.now() + payTimeoutMs;
  while (!(await request.get(`${publicUrl}/api/transfer-instructions/${id}`)).ok()) {
    if (performance.now() > end) throw new Error(`the guide was not open within ${payTimeoutMs / 1_000} s`);
  }
}

function reportScreen(name: string, screen: ScreenMetrics, baseline: ScreenMetrics, lcp: number | undefined): void {
  for (const of of metricNames) {
    const { per = 1, unit, aim = of === 'lcp' && lcp ? { atMost: lcp } : undefined } = reported[of];
    const metric = {
      name: `${name}: ${of.toUpperCase()}`,
      value: screen[of] / per,
      unit,
      baseline: baseline[of] / per,
    };
    report({ ...metric, ...(aim ? { aim } : {}) });
  }
}

async function measure(
  browser: Browser,
  device: keyof typeof windows,
  screen: BenchedScreen,
  url: string,
): Promise<ScreenMetrics> {
  const before = await browser.newContext(windows[device]);
  const address = url + (await screen.open(before));
  const storageState = await before.storageState();
  await before.close();
  const context = await browser.newContext({ ...windows[device], storageState });
  try {
    const page = await context.newPage();
    await page.addInitScript(observeScreen);
    const fetched = await slowDown(page);
    const quiet = becomeQuiet(page);
    await page.goto(address, { waitUntil: 'commit' });
    const shown = screen.shows ? page.getByText(screen.shows) : page.getByRole('heading', { level: 1 });
    await shown.filter({ visible: true }).first().waitFor();
    await quiet();
    const seen = await page.evaluate<ObservedScreen>('observedScreen');
    const { lcp, fcp } = seen;
    return { lcp, fcp, cls: cumulativeShift(seen.shifts), tbt: totalBlockingTime(seen), ...fetched };
  } finally {
    await context.close();
  }
}

/**
 * Throttles network and CPU.
 * @returns counters of the page's traffic from now on
 */
async function slowDown(page: Page): Promise<{ bytes: number; requests: number }> {
  const devtools = await page.context().newCDPSession(page);
  const fetched = { bytes: 0, requests: 0 };
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ response }) => {
    if (response.url.startsWith('http') && !response.fromDiskCache) fetched.requests++;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    fetched.bytes += encodedDataLength;
  });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return fetched;
}

/**
 * Observes a page's requests from now on. @returns a function that waits until no request has started
 * or ended for a while. An open stream does not count as a request
 */
function becomeQuiet(page: Page): () => Promise<void> {
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  page.on('request', note).on('requestfinished', note).on('requestfailed', note);
  return async () => {
    const end = performance.now() + quietTimeoutMs;
    for (let left = quietMs; left > 0; left = last + quietMs - performance.now()) {
      if (performance.now() > end) throw new Error(`${page.url()} went on asking for ${quietTimeoutMs / 1_000} s`);
      await page.waitForTimeout(left);
    }
  };
}
