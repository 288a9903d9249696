import type { Page } from '@playwright/test';
import { address, expect, paidTransfer, post, sandboxUrl, test } from '../fixtures.ts';
import { routes } from '../routes.ts';

// `npm run e2e -- --pictures`: every screen as people see it, to look at before a release. No part of `npm test`.
const folder = new URL('../../../pictures/', import.meta.url).pathname;

const stripe = (kind: string, forMs: number) =>
  post(`${sandboxUrl}/_sandbox/faults`, { provider: 'stripe', kind, forMs });

/** Where a screen is, and what is to be read there. */
type Picture = [path: string, text: string | RegExp];

/** Screens that an address alone does not show: each brings about what it shows. */
const states: Record<string, (page: Page) => Promise<Picture>> = {
  confirm: async () => ['/?from=coinbase&to=xumm&view=confirm', 'Check and pay'],
  payment: async (page) => [`/checkout?transfer=${await unpaidTransfer(page)}`, 'Card number'],
  'payment-by-hand': async (page) => {
    const id = await unpaidTransfer(page);
    await stripe('down', 600_000);
    return [`/checkout?transfer=${id}`, 'Card payment does not work right now'];
  },
  'guide-unpaid': async (page) => [`/transfer/${await unpaidTransfer(page)}`, 'Your guide opens when it is paid.'],
  guide: async (page) => [`/transfer/${await guide(page)}`, /Step 1 of \d/],
  'guide-without-address': async (page) => [`/transfer/${await paidTransfer(page)}`, /Step 1 of \d/],
  'guide-of-another': async (page) => {
    const id = await guide(page);
    await page.context().clearCookies();
    return [`/transfer/${id}`, 'Is this your transfer?'];
  },
  'unknown-transfer': async () => ['/checkout?transfer=nonsense', 'Transfer not found'],
  'not-found': async () => ['/no-such-page', 'Page not found'],
  maintenance: async (page) => {
    await page.route('**/api/maintenance-status', (route) => route.fulfill({ json: { maintenanceMode: true } }));
    return ['/', 'Under maintenance'];
  },
};

const guide = (page: Page) => paidTransfer(page, { destinationAddress: address, sourceAmount: '25.5' });

async function unpaidTransfer(page: Page): Promise<string> {
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', destinationAddress: address, serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  return id;
}

async function takePictures(page: Page, name: string, [path, text]: Picture): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 768, 1280]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByText(text).first()).toBeVisible();
      // The window is as long as the page: what floats stays at its end.
      const height: number = await page.evaluate('document.documentElement.scrollHeight');
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png` });
    }
  }
}

for (const route of routes) {
  const name = route.slice(1).replaceAll('/', '-') || 'selection';
  test(`${route} as a picture`, ({ page }) => takePictures(page, name, [route, /\S/]));
}

for (const [name, bringAbout] of Object.entries(states)) {
  test(`${name} as a picture`, async ({ page, expected }) => {
    expected.errors.push(/status of 503/);
    try {
      await takePictures(page, name, await bringAbout(page));
    } finally {
      await stripe('down', 0);
    }
  });
}
