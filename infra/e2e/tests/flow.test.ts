import {
  address,
  choosePath,
  enterCard,
  expect,
  expectAccessible,
  guideHeading,
  guideOffer,
  payButton,
  shownAddress,
  test,
} from '../fixtures.ts';

test('the main flow leads from the choice of exchange and wallet to the guide, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/transfer-flow');
  await choosePath(page, 'Robinhood', 'Xaman');
  await page.getByRole('button', { name: 'Yes, show me the steps' }).click();
  await expect(page.getByRole('heading', { name: 'Before you send from Robinhood' })).toBeVisible();
  await page.getByRole('button', { name: 'Got it, continue' }).click();
  await page.getByText(guideOffer, { exact: true }).click();
  await payButton(page).click();
  await page.waitForURL(/\/checkout\?transfer=/);
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();

  // After the payment the main flow continues and requests the data that the guide needs.
  await expect(page.getByRole('heading', { name: 'Transfer homebase' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/XRP address/).fill(address);
  // After each answer the next question opens by itself. The test does not press “Continue”, because on a busy machine
  // the press could be later than that.
  await page.getByRole('button', { name: 'This is my address' }).click();
  await page.getByRole('button', { name: 'I don’t have a tag' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Enter the amount first' }).click();
  await page.getByLabel(/Total XRP/).fill('25.5');
  await page.getByRole('button', { name: 'Save the amount' }).click();
  await expect(shownAddress(page)).toHaveText(address);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open my guide' }).click();
  await expect(guideHeading(page)).toBeVisible();
  for (const step of [2, 3]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
  }
  await expect(shownAddress(page)).toHaveText(address);
  // Entering the address for the first time does not count as a change.
  await expect(page.getByText(/address was changed/)).toHaveCount(0);
});
