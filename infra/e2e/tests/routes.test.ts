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

// No journey changes anything here, so those of one file run beside each other.
test.describe.configure({ mode: 'parallel' });

/** Opens a page on a phone, and turns it from there to the desktop. */
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

/** The operators' pages without addresses, domains and names of events, which are longer than a phone's line then. */
const operatorsAt200 = ['/admin', '/admin?tab=campaigns', '/admin/audit', '/admin/jobs', '/marketing', '/x-test'];

for (const route of routes) {
  test(`${route} is accessible, fits phone to desktop, and loses nothing in text twice as large`, async ({ page }) => {
    await expectEverywhere(page, route);
    await expectWholeAt200(page);
  });
}

for (const route of operatorRoutes) {
  test(`${route} is accessible and fits phone to desktop behind the sign-in`, async ({ page }) => {
    await signIn(page);
    await expectEverywhere(page, route);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0);
    if (operatorsAt200.includes(route)) await expectWholeAt200(page);
  });
}

test('a page names its files: each is there, and customers’ pages name none of the operators’', async ({ request }) => {
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
    expect(files.some((file) => file.includes(`/${name}-`))).toBe(true);
    for (const file of files) expect((await request.get(file)).status(), file).toBe(200);
  }
  for (const address of operatorRoutes) {
    const files = await filesOf(address);
    expect(
      files.filter((file) => /\/(operator-shell|operator-screens|admin-page)-/.test(file)),
      address,
    ).toHaveLength(2);
  }
  for (const address of customers) {
    expect((await filesOf(address)).filter((file) => /operator|admin/.test(file))).toEqual([]);
  }
});

test('the font of ids is named only where one is shown at once', async ({ request }) => {
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

test('what comes next is fetched before: behind a link that is pointed at, with the card form', async ({ page }) => {
  const screenOf = (name: string) => page.waitForRequest((asked) => asked.url().includes(`/assets/${name}-`));
  await page.goto('/transfer');
  // Until then the page can be read, and watches nothing.
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Signal dashboard' }).first();
  await Promise.all([screenOf('signals-page'), link.focus()]);
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  // The two share one file, and whoever pays is led to the guide.
  await Promise.all([screenOf('guide-page'), page.goto(`/checkout?transfer=${id}`)]);
  // Whoever returns from their bank is led there by this page.
  await Promise.all([screenOf('guide-page'), page.goto(`/checkout-success?transfer=${id}`)]);
});

test('the guide asks for transfer and steps before its script, which takes those answers', async ({ page }) => {
  const id = await paidTransfer(page);
  const asked: string[] = [];
  // Of what goes over the network alone: an answer that waits in the page is none.
  await page.route(
    (url) => url.pathname.endsWith(`/${id}`) && url.pathname.startsWith('/api/'),
    (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.continue();
    },
  );
  await page.goto(`/transfer/${id}`);
  await expect(page.getByRole('heading', { name: /Step 1 of/ })).toBeVisible();
  // Only from the second time on: before the payment the steps would be refused.
  asked.length = 0;
  await page.reload();
  await expect(page.getByRole('heading', { name: /Step 1 of/ })).toBeVisible();
  await expect(page.locator(`link[rel=preload][href="/api/transfer-instructions/${id}"]`)).toHaveCount(1);
  expect(asked.sort()).toEqual([`/api/transfer-instructions/${id}`, `/api/transfers/${id}`]);
});

test('any other address is a 404 that says so', async ({ page }) => {
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await expect(page.getByText('Page not found')).toBeVisible();
  await expectAccessible(page);
});

test(`${spec('2.payment-success')} a return address proves no payment`, async ({ page, request }) => {
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
    await expect(page.getByText(/has not reached us yet|Pay and get your guide/).first()).toBeVisible();
    await expectAccessible(page);
  }
  const instructions = await request.get(`/api/transfer-instructions/${id}`);
  expect(instructions.status()).toBe(402);
});

test('a known and an unknown transfer', async ({ page }) => {
  await page.goto('/checkout?transfer=nonsense');
  await expect(page.getByText('Transfer not found')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/checkout');
  await expect(page.getByText('No transfer ID found. Please go back and start a new transfer.')).toBeVisible();
});

test('the guide at every width, light and dark', async ({ page }) => {
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
    // With the link to the transfer, too, the header is one line.
    await expect(page.getByRole('banner')).toHaveCSS('height', '69px');
    await expectAccessible(page);
  }
});
