import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { startProduct } from '../process/product.ts';
import { provideBrowser } from '../tooling/find-browser.ts';
import { confirmIntent } from './calls.ts';
import { cumulativeShift, median, type ObservedScreen, type ScreenFigures, totalBlockingTime } from './measure.ts';
import { type Figure, report } from './results.ts';
import { scaled } from './scale.ts';

// A phone of the middle class on a slow mobile connection: what Lighthouse calls "Slow 4G" and "4x slowdown".
const latencyMs = 562;
const bytesPerSecond = 1_440_000 / 8;
const cpuSlowdown = 4;
const runs = scaled(3);
/** A screen has loaded when nothing was fetched for as long as this. */
const quietMs = 3_000;

const windows = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;

interface BenchedScreen {
  /** Brings about what the screen needs, and says where it is. */
  open: (context: BrowserContext) => Promise<string>;
  /** What is to be read there once it has loaded. */
  shows: string | RegExp;
  /** Within how many seconds its largest part is to be painted. */
  lcp?: number;
}

/** What is said of each screen; the line of text from the same server is the floor. */
const said: Record<keyof ScreenFigures, Pick<Figure, 'unit' | 'aim'> & { per?: number }> = {
  lcp: { unit: 's', per: 1_000 },
  fcp: { unit: 's', per: 1_000 },
  cls: { unit: '', aim: { atMost: 0.02 } },
  tbt: { unit: 'ms', aim: { atMost: 150 } },
  bytes: { unit: 'kB', per: 1_000 },
  requests: { unit: '' },
};
const figureNames = Object.keys(said) as (keyof ScreenFigures)[];
const nothing: ScreenFigures = { lcp: 0, fcp: 0, cls: 0, tbt: 0, bytes: 0, requests: 0 };
const floorScreen = 'a line of text';

const observeScreen = await readFile(new URL('observe-screen.js', import.meta.url), 'utf8');

/**
 * LCP, FCP, CLS, TBT, bytes and requests of the screens on the way, each loaded for the first time, beside a line of text
 * from the same server.
 */
export async function benchScreens(folder: string): Promise<void> {
  const { path: executablePath } = await provideBrowser();
  const product = await startProduct({ DATA_DIR: path.join(folder, 'screens') });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
  const startTransfer = async ({ request }: BrowserContext): Promise<string> => {
    const answer = await request.post(`${product.publicUrl}/api/transfers`, { data: order });
    return (await answer.json()).id;
  };
  const screens: Record<string, BenchedScreen> = {
    [floorScreen]: { open: async () => '/robots.txt', shows: /User-agent/i },
    '/': { open: async () => '/', shows: 'Coinbase', lcp: 1.2 },
    '/transfer': { open: async () => '/transfer', shows: 'Coinbase', lcp: 1.2 },
    'check and pay': { open: async () => '/?from=coinbase&to=xumm&view=confirm', shows: /^Pay \$/ },
    '/checkout': {
      open: async (context) => `/checkout?transfer=${await startTransfer(context)}`,
      shows: 'Card number',
    },
    'the guide': {
      open: async (context) => {
        const id = await startTransfer(context);
        const paid = await context.request.post(`${product.publicUrl}/api/create-payment-intent`, {
          data: { transferId: id },
        });
        await confirmIntent(product.sandboxUrl, (await paid.json()).clientSecret);
        while (!(await context.request.get(`${product.publicUrl}/api/transfer-instructions/${id}`)).ok());
        return `/transfer/${id}`;
      },
      shows: /Step 1 of/,
      lcp: 2.4,
    },
  };
  try {
    for (const device of Object.keys(windows) as (keyof typeof windows)[]) {
      let floor = nothing;
      for (const [name, screen] of Object.entries(screens)) {
        const figures: ScreenFigures[] = [];
        while (figures.length < runs) figures.push(await measure(browser, device, screen, product.publicUrl));
        const middle = { ...nothing };
        for (const of of figureNames) middle[of] = median(figures.map((each) => each[of]));
        if (name === floorScreen) floor = middle;
        else reportScreen(`${name}, ${device}`, middle, floor, screen.lcp);
      }
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

function reportScreen(name: string, screen: ScreenFigures, floor: ScreenFigures, lcp: number | undefined): void {
  for (const of of figureNames) {
    const { per = 1, unit, aim = of === 'lcp' && lcp ? { atMost: lcp } : undefined } = said[of];
    // A line of text neither jumps nor keeps anybody waiting: there is nothing to be a multiple of.
    const least = floor[of] > 0 ? { floor: floor[of] / per } : {};
    report({ name: `${name}: ${of.toUpperCase()}`, value: screen[of] / per, unit, ...least, ...(aim ? { aim } : {}) });
  }
}

async function measure(
  browser: Browser,
  device: keyof typeof windows,
  screen: BenchedScreen,
  url: string,
): Promise<ScreenFigures> {
  const context = await browser.newContext(windows[device]);
  try {
    const address = url + (await screen.open(context));
    const page = await context.newPage();
    await page.addInitScript(observeScreen);
    const fetched = await slowDown(page);
    const quiet = becomeQuiet(page);
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
    await quiet();
    const seen = await page.evaluate<ObservedScreen>('observedScreen');
    const { lcp, fcp } = seen;
    return { lcp, fcp, cls: cumulativeShift(seen.shifts), tbt: totalBlockingTime(seen), ...fetched };
  } finally {
    await context.close();
  }
}

/** Makes line and processor slow. @returns what comes over the line from now on, counted as it comes */
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

/** Watches a page's requests from now on. @returns a wait until none has begun or ended for a while; a stream that stays open is no matter */
function becomeQuiet(page: Page): () => Promise<void> {
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  page.on('request', note).on('requestfinished', note).on('requestfailed', note);
  return async () => {
    for (let left = quietMs; left > 0; left = last + quietMs - performance.now()) await page.waitForTimeout(left);
  };
}
