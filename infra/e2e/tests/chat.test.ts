import type { Page } from '@playwright/test';
import { address, expect, expectAccessible, guideHeading, paidTransfer, test } from '../fixtures.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'XRP transfer assistant' });
const log = (page: Page) => panel(page).getByRole('log');
const bar = (page: Page) => page.getByRole('region', { name: 'Assistant' }).getByRole('button').first();
const field = (page: Page) => panel(page).getByPlaceholder('Ask me anything...');

/** Opens the guide of a paid transfer from Kraken to a Ledger wallet, and then the chat. */
async function openChat(page: Page): Promise<void> {
  const id = await paidTransfer(page, { fromExchange: 'kraken', toWallet: 'ledger', destinationAddress: address });
  await page.goto(`/transfer/${id}`);
  await expect(guideHeading(page)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Ask the assistant' }).click();
  await expect(panel(page)).toBeVisible();
}

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await field(page).press('Enter');
  await expect(log(page).getByText(question)).toBeVisible();
}

for (const [name, viewport] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 360, height: 740 }],
] as const) {
  test(`on a ${name}, the chat answers for the chosen exchange, with a source and suggested questions`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openChat(page);
    await expectAccessible(page);

    const request = page.waitForRequest('**/api/ai-helper');
    await ask(page, 'how long will they hold my withdrawal to a new address?');
    expect((await request).postDataJSON()).toEqual({
      question: 'how long will they hold my withdrawal to a new address?',
      context: '/transfer/:id',
      step: 'instructions',
      fromExchange: 'kraken',
      toWallet: 'ledger',
      transferId: new URL(page.url()).pathname.split('/').pop(),
      guideStep: 1,
    });
    await expect(
      log(page)
        .getByText(/Kraken/)
        .first(),
    ).toBeVisible();
    const source = log(page).getByRole('list', { name: 'Sources' }).getByRole('link').first();
    await expect(source).toHaveAttribute('href', /^(\/|https:\/\/)/);
    const suggestions = log(page).getByRole('button');
    await expect(suggestions.first()).toBeVisible();
    expect(await suggestions.count()).toBeGreaterThanOrEqual(2);
    await expectAccessible(page);

    const next = (await suggestions.first().textContent()) as string;
    await suggestions.first().click();
    await expect(log(page).getByText(next)).toBeVisible();
    await expect(log(page).getByRole('list', { name: 'Sources' })).toHaveCount(2);

    // The conversation survives a reload.
    await page.reload();
    await expect(guideHeading(page)).toBeVisible();
    await bar(page).press('Enter');
    await expect(log(page).getByText('how long will they hold my withdrawal')).toBeAttached();
    await field(page).press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(bar(page)).toBeFocused();
  });
}

test('on a phone the open chat fills the window, and “back” returns to the page as it was', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openChat(page);
  const guide = page.url();
  expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(panel(page).locator(':focus')).toHaveCount(1);
  const scrolled = () => page.evaluate<number>('scrollY');
  const before = await scrolled();
  await page.mouse.wheel(0, 2_000);
  await field(page).click();
  expect(await scrolled()).toBe(before);
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  expect(page.url()).toBe(guide);
  expect(await scrolled()).toBe(before);
  await page.mouse.wheel(0, -2_000);
  await expect(bar(page)).toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(bar(page)).not.toBeInViewport();
});

for (const [what, secret] of [
  ['secret key', 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2'],
  ['recovery phrase', 'wine happy stone river candle music ocean planet garden silver window forest'],
] as const) {
  test(`a pasted ${what} never leaves the browser`, async ({ page }) => {
    await openChat(page);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
    await field(page).fill(secret);
    await expect(log(page).getByRole('alert')).toContainText('Stop: that looks like a secret key or recovery phrase');
    await expect(field(page)).toHaveValue('');
    await field(page).press('Enter');
    await expectAccessible(page);
    expect(sent.filter((line) => line.includes('/api/ai-helper'))).toEqual([]);

    // The chat still works, but has neither sent nor stored any word of the secret.
    await ask(page, 'Do I need a destination tag?');
    await expect(log(page).getByRole('list', { name: 'Sources' })).toBeVisible();
    expect(sent.filter((line) => line.includes('/api/ai-helper'))).toHaveLength(1);
    const firstWord = secret.split(' ')[0] as string;
    expect(sent.join('\n')).not.toContain(firstWord);
    const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(stored).not.toContain(firstWord);
  });
}

test('when the server fails, the chat answers from the texts in the browser', async ({ page, expected }) => {
  expected.errors.push(/status of 503|net::ERR_FAILED/);
  await openChat(page);
  await page.route('**/api/ai-helper', (route) => route.fulfill({ status: 503, body: '' }));
  await ask(page, 'I am lost');
  await expect(
    log(page).getByText('I understand you need help. Let me guide you through this step...', { exact: true }),
  ).toBeVisible();
  await expect(log(page).getByRole('button')).toHaveCount(3);
  await expectAccessible(page);

  await page.unroute('**/api/ai-helper');
  await page.route('**/api/ai-helper', (route) => route.abort());
  await ask(page, 'Can I get a refund?');
  await expect(log(page).getByText(/Full refund until all your XRP arrives/)).toBeVisible();
  await expectAccessible(page);

  // The chat also handles a response without text.
  await page.unroute('**/api/ai-helper');
  await page.route('**/api/ai-helper', (route) => route.fulfill({ json: {} }));
  await ask(page, 'hello?');
  await expect(
    log(page).getByText('I’m here to help! What would you like to know about transferring XRP?'),
  ).toBeVisible();
});
