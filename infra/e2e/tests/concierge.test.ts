import type { Page } from '@playwright/test';
import {
  compareAddress,
  enterCard,
  expect,
  expectAccessible,
  expectAccounting,
  expectWholeAt200,
  guideHeading,
  openLink,
  payButton,
  post,
  send,
  startTransfer,
  waitForScores,
  address as walletAddress,
} from '../fixtures.ts';
import { linkIn, mailsOf, operatorOf, payForGuide, payThere, refund, test } from '../offering.ts';
import { acceptingTips, operatorPassword } from '../start-product.ts';

test('the bundle charges the price on its button and opens the guide, the receipt, the tip and the concierge portal', async ({
  page,
  browser,
  baseURL,
  offering,
}) => {
  await page.goto('/?from=coinbase&to=xumm&view=confirm');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose one to continue' }).click();
  await expect(page.getByRole('link', { name: 'Please choose “Guide” or “Guide with concierge.”' })).toBeInViewport();
  await expectAccessible(page);
  await startTransfer(page, { address: walletAddress, offer: 'Guide with concierge $17.76' });
  await expect(payButton(page)).toHaveText(/\$17\.76/);
  await enterCard(page, '5555 5555 5555 4444');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await expect(page.getByText('Paid $17.76', { exact: true })).toBeVisible();

  // The QR code opens the guide on only one phone.
  const made = page.waitForResponse(/\/phone-link$/);
  await page.getByRole('button', { name: 'Open on my phone' }).click();
  const { token } = await (await made).json();
  await expect(page.getByRole('img', { name: 'QR code that opens this guide' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const opened of [true, false]) {
    const phone = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });
    const screen = await phone.newPage();
    await openLink(screen, `/resume#t=${token}`);
    if (opened) await compareAddress(screen);
    await expect(opened ? guideHeading(screen) : screen.getByText('Email me a new link')).toBeVisible();
    await phone.close();
  }

  // After the transfer the page offers all other services, but opens no dialog by itself.
  await page.request.post(`/api/transfers/${page.url().split('/').at(-1)}/confirm-arrival`);
  await post(`${offering.sandboxUrl}/_sandbox/xrpl/payments`, { destination: walletAddress, drops: '25000000' });
  await expect(page.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'What else we offer' }).click();
  await page.getByRole('button', { name: 'See what the concierge shows' }).click();
  await expect(page.getByRole('heading', { name: 'Market buzz' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'See my receipt' }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('$17.76');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to my guide' }).click();
  await page.getByRole('button', { name: 'Leave a tip' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(acceptingTips.TIP_ADDRESS, { exact: true })).toBeVisible();
  await expect(dialog.getByText(acceptingTips.TIP_TAG, { exact: true })).toBeVisible();
  await expectAccessible(page);
  // The bundle includes the concierge, so the portal is open.
  await dialog.getByRole('link', { name: 'Continue to concierge portal' }).click();
  await page.waitForURL(/\/concierge\?transfer=/);
  await expect(page.getByRole('heading', { name: 'Concierge portal' })).toBeVisible();
  await expectAccessible(page);
});

// After each journey the accounting balances and agrees with the money that the provider holds.
test.afterEach(async ({ offering }) => expectAccounting(offering, await operatorOf(offering)));

const portal = (page: Page) => page.getByRole('heading', { name: 'Concierge portal' });

test('the upgrade of a paid guide charges the difference and opens the portal, and a refund closes the portal', async ({
  page,
  offering,
}) => {
  const id = await payForGuide(page, offering);
  await page.goto(`/concierge?transfer=${id}`);
  await expect(page.getByRole('button', { name: 'Unlock full access for $13.76' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upgrade for $13.76' }).click();
  await payThere(page, '$13.76');
  await expect(page.getByRole('heading', { name: 'Concierge activated!' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open my concierge' }).click();
  await expect(portal(page)).toBeVisible();

  // The concierge cannot be paid twice.
  const again = await page.request.post('/api/concierge-checkout', { data: { transferId: id } });
  expect(again.status()).toBe(409);

  await refund(offering, id);
  await expect.poll(async () => (await page.request.get('/api/concierge/dashboard')).status()).toBe(402);
  await page.goto('/concierge');
  await expect(page.getByText('We’ve refunded your concierge')).toBeVisible();
  await page.goto('/concierge/dashboard');
  await expect(page.getByRole('heading', { name: 'We’ve refunded your concierge.' })).toBeVisible();
});

test('the upgrade to the concierge can be paid on our own page', async ({ page, offering }) => {
  const id = await payForGuide(page, offering);
  await page.goto(`/concierge?transfer=${id}`);
  await page.getByRole('button', { name: 'Pay on this page instead' }).click();
  await enterCard(page, '4242 4242 4242 4242');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Activate concierge for $13.76' }).click();
  await expect(page.getByRole('heading', { name: 'Concierge activated!' })).toBeVisible();
});

test('a concierge bought alone opens in a second browser through a single-use link, and includes the next transfer’s guide', async ({
  page,
  browser,
  baseURL,
  offering,
}) => {
  const email = `concierge-${Date.now()}@example.com`;
  await page.goto('/concierge');
  await page.getByRole('textbox', { name: /Your email address/ }).fill(email);
  await page.getByRole('button', { name: 'Upgrade for $17.76' }).click();
  await payThere(page, '$17.76');
  await expect(page.getByText(/we won’t charge you for your next transfer/)).toBeVisible();

  await post(`${offering.sandboxUrl}/_sandbox/xrpl/accounts`, { address: walletAddress, drops: '25500000' });

  // The content of a CSV file never leaves the browser.
  await page.goto('/concierge/dashboard');
  await expect(page.getByRole('heading', { name: 'Market summary' })).toBeVisible();
  await expectAccessible(page);
  await expectWholeAt200(page);
  await waitForScores(page);
  await page.goto('/concierge/dashboard?tab=charts');
  await expect(page.locator('figure canvas')).toHaveCount(2);
  await expectAccessible(page);
  await page.goto('/concierge/dashboard?tab=portfolio');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.getByRole('button', { name: 'Add an exchange' }).click();
  await page.getByLabel('Name of this exchange').fill('My exchange');
  const file = { name: 'balances.csv', mimeType: 'text/csv', buffer: Buffer.from('asset,balance\nXRP,4321.5\n') };
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByText('4,321.5').first()).toBeVisible();
  await expectAccessible(page);
  expect(sent.join()).not.toContain('4321.5');
  // The server looks up the wallet by its address. The page shows the wallet beside the exchange.
  await page.getByRole('button', { name: 'Add a wallet' }).click();
  await page.getByLabel('Name of this wallet').fill('My phone');
  await page.getByLabel('Your own XRP address').fill(walletAddress);
  await page.getByRole('button', { name: 'Add this wallet' }).click();
  await expect(page.getByText('25.5 XRP', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My exchange' })).toBeVisible();
  await expectAccessible(page);

  const other = await browser.newContext({ baseURL });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/concierge/register');
  await elsewhere.getByRole('textbox', { name: 'Your email address' }).fill(email);
  await elsewhere.getByRole('button', { name: 'Email me a link' }).click();
  await expect(elsewhere.getByText(/If we have this email address/)).toBeVisible();
  const address = await linkIn(offering, email, 'Your concierge sign-in link', /\S+\/concierge\/register#t=\S+/);
  await elsewhere.goto(address);
  await elsewhere.getByRole('button', { name: 'Open my concierge' }).click();
  await expect(portal(elsewhere)).toBeVisible();
  await expectAccessible(elsewhere);
  await other.close();

  const third = await browser.newContext({ baseURL });
  const stranger = await third.newPage();
  await stranger.goto(address);
  await stranger.getByRole('button', { name: 'Open my concierge' }).click();
  await expect(stranger.getByText('The link was used, has expired, or is incomplete.')).toBeVisible();
  await third.close();

  await page.goto('/concierge');
  await expect(page.getByText('Your next guide is already paid for')).toBeVisible();
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  const status = async () => (await (await page.request.get(`/api/transfers/${id}`)).json()).status;
  await expect.poll(status).toBe('instructions_sent');
});

test('a mailed sign-in link opens the concierge in a new browser for an owner who gave no e-mail address', async ({
  page,
  browser,
  baseURL,
  offering,
}) => {
  await page.goto('/concierge');
  await page.getByRole('button', { name: 'Upgrade for $17.76' }).click();
  await payThere(page, '$17.76');
  await expect(page.getByRole('heading', { name: 'Concierge activated!' })).toBeVisible();

  const email = `found-${Date.now()}@example.com`;
  const desk = await browser.newContext({ baseURL });
  const operator = await desk.newPage();
  await operator.request.post('/api/operator/session', { data: { password: operatorPassword, name: 'Journey' } });
  const { payments } = await (await operator.request.get('/api/admin/payments?limit=1')).json();
  await operator.goto(`/admin/transfers/${payments[0].transferId}`);
  await operator.getByRole('button', { name: /^Email a sign-in link/ }).click();
  await operator.getByRole('textbox', { name: 'Owner’s email address' }).fill(email);
  await operator.getByRole('textbox', { name: 'Why?' }).fill('She named the day and the amount');
  await expectAccessible(operator);
  await operator.getByRole('button', { name: 'Send the link' }).click();
  await expect(operator.getByText('Link sent', { exact: true })).toBeVisible();
  await expect(operator.getByText('Journey: Change a concierge email')).toBeVisible();
  await desk.close();

  const other = await browser.newContext({ baseURL });
  const elsewhere = await other.newPage();
  await elsewhere.goto(await linkIn(offering, email, 'Your concierge sign-in link', /\S+\/concierge\/register#t=\S+/));
  await elsewhere.getByRole('button', { name: 'Open my concierge' }).click();
  await expect(portal(elsewhere)).toBeVisible();
  await other.close();
});

// This journey runs last, because it moves the provider's clock forward by two months.
test('a subscription to signals sends one e-mail a day, is charged after the trial, and can be cancelled and refunded', async ({
  page,
  offering,
}) => {
  const { publicUrl, sandboxUrl } = offering;
  const email = `subscriber-${Date.now()}@example.com`;
  const cookie = await operatorOf(offering);
  await page.goto('/nansen');
  await page.getByRole('textbox', { name: 'Your email address' }).fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('button', { name: 'Subscribed' })).toBeVisible();
  await page.goto(await linkIn(offering, email, 'Do you want signals', /\S+\/nansen#confirm=\S+/));
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await page.getByRole('button', { name: 'Subscribe: $0.00 today, then $4.00 a month' }).click();
  await payThere(page, '$0.00', 'Start the trial');
  await expect(page.getByText('Check your email')).toBeVisible();
  const own = /\S+\/nansen#subscription=\S+/;
  await page.goto(await linkIn(offering, email, 'Your subscription has started', own));
  await expect(page.getByText(/^Your signals are free until .+\.$/)).toBeVisible();
  await expectAccessible(page);

  // The job runs twice, but the mails report the event of both articles only once. The test adds the two articles,
  // because the sandbox's market has no news on some days.
  for (const [title, url] of [
    ['The harbour of Bergen adopted XRP for its fees', 'https://payments-journal.example/told'],
    ['Ships paid their fees at a port: Bergen adopted XRP', 'https://bank-observer.example/told'],
  ]) {
    await post(`${sandboxUrl}/_sandbox/mentions`, { coin: 'XRP', title, url });
  }
  const isKnown = async () => {
    await post(`${publicUrl}/api/admin/signals/refresh`, { reason: 'a look' }, { cookie });
    const { signals } = await send<{ signals: object[] }>('GET', `${publicUrl}/api/signals`);
    return JSON.stringify(signals).includes('https://payments-journal.example/told');
  };
  // The first fetch of all sources may still be running.
  await expect.poll(isKnown, { timeout: 120_000 }).toBe(true);
  for (let run = 0; run < 2; run++) {
    await post(`${publicUrl}/api/admin/schedules/signals/write-signals-day/run`, { reason: 'a look' }, { cookie });
  }
  await expect
    .poll(async () => (await mailsOf(offering, email, 'Your signals for '))[0]?.text ?? '')
    .toContain('The harbour of Bergen adopted XRP for its fees');

  await post(`${sandboxUrl}/_sandbox/clock`, { advanceMs: 62 * 24 * 3600_000 });
  const paid = await linkIn(offering, email, 'Your receipt for a month of signals', own);
  // The link equals the previous one, so the test first opens another page to force a load.
  await page.goto('/');
  await page.goto(paid);
  await page.getByRole('button', { name: 'Cancel my subscription' }).click();
  await expect(page.getByText('Set to end', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Refund my $4.00' }).click();
  await expect(page.getByRole('heading', { name: 'Your subscription has ended' })).toBeVisible();
  await expect(page.getByText('We refunded you $4.00.')).toBeVisible();
  await linkIn(offering, email, 'Your refund is on its way', own);
  await linkIn(offering, email, 'Your subscription has ended', own);
  expect(await mailsOf(offering, email, 'Your signals for ')).toHaveLength(1);
});
