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

/** All other journeys go through a product that does not offer the concierge: this one has a product of its own. */
const test = base.extend<object, { offering: Product }>({
  offering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture takes
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-offering-'));
      const product = await startProduct({ DATA_DIR: dataDir, CONCIERGE_OFFERED: 'on' });
      await use(product);
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ offering }, use) => use(offering.publicUrl),
});

test('with the concierge on offer, the bundle charges what its button names', async ({ page }) => {
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
});
