import {
  enterCard,
  expect,
  expectAccessible,
  openTransfer,
  payButton,
  test,
  url,
  waitForHydration,
} from '../fixtures.ts';
import { expectMarked, holdScripts, mark, measureShifts, openRendered, recordCalls, shifts } from '../rendered.ts';

// The server renders the checkout for its owner. The order can be read before any script runs.

const order = { destinationAddress: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', destinationTag: '2718281828' };

for (const width of [360, 1280]) {
  test(`at ${width} px the order can be read before any script, hydration moves nothing, and the card can be paid`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { id } = await openTransfer(page, order);
    await measureShifts(page);
    const calls = recordCalls(page);
    const release = await holdScripts(page);
    await openRendered(page, `/checkout?transfer=${id}`);
    await expect(page.getByRole('heading', { name: 'Pay and get your guide' })).toBeVisible();
    await expect(page.getByText('Guide: Coinbase to Xaman')).toBeVisible();
    await expect(page.getByText('Total today')).toBeVisible();
    await mark(page);
    release();
    await expect(payButton(page)).toBeEnabled();
    await waitForHydration(page);
    await expectMarked(page);
    expect(await shifts(page)).toBeLessThanOrEqual(0.02);
    // The page contains these answers.
    for (const call of ['/api/config', `/api/transfers/${id}`]) expect(calls).not.toContain(call);
    await expectAccessible(page);
    await enterCard(page, '4242 4242 4242 4242');
    await payButton(page).click();
    await page.waitForURL(`${url}/transfer/${id}`);
  });
}

test('after a payment whose outcome is unclear, the form is hidden until the page shows how to check it', async ({
  page,
}) => {
  const { id } = await openTransfer(page, order);
  await page.goto(`/checkout?transfer=${id}`);
  await waitForHydration(page);
  await page.evaluate(`sessionStorage.setItem('xrp-bridge:begun-payment:${id}', 'true')`);
  const release = await holdScripts(page);
  await openRendered(page, `/checkout?transfer=${id}`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pay and get your guide' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Change selection' })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Check my payment' })).toBeVisible();
});

test('the checkout opens again if the form is sent before hydration', async ({ page }) => {
  const { id } = await openTransfer(page, order);
  await holdScripts(page);
  await openRendered(page, `/checkout?transfer=${id}`);
  await page.evaluate("document.documentElement.dataset.before = ''; document.forms[0].submit()");
  await expect(page.locator('html[data-before]')).toHaveCount(0);
  expect(page.url()).toBe(`${url}/checkout?transfer=${id}`);
  await expect(page.getByRole('heading', { name: 'Pay and get your guide' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [360, 1280]) {
    test(`at ${width} px the checkout shows the order and how to pay`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const { id } = await openTransfer(page, order);
      await openRendered(page, `/checkout?transfer=${id}`);
      const shown = page.getByRole('region', { name: 'Pay and get your guide' });
      await expect(shown).toContainText('Guide: Coinbase to Xaman');
      await expect(shown).toContainText('Turn on scripts to pay');
      await expect(shown).toContainText(/Your reference is [A-Z\d]{4}-[A-Z\d]{4}\./);
      // Nothing is shown that needs a script.
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    });
  }
});
