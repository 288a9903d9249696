import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { routes } from '../e2e/routes.ts';
import { type Product, startProduct } from '../process/product.ts';
import { provideBrowser } from '../tooling/find-browser.ts';
import { confirmIntent } from './calls.ts';
import { cumulativeShift, type ObservedScreen, type ScreenMetrics, totalBlockingTime } from './measure.ts';
import { isMet, type Metric } from './results.ts';
import { inRounds, type Started, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

/** Lighthouse's "4x slowdown". */
const cpuSlowdown = 4;
/** Throttled connections: Lighthouse's "Slow 4G", and a mobile connection as most customers have. */
const networks = {
  slow: { latency: 562, bytesPerSecond: 1_440_000 / 8 },
  modern: { latency: 150, bytesPerSecond: 9_000_000 / 8 },
} as const;
/** A screen counts as loaded after this time without a request. */
const quietMs = 3_000;
const quietTimeoutMs = 120_000;

const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 } };
const devices = {
  phone: { window: phone, network: networks.slow },
  desktop: { window: desktop, network: networks.slow },
  'modern phone': { window: phone, network: networks.modern },
} as const;
type Device = keyof typeof devices;

interface BenchedScreen {
  /**
   * Prepares the screen and returns its path. The measured visit has the cookies and storage of this
   * context, but an empty HTTP cache.
   */
  open: (context: BrowserContext) => Promise<string>;
  /** Text that the loaded screen must contain; by default a heading. */
  shows?: string | RegExp;
  /** Upper limits of metrics, in their units. They replace the limits for all screens. */
  aims?: Partial<Record<keyof ScreenMetrics, number>>;
  /** The devices that open the screen; by default the phone and the desktop on the slow connection. */
  devices?: readonly Device[];
}

/** Units and aims of the metrics. Of a grouped metric, the document shows only the worst screen. */
const reported: Record<
  keyof ScreenMetrics,
  Pick<Metric, 'unit' | 'aim'> & { per?: number; isGrouped?: boolean; label: string }
> = {
  lcp: { label: 'LCP', unit: 's', per: 1_000 },
  cardForm: { label: 'card form ready', unit: 's', per: 1_000 },
  cls: { label: 'CLS', unit: '', aim: { atMost: 0.02 }, isGrouped: true },
  tbt: { label: 'TBT', unit: 'ms', aim: { atMost: 150 }, isGrouped: true },
  bytes: { label: 'bytes', unit: 'kB', per: 1_000, isGrouped: true },
  requests: { label: 'requests', unit: '', isGrouped: true },
};
const metricNames = Object.keys(reported) as (keyof ScreenMetrics)[];
/** The baseline: a line of text from the same server. */
const baselineScreen: BenchedScreen = { open: async () => '/robots.txt', shows: /User-agent/i };
const usualDevices: readonly Device[] = ['phone', 'desktop'];
const payTimeoutMs = 30_000;

const observeScreen = await readFile(new URL('observe-screen.js', import.meta.url), 'utf8');

/** Measures the screens on the way of a transfer. Each visit has an empty HTTP cache. */
export async function benchScreens(folder: string): Promise<void> {
  await stopping(async (started) => {
    const visitor = await startVisitor(started, folder);
    const screens = Object.entries(screensOf(visitor.product));
    for (const device of Object.keys(devices) as Device[]) {
      await inRounds(async () => {
        const baseline = await visit(visitor, device, baselineScreen);
        for (const [name, screen] of screens) {
          if (!(screen.devices ?? usualDevices).includes(device)) continue;
          reportScreen(name, device, screen, { product: await visit(visitor, device, screen), baseline });
        }
      });
    }
  });
}

/**
 * Measures all other screens that open by their URL alone, with one visit each.
 * A screen that misses an aim in its first visit is visited twice more, and the median counts. A quick try measures only
 * a few screens.
 */
export async function benchRoutes(folder: string): Promise<void> {
  const others = routes.filter((route) => !['/', '/transfer'].includes(route));
  await stopping(async (started) => {
    const visitor = await startVisitor(started, folder);
    for (const device of usualDevices) {
      for (const route of others.slice(0, scaled(others.length, 3))) {
        const screen: BenchedScreen = { open: async () => route };
        const visitOnce = async () => {
          const metrics = { product: await visit(visitor, device, screen) };
          return reportScreen(`route ${route}`, device, screen, metrics);
        };
        if (await visitOnce()) continue;
        await visitOnce();
        await visitOnce();
      }
    }
  });
}

/** The screens on the way of a transfer. */
function screensOf(product: Product): Record<string, BenchedScreen> {
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
  const startTransfer = async ({ request }: BrowserContext): Promise<string> => {
    const answer = await request.post(`${product.publicUrl}/api/transfers`, { data: order });
    return (await answer.json()).id;
  };
  const open = async (context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(product.publicUrl + path);
    return page;
  };
  return {
    '/': { open: async () => '/', shows: 'Coinbase', aims: { lcp: 1 } },
    '/ returning (a choice remembered)': {
      open: async (context) => {
        const page = await open(context, '/?from=kraken&to=ledger');
        await page.getByRole('button', { name: /^Continue with/ }).click();
        await page.getByRole('heading', { name: 'Confirm your transfer path' }).waitFor();
        return '/';
      },
      shows: /^Continue with Kraken/,
      aims: { lcp: 1 },
    },
    '/ with a transfer that waits': {
      open: async (context) => {
        const page = await open(context, `/checkout?transfer=${await startTransfer(context)}`);
        await waitForCardForm(page);
        return '/';
      },
      shows: 'Continue my transfer',
      aims: { lcp: 1 },
    },
    '/transfer': { open: async () => '/transfer', shows: 'Coinbase', aims: { lcp: 1 } },
    'check and pay': { open: async () => '/?from=coinbase&to=xumm&view=confirm', shows: 'Choose one to continue' },
    '/checkout': {
      // The first visit stores the transfer, as the browser that starts a transfer does.
      open: async (context) => {
        const path = `/checkout?transfer=${await startTransfer(context)}`;
        const page = await open(context, path);
        await waitForCardForm(page);
        return path;
      },
      shows: 'Card number',
      aims: { lcp: 1.5, cardForm: 3 },
    },
    'the guide': openGuide(1.5, usualDevices),
    'the guide on a modern connection': openGuide(0.9, ['modern phone']),
  };

  function openGuide(lcp: number, devices: readonly Device[]): BenchedScreen {
    return {
      open: async (context) => {
        const id = await startTransfer(context);
        await payFor(product, context, id);
        return `/transfer/${id}`;
      },
      shows: /Step 1 of/,
      aims: { lcp },
      devices,
    };
  }
}

/** Waits until the checkout is hydrated. Only then does it store the transfer. */
const waitForCardForm = (page: Page) => page.locator('#card-number:not([readonly])').waitFor();

interface Visitor {
  product: Product;
  browser: Browser;
}

async function startVisitor(started: Started, folder: string): Promise<Visitor> {
  const { path: executablePath } = await provideBrowser();
  const product = await started(startProduct({ DATA_DIR: path.join(folder, 'screens') }));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  await started(Promise.resolve({ stop: () => browser.close() }));
  return { product, browser };
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

/** Reports the metrics of a visit. @returns true if all of its aims are met */
function reportScreen(
  name: string,
  device: Device,
  { aims = {} }: Pick<BenchedScreen, 'aims'>,
  { product, baseline }: { product: ScreenMetrics; baseline?: ScreenMetrics },
): boolean {
  const metrics = metricNames.flatMap((of): Metric[] => {
    const value = product[of];
    if (value === undefined) return [];
    const { label, per = 1, unit, isGrouped, aim: usual } = reported[of];
    const limit = aims[of];
    const aim = limit === undefined ? usual : { atMost: limit };
    const bare = baseline?.[of];
    return [
      {
        name: `${name}, ${device}: ${label}`,
        value: value / per,
        unit,
        ...(bare !== undefined && { baseline: bare / per }),
        ...(aim && { aim }),
        ...(isGrouped || !baseline ? { group: `${label}, ${device}` } : {}),
      },
    ];
  });
  for (const metric of metrics) report(metric);
  return metrics.every((metric) => isMet(metric) !== false);
}

async function visit({ browser, product }: Visitor, device: Device, screen: BenchedScreen): Promise<ScreenMetrics> {
  const { window, network } = devices[device];
  const before = await browser.newContext(window);
  const address = product.publicUrl + (await screen.open(before));
  const storageState = await before.storageState();
  await before.close();
  const context = await browser.newContext({ ...window, storageState });
  try {
    const page = await context.newPage();
    await page.addInitScript(observeScreen);
    const fetched = await slowDown(page, network);
    const quiet = becomeQuiet(page);
    await page.goto(address, { waitUntil: 'commit' });
    const shown = screen.shows ? page.getByText(screen.shows) : page.getByRole('heading', { level: 1 });
    await shown.filter({ visible: true }).first().waitFor();
    await quiet();
    const seen = await page.evaluate<ObservedScreen>('observedScreen');
    const { lcp, cardForm, shifts } = seen;
    const card = cardForm === undefined ? {} : { cardForm };
    return { lcp, ...card, cls: cumulativeShift(shifts), tbt: totalBlockingTime(seen), ...fetched };
  } finally {
    await context.close();
  }
}

/**
 * Throttles network and CPU.
 * @returns counters of the page's traffic from now on
 */
async function slowDown(
  page: Page,
  { latency, bytesPerSecond }: (typeof networks)[keyof typeof networks],
): Promise<{ bytes: number; requests: number }> {
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
    latency,
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
