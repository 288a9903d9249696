import {
  address,
  expect,
  expectAccessible,
  expectWholeAt200,
  guideHeading,
  guideOffer,
  shownAddress,
  test,
} from '../fixtures.ts';

test('the wizard leads to the guide on a phone by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // With reduced motion no step advances by itself, so that a slow test does not miss one.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/start');
  const { keyboard } = page;
  const stepHeading = (step: number) => page.getByRole('heading', { level: 1, name: `Step ${step} of 5` });
  const tabTo = async (name: string | RegExp, role: 'button' | 'radio' | 'textbox' = 'button') => {
    const control = page.getByRole(role, { name });
    await expect(control).toBeVisible();
    for (let presses = 0; presses < 40; presses += 1) {
      if (await control.and(page.locator(':focus')).count()) return;
      await keyboard.press('Tab');
    }
    await expect(control).toBeFocused();
  };

  await expect(stepHeading(1)).toBeVisible();
  await expectAccessible(page);
  await tabTo('Coinbase', 'radio');
  await keyboard.press('Space');
  await tabTo('Trust Wallet', 'radio');
  await keyboard.press('Space');
  await tabTo('Continue with Coinbase to Trust Wallet');
  await keyboard.press('Enter');

  await expect(stepHeading(2)).toBeFocused();
  await tabTo('I have my address');
  await expectAccessible(page);
  await keyboard.press('Enter');

  await expect(stepHeading(3)).toBeFocused();
  await tabTo(/XRP address/, 'textbox');
  await keyboard.type(address);
  await expect(page.getByText('Good job! This is a valid XRP address.')).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Enter');

  await expect(stepHeading(4)).toBeFocused();
  await tabTo('Amount of XRP', 'textbox');
  await keyboard.type('25.5');
  await expectAccessible(page);
  await keyboard.press('Enter');

  await expect(stepHeading(5)).toBeFocused();
  await expect(shownAddress(page)).toHaveText(address);
  await expectAccessible(page);
  await tabTo(guideOffer, 'radio');
  await keyboard.press('Space');
  await tabTo('Pay $4.00 to continue');
  await keyboard.press('Enter');

  await page.waitForURL(/\/checkout\?transfer=/);
  await tabTo('Card number', 'textbox');
  await keyboard.type('4242424242424242');
  await tabTo(/Expires/, 'textbox');
  await keyboard.type('1230');
  await tabTo(/Security code/, 'textbox');
  await keyboard.type('123');
  await keyboard.press('Enter');
  await expect(guideHeading(page)).toBeVisible();
  await expect(shownAddress(page)).toHaveText(address);
});

test('every step of the wizard is readable at 200 % text size', async ({ page }) => {
  const answers = { exchange: 'coinbase', wallet: 'trust', xrpAddress: address, amount: '5000' };
  await page.addInitScript(`localStorage.setItem('xrp-bridge:wizard', '${JSON.stringify(answers)}')`);
  for (const step of [1, 2, 3, 4, 5]) {
    await page.goto(`/start?step=${step}`);
    await expect(page.getByRole('heading', { name: `Step ${step} of 5` })).toBeVisible();
    if (step === 2) await expect(page.getByText('Good to know')).toBeVisible();
    if (step === 5) await expect(shownAddress(page)).toHaveText(address);
    await expectWholeAt200(page);
  }
});
