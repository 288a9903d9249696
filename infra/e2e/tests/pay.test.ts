import {
  address,
  compareAddress,
  enterCard,
  expect,
  expectAccessible,
  guideHeading,
  guideOffer,
  mailsTo,
  openLink,
  paidTransfer,
  payButton,
  post,
  sandboxUrl,
  shownAddress,
  startTransfer,
  test,
  url,
} from '../fixtures.ts';

test('a customer pays with a test card and reads instructions for the entered address', async ({ page, browser }) => {
  // The browser logs an error for each refused request, so the pages must not send such a request.
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() === 402 && refused.push(answer.url()));
  await page.goto('/');
  await expectAccessible(page);
  const id = await startTransfer(page, { address });
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page);
  await enterCard(page, '4242 4242 4242 4242');
  await page.getByLabel(/Email for your receipt/).fill('ada@example.com');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await expect(shownAddress(page)).toHaveText(address);
  await expectAccessible(page);
  expect(refused).toEqual([]);

  // A reload, or a return to the checkout, opens the guide.
  await page.reload();
  await expect(guideHeading(page)).toBeVisible();
  await page.goto(`/checkout?transfer=${id}`);
  await expect(guideHeading(page)).toBeVisible();
  await expect.poll(async () => (await mailsTo('ada@example.com')).length).toBe(1);
  const [mail] = await mailsTo('ada@example.com');
  expect(mail?.text).not.toContain(address);

  // The mailed link opens the guide any number of times on one other device, but not on a third device.
  const link = /http\S+\/resume#\S+/.exec(mail?.text ?? '')?.[0] as string;
  const device = await browser.newContext({ baseURL: url });
  const other = await device.newPage();
  // A visitor with only the guide's address sees general steps and no wallet address.
  await other.goto(`/transfer/${id}`);
  await expect(other.getByRole('heading', { name: 'Is this your transfer?' })).toBeVisible();
  await expect(other.getByText(address)).toHaveCount(0);
  await expectAccessible(other);
  await openLink(other, link);
  await compareAddress(other);
  await expect(guideHeading(other)).toBeVisible();
  await other.goto('about:blank');
  await openLink(other, link);
  await expect(guideHeading(other)).toBeVisible();
  await device.close();

  const tablet = await browser.newContext({ baseURL: url });
  const third = await tablet.newPage();
  await openLink(third, link);
  await expectAccessible(third);
  await third.getByRole('button', { name: 'Email me a new link' }).click();
  await expect(third.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.poll(async () => (await mailsTo('ada@example.com')).length).toBe(2);
  const [, another] = await mailsTo('ada@example.com');
  await openLink(third, /http\S+\/resume#\S+/.exec(another?.text ?? '')?.[0] as string);
  await compareAddress(third);
  await expect(guideHeading(third)).toBeVisible();
  await tablet.close();
});

test('the checkout shows the provider’s reason for a declined card and lets the customer try again', async ({
  page,
}) => {
  await startTransfer(page, { address });
  await enterCard(page, '4000 0000 0000 0002');
  await payButton(page).click();
  await expect(page.getByText('Payment failed: your card was declined.')).toBeInViewport();
  await expectAccessible(page);
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
});

test('the guide asks for a missing wallet address and shows the address that was entered', async ({ page }) => {
  await startTransfer(page);
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await expectAccessible(page);
  const field = page.getByLabel(/XRP address/).first();
  await field.fill('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
  await page.getByRole('button', { name: /Save/ }).click();
  await expect(page.locator('[aria-invalid=true]')).toBeVisible();
  await field.fill(address);
  await page.getByRole('button', { name: /Save/ }).click();
  await expect(shownAddress(page)).toHaveText(address);
});

test('a recovery phrase typed as an address never leaves the browser', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto('/?from=coinbase&to=xumm&view=confirm');
  const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  await page.getByRole('button', { name: 'Add my address now' }).click();
  await page.getByLabel(/XRP address/).fill(phrase);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByText(guideOffer, { exact: true }).click();
  await payButton(page).click();
  // The page removes the secret phrase from the field, and the transfer continues without an address.
  await page.waitForURL(/\/checkout\?transfer=/);
  expect(sent.join()).toContain('fromExchange');
  expect(sent.join()).not.toContain('abandon');
});

test('a concierge that is no longer offered appears nowhere, but customers who bought it keep it', async ({ page }) => {
  await page.route('**/api/config', async (route) =>
    route.fulfill({ json: { ...(await (await route.fetch()).json()), conciergeOffered: false } }),
  );
  // The test opens only URLs with a selected exchange. `/` is prerendered with the server's settings, which the mocked
  // `/api/config` above cannot replace.
  for (const path of ['/?from=coinbase', '/?from=coinbase&to=xumm&view=confirm']) {
    await page.goto(path);
    await expect(page.getByText('$4.00').first()).toBeVisible();
    await expect(page.getByText(/concierge|17\.76/i)).toHaveCount(0);
  }
  const id = await paidTransfer(page, { serviceFee: '17.76', destinationAddress: address });
  const access = async () => (await (await page.request.get(`/api/transfers/${id}`)).json()).access;
  await expect.poll(access).toEqual({ guide: true, concierge: 'owned' });
  await page.goto(`/transfer/${id}`);
  await expect(page.getByText('Paid $17.76', { exact: true })).toBeVisible();
});

test('after a lost response to the payment, the page checks the payment before it offers to pay again', async ({
  page,
  expected,
}) => {
  expected.errors.push(/net::ERR_(FAILED|CONNECTION)/);
  const confirm = /\/v1\/payment_intents\/\w+\/confirm$/;
  await startTransfer(page, { address });
  await enterCard(page, '4242 4242 4242 4242');
  // The request is lost, so nothing is paid.
  await page.route(confirm, (route) => route.abort());
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'We don’t know yet if your payment went through' })).toBeFocused();
  await expect(payButton(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Check my payment' }).click();
  await expect(page.getByText('You haven’t paid yet')).toBeVisible();
  await expectAccessible(page);

  // The response is lost, but the payment succeeds, and only once.
  await page.unroute(confirm);
  await page.route(confirm, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  const check = page.getByRole('button', { name: 'Check my payment' });
  await check.or(guideHeading(page)).first().waitFor();
  // The provider's webhook may complete the payment before the click, and the button then disappears.
  if (await check.isVisible()) await check.click({ timeout: 5_000 }).catch(() => {});
  await expect(guideHeading(page)).toBeVisible();
});

test('a returning customer finds a banner that leads to the open transfer and shifts no layout', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await startTransfer(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  await page.goto('/');
  const banner = page.getByRole('complementary', { name: 'Your transfer is waiting' });
  await expect(banner).toBeInViewport();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate('window.shift')).toBeLessThan(0.01);
  await expectAccessible(page);
  await page.goto('/?from=kraken&to=ledger&view=confirm');
  await expect(page.getByRole('heading', { name: 'You already have a transfer to finish' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/transfer');
  await banner.getByRole('link', { name: 'Continue my transfer' }).click();
  await page.waitForURL(`**/checkout?transfer=${id}`);
});

test('“I’ve completed the transfer” is shown as unconfirmed until the payment is on the ledger', async ({ page }) => {
  await startTransfer(page, { address });
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  for (const step of [2, 3, 4, 5]) {
    await page.getByRole('button', { name: /next step/i }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Step ${step} of`) })).toBeVisible();
  }
  // The last step repeats everything that the exchange's form must show.
  const look = page.getByRole('region', { name: 'Check that the form matches this' });
  await expect(look.getByText(address)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I’ve completed the transfer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'It’s in my wallet. I checked.' }).click();
  await expect(page.getByRole('heading', { name: 'You told us it arrived' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('Undo (my XRP hasn’t arrived yet)')).toBeVisible();
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: address, drops: '25000000' });
  await expect(page.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  await expectAccessible(page);
});
