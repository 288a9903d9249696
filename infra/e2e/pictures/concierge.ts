import type { Page } from '@playwright/test';
import { address, expect, paidTransfer } from '../fixtures.ts';
import type { Screens } from './screen.ts';

/** Screens of the concierge and of the encryption setup. */
export const conciergeScreens: Screens = {
  'encryption-fragments': async (page) => {
    await page.goto('/concierge/encryption');
    await page.getByRole('button', { name: 'Make my key' }).click();
    return 'Write down your three fragments';
  },
  'encryption-mistakes': async (page) => {
    await openTrial(page);
    await page.getByLabel('Another fragment').fill('2582 G1S5');
    await page.getByRole('button', { name: 'Bring my key back' }).click();
    return 'There’s a problem';
  },
  'encryption-tried': async (page) => {
    const fragments = await openTrial(page);
    await typeFragments(page, fragments);
    return 'Your two fragments brought the key back.';
  },
  'encryption-done': async (page) => {
    const fragments = await openTrial(page);
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('button', { name: 'I already have fragments' }).click();
    await typeFragments(page, fragments);
    return 'Your key is ready';
  },
  'concierge-offer': async (page) => {
    await page.goto('/concierge');
    return 'Upgrade for $17.76';
  },
  'concierge-upgrade': async (page) => {
    await page.goto(`/concierge?transfer=${await paidTransfer(page, { destinationAddress: address })}`);
    return 'Upgrade for $13.76';
  },
  'concierge-pay-here': async (page) => {
    await page.goto(`/concierge?transfer=${await paidTransfer(page, { destinationAddress: address })}`);
    await page.getByRole('button', { name: 'Pay on this page instead' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    return 'Activate concierge for $13.76';
  },
  'concierge-refunded': async (page) => {
    await page.route('**/api/concierge/me', async (route) => {
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), state: 'refunded' } });
    });
    await page.goto('/concierge');
    return 'We’ve refunded your concierge';
  },
  'concierge-owned-already': async (page) => {
    const code = 'already_owned';
    await page.route('**/api/concierge-checkout', (route) => route.fulfill({ status: 409, json: { code } }));
    await page.goto('/concierge');
    await page.getByRole('button', { name: 'Upgrade for $17.76' }).click();
    return 'You already have the concierge';
  },
  'concierge-success-waiting': async (page) => {
    await page.goto(`/concierge-success?transfer=${await paidTransfer(page, { destinationAddress: address })}`);
    return 'Your payment hasn’t reached us yet.';
  },
  'concierge-success-failed': async (page) => {
    await page.goto('/concierge-success?redirect_status=failed');
    return 'Payment processing failed. Please try again.';
  },
  'concierge-success-refunded': async (page) => {
    await page.route(/\/api\/concierge\/(me|complete)$/, async (route) => {
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), state: 'refunded' } });
    });
    await page.goto('/concierge-success');
    return 'We’ve refunded your concierge.';
  },
  'concierge-activated': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge-success');
    return 'Concierge activated!';
  },
  'concierge-portal': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge');
    return 'Your next guide is already paid for';
  },
  'concierge-newsletters-asked': async (page) => {
    await openNewsletters(page, 'asked');
    return 'Please confirm your email address';
  },
  'concierge-newsletters-bounced': async (page) => {
    await openNewsletters(page, 'bounced');
    return 'Our emails didn’t reach you';
  },
  'concierge-market': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge/dashboard');
    return 'Market summary';
  },
  'concierge-charts': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge/dashboard?tab=charts');
    await expect(page.locator('figure canvas')).toHaveCount(2);
    return 'Price and news reports';
  },
  'concierge-analysis': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge/dashboard?tab=analysis');
    return 'What this doesn’t do';
  },
  'concierge-portfolio': async (page) => {
    await openPortfolio(page);
    await page.getByRole('button', { name: 'Show the address of My phone' }).click();
    return 'Hide the address';
  },
  'concierge-portfolio-mistake': async (page) => {
    await openPortfolio(page);
    await page.getByRole('button', { name: 'Add an exchange' }).click();
    await page.getByRole('button', { name: 'Use this file' }).click();
    return 'Please choose a file.';
  },
  'concierge-for-owners': async (page) => {
    await page.goto('/concierge/dashboard');
    return 'This page is part of the concierge.';
  },
  'concierge-register-owner': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge/register');
    return 'Save my email and send me a link';
  },
  'concierge-sign-in': async (page) => {
    await page.goto(`/concierge/register#t=${'A'.repeat(43)}`);
    return 'Open my concierge';
  },
  'concierge-sign-in-spent': async (page) => {
    await page.goto(`/concierge/register#t=${'A'.repeat(43)}`);
    await page.getByRole('button', { name: 'Open my concierge' }).click();
    return 'The link was used, has expired, or is incomplete.';
  },
};

/** Opens the step at which two fragments are entered again. @returns the fragments */
async function openTrial(page: Page): Promise<string[]> {
  await page.goto('/concierge/encryption');
  await page.getByRole('button', { name: 'Make my key' }).click();
  const fragments = page.getByRole('listitem', { name: /^Fragment \d of 3$/ }).locator('p');
  await expect(fragments).toHaveCount(3);
  const texts = await fragments.allTextContents();
  await page.getByRole('button', { name: 'I’ve written them down' }).click();
  return texts;
}

async function typeFragments(page: Page, [first = '', , third = '']: string[]): Promise<void> {
  await page.getByLabel('One fragment').fill(first);
  await page.getByLabel('Another fragment').fill(third);
  await page.getByRole('button', { name: 'Bring my key back' }).click();
}

/**
 * Buys the concierge without a transfer, on the provider's own page.
 * The page's browser then owns the concierge.
 */
async function ownConcierge(page: Page): Promise<void> {
  const { url: hosted } = await (await page.request.post('/api/concierge-checkout', { data: {} })).json();
  const form = { email: 'ada@example.com', number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };
  await page.request.post(hosted, { form });
  await expect
    .poll(async () => (await (await page.request.post('/api/concierge/complete')).json()).state)
    .toBe('owned');
}

/** Opens the portal of an owner whose newsletters are in this state. */
async function openNewsletters(page: Page, state: 'asked' | 'bounced'): Promise<void> {
  await ownConcierge(page);
  const json = { market: true, alerts: false, state };
  await page.route('**/api/concierge/newsletters', (route) => route.fulfill({ json }));
  await page.goto('/concierge');
}

async function openPortfolio(page: Page): Promise<void> {
  await ownConcierge(page);
  const places = [
    { kind: 'wallet', id: 1, name: 'My phone', address },
    {
      kind: 'exchange',
      id: 2,
      name: 'Kraken',
      holdings: [
        { coin: 'XRP', amount: '4321.5' },
        { coin: 'BTC', amount: '0.0125' },
      ],
      readAt: '2026-11-20T10:00:00Z',
    },
  ];
  await page.addInitScript(`localStorage.setItem('xrp-bridge:portfolio', '${JSON.stringify(places)}')`);
  await page.goto('/concierge/dashboard?tab=portfolio');
  await expect(page.getByRole('heading', { name: 'Total' })).toBeVisible();
}
