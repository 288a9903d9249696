import {
  address,
  choosePath,
  enterCard,
  expect,
  expectAccessible,
  guideHeading,
  guideOffer,
  mailsTo,
  payButton,
  post,
  sandboxUrl,
  send,
  signInAsOperator,
  startTransfer,
  test,
  url,
} from '../fixtures.ts';

const fault = (kind: string, forMs = 600_000) =>
  post(`${sandboxUrl}/_sandbox/faults`, { provider: 'stripe', kind, forMs });
const hold = (held: boolean) => send('PUT', `${sandboxUrl}/_sandbox/stripe/webhooks`, { held });

test.afterEach(async () => {
  await fault('down', 0);
  await hold(false);
});

test('with the provider down, the payment panel offers payment by hand and takes an e-mail address', async ({
  page,
  expected,
}) => {
  expected.errors.push(/status of 503/);
  await fault('down');
  await page.goto('/?from=coinbase&to=xumm&view=confirm');
  await page.getByText(guideOffer, { exact: true }).click();
  await payButton(page).click();
  await expect(page.getByText('Card payment is temporarily unavailable').first()).toBeVisible();
  const id = new URL(page.url()).searchParams.get('transfer') as string;
  await page.getByText('Pay another way').click();
  const reference = (await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent()) as string;
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
  await page.getByRole('button', { name: 'Email me' }).click();
  await expect(page.getByText('Thank you. We have your email.')).toBeVisible();
  await expect.poll(async () => (await mailsTo('grace@example.com')).length).toBe(1);
  // The operator finds the task by the reference that the customer was shown.
  const cookie = await signInAsOperator();
  const list = `${url}/api/admin/tasks?search=${reference.toLowerCase()}`;
  const { tasks } = await send<{ tasks: { orderId: string; why: string }[] }>('GET', list, undefined, { cookie });
  expect(tasks).toMatchObject([{ orderId: id, why: expect.stringContaining(reference) }]);

  // When the provider is available again, the same page continues with the same transfer.
  await fault('down', 0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
});

test('the guide opens after the redirect although no webhook has arrived', async ({ page }) => {
  await hold(true);
  await startTransfer(page, { address });
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
});

test('an operator’s bypass opens the guide on the waiting page without a reload', async ({ page }) => {
  const cookie = await signInAsOperator();

  const id = await startTransfer(page, { address });
  await page.goto(`/transfer/${id}`);
  await expect(page.getByText('Your guide opens once you’ve paid.')).toBeVisible();
  await expectAccessible(page);
  await post(`${url}/api/admin/bypass-payment/${id}`, { reason: 'paid by hand' }, { cookie });
  await expect(guideHeading(page)).toBeVisible();
});

test('a refund closes the instructions on the open page', async ({ page }) => {
  const cookie = await signInAsOperator();
  const id = await startTransfer(page, { address });
  await enterCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(guideHeading(page)).toBeVisible();
  await post(`${url}/api/admin/refunds/${id}`, { reason: 'asked' }, { cookie });
  await expect(page.getByText(/refunded|paid back/i).first()).toBeVisible();
  await expectAccessible(page);
});

test('if a part of the landing page cannot be loaded, a message replaces this part and the rest stays usable', async ({
  page,
  expected,
}) => {
  expected.errors.push(/net::ERR_FAILED/);
  await page.route('**/assets/{chat-dock,wallet-help}-*.js', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'I don’t have a wallet yet' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We couldn’t load this help.' })).toBeVisible();
  await expectAccessible(page);
  await choosePath(page, 'Coinbase', 'Xaman');
  await page.getByText(guideOffer, { exact: true }).click();
  await expect(payButton(page)).toBeVisible();
});
