import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { startProduct } from '../process/product.ts';
import { provideBrowser } from '../tooling/find-browser.ts';
import { confirmIntent } from './calls.ts';
import {
  cumulativeShift,
  median,
  type ObservedScreen,
  print,
  type ScreenFigures,
  totalBlockingTime,
} from './measure.ts';

// A phone of the middle class on a slow mobile connection: what Lighthouse calls "Slow 4G" and "4x slowdown".
const latencyMs = 562;
const bytesPerSecond = 1_440_000 / 8;
const cpuSlowdown = 4;
const runs = 3;
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
}

const observeScreen = await readFile(new URL('observe-screen.js', import.meta.url), 'utf8');

/** LCP, CLS and TBT of the screens on the way, each loaded for the first time, beside a line of text from the same server. */
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
    'baseline: /robots.txt': { open: async () => '/robots.txt', shows: /User-agent/i },
    '/': { open: async () => '/', shows: 'Coinbase' },
    '/transfer': { open: async () => '/transfer', shows: 'Coinbase' },
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
    },
  };
  try {
    for (const device of Object.keys(windows) as (keyof typeof windows)[]) {
      for (const [name, screen] of Object.entries(screens)) {
        const figures: ScreenFigures[] = [];
        while (figures.length < runs) figures.push(await measure(browser, device, screen, product.publicUrl));
        const of = (figure: keyof ScreenFigures) => median(figures.map((each) => each[figure]));
        print(
          `${name}, ${device}`,
          `LCP ${(of('lcp') / 1000).toFixed(2)} s, CLS ${of('cls').toFixed(3)}, TBT ${of('tbt').toFixed(0)} ms`,
        );
      }
    }
  } finally {
    await browser.close();
    await product.stop();
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
    await slowDown(page);
    const quiet = becomeQuiet(page);
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
    await quiet();
    const seen = await page.evaluate<ObservedScreen>('observedScreen');
    return { lcp: seen.lcp, cls: cumulativeShift(seen.shifts), tbt: totalBlockingTime(seen) };
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
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
