import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

// The pages where people arrive are drawn by the server: they can be read, and lead on, before any script has run.

const drawn = [
  ['/', 'Move your XRP home, step by step.'],
  ['/transfer', /^Your guided transfer/],
] as const;
const scripts = /\/assets\/[^/]+\.js$/;
const fonts = /\/assets\/[^/]+\.woff2$/;

/** Keeps them back until they may come. */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(files, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}

const holdScripts = (page: Page) => hold(page, scripts);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, title] of drawn) {
    test(`${path} can be read, and its links lead on`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('Coinbase', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('banner').getByText('Sandbox')).toBeVisible();
      await expect(page.getByRole('contentinfo').getByRole('link')).toHaveAttribute('href', /^mailto:/);
      await page.getByRole('link', { name: 'Start with five short steps' }).click();
      await page.waitForURL('**/start');
    });
  }

  test('what it costs, and what we never do, is there, too', async ({ page }) => {
    await page.goto('/');
    for (const section of ['How it works', 'Fees', 'Safety', 'Help']) {
      await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
    }
    await page.getByText('Do I need a destination tag?').click();
    await expect(page.getByText(/^Not for your own wallet/)).toBeVisible();
  });
});

for (const [path, title] of drawn) {
  test(`${path} is taken over as it was drawn, and then answers`, async ({ page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.evaluate("document.querySelector('h1').dataset.drawn = 'by the server'");
    // Whoever presses early is heard once there is somebody to hear.
    await page.getByText('Coinbase', { exact: true }).first().click();
    letScriptsCome();
    await expect(page).toHaveURL(/from=coinbase/);
    await expect(page.getByRole('radio', { name: /Coinbase/ })).toBeChecked();
    // What React cannot take over, it draws anew; what it complains of fails every test.
    await expect(page.locator('h1')).toHaveAttribute('data-drawn', 'by the server');
  });
}

for (const [path] of drawn) {
  test(`${path} goes on with what was chosen when its button is pressed before the scripts come`, async ({ page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('Coinbase', { exact: true }).first().click();
    await page.getByText('Ledger', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const chosen = '?from=coinbase&to=ledger&view=confirm';
    await page.waitForURL(({ pathname, search }) => pathname === path && search === chosen, { waitUntil: 'commit' });
    letScriptsCome();
    await expect(page.getByRole('heading', { level: 1, name: 'Check and pay' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^From Coinbase to Ledger/ })).toBeVisible();
  });
}

test('whoever has read on before the scripts come stays where they are', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const letScriptsCome = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const safety = page.getByRole('heading', { name: 'Safety', exact: true });
  await safety.scrollIntoViewIfNeeded();
  await expect(page.locator('h1')).not.toBeInViewport();
  letScriptsCome();
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  await expect(safety).toBeInViewport();
});

test('nothing moves when the font comes: what stands in for it until then is as wide and as high', async ({ page }) => {
  await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) moved += value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  const letFontsCome = await hold(page, fonts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  const isThere = `document.fonts.check('1rem "Atkinson Hyperlegible Next Variable"')`;
  expect(await page.evaluate(isThere)).toBe(false);
  await page.evaluate('moved = 0');
  letFontsCome();
  await expect.poll(() => page.evaluate(isThere)).toBe(true);
  // What has moved is told with the frame after the one that it moved in.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.evaluate('moved')).toBeLessThanOrEqual(0.02);
});

test('its styles stand in the page: they are not fetched, nor with the parts that come later', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (asked) => {
    if (asked.resourceType() === 'stylesheet') fetched.push(asked.url());
  });
  await Promise.all([page.waitForResponse(/\/assets\/ad-slot-[^/]+\.js$/), page.goto('/')]);
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  expect(fetched).toEqual([]);
});

test('what only this browser knows comes after, and the chosen colours are there from the first', async ({ page }) => {
  const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  await page.addInitScript(`
    localStorage.setItem('xrp-bridge:last-transfer', '"${id}"');
    localStorage.setItem('xrp-bridge:selection', '{"from":"kraken"}');
    localStorage.setItem('xrp-bridge:theme', '"dark"');`);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  letScriptsCome();
  await expect(page.getByRole('link', { name: 'My transfer' })).toHaveAttribute('href', `/transfer/${id}`);
  await expect(page.getByRole('button', { name: 'Use light colours' }).first()).toBeVisible();
  await expect(page.getByRole('radio', { name: /Kraken/ })).toBeChecked();
});

test('where its script does not come, the page stays, and says so', async ({ page, expected }) => {
  expected.errors.push(/net::ERR_FAILED/);
  await page.route(scripts, (route) => route.abort());
  await page.goto('/');
  await expectFailed(page);
});

for (const [what, script] of [
  ['is too new for the browser', 'const yes = 1 ?: 2;'],
  ['ends as it begins', 'null.missing;'],
] as const) {
  test(`where its script ${what}, too`, async ({ page, expected }) => {
    expected.errors.push(/Unexpected token|reading 'missing'/);
    await page.route(scripts, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.goto('/');
    await expectFailed(page);
  });
}

/** The page can still be read, and says that it cannot do more. */
async function expectFailed(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(/^\s*A part of this page could not be loaded/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
