import { expect, expectAccessible, paidTransfer, post, sandboxUrl, send, test, waitForHydration } from '../fixtures.ts';

/**
 * Stops or restarts the automatic close of ledgers.
 * While it is stopped, ledgers close only by `closeLedger`.
 */
const holdLedger = (held: boolean) => send('PUT', `${sandboxUrl}/_sandbox/xrpl`, { held });
const closeLedger = (count = 1) => post(`${sandboxUrl}/_sandbox/xrpl/ledgers`, { count });

test.afterEach(() => holdLedger(false));

/** A wallet that does not exist on the sandbox's ledger, and that no other journey uses. */
const newWallet = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

test('the guide warns about a new wallet, offers a larger amount and shows the arrival without a reload', async ({
  page,
}) => {
  const id = await paidTransfer(page, { destinationAddress: newWallet, sourceAmount: '0.5' });
  await page.goto(`/transfer/${id}`);
  await expect(page.getByRole('heading', { name: /Step 1 of/ })).toBeVisible();
  await expect(page.getByText(/It hasn’t received any XRP yet/)).toBeVisible();
  for (const step of [2, 3, 4]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
  }
  await page.getByRole('button', { name: /^Use [\d.]+ XRP$/ }).click();
  await expect(page.getByRole('button', { name: /^Use [\d.]+ XRP$/ })).toHaveCount(0);
  const amount = async () => Number((await (await page.request.get(`/api/transfers/${id}`)).json()).sourceAmount);
  await expect.poll(amount).toBeGreaterThan(1);
  await expectAccessible(page);

  // The attribute disappears if the page loads again.
  await page.locator('body').evaluate((body) => body.setAttribute('data-same-page', ''));
  await holdLedger(true);
  const drops = `${(await amount()) * 1_000_000}`;
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: newWallet, drops });
  await closeLedger();
  await expect(page.getByText('Your XRP is home').first()).toBeVisible();
  await expect(page.locator('body[data-same-page]')).toHaveCount(1);
  await expectAccessible(page);
});

test('on a phone, the arrival of the test payment fills the screen, and every later step shows the remaining amount', async ({
  page,
}) => {
  const wallet = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await paidTransfer(page, { destinationAddress: wallet, sourceAmount: '5000' });
  await page.goto(`/transfer/${id}`);
  for (const step of [2, 3, 4, 5]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
  }
  await expect(page.getByText('2 XRP', { exact: true })).toBeVisible();
  await holdLedger(true);
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '2000000' });
  await closeLedger();
  await expect(page.getByRole('heading', { name: 'Your test has arrived' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Your test has arrived' })).toBeInViewport();
  await expect(page).toHaveTitle(/^Your test has arrived/);
  await expectAccessible(page);
  await expect(page.getByText('2 XRP arrived → 4,998 XRP is next')).toBeVisible();
  await page.getByRole('button', { name: 'Next: how to send the rest' }).click();
  await expect(page.getByRole('heading', { name: /Step 2 of/ })).toBeFocused();
  for (const _ of [3, 4]) await page.getByRole('button', { name: /next step/i }).click();
  await expect(page.getByText('Now enter 4,998 XRP. This is the rest.')).toBeVisible();

  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '4998000000' });
  await closeLedger();
  await expect(page.getByRole('heading', { name: 'Your XRP is home.' })).toBeFocused();
  await expectAccessible(page);
});

test('on a phone, a customer withdraws “It’s in my wallet”, and then sees the test payment and the rest arrive', async ({
  page,
}) => {
  const wallet = 'rAvijBue7rJbvgG1gGjJKzpCxaXFiMQyk';
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await paidTransfer(page, { destinationAddress: wallet, sourceAmount: '2500', email: 'rose@example.com' });
  const completed = page.getByRole('button', { name: 'I’ve completed the transfer' });
  const dialog = page.getByRole('dialog', { name: 'We haven’t seen your XRP yet. That’s normal right after sending.' });
  const expectNotHome = () => expect(page.getByText(/is home|All done/)).toHaveCount(0);

  await page.goto(`/transfer/${id}`);
  await expect(page.getByText('Paid $4.00. Receipt sent to r•••@example.com')).toBeVisible();
  for (const step of [2, 3, 4]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
  }
  await expect(page.getByText('now → 2,498 XRP after it arrives')).toBeVisible();
  await page.getByRole('button', { name: /next step/i }).click();

  // No XRP arrives.
  const watching = page.getByRole('heading', { name: 'Watching for your 2 XRP.' });
  await expect(watching).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Check that the form matches this' })).toBeInViewport();
  await page.getByRole('button', { name: 'How long it takes' }).click();
  await expect(
    page.getByText(
      'Nothing yet, which is normal. Coinbase can take up to 48 hours with a new address. You can close this page. We’ll email you.',
    ),
  ).toBeVisible();
  await expect(page.getByText(/^\d+:\d\d [AP]M, nothing yet$/)).toBeVisible();
  await expectAccessible(page);
  await completed.click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep watching' }).click();
  await expect(watching).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(watching).toBeVisible();
  // A button that is replaced while the mouse is down gets no click.
  await waitForHydration(page);

  // The customer states “It’s in my wallet. I checked.” and then undoes that.
  await completed.click();
  await dialog.getByRole('button', { name: 'It’s in my wallet. I checked.' }).click();
  await expect(page.getByRole('heading', { name: 'You told us it arrived' })).toBeFocused();
  await expectNotHome();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo (my XRP hasn’t arrived yet)' }).click();
  await expect(watching).toBeFocused();
  await expectNotHome();

  // The test amount arrives.
  await holdLedger(true);
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '2000000' });
  await closeLedger();
  await expect(page.getByRole('heading', { name: 'Your test has arrived' })).toBeFocused();
  await expectNotHome();
  await page.getByRole('button', { name: 'Next: how to send the rest' }).click();
  for (const step of [3, 4, 5]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Watching for your 2,498 XRP.' })).toBeInViewport();

  // The customer's statement does not complete the transfer. The arrival of the rest does.
  await completed.click();
  await dialog.getByRole('button', { name: 'It’s in my wallet. I checked.' }).click();
  await expect(page.getByRole('heading', { name: 'You told us it arrived' })).toBeFocused();
  await expectNotHome();
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '2498000000' });
  await closeLedger();
  await expect(page.getByRole('heading', { name: 'Your XRP is home.' })).toBeFocused();
  await expectAccessible(page);
});

test('the guide explains a transaction hash in plain words', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: newWallet });
  const { hash } = await post<{ hash: string }>(`${sandboxUrl}/_sandbox/xrpl/payments`, {
    destination: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
    drops: '300000',
    kind: 'failed',
  });
  await closeLedger(2);
  await page.goto(`/transfer/${id}`);
  await page.getByText('Where is my payment?').click();
  await page.getByRole('textbox', { name: 'Transaction hash' }).fill(hash);
  await page.getByRole('button', { name: 'Look up my payment' }).click();
  await expect(page.getByText(/Technical code: tec/)).toBeVisible();
  await expectAccessible(page);
});
