import type { Page } from '@playwright/test';
import { address, enterCard, expect, guideOffer, payButton } from '../fixtures.ts';
import { unpaidTransfer } from './open.ts';
import type { Screens } from './screen.ts';

const confirm = '/?from=coinbase&to=xumm&view=confirm';

/** Screens of the landing page, the wizard, the confirmation and the payment. */
export const startScreens: Screens = {
  'home-waiting': async (page) => {
    await page.goto(`/checkout?transfer=${await unpaidTransfer(page)}`);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await page.goto('/');
    return 'Your transfer is waiting';
  },
  'welcome-back': async (page) => {
    const left = {
      exchange_return_step: { exchange: 'kraken', flow: 'transfer', ready: true },
      current_exchange: 'kraken',
    };
    for (const [key, value] of Object.entries({ ...left, return_timestamp: Date.now() })) {
      await page.addInitScript(`localStorage.setItem('${key}', '${JSON.stringify(value)}')`);
    }
    await page.goto('/');
    return 'Continue my transfer';
  },
  'home-menu': async (page) => {
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Open the menu' });
    if (await menu.isVisible()) await menu.click();
    return 'Fees';
  },
  'home-steps': async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Step 1 of 5/ }).click();
    return 'Need help?';
  },
  'home-about-xrp': async (page) => {
    await page.goto('/');
    for (const name of ['About XRP', 'Utility & goals', 'Wallet security']) {
      await page.getByText(name, { exact: true }).click();
    }
    return 'What is XRP for?';
  },
  'home-helper-pay': async (page) => {
    await page.addInitScript(`localStorage.setItem('xrp-bridge:consent', 'true')`);
    await page.goto('/?from=kraken&to=ledger');
    return 'Wallet: Ledger';
  },
  'home-helper': async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Would you like/ }).click();
    return 'Yes';
  },
  'home-helper-closed': async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Would you like/ }).click();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    return 'Guide me step by step';
  },
  confirm: async (page) => {
    await page.goto(confirm);
    return 'Confirm your transfer path';
  },
  'quantum-help': async (page) => {
    await page.goto('/quantum');
    await page.getByText('Quantum help').click();
    return 'Email me';
  },
  'confirm-quantum-help': async (page) => {
    await page.goto(confirm);
    await page.getByText('Quantum help').click();
    await page.getByRole('button', { name: 'Email me' }).click();
    return 'Please enter a valid email address';
  },
  'confirm-quantum-joined': async (page) => {
    await page.goto(confirm);
    await page.getByText('Quantum help').click();
    await page.getByLabel('Your email address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Email me' }).click();
    return 'Thank you. You’re on the list.';
  },
  'confirm-mistake': async (page) => {
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Add my address now' }).click();
    await page.getByLabel(/XRP address/).fill('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
    await page.getByText(guideOffer, { exact: true }).click();
    await payButton(page).click();
    return 'There’s a problem';
  },
  'confirm-waiting': async (page) => {
    await page.goto(`/checkout?transfer=${await unpaidTransfer(page)}`);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await page.goto(confirm);
    return 'You already have a transfer to finish';
  },
  ...everyWizardStep(),
  'wizard-mistake': async (page) => {
    await openWizard(page, 3, { xrpAddress: '' });
    await page.getByLabel(/XRP address/).fill('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
    await page.getByRole('button', { name: 'Continue' }).click();
    return 'There’s a problem';
  },
  'wizard-help': async (page) => {
    await openWizard(page, 3, { xrpAddress: '' });
    await page.getByText('Help with addresses and tags').click();
    return 'If your address doesn’t work';
  },
  'checkout-form': async (page) => {
    await page.goto(`/checkout?transfer=${await unpaidTransfer(page)}`);
    return 'Card number';
  },
  'checkout-declined': async (page) => {
    await page.goto(`/checkout?transfer=${await unpaidTransfer(page)}`);
    await enterCard(page, '4000 0000 0000 0002');
    await payButton(page).click();
    return 'Your card was declined.';
  },
  'checkout-unclear': async (page) => {
    await page.route(/\/v1\/payment_intents\/\w+\/confirm$/, (route) => route.abort());
    await page.goto(`/checkout?transfer=${await unpaidTransfer(page)}`);
    await enterCard(page, '4242 4242 4242 4242');
    await payButton(page).click();
    return 'We don’t know yet if your payment went through';
  },
};

/** Returns steps 2 to 5 of the wizard. The picture of `/start` shows step 1. */
function everyWizardStep(): Screens {
  const step = (number: number) => async (page: Page) => {
    await openWizard(page, number);
    return new RegExp(`Step ${number} of 5`);
  };
  return Object.fromEntries([2, 3, 4, 5].map((number) => [`wizard-${number}`, step(number)]));
}

/** Opens the wizard at a step with every answer, except those that `draft` overrides. */
async function openWizard(page: Page, step: number, draft: object = {}): Promise<void> {
  const answers = { exchange: 'coinbase', wallet: 'trust', xrpAddress: address, amount: '5000', ...draft };
  await page.addInitScript(`localStorage.setItem('xrp-bridge:wizard', '${JSON.stringify(answers)}')`);
  await page.goto(`/start?step=${step}`);
  await expect(page.getByRole('heading', { name: `Step ${step} of 5` })).toBeVisible();
}
