import { expect, expectAccessible, paidTransfer, post, sandboxUrl, send, test } from '../fixtures.ts';

/** Held, ledgers close when a journey says so, and not by themselves. */
const holdLedger = (held: boolean) => send('PUT', `${sandboxUrl}/_sandbox/xrpl`, { held });
const closeLedger = (count = 1) => post(`${sandboxUrl}/_sandbox/xrpl/ledgers`, { count });

test.afterEach(() => holdLedger(false));

/** A wallet that the sandbox's ledger does not know, and nobody else in these journeys uses. */
const newWallet = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

test('a new wallet is warned, the amount corrected, and the arrival seen with its ledger, without a reload', async ({
  page,
}) => {
  const id = await paidTransfer(page, { destinationAddress: newWallet, sourceAmount: '0.5' });
  await page.goto(`/transfer/${id}`);
  await expect(page.getByRole('heading', { name: /Step 1 of/ })).toBeVisible();
  for (const step of [2, 3, 4]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
    if (step === 3) await expect(page.getByText(/No wallet is on the XRP Ledger for it yet/)).toBeVisible();
  }
  await page.getByRole('button', { name: /^Use [\d.]+ XRP$/ }).click();
  await expect(page.getByRole('button', { name: /^Use [\d.]+ XRP$/ })).toHaveCount(0);
  const amount = async () => Number((await (await page.request.get(`/api/transfers/${id}`)).json()).sourceAmount);
  await expect.poll(amount).toBeGreaterThan(1);
  await expectAccessible(page);

  // A reload would lose the mark.
  await page.locator('body').evaluate((body) => body.setAttribute('data-same-page', ''));
  await holdLedger(true);
  const drops = `${(await amount()) * 1_000_000}`;
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: newWallet, drops });
  await closeLedger();
  await expect(page.getByText('Your XRP is home').first()).toBeVisible();
  await expect(page.locator('body[data-same-page]')).toHaveCount(1);
  await expectAccessible(page);
});

test('a transaction hash is explained in plain words', async ({ page }) => {
  const id = await paidTransfer(page, { destinationAddress: newWallet });
  const { hash } = await post<{ hash: string }>(`${sandboxUrl}/_sandbox/xrpl/payments`, {
    destination: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
    drops: '300000',
    kind: 'failed',
  });
  await closeLedger(2);
  await page.goto(`/transfer/${id}`);
  await page.getByRole('textbox', { name: 'Transaction hash' }).fill(hash);
  await page.getByRole('button', { name: 'What happened?' }).click();
  await expect(page.getByText(/fail|did not|not deliver/i).first()).toBeVisible();
  await expectAccessible(page);
});
