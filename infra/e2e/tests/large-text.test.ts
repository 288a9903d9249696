import type { Page } from '@playwright/test';
import {
  address,
  enterCard,
  expect,
  expectWholeAt200,
  guideHeading,
  guideOffer,
  paidTransfer,
  payButton,
  post,
  sandboxUrl,
  signIn,
  startTransfer,
  test,
  waitForHydration,
} from '../fixtures.ts';

// Every screen of a transfer is readable on a phone at twice the text size. `routes.test.ts` covers the screens that
// open by their address alone; this file covers all other screens.

const stripeDown = (forMs: number) =>
  post(`${sandboxUrl}/_sandbox/faults`, { provider: 'stripe', kind: 'down', forMs });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));
test.afterEach(() => stripeDown(0));

const bar = (page: Page) => page.getByRole('region', { name: 'Assistant' }).getByRole('button').first();

test('the start page, its menu and the chat are readable at 200 % text size', async ({ page }) => {
  await page.goto('/');
  await expectWholeAt200(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expectWholeAt200(page);
  await page.getByRole('button', { name: '7 more exchanges' }).click();
  await expectWholeAt200(page);
  await bar(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'XRP transfer assistant' })).toBeVisible();
  await expectWholeAt200(page);
  await page.getByPlaceholder('Ask me anything...').fill('Do I need a destination tag?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Sources', exact: true })).toBeVisible();
  await expectWholeAt200(page);
});

test('the choice of an offer and its error summary are readable at 200 % text size', async ({ page }) => {
  await page.goto('/?from=coinbase&to=xumm&view=confirm');
  await expect(page.getByRole('heading', { name: 'Confirm your transfer path' })).toBeVisible();
  await page.getByRole('button', { name: 'Add my address now' }).click();
  await page.getByLabel(/XRP address/).fill('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
  await page.getByText(guideOffer, { exact: true }).click();
  await payButton(page).click();
  await expect(page.getByText('There’s a problem')).toBeVisible();
  await expectWholeAt200(page);
});

test('the main flow is readable at 200 % text size, before and after the payment', async ({ page }) => {
  for (const [view, text] of [
    ['select', 'From your exchange to your own wallet.'],
    ['confirm', 'Is this still your path?'],
    ['exchange-help', /^Step 1 of 3/],
    ['robinhood', 'Before you send from Robinhood'],
    ['payment', 'Check and pay'],
  ] as const) {
    await page.goto(`/transfer-flow?from=robinhood&to=xumm&view=${view}`);
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expectWholeAt200(page);
  }
  const id = await paidTransfer(page, { destinationAddress: address });
  await page.goto(`/transfer/${id}`);
  await expect(guideHeading(page)).toBeVisible();
  // The guide's effects store the transfer that these views show.
  await waitForHydration(page);
  for (const view of ['assistant', 'completion']) {
    await page.goto(`/transfer-flow?view=${view}`);
    await expect(page.locator('#question')).toBeVisible();
    await expectWholeAt200(page);
  }
});

test('the wallet help and the wallet guides are readable at 200 % text size', async ({ page }) => {
  await page.goto('/transfer');
  await page.getByText('Coinbase', { exact: true }).first().click();
  await page.getByRole('button', { name: 'I don’t have a wallet yet' }).click();
  await expect(page.getByRole('button', { name: 'I use MetaMask' })).toBeVisible();
  await expectWholeAt200(page);
  await page.goto('/trust-wallet-setup?wallet=atomic');
  await page.getByRole('button', { name: 'No, not yet' }).click();
  await expect(page.getByRole('link', { name: 'Open the website' })).toBeVisible();
  await expectWholeAt200(page);
  await page.goto('/wallet-guide/atomic');
  await expect(page.getByText('Good to know')).toBeVisible();
  await expectWholeAt200(page);
});

test('the card form, the message about a declined card and the manual payment are readable at 200 % text size', async ({
  page,
  expected,
}) => {
  expected.errors.push(/status of 503/);
  const id = await startTransfer(page, { address });
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectWholeAt200(page);
  await enterCard(page, '4000 0000 0000 0002');
  await payButton(page).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expectWholeAt200(page);

  await stripeDown(600_000);
  await page.goto(`/checkout?transfer=${id}`);
  await expect(page.getByText('Card payment is temporarily unavailable').first()).toBeVisible();
  await expectWholeAt200(page);
});

test('each step of the guide, the dialog and the completed guide are readable at 200 % text size', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: address, sourceAmount: '5000' });
  await page.goto(`/transfer/${id}`);
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
    await expectWholeAt200(page);
    if (step < 5) await page.getByRole('button', { name: /next step/i }).click();
  }
  await page.getByRole('button', { name: 'I’ve completed the transfer' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectWholeAt200(page);
  await page.getByRole('dialog').getByRole('button', { name: 'It’s in my wallet. I checked.' }).click();
  await expect(page.getByText('You told us it arrived')).toBeVisible();
  await expectWholeAt200(page);
});

test('the guide without an address and the arrival of the test payment are readable at 200 % text size', async ({
  page,
}) => {
  const newWallet = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
  const id = await paidTransfer(page, { sourceAmount: '5000' });
  await page.goto(`/transfer/${id}`);
  await expect(guideHeading(page)).toBeVisible();
  await expectWholeAt200(page);
  await page.request.patch(`/api/transfers/${id}`, { data: { destinationAddress: newWallet } });
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: newWallet, drops: '2000000' });
  await expect(page.getByText(/test has arrived/).first()).toBeVisible();
  await expectWholeAt200(page);
});

test('a waiting transfer, an unpaid guide and another customer’s transfer are readable at 200 % text size', async ({
  page,
}) => {
  const id = await paidTransfer(page, { destinationAddress: address });
  await page.context().clearCookies();
  await page.goto(`/transfer/${id}`);
  await expect(page.getByRole('heading', { name: 'Is this your transfer?' })).toBeVisible();
  await expectWholeAt200(page);
  const unpaid = await startTransfer(page);
  for (const [path, text] of [
    ['/', 'Your transfer is waiting'],
    ['/?from=coinbase&to=xumm&view=confirm', 'You already have a transfer to finish'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectWholeAt200(page);
  }
  await page.goto(`/transfer/${unpaid}`);
  await expect(page.getByText('Your guide opens once you’ve paid.')).toBeVisible();
  await expectWholeAt200(page);
  await page.goto('/no-such-page');
  await expect(page.getByText('Page not found')).toBeVisible();
  await expectWholeAt200(page);
});

test('the operators’ menu is readable at 200 % text size', async ({ page }) => {
  await signIn(page, '/x-test');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expectWholeAt200(page);
});
