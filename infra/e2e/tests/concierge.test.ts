import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Product, startProduct } from '../../process/product.ts';
import {
  test as base,
  enterCard,
  expect,
  expectAccessible,
  expectWholeAt200,
  guideHeading,
  type Mail,
  payButton,
  post,
  send,
  startTransfer,
} from '../fixtures.ts';
import { operatorPassword } from '../global-setup.ts';

const tip = { address: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', tag: '123456' };

/** All other journeys go through a product that offers no concierge and takes no tips: these have one as it is by default. */
const test = base.extend<object, { offering: Product }>({
  offering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture takes
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-offering-'));
      const product = await startProduct({
        DATA_DIR: dataDir,
        OPERATOR_PASSWORD: operatorPassword,
        TIP_ADDRESS: tip.address,
        TIP_TAG: tip.tag,
      });
      await use(product);
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ offering }, use) => use(offering.publicUrl),
});

test('with the concierge on offer, the bundle charges what its button names, and leads to all that is its own', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/?from=coinbase&to=xumm&view=confirm');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose one to continue' }).click();
  await expect(page.getByRole('link', { name: 'Please choose one of the two.' })).toBeInViewport();
  await expectAccessible(page);
  await startTransfer(page, { offer: 'Guide with concierge $17.76' });
  await expect(payButton(page)).toHaveText(/\$17\.76/);
  await enterCard(page, '5555 5555 5555 4444');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await expect(page.getByText('Paid $17.76')).toBeVisible();

  // The code on the screen opens the guide on one phone, and on no second one.
  const made = page.waitForResponse(/\/phone-link$/);
  await page.getByRole('button', { name: 'Open on my phone' }).click();
  const { token } = await (await made).json();
  await expect(page.getByRole('img', { name: 'QR code that opens this guide' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const opened of [true, false]) {
    const phone = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });
    const screen = await phone.newPage();
    await screen.goto(`/resume#t=${token}`);
    await expect(opened ? guideHeading(screen) : screen.getByText('Mail me a new link')).toBeVisible();
    await phone.close();
  }

  // All that comes after the transfer is there, and nothing of it opens by itself.
  await page.request.post(`/api/transfers/${page.url().split('/').at(-1)}/confirm-arrival`);
  await expect(page.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'What else we offer' }).click();
  await page.getByRole('button', { name: 'See what the concierge shows' }).click();
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'See my receipt' }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('$17.76');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to my guide' }).click();
  await page.getByRole('button', { name: 'Leave a tip' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(tip.address, { exact: true })).toBeVisible();
  await expect(dialog.getByText(tip.tag, { exact: true })).toBeVisible();
  await expectAccessible(page);
  // It was bought with the guide: the portal is open.
  await dialog.getByRole('link', { name: 'Continue to concierge portal' }).click();
  await page.waitForURL('**/concierge');
  await expect(page.getByRole('heading', { name: 'Concierge portal' })).toBeVisible();
  await expectAccessible(page);
});

/** Pays on the provider's own page, as a customer does. */
async function payThere(page: Page, amount: string): Promise<void> {
  await page.waitForURL(/\/c\/pay\//);
  await expect(page.getByText(amount).first()).toBeVisible();
  const email = page.getByLabel('E-mail');
  if (await email.isVisible()) await email.fill('ada@example.com');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel(/Expiry date/).fill('12 / 30');
  await page.getByLabel(/Security code/).fill('123');
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
}

/** Starts a transfer and pays for its guide, without a page. @returns its id */
async function payForGuide(page: Page, { sandboxUrl }: Product): Promise<string> {
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  const opened = await page.request.post('/api/create-payment-intent', { data: { transferId: id } });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  await fetch(`${sandboxUrl}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_sandbox_xrp_bridge', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payment_method=pm_card_visa',
  });
  const status = async () => (await (await page.request.get(`/api/transfers/${id}`)).json()).status;
  await expect.poll(status).toBe('instructions_sent');
  return id;
}

/** Has an operator pay something back. */
async function refund({ publicUrl }: Product, id: string): Promise<void> {
  const session = await fetch(`${publicUrl}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: operatorPassword, name: 'Journey' }),
  });
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await post(`${publicUrl}/api/admin/refunds/${id}`, { reason: 'asked', product: 'concierge' }, { cookie });
}

const portal = (page: Page) => page.getByRole('heading', { name: 'Concierge portal' });

test('after a paid guide the upgrade charges the rest, opens the portal, and closes it once it is paid back', async ({
  page,
  offering,
}) => {
  const id = await payForGuide(page, offering);
  await page.goto(`/concierge?transfer=${id}`);
  await expect(page.getByRole('button', { name: 'Unlock full access for $13.76' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upgrade for $13.76' }).click();
  await payThere(page, '$13.76');
  await expect(page.getByRole('heading', { name: 'Concierge activated' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open my concierge' }).click();
  await expect(portal(page)).toBeVisible();

  // Nobody pays twice.
  const again = await page.request.post('/api/concierge-checkout', { data: { transferId: id } });
  expect(again.status()).toBe(409);

  await refund(offering, id);
  await expect.poll(async () => (await page.request.get('/api/concierge/dashboard')).status()).toBe(402);
  await page.goto('/concierge');
  await expect(page.getByText('We have paid the concierge back to you')).toBeVisible();
  await page.goto('/concierge/dashboard');
  await expect(page.getByRole('heading', { name: 'We have paid the concierge back to you.' })).toBeVisible();
});

test('the upgrade can be paid for on our own page', async ({ page, offering }) => {
  const id = await payForGuide(page, offering);
  await page.goto(`/concierge?transfer=${id}`);
  await page.getByRole('button', { name: 'Pay on this page instead' }).click();
  await enterCard(page, '4242 4242 4242 4242');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Activate concierge for $13.76' }).click();
  await expect(page.getByRole('heading', { name: 'Concierge activated' })).toBeVisible();
});

test('bought alone, it opens on a second browser by a link that works once, and its guide pays for a transfer', async ({
  page,
  browser,
  baseURL,
  offering,
}) => {
  const email = `concierge-${Date.now()}@example.com`;
  await page.goto('/concierge');
  await page.getByRole('textbox', { name: /Your e-mail address/ }).fill(email);
  await page.getByRole('button', { name: 'Upgrade for $17.76' }).click();
  await payThere(page, '$17.76');
  await expect(page.getByText(/Your next transfer costs nothing more/)).toBeVisible();

  // The dashboard, and one's own coins: what a file says never leaves the browser.
  await page.goto('/concierge/dashboard');
  await expect(page.getByRole('heading', { name: 'The day in short' })).toBeVisible();
  await expectAccessible(page);
  await expectWholeAt200(page);
  await page.goto('/concierge/dashboard?tab=charts');
  await expect(page.locator('figure canvas')).toHaveCount(2);
  await expectAccessible(page);
  await page.goto('/concierge/dashboard?tab=portfolio');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.getByRole('button', { name: 'Add an exchange' }).click();
  await page.getByLabel('What do you call it?').fill('My exchange');
  const file = { name: 'balances.csv', mimeType: 'text/csv', buffer: Buffer.from('asset,balance\nXRP,4321.5\n') };
  await page.getByLabel('The CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Read this file' }).click();
  await expect(page.getByText('4,321.5').first()).toBeVisible();
  await expectAccessible(page);
  expect(sent.join()).not.toContain('4321.5');

  const other = await browser.newContext({ baseURL });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/concierge/register');
  await elsewhere.getByRole('textbox', { name: 'Your e-mail address' }).fill(email);
  await elsewhere.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(elsewhere.getByText(/If we know this address/)).toBeVisible();
  const link = async () => {
    const { mails } = await send<{ mails: Mail[] }>('GET', `${offering.sandboxUrl}/_sandbox/state`);
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
    return /\S+\/concierge\/register#t=\S+/.exec(texts.join('\n'))?.[0];
  };
  await expect.poll(link).toBeTruthy();
  const address = (await link()) as string;
  await elsewhere.goto(address);
  await elsewhere.getByRole('button', { name: 'Open my concierge' }).click();
  await expect(portal(elsewhere)).toBeVisible();
  await expectAccessible(elsewhere);
  await other.close();

  const third = await browser.newContext({ baseURL });
  const stranger = await third.newPage();
  await stranger.goto(address);
  await stranger.getByRole('button', { name: 'Open my concierge' }).click();
  await expect(stranger.getByText('It was used before, or it is too old.')).toBeVisible();
  await third.close();

  await page.goto('/concierge');
  await expect(page.getByText('Your next transfer is paid')).toBeVisible();
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  const status = async () => (await (await page.request.get(`/api/transfers/${id}`)).json()).status;
  await expect.poll(status).toBe('instructions_sent');
});
