import {
  address,
  enterCard,
  expect,
  expectAccessible,
  guideHeading,
  mailsTo,
  payButton,
  shownAddress,
  startTransfer,
  test,
  url,
} from '../fixtures.ts';

test('pays with a test card and reads instructions for the own address', async ({ page, browser }) => {
  await page.goto('/');
  await expectAccessible(page);
  const id = await startTransfer(page, { address });
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page);
  await enterCard(page, '4242 4242 4242 4242');
  await page.getByLabel(/E-mail for your receipt/).fill('ada@example.com');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await expect(shownAddress(page)).toHaveText(address);
  await expectAccessible(page);

  // Wherever the customer reloads or comes back to, the guide goes on.
  await page.reload();
  await expect(guideHeading(page)).toBeVisible();
  await page.goto(`/checkout?transfer=${id}`);
  await expect(guideHeading(page)).toBeVisible();
  await expect.poll(async () => (await mailsTo('ada@example.com')).length).toBe(1);
  const [mail] = await mailsTo('ada@example.com');
  expect(mail?.text).not.toContain(address);

  // The mailed link opens the same guide on another device, there as often as one likes, and on no third one.
  const link = /http\S+\/resume#\S+/.exec(mail?.text ?? '')?.[0] as string;
  const device = await browser.newContext({ baseURL: url });
  const other = await device.newPage();
  // Whoever knows only where the guide is sees the steps in general, and nothing to send to.
  await other.goto(`/transfer/${id}`);
  await expect(other.getByRole('heading', { name: 'Is this your transfer?' })).toBeVisible();
  await expect(other.getByText(address)).toHaveCount(0);
  await expectAccessible(other);
  await other.goto(link);
  await expect(guideHeading(other)).toBeVisible();
  await other.goto('about:blank');
  await other.goto(link);
  await expect(guideHeading(other)).toBeVisible();
  await device.close();

  const tablet = await browser.newContext({ baseURL: url });
  const third = await tablet.newPage();
  await third.goto(link);
  await expectAccessible(third);
  await third.getByRole('button', { name: 'Mail me a new link' }).click();
  await expect(third.getByRole('heading', { name: 'Look at your e-mail' })).toBeVisible();
  await expect.poll(async () => (await mailsTo('ada@example.com')).length).toBe(2);
  const [, another] = await mailsTo('ada@example.com');
  await third.goto(/http\S+\/resume#\S+/.exec(another?.text ?? '')?.[0] as string);
  await expect(guideHeading(third)).toBeVisible();
  await tablet.close();
});

test('shows a declined card with the provider’s words, and lets the customer try again', async ({ page }) => {
  await startTransfer(page, { address });
  await enterCard(page, '4000 0000 0000 0002');
  await payButton(page).click();
  await expect(page.getByText('Payment failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expectAccessible(page);
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
});

test('asks for the address when none was given, and shows the one that was typed', async ({ page }) => {
  await startTransfer(page);
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await expectAccessible(page);
  const field = page.getByLabel(/XRP address/).first();
  await field.fill('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
  await page.getByRole('button', { name: /Save|Use this address/ }).click();
  await expect(page.locator('[aria-invalid=true]')).toBeVisible();
  await field.fill(address);
  await page.getByRole('button', { name: /Save|Use this address/ }).click();
  await expect(shownAddress(page)).toHaveText(address);
});

test('a recovery phrase never leaves the browser', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto('/?from=coinbase&to=xumm&view=confirm');
  const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  await page.getByLabel(/XRP address/).fill(phrase);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByText('Guide $4.00', { exact: true }).first().click();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  // The phrase is taken out of the field; the transfer goes on without an address.
  await page.waitForURL(/\/checkout\?transfer=/);
  expect(sent.join()).toContain('fromExchange');
  expect(sent.join()).not.toContain('abandon');
});

test('the bundle charges what its button names', async ({ page }) => {
  await startTransfer(page, { address, offer: 'Guide with concierge $17.76' });
  await expect(payButton(page)).toHaveText(/\$17\.76/);
  await enterCard(page, '5555 5555 5555 4444');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await expect(page.getByText('Paid $17.76')).toBeVisible();
});

test('ends with “I’ve completed the transfer”', async ({ page }) => {
  await startTransfer(page, { address });
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  for (const step of [2, 3, 4, 5]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
  }
  // All that the exchange must show, once more.
  const look = page.getByRole('region', { name: 'Your exchange must show exactly this' });
  await expect(look.getByText(address)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I’ve completed the transfer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /Yes/ }).click();
  await expect(page.getByText('All done')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('All done')).toBeVisible();
});
