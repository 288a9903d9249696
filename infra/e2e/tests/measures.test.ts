import type { Page } from '@playwright/test';
import { houseAds } from '../../../services/ads/src/networks/house.ts';
import {
  address,
  choosePath,
  enterCard,
  expect,
  guideHeading,
  guideOffer,
  paidTransfer,
  payButton,
  post,
  primaryButton,
  sandboxUrl,
  saveStep,
  send,
  signIn,
  test,
  wordsToRead,
} from '../fixtures.ts';

// Measures the effort on a small phone: the length of the screens, the position of the primary button, the words before
// it and the number of taps. A change may lower a limit; a change that needs a higher limit must raise it here.

test.use({ viewport: { width: 360, height: 740 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

interface Measures {
  /** The page's height in pixels. */
  height: number;
  /** Pixels from the top of the page to the bottom edge of the primary button. */
  button: number;
  /** Number of words down to the primary button, including the button's own words. */
  words: number;
}

async function measure(page: Page): Promise<Measures> {
  await page.evaluate('document.fonts.ready.then(() => scrollTo(0, 0))');
  // The last step has no primary button, so its button “I’ve completed the transfer” is measured instead.
  const button = primaryButton(page)
    .or(page.getByRole('button', { name: 'I’ve completed the transfer' }))
    .first();
  const box = await button.boundingBox();
  return {
    height: await page.evaluate<number>('document.documentElement.scrollHeight'),
    button: Math.round((box?.y ?? 0) + (box?.height ?? 0)),
    words: await wordsToRead(page, button),
  };
}

/**
 * Limits of every guide page.
 * The button of a step of ordinary length is visible without scrolling down.
 */
const guideLimits = { height: 2_640, button: 740 };

/** The measured values, plus a margin for other versions of the browser. */
const limits = {
  start: { height: 4000, button: 1300, words: 90 },
  // The chat's bar covers the bottom of the window, so the button must be above it.
  confirm: { height: 1500, button: 671, words: 70 },
  checkout: { height: 1500, button: 775, words: 58 },
  'step 1, no address': { height: 2460, button: 1085, words: 133 },
  'step 1': { height: 2500, button: 1030, words: 144 },
  'step 2': { height: 2110, button: guideLimits.button, words: 57 },
  'step 3': { height: 2430, button: 1005, words: 112 },
  'step 4': { height: 2160, button: guideLimits.button, words: 76 },
  'step 5': { height: 2525, button: 1420, words: 148 },
  arrival: { height: 1750, button: 590, words: 50 },
  'the rest, step 2': { height: 2110, button: guideLimits.button, words: 49 },
  'the rest, step 3': { height: guideLimits.height, button: 965, words: 111 },
  'the rest, step 4': { height: 2040, button: guideLimits.button, words: 63 },
  'the rest, step 5': { height: 2530, button: 1450, words: 148 },
} satisfies Record<string, Measures>;

/** Compares a screen with its limits. Soft assertions let the test measure the later screens, too. */
async function expectWithin(page: Page, screen: keyof typeof limits): Promise<void> {
  const measures = await measure(page);
  for (const [what, limit] of Object.entries(limits[screen])) {
    const measured = measures[what as keyof Measures];
    expect.soft(measured, `${screen}: ${what} is ${measured}`).toBeLessThanOrEqual(limit);
  }
}

const nextStep = (page: Page) => page.getByRole('button', { name: /next step/i }).click();
const expectStep = (page: Page, step: number) =>
  expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();

test('a customer reaches the first instruction with at most 5 taps and 300 words', async ({ page }) => {
  await page.addInitScript(`addEventListener('click', ({ target }) => {
    if (target.closest('button, a')) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
  }, true)`);
  const words: number[] = [];
  await page.goto('/');
  await expect(page.getByText('Coinbase', { exact: true }).first()).toBeVisible();
  words.push(await wordsToRead(page));
  await expectWithin(page, 'start');
  await choosePath(page, 'Coinbase', 'Xaman');
  await expect(page.getByRole('heading', { name: 'Confirm your transfer path' })).toBeVisible();
  words.push(await wordsToRead(page));
  await expectWithin(page, 'confirm');
  await page.getByText(guideOffer, { exact: true }).click();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  words.push(await wordsToRead(page));
  await expectWithin(page, 'checkout');
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  words.push(await wordsToRead(page, page.locator('main section ol > li').first()));
  const taps = Number(await page.evaluate('sessionStorage.taps'));
  expect(taps).toBeLessThanOrEqual(5);
  expect(words.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(300);
  await expectWithin(page, 'step 1, no address');
});

test('the start page is short: at most 350 words, with the fees above y = 1,800', async ({ page }) => {
  await page.goto('/');
  // The limits also apply to the parts of the page that load later.
  for (const text of [/^Would you like/, 'Open my exchange', /^About XRP$/]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expectWithin(page, 'start');
  expect(await wordsToRead(page, page.getByRole('contentinfo'))).toBeLessThanOrEqual(350);
  const fees = await page.getByRole('heading', { name: 'Fees' }).boundingBox();
  expect(fees?.y).toBeLessThan(1_800);
});

test('the start page has the same height with each house ad', async ({ page }) => {
  // The house ad changes every five minutes, so the test measures the page with each ad.
  const heights = new Set<number>();
  for (const ad of houseAds) {
    await page.route('**/api/ads?*', (route) => route.fulfill({ json: { ads: [ad] } }));
    await page.goto('/?from=coinbase');
    await page.getByText(ad.title, { exact: true }).scrollIntoViewIfNeeded();
    heights.add((await measure(page)).height);
  }
  expect([...heights]).toHaveLength(1);
});

test('each screen of the guide stays within its limits of height, button position and words', async ({ page }) => {
  const wallet = 'rUpy3eEg8rqjqfUoLeBnZkscbKbFsKXC3v';
  const holdLedger = (held: boolean) => send('PUT', `${sandboxUrl}/_sandbox/xrpl`, { held });
  const id = await paidTransfer(page, { destinationAddress: wallet, sourceAmount: '5000' });
  await page.goto(`/transfer/${id}`);
  await expect(page.getByText(/Checked on the XRP network/).first()).toBeVisible();
  await expectWithin(page, 'step 1');
  for (const step of [2, 3, 4, 5] as const) {
    await nextStep(page);
    await expectStep(page, step);
    await expectWithin(page, `step ${step}`);
  }
  await holdLedger(true);
  try {
    await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '2000000' });
    await post(`${sandboxUrl}/_sandbox/xrpl/ledgers`, { count: 1 });
    await expect(page.getByRole('heading', { name: 'Your test has arrived' })).toBeVisible();
  } finally {
    await holdLedger(false);
  }
  await expect(page.getByText(/Checked on the XRP network/).first()).toBeVisible();
  await expectWithin(page, 'arrival');
  await primaryButton(page).click();
  for (const step of [2, 3, 4, 5] as const) {
    await expectStep(page, step);
    await expectWithin(page, `the rest, step ${step}`);
    if (step < 5) await nextStep(page);
  }
});

test('the guides with the longest last step stay within the height limit', async ({ page }) => {
  for (const [fromExchange, toWallet] of [
    ['kraken', 'ledger'],
    ['gemini', 'tangem'],
  ]) {
    const id = await paidTransfer(page, { fromExchange, toWallet, destinationAddress: address, sourceAmount: '5000' });
    await saveStep(page, id, 5);
    await page.goto(`/transfer/${id}`);
    await expectStep(page, 5);
    await expect(page.getByRole('region', { name: 'Check that the form matches this' })).toBeVisible();
    const { height } = await measure(page);
    expect(height, `${fromExchange} to ${toWallet}: height is ${height}`).toBeLessThanOrEqual(guideLimits.height);
  }
});

test('the guide stays within its height limit while a refund is requested', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: address, sourceAmount: '5000' });
  const requested = await page.request.post(`/api/transfers/${id}/refund-request`, {
    data: { email: 'ann@example.org' },
  });
  expect(requested.ok()).toBe(true);
  await page.goto(`/transfer/${id}`);
  await expect(page.getByText('You asked for a refund')).toBeVisible();
  await expect(page.getByText(/Checked on the XRP network/).first()).toBeVisible();
  for (const step of [1, 2, 3, 4, 5]) {
    await expectStep(page, step);
    const { height } = await measure(page);
    expect.soft(height, `step ${step}: height is ${height}`).toBeLessThanOrEqual(guideLimits.height);
    if (step < 5) await nextStep(page);
  }
});

test('the operators’ dashboard is at most 2,500 px high on a phone, also with each kind of problem', async ({
  page,
}) => {
  await paidTransfer(page);
  // Without this response, the number of problems would depend on the tests that ran before.
  await page.route('**/api/admin/dashboard', async (route) => {
    const response = await route.fetch();
    const problems = { failingProviders: ['CoinGecko', 'ledger'], deadLetters: 3, failedJobs: 2, openTasks: 5 };
    await route.fulfill({ json: { ...(await response.json()), ...problems, oldestTaskAt: new Date().toISOString() } });
  });
  await signIn(page, '/admin');
  await expect(page.getByRole('region', { name: 'Funnel' }).getByText(/^Paid \d/)).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Gross sales, by day' })).toBeVisible();
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect(height).toBeLessThanOrEqual(2_500);
});
