import type { Page } from '@playwright/test';
import { expect, openTransfer, send, signInAsOperator, test, url } from '../fixtures.ts';

// The server prerenders the pages on which people arrive. These pages can be read, and their links work, before any
// script runs.

const prerendered = [
  ['/', 'Move your XRP home, step by step.'],
  ['/transfer', /^Your guided transfer/],
] as const;
/** Adds up the layout shifts of the page from its first paint. */
const addUpMoves = `
  globalThis.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) moved += value;
  }).observe({ type: 'layout-shift', buffered: true });`;
const scripts = /\/assets\/[^/]+\.js$/;
const fonts = /\/assets\/[^/]+\.woff2$/;

/** Delays requests for these files. @returns a function that releases them */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const holdScripts = (page: Page) => hold(page, scripts);

/** Closes the application to customers, or opens it again. */
async function setMaintenance(maintenanceMode: boolean): Promise<void> {
  const body = { maintenanceMode, reason: 'a journey' };
  await send('PUT', `${url}/api/maintenance-status`, body, { cookie: await signInAsOperator() });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, title] of prerendered) {
    test(`${path} can be read and its links work`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('Coinbase', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('banner').getByText('Sandbox')).toBeVisible();
      await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
      await page.getByRole('link', { name: 'Prefer one question at a time?' }).click();
      await page.waitForURL('**/start');
    });
  }

  test('the links in the footer open readable pages about the company', async ({ page }) => {
    await page.goto('/');
    for (const [name, part] of [
      ['Who we are', 'We never touch your XRP'],
      ['Privacy', 'What we store, and for how long'],
      ['Terms', 'What you get'],
      ['Refunds', 'What you can get back'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();
    }
  });

  test('the start page shows the fees and the safety rules', async ({ page }) => {
    await page.goto('/');
    for (const section of ['How it works', 'Fees', 'Safety', 'Help']) {
      await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
    }
    await page.getByText('Do I need a destination tag?').click();
    await expect(page.getByText(/^Not for your own wallet/)).toBeVisible();
  });

  test('every page shows the maintenance notice with the promise that nothing is lost', async ({ page }) => {
    await setMaintenance(true);
    try {
      for (const path of ['/', '/checkout', '/start']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: 'Under maintenance' })).toBeVisible();
        await expect(page.getByText(/^Your transfer and everything you paid for are safe/)).toBeVisible();
        await expect(page.getByText('Please don’t pay again.')).toBeVisible();
      }
      await page.goto('/');
    } finally {
      await setMaintenance(false);
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Move your XRP home, step by step.' })).toBeVisible();
  });
});

test('going back to a page that was closed for maintenance shows the page once the site is open again', async ({
  page,
}) => {
  await setMaintenance(true);
  try {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Under maintenance' })).toBeVisible();
  } finally {
    await setMaintenance(false);
  }
  await page.goto('/start');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Move your XRP home, step by step.' })).toBeVisible();
});

test('the HTML of a prerendered page is the same for every visitor', async ({ page }) => {
  await openTransfer(page);
  const mine = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const path of ['/', '/transfer']) {
    const texts = new Set<string>();
    for (const cookie of [mine, '']) {
      const answer = await fetch(url + path, { headers: { accept: 'text/html', cookie } });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.getSetCookie()).toEqual([]);
      texts.add((await answer.text()).replaceAll(/nonce="[^"]+"/g, ''));
    }
    expect(texts.size, path).toBe(1);
  }
});

for (const [path, title] of prerendered) {
  test(`${path} is hydrated without replacing the prerendered elements`, async ({ page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.evaluate("document.querySelector('h1').dataset.prerendered = 'by the server'");
    // A click before hydration takes effect once the page is hydrated.
    await page.getByText('Coinbase', { exact: true }).first().click();
    releaseScripts();
    await expect(page).toHaveURL(/from=coinbase/);
    await expect(page.getByRole('radio', { name: /Coinbase/ })).toBeChecked();
    // If React cannot hydrate the elements, it renders them anew. A hydration error in the console fails every test.
    await expect(page.locator('h1')).toHaveAttribute('data-prerendered', 'by the server');
  });
}

test('an exchange chosen before hydration is combined with the stored wallet', async ({ page }) => {
  await page.addInitScript(`
    if (!localStorage['xrp-bridge:selection']) localStorage['xrp-bridge:selection'] = '{"from":"kraken","to":"ledger"}';`);
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('Coinbase', { exact: true }).first().click();
  releaseScripts();
  await expect(page).toHaveURL('/?from=coinbase&to=ledger');
  for (const name of [/Coinbase/, /Ledger/]) await expect(page.getByRole('radio', { name })).toBeChecked();
  await page.goto('/');
  for (const name of [/Coinbase/, /Ledger/]) await expect(page.getByRole('radio', { name })).toBeChecked();
});

for (const [path] of prerendered) {
  test(`${path} continues with the chosen exchange and wallet when its button is pressed before hydration`, async ({
    page,
  }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('Coinbase', { exact: true }).first().click();
    await page.getByText('Ledger', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const chosen = '?from=coinbase&to=ledger&view=confirm';
    await page.waitForURL(({ pathname, search }) => pathname === path && search === chosen, { waitUntil: 'commit' });
    releaseScripts();
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your transfer path' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^From Coinbase to Ledger/ })).toBeVisible();
  });
}

for (const [path] of prerendered) {
  test(`${path} continues by itself when both choices were pressed before hydration`, async ({ page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('Ledger', { exact: true }).first().click();
    await page.getByText('Coinbase', { exact: true }).first().click();
    releaseScripts();
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your transfer path' })).toBeVisible();
    await expect(page).toHaveURL(`${path}?from=coinbase&to=ledger&view=confirm`);
  });
}

test('choices by arrow keys before hydration stay selected, and the page waits for its button', async ({ page }) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  for (const name of [/Ledger/, /Coinbase/]) {
    await page.getByRole('radio', { name }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
  }
  releaseScripts();
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  await expect(page).toHaveURL(/\/\?from=\w+&to=\w+$/);
});

test('hydration does not change the scroll position', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const safety = page.getByRole('heading', { name: 'Safety', exact: true });
  await safety.scrollIntoViewIfNeeded();
  await expect(page.locator('h1')).not.toBeInViewport();
  releaseScripts();
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  await expect(safety).toBeInViewport();
});

test('loading the web font shifts no layout: the fallback font has the same width and height', async ({ page }) => {
  await page.addInitScript(addUpMoves);
  const releaseFonts = await hold(page, fonts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  const isThere = `document.fonts.check('1rem "Atkinson Hyperlegible Next Variable"')`;
  expect(await page.evaluate(isThere)).toBe(false);
  await page.evaluate('moved = 0');
  releaseFonts();
  await expect.poll(() => page.evaluate(isThere)).toBe(true);
  expect(await readMoves(page)).toBeLessThanOrEqual(0.02);
});

async function readMoves(page: Page): Promise<number> {
  // The browser reports a layout shift one frame after the shift.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return page.evaluate('moved');
}

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`at ${width} px a stored exchange is visible among all exchanges, without a layout shift`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(addUpMoves);
    await page.addInitScript(`localStorage['xrp-bridge:selection'] = '{"from":"uphold","to":"ledger"}';`);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
    await expect(page.getByRole('radio', { name: /Uphold/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: /OKX/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /more exchanges/ })).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await readMoves(page)).toBeLessThan(0.01);
  });
}

test('the start page contains its styles: no style sheet is fetched, not even for the parts that load later', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') fetched.push(request.url());
  });
  await page.goto('/');
  // The ad's code loads once the customer has chosen an exchange or a wallet.
  const ad = page.waitForResponse(/\/assets\/ad-slot-[^/]+\.js$/);
  await page.getByText('Coinbase', { exact: true }).first().click();
  await ad;
  await expect(page.getByRole('button', { name: 'Ask the assistant' })).toBeVisible();
  expect(fetched).toEqual([]);
});

test('the start page shows the stored theme at once, and the stored selection after hydration', async ({ page }) => {
  const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  await page.addInitScript(`
    localStorage.setItem('xrp-bridge:last-transfer', '"${id}"');
    localStorage.setItem('xrp-bridge:selection', '{"from":"kraken"}');
    localStorage.setItem('xrp-bridge:theme', '"dark"');`);
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  releaseScripts();
  await expect(page.getByRole('link', { name: 'My transfer' })).toHaveAttribute('href', `/transfer/${id}`);
  await expect(page.getByRole('button', { name: 'Switch to light mode' }).first()).toBeVisible();
  await expect(page.getByRole('radio', { name: /Kraken/ })).toBeChecked();
});

test('a page whose script cannot be fetched stays readable and shows that a part is missing', async ({
  page,
  expected,
}) => {
  expected.errors.push(/net::ERR_FAILED/);
  await page.route(scripts, (route) => route.abort());
  await page.goto('/');
  await expectFailed(page);
});

for (const [what, script] of [
  ['is too new for the browser', 'const yes = 1 ?: 2;'],
  ['throws at once', 'null.missing;'],
] as const) {
  test(`a page whose script ${what} stays readable and shows that a part is missing`, async ({ page, expected }) => {
    expected.errors.push(/Unexpected token|reading 'missing'/);
    await page.route(scripts, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.goto('/');
    await expectFailed(page);
  });
}

/** Expects that the page can still be read and shows that one of its parts could not be loaded. */
async function expectFailed(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(/^\s*We couldn’t load part of this page/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
