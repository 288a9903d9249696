import { address, expect, expectAccessible, expectWholeAt200, guideHeading, paidTransfer, test } from '../fixtures.ts';

test('a customer who returns from the exchange to the start page can continue to the guide', async ({
  page,
  context,
}) => {
  // The journey does not open the exchange's real site.
  await context.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Exchange</title>' }),
  );
  const id = await paidTransfer(page, { fromExchange: 'kraken', destinationAddress: address });
  await page.goto(`/transfer/${id}`);
  await expect(guideHeading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Done, next step' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open kraken.com' }).click();
  const exchange = await opened;
  await expect(exchange).toHaveURL('https://www.kraken.com/sign-in');
  expect(await exchange.evaluate('[opener, document.referrer]')).toEqual([null, '']);

  // The customer opens our site in the exchange's tab.
  await exchange.goto(new URL('/', page.url()).href);
  const welcome = exchange.getByRole('dialog', { name: 'Welcome back' });
  await expect(welcome).toBeVisible();
  await expectAccessible(exchange);
  await expectWholeAt200(exchange);
  await welcome.getByRole('button', { name: 'Continue my transfer' }).press('Enter');
  await expect(exchange).toHaveURL(`/transfer/${id}`);
  await expect(exchange.getByRole('heading', { name: /^Step 2 of/ })).toBeVisible();
  await expect(welcome).toHaveCount(0);
});
