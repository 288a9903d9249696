import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Product, startProduct } from '../../process/product.ts';
import {
  test as base,
  enterCard,
  expect,
  expectAccessible,
  guideHeading,
  payButton,
  startTransfer,
} from '../fixtures.ts';

const tip = { address: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', tag: '123456' };

/** All other journeys go through a product that offers no concierge and takes no tips: these have a product of their own. */
const test = base.extend<object, { offering: Product }>({
  offering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture takes
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-offering-'));
      const product = await startProduct({
        DATA_DIR: dataDir,
        CONCIERGE_OFFERED: 'on',
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
  // The first look at the sources may still be going on.
  await expect.poll(async () => (await page.request.get('/api/trending-cryptos')).json()).not.toHaveLength(0);
  await page.getByRole('button', { name: 'See what the concierge shows' }).click();
  await expect(page.getByText(/^Counted by .+, in the last 24 hours\.$/)).toBeVisible();
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0);
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
  await dialog.getByRole('link', { name: 'Continue to concierge portal' }).click();
  await page.waitForURL('**/concierge');
});
