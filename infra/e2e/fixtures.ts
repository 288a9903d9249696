import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page, type Request } from '@playwright/test';
import { stepCookie } from '@xrp-bridge/contracts/pages';
import { createSession, operatorPassword, type Product } from './start-product.ts';

// biome-ignore lint/style/noProcessEnv: set by the global setup, and by Playwright for each worker
const { E2E_SYSTEMS = '[]', TEST_PARALLEL_INDEX = '0' } = process.env;
const products: Omit<Product, 'stop'>[] = JSON.parse(E2E_SYSTEMS);
/** The product of this worker; empty while Playwright only lists the tests. */
export const {
  publicUrl: url,
  sandboxUrl,
  dataDir,
} = products[Number(TEST_PARALLEL_INDEX)] ?? { publicUrl: '', sandboxUrl: '', dataDir: '' };

/** The example address of https://xrpl.org/docs/concepts/accounts/addresses */
export const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';

/**
 * A page whose test fails when the browser reports an error that is not in `expected.errors`. A failed
 * test also reports what the page shows and which requests got no answer.
 */
export const test = base.extend<{ expected: { errors: RegExp[] } }>({
  baseURL: url,
  expected: [
    async ({ page }, use, info) => {
      // The browser logs every response with an error status, for example for a declined card.
      const expected = { errors: [/Failed to load resource: the server responded with a status of 4\d\d/] };
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => errors.push(error.message));
      const unanswered = new Set<Request>();
      page.on('request', (request) => unanswered.add(request));
      page.on('requestfinished', (request) => unanswered.delete(request));
      // The chat opens by itself after 30 seconds on a step. The stored flag prevents that, because an open chat would
      // change the journey on a slow machine.
      await page.addInitScript("localStorage.setItem('xrp-bridge:chat-nudged', 'true')");
      await use(expected);
      const unexpected = errors.filter((error) => !expected.errors.some((allowed) => allowed.test(error)));
      const hasFailed = info.status !== info.expectedStatus;
      expect(hasFailed ? [...(await describePage(page)), ...errors, ...describe(unanswered)] : unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

async function describePage(page: Page): Promise<string[]> {
  const texts = await page.locator('h1, h2, [role=alert]').filter({ visible: true }).allInnerTexts();
  return [page.url(), ...texts];
}

const describe = (unanswered: Set<Request>) =>
  [...unanswered].map(
    (request) => `${request.method()} ${request.url()}: ${request.failure()?.errorText ?? 'no answer'}`,
  );

/** Waits until the page is hydrated. Only then are the page's effects run. */
export const waitForHydration = (page: Page) =>
  expect(
    page
      .getByRole('button', { name: 'Open the chat' })
      .or(page.getByRole('button', { name: 'Ask the assistant' }))
      .first(),
  ).toBeVisible();

/** Waits until running animations and transitions end, except endless ones such as a skeleton's pulse. */
async function finishMoving(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity)
      .map((animation) => animation.finished.catch(() => {})))`);
}

/** Expects no violation from axe (WCAG 2.2 AA) and no content wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  await finishMoving(page);
  // In legacy mode axe opens no second page to collect the results of frames, so it takes half the time. Our pages
  // contain no frames.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([]);
  await expectNotTooWide(page);
}

export async function expectNotTooWide(page: Page): Promise<void> {
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow).toBeLessThanOrEqual(0);
}

const findLostText = await readFile(new URL('find-lost-text.js', import.meta.url), 'utf8');

/** Doubles the text size on a phone, opens every `<details>`, and expects all text to be readable. */
export async function expectWholeAt200(page: Page): Promise<void> {
  await page.evaluate(`
    document.documentElement.style.fontSize = '200%';
    for (const each of document.querySelectorAll('details')) each.open = true;
    document.fonts.ready.then(() => undefined)`);
  // Chromium evaluates container queries in rem again only when the container changes its size.
  for (const width of [361, 360]) await page.setViewportSize({ width, height: 740 });
  await finishMoving(page);
  // The assertion is soft, so that the journey still checks the later screens.
  expect.soft(await page.evaluate(findLostText), page.url()).toEqual([]);
}

export async function post<Answer = unknown>(
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send('POST', address, body, headers);
}

export async function send<Answer = unknown>(
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(address, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export async function mailsTo(recipient: string): Promise<Mail[]> {
  const { mails } = await send<{ mails: Mail[] }>('GET', `${sandboxUrl}/_sandbox/state`);
  return mails.filter((mail) => mail.to === recipient);
}

/** Opens a transfer's link, and confirms on the page that the transfer should be opened. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, open my transfer' }).click();
}

/** Enters the transfer's address, for comparison, on a device that opened the transfer by its link. */
export async function compareAddress(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'First, check that this is your wallet' })).toBeVisible();
  await expect(page.getByText(address)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('textbox').first().fill(address);
  await page.getByRole('button', { name: 'Compare my address' }).click();
}

/**
 * Waits for the first scores.
 * A refresh waits 30 seconds for slow sources, and takes longer on a busy machine.
 */
export async function waitForScores(page: Page): Promise<void> {
  const countCoins = async () => {
    const { coins } = (await (await page.request.get('/api/hot-meter')).json()) as { coins: unknown[] };
    return coins.length;
  };
  await expect.poll(countCoins, { timeout: 90_000 }).toBe(20);
}

export const guideOffer = 'Guide $4.00';

/** Chooses exchange and wallet; choosing the wallet continues to the next screen. */
export async function choosePath(page: Page, exchange: string, wallet: string): Promise<void> {
  await page.getByText(exchange, { exact: true }).first().click();
  await expect(page.getByRole('radio', { name: exchange }).first()).toBeChecked();
  await page.getByText(wallet, { exact: true }).first().click();
}

/**
 * Chooses Coinbase, Xaman and one of the two offers, and goes as far as the checkout.
 * @returns the transfer's id
 */
export async function startTransfer(page: Page, options: { address?: string; offer?: string } = {}): Promise<string> {
  await page.goto('/');
  await choosePath(page, 'Coinbase', 'Xaman');
  await expect(page.getByRole('heading', { name: 'Confirm your transfer path' })).toBeVisible();
  if (options.address) {
    await page.getByRole('button', { name: 'Add my address now' }).click();
    await page.getByLabel(/XRP address/).fill(options.address);
  }
  await page.getByText(options.offer ?? guideOffer, { exact: true }).click();
  await payButton(page).click();
  await page.waitForURL(/\/checkout\?transfer=/);
  return new URL(page.url()).searchParams.get('transfer') as string;
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel(/Expires/).fill('12 / 30');
  await page.getByLabel(/Security code/).fill('123');
}

/** Locates the customer's whole wallet address, as the guide shows it. */
export const shownAddress = (page: Page) => page.locator('p[translate=no]').first();
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
export const guideHeading = (page: Page) => page.getByRole('heading', { name: /Step 1 of \d/ });

/**
 * Counts the visible words up to the end of `last`, by default the screen's primary button.
 * Elements that float over the page do not count.
 */
export async function wordsToRead(page: Page, last = primaryButton(page)): Promise<number> {
  const { y, height } = (await last.boundingBox()) ?? { y: 0, height: 0 };
  return page.evaluate<number>(`(() => {
    const floats = (element) => element && (getComputedStyle(element).position === 'fixed' || floats(element.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      const { top, width } = range.getBoundingClientRect();
      const apart = parentElement.closest('.sr-only, [aria-hidden=true]') || floats(parentElement);
      if (width > 1 && top < ${y + height} && !apart && parentElement.checkVisibility({ visibilityProperty: true })) {
        words += data.match(/[\\p{L}\\p{N}$]\\S*/gu)?.length ?? 0;
      }
    }
    return words;
  })()`);
}

/** Locates the screen's primary button, the only button with the class `bg-water`. */
export const primaryButton = (page: Page) =>
  page.locator('main :is(a, button).bg-water').filter({ visible: true }).first();

/**
 * Starts a transfer and opens its payment. The page's browser owns the transfer.
 * @returns the transfer's id, and a function that pays without the card form
 */
export async function openTransfer(
  page: Page,
  fields: object = {},
): Promise<{ id: string; pay: () => Promise<unknown> }> {
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00', ...fields };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  const opened = await page.request.post('/api/create-payment-intent', { data: { transferId: id } });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  const pay = () =>
    fetch(`${sandboxUrl}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_sandbox_xrp_bridge', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'payment_method=pm_card_visa',
    });
  return { id, pay };
}

/**
 * Starts a transfer and pays without the card form. The page's browser owns the transfer.
 * @returns the transfer's id
 */
export async function paidTransfer(page: Page, fields: object = {}): Promise<string> {
  const { id, pay } = await openTransfer(page, fields);
  await pay();
  await expect
    .poll(async () => (await send<{ status: string }>('GET', `${url}/api/transfers/${id}`)).status)
    .toBe('instructions_sent');
  return id;
}

/** Signs in as an operator. @returns the session cookie */
export const signInAsOperator = () => createSession(url);

interface Charge {
  status: string;
  amount_captured: number;
  amount_refunded: number;
}

/**
 * Waits until the accounting balances and agrees with the money that the provider holds.
 * @param cookie an operator's session cookie
 */
export async function expectAccounting(
  product: { publicUrl: string; sandboxUrl: string },
  cookie: string,
): Promise<void> {
  await expect(async () => {
    const { charges } = await send<{ charges: Charge[] }>('GET', `${product.sandboxUrl}/_sandbox/state`);
    const held = charges
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount_captured, amount_refunded }) => sum + amount_captured - amount_refunded, 0);
    const accounting = await send('GET', `${product.publicUrl}/api/admin/accounting`, undefined, { cookie });
    expect(accounting).toMatchObject({ balanced: true, totals: { stripe_clearing: (held / 100).toFixed(2) } });
  }).toPass({ timeout: 30_000 });
}

/** Signs the page's browser in as an operator without the form, and opens `path` if it is given. */
export async function signIn(page: Page, path?: string): Promise<void> {
  const answer = await page.request.post('/api/operator/session', {
    data: { password: operatorPassword, name: 'Journey' },
  });
  expect(answer.status()).toBe(204);
  if (path) await page.goto(path);
}

/** Stores the step that the customer has reached in a guide, counted from 1. */
export async function saveStep(page: Page, id: string, step: number): Promise<void> {
  await page.addInitScript(`localStorage.setItem('xrp-bridge:step:${id}', '${step - 1}')`);
  const { hostname: domain } = new URL(url);
  await page.context().addCookies([{ name: stepCookie, value: String(step - 1), domain, path: `/transfer/${id}` }]);
}
