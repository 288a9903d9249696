import type { Page } from '@playwright/test';
import { spec } from '@xrp-bridge/contracts/testing';
import {
  expect,
  expectAccessible,
  expectNotTooWide,
  expectWholeAt200,
  paidTransfer,
  signIn,
  test,
} from '../fixtures.ts';
import { operatorRoutes, routes } from '../routes.ts';

// The journeys of this file change nothing, so they run in parallel.
test.describe.configure({ mode: 'parallel' });

/** Opens a page on a phone and widens the window step by step to a desktop. */
async function expectEverywhere(page: Page, route: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await page.goto(route))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByText('Page not found')).toHaveCount(0);
  await expectAccessible(page);
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNotTooWide(page);
  }
}

/**
 * Operators' pages that are also tested at 200 % text size.
 * The other pages contain long addresses, domains or event names, which do not fit a phone at that size.
 */
const operatorsAt200 = ['/admin', '/admin?tab=campaigns', '/admin/audit', '/admin/jobs', '/marketing', '/x-test'];

for (const route of routes) {
  test(`${route} is accessible, fits every width from phone to desktop, and is readable at 200 % text size`, async ({
    page,
  }) => {
    await expectEverywhere(page, route);
    await expectWholeAt200(page);
  });
}

for (const route of operatorRoutes) {
  test(`${route} is accessible and fits every width from phone to desktop, after the sign-in`, async ({ page }) => {
    await signIn(page);
    await expectEverywhere(page, route);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0);
    if (operatorsAt200.includes(route)) await expectWholeAt200(page);
  });
}

/** Does what an attacker's text would do on a page. Returns the name of the error of each attempt. */
const inject = `[
  () => { document.createElement('p').innerHTML = '<img src=x>'; },
  () => { document.createElement('script').src = '/assets/other.js'; },
  () => { document.createElement('script').text = '0'; },
  () => new DOMParser().parseFromString('<p>', 'text/html'),
  () => trustedTypes.createPolicy('other', { createHTML: (text) => text }),
].map((attempt) => {
  try {
    attempt();
    return null;
  } catch (error) {
    return error.name;
  }
})`;

for (const route of ['/', '/checkout', '/transfer-flow', '/nansen', '/admin', '/admin/payments']) {
  test(`${route} refuses strings as HTML, as scripts and as script addresses (Trusted Types)`, async ({
    page,
    expected,
  }) => {
    expected.errors.push(/Trusted(HTML|Script|ScriptURL|TypePolicy)/);
    if (route.startsWith('/admin')) await signIn(page);
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await page.evaluate(inject)).toEqual(Array.from({ length: 5 }, () => 'TypeError'));
  });
}

test('each page preloads its own files, and customer pages preload no operator files', async ({ request }) => {
  const filesOf = async (address: string) => {
    const text = await (await request.get(address, { headers: { accept: 'text/html' } })).text();
    return [...text.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, file]) => file as string);
  };
  const everywhere = await filesOf('/');
  expect(await filesOf('/no-such-page')).toEqual(everywhere);
  const customers = routes.filter((route) => route !== '/get-ip');
  for (const [address, name] of [
    ['/transfer/0123', 'guide-page'],
    ['/checkout', 'checkout-page'],
  ] as const) {
    const files = await filesOf(address);
    expect(files.map((file) => /\/([a-z-]+-page)-/.exec(file)?.[1]).filter(Boolean)).toEqual([name]);
    for (const file of files) expect((await request.get(file)).status(), file).toBe(200);
  }
  for (const address of operatorRoutes) {
    const files = await filesOf(address);
    expect(
      files.filter((file) => /\/(operator-shell|operator-screens|admin-page|marketing-page)-/.test(file)),
      address,
    ).toHaveLength(2);
    expect(files.filter((file) => file.includes('guide-page'))).toEqual([]);
  }
  for (const address of customers) {
    expect((await filesOf(address)).filter((file) => /operator|admin/.test(file))).toEqual([]);
  }
});

test('a page preloads the monospaced font only if it shows an id at once', async ({ request }) => {
  for (const [address, count] of [
    ['/', 0],
    ['/transfer/0123', 0],
    ['/transfer/0123/receipt', 1],
  ] as const) {
    const text = await (await request.get(address, { headers: { accept: 'text/html' } })).text();
    const named = [...text.matchAll(/as="font"[^>]* href="([^"]+-mono-[^"]+)"/g)].map(([, file]) => file as string);
    expect(named, address).toHaveLength(count);
    for (const file of named) expect((await request.get(file)).status()).toBe(200);
  }
});

test('the files of the next screen are fetched early: for a focused link, at the checkout and after the return from the bank', async ({
  page,
}) => {
  const screenOf = (name: string) => page.waitForRequest((request) => request.url().includes(`/assets/${name}-`));
  await page.goto('/transfer');
  // The page observes its links only after it is hydrated.
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Signal dashboard' }).first();
  await Promise.all([screenOf('signals-page'), link.focus()]);
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  // The customer opens the guide after the payment.
  await Promise.all([screenOf('guide-page'), page.goto(`/checkout?transfer=${id}`)]);
  // This page leads to the guide, for a customer who returns from the bank.
  await Promise.all([screenOf('guide-page'), page.goto(`/checkout-success?transfer=${id}`)]);
});

test('a visitor’s page of a guide preloads the transfer, and its script uses this response', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await paidTransfer(page);
  const device = await browser.newContext({ baseURL: baseURL as string });
  const visitor = await device.newPage();
  const requested: string[] = [];
  // Counts only requests that reach the network, not responses that the page has preloaded.
  await visitor.route(`**/api/transfers/${id}`, (route) => {
    requested.push(route.request().url());
    return route.continue();
  });
  await visitor.goto(`/transfer/${id}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(visitor.getByText('Loading your guide…')).toHaveCount(0);
  await expect(visitor.locator(`link[rel=preload][href="/api/transfers/${id}"]`)).toHaveCount(1);
  expect(requested).toHaveLength(1);
  await device.close();
});

test('the checkout requests the payment before its scripts have loaded, and only once, if this browser started the transfer', async ({
  page,
}) => {
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  const cardNumber = page.getByRole('textbox', { name: 'Card number' });
  const isIntent = (url: string) => url.endsWith('/api/create-payment-intent');
  // The first visit stores the transfer. Its request ends before requests are counted.
  const stored = page.waitForResponse((response) => isIntent(response.url()) && response.ok());
  await page.goto(`/checkout?transfer=${id}`);
  await stored;
  await expect(cardNumber).toBeVisible();
  const requested: unknown[] = [];
  const refused: number[] = [];
  page.on('request', (request) => {
    if (isIntent(request.url())) requested.push(request.postDataJSON());
  });
  page.on('response', (response) => {
    if (isIntent(response.url()) && !response.ok()) refused.push(response.status());
  });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => requested).toEqual([{ transferId: id }]);
  scripts.resolve();
  await expect(cardNumber).toBeVisible();
  // A busy server may refuse a request. Only then is it sent again.
  await expect.poll(() => requested.length - refused.length).toBe(1);
});

test('an unknown URL responds with 404 and the not-found page', async ({ page }) => {
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await expect(page.getByText('Page not found')).toBeVisible();
  await expectAccessible(page);
});

test(`${spec('2.payment-success')} opening the success URL of a payment does not mark the transfer as paid`, async ({
  page,
  request,
}) => {
  const answer = await request.post('/api/transfers', {
    data: { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' },
  });
  const { id } = await answer.json();
  for (const claim of [
    `/?payment=success&transferId=${id}`,
    `/checkout-success?transfer=${id}`,
    `/checkout?transfer=${id}&success=true`,
  ]) {
    await page.goto(claim);
    await expect(page.getByText(/can’t confirm your payment yet|Pay and get your guide/).first()).toBeVisible();
    await expectAccessible(page);
  }
  const instructions = await request.get(`/api/transfer-instructions/${id}`);
  expect(instructions.status()).toBe(402);
});

test('the checkout shows an error for an unknown transfer, and for a URL without a transfer', async ({ page }) => {
  await page.goto('/checkout?transfer=nonsense');
  await expect(page.getByText('Transfer not found')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/checkout');
  await expect(page.getByText('No transfer ID found. Please go back and start a new transfer.')).toBeVisible();
});

test('the guide is accessible at every width, in light and dark', async ({ page }) => {
  const id = await paidTransfer(page, {
    destinationAddress: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
    sourceAmount: '25.5',
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/transfer/${id}`);
  await expect(page.getByRole('heading', { name: /Step 1 of/ })).toBeVisible();
  for (const [colorScheme, width] of [
    ['dark', 360],
    ['light', 768],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // The header stays on one line, even with the link to the transfer.
    await expect(page.getByRole('banner')).toHaveCSS('height', '69px');
    await expectAccessible(page);
  }
});
