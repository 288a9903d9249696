import type { Page } from '@playwright/test';
import { address, expect, paidTransfer, post, primaryButton, sandboxUrl, saveStep } from '../fixtures.ts';
import { completeTransfer, unpaidTransfer } from './open.ts';
import { type Screens, stripeDown } from './screen.ts';

/** Screens of the guide, from its first step to the arrival, and of the pages before and after it. */
export const guideScreens: Screens = {
  fallback: async (page) => {
    const id = await unpaidTransfer(page);
    await stripeDown(600_000);
    await page.goto(`/checkout?transfer=${id}`);
    await page.getByText('Pay another way').click();
    return 'Your reference';
  },
  'guide-unpaid': async (page) => {
    await page.goto(`/transfer/${await unpaidTransfer(page)}`);
    return 'Your guide opens once you’ve paid.';
  },
  ...everyStep('guide', { destinationAddress: address, sourceAmount: '5000' }),
  ...everyStep('guide-without-address', {}),
  'guide-all-steps': async (page) => {
    await openGuide(page, 3, { destinationAddress: address, sourceAmount: '5000' });
    if ((page.viewportSize()?.width ?? 0) < 768) await page.getByText('All 5 steps').filter({ visible: true }).click();
    return 'Enter the amount';
  },
  'guide-folds': async (page) => {
    await openGuide(page, 2, { destinationAddress: address, sourceAmount: '5000' });
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    return 'You paid';
  },
  'guide-qr': async (page) => {
    await page.setViewportSize({ width: 1280, height: 740 });
    await openGuide(page, 3, { destinationAddress: address, sourceAmount: '5000' });
    await page.getByRole('button', { name: 'Show QR code for your exchange’s app' }).click();
    return 'Scan with your exchange’s app';
  },
  'guide-chat': async (page) => {
    await openGuide(page, 3, { destinationAddress: address, sourceAmount: '5000' });
    await page.getByRole('button', { name: 'Ask the assistant' }).last().click();
    return /^XRP transfer assistant$/i;
  },
  'guide-claimed': async (page) => {
    const id = await openGuide(page, 5, { destinationAddress: address, sourceAmount: '5000' });
    await page.evaluate(`localStorage.setItem('xrp-bridge:ordered-in-flow:${id}', 'true')`);
    await page.request.post(`/api/transfers/${id}/confirm-arrival`);
    return 'You told us it arrived';
  },
  'guide-not-seen': async (page) => {
    await openGuide(page, 5, { destinationAddress: address, sourceAmount: '2500' });
    await page.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    return 'Keep watching';
  },
  'guide-waiting': async (page) => {
    await openGuide(page, 5, { destinationAddress: address, sourceAmount: '2500', email: 'ada@example.com' });
    await page.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await page.getByRole('button', { name: 'Keep watching' }).click();
    return 'Watching for your 2 XRP.';
  },
  'guide-paid': async (page) => {
    await openGuide(page, 1, { destinationAddress: address, email: 'ada@example.com' });
    return /Receipt sent to/;
  },
  'guide-all-at-once': async (page) => {
    await openGuide(page, 4, { destinationAddress: address, sourceAmount: '5000' });
    await page.getByText('Skip the test').click();
    return 'Skip the test?';
  },
  'guide-stopped': async (page) => {
    const exchange = 'rMQ98K56yXJbDGv49ZSmW51sLn94Xe1mu1';
    await post(`${sandboxUrl}/_sandbox/xrpl/accounts`, { address: exchange, drops: '2000000000000' });
    await openGuide(page, 3, { destinationAddress: exchange });
    return 'Stop: this looks like an exchange’s address';
  },
  'guide-swapped': async (page) => {
    const id = await openGuide(page, 3, { destinationAddress: address });
    await page.evaluate(
      `localStorage.setItem('xrp-bridge:sent-address:${id}', '"rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe"')`,
    );
    await page.reload();
    return 'Stop: don’t send anything yet';
  },
  receipt: async (page) => {
    const id = await paidTransfer(page, { destinationAddress: address });
    await page.goto(`/transfer/${id}/receipt`);
    return 'On your card statement';
  },
  'guide-on-my-phone': async (page) => {
    await page.setViewportSize({ width: 1280, height: 740 });
    await openGuide(page, 1, { destinationAddress: address });
    await page.getByRole('button', { name: 'Open on my phone' }).click();
    return 'Only for your own phone';
  },
  'refund-asked': async (page) => {
    const id = await openGuide(page, 1, { destinationAddress: address });
    await page.request.post(`/api/transfers/${id}/refund-request`, { data: { email: 'ada@example.com' } });
    await page.reload();
    return /We received your request on/;
  },
  'guide-of-another': async (page) => {
    const id = await paidTransfer(page, { destinationAddress: address });
    await page.context().clearCookies();
    await page.goto(`/transfer/${id}`);
    return 'Is this your transfer?';
  },
  'resume-used': async (page) => {
    await page.goto(`/resume#t=${'A'.repeat(43)}`);
    await page.getByRole('button', { name: 'Yes, open my transfer' }).click();
    return 'Email me a new link';
  },
  'wallet-guide-unknown': async (page) => {
    await page.goto('/wallet-guide/paper');
    return 'Guide not available for this wallet';
  },
  'wallet-setup-no-app': async (page) => {
    await page.goto('/trust-wallet-setup?wallet=atomic');
    await page.getByRole('button', { name: 'No, not yet' }).click();
    return 'Get Atomic Wallet from its maker';
  },
  'wallet-setup-getting-app': async (page) => {
    await page.addInitScript(`localStorage.setItem('wallet_setup_started', 'true')`);
    await page.goto('/trust-wallet-setup');
    return 'Is Trust Wallet ready?';
  },
  'wallet-setup-address': async (page) => {
    await page.goto('/trust-wallet-setup?wallet=ledger');
    await page.getByRole('button', { name: 'Yes, I have it' }).click();
    await page.getByLabel(/XRP address/).fill(address);
    return 'Good job! This is a valid XRP address.';
  },
  'wallet-setup-confirmed': async (page) => {
    await page.addInitScript(`localStorage.setItem('trust_wallet_address', '"${address}"')`);
    await page.goto('/trust-wallet-setup');
    return 'Saved on this device';
  },
  'unknown-transfer': async (page) => {
    await page.goto('/checkout?transfer=nonsense');
    return 'Transfer not found';
  },
  'not-found': async (page) => {
    await page.goto('/no-such-page');
    return '404 Page not found';
  },
  arrival: async (page) => {
    await openArrival(page, 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', '5000');
    return 'Your test has arrived';
  },
  'arrival-of-how-much': async (page) => {
    await openArrival(page, 'rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW', undefined, { testFirst: false });
    return 'Was this everything?';
  },
  'arrival-of-unknown-total': async (page) => {
    await openArrival(page, 'r4BnRFjrL12sGABPuB3XpkQyMuqSphV4rH');
    return 'Your test arrived. Now send the rest.';
  },
  'rest-amount': async (page) => {
    await openArrival(page, 'rLNaPoKeeBjZe2qs6x52yVPZpZ8td4dc6w', '5000');
    for (const _ of ['arrival', 'form', 'address']) await primaryButton(page).click();
    return /Step 4 of/;
  },
  'rest-send': async (page) => {
    await openArrival(page, 'rUn84CUYbNjRoTQ6mSW7BVJPSVJNLb1QLo', '5000');
    for (const _ of ['arrival', 'form', 'address', 'amount']) await primaryButton(page).click();
    return 'Check that the form matches this';
  },
  completed: async (page) => {
    await openCompleted(page);
    return 'Your XRP is home.';
  },
  claimed: async (page) => {
    const id = await openGuide(page, 5, { destinationAddress: address });
    await page.request.post(`/api/transfers/${id}/confirm-arrival`);
    return 'You told us it arrived';
  },
  'completed-tip': async (page) => {
    await openCompleted(page);
    await page.getByRole('button', { name: 'Leave a tip' }).click();
    return 'Our address for tips';
  },
  'completed-all-done': async (page) => {
    await openCompleted(page);
    await page.getByRole('button', { name: 'What else we offer' }).click();
    return /nothing left to do/;
  },
  'completed-market-buzz': async (page) => {
    await openCompleted(page);
    await page.getByRole('button', { name: 'What else we offer' }).click();
    await page.getByRole('button', { name: 'See what the concierge shows' }).click();
    return 'Market buzz';
  },
};

function everyStep(name: string, fields: object): Screens {
  const step = (number: number) => async (page: Page) => {
    await openGuide(page, number, fields);
    return new RegExp(`Step ${number} of`);
  };
  return Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`${name}-${number}`, step(number)]));
}

/** Opens a paid guide at a step, counted from 1. @returns the transfer's id */
async function openGuide(page: Page, step: number, fields: object): Promise<string> {
  const id = await paidTransfer(page, fields);
  await saveStep(page, id, step);
  await page.goto(`/transfer/${id}`);
  await expect(page.getByRole('heading', { name: `Step ${step} of` })).toBeVisible();
  return id;
}

async function openCompleted(page: Page): Promise<void> {
  const id = await openGuide(page, 5, { destinationAddress: address });
  await completeTransfer(page, id);
  await expect(page.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
}

/** Opens a guide at step 5 and delivers 2 XRP to its wallet. No other guide may use this wallet. */
async function openArrival(page: Page, wallet: string, sourceAmount?: string, change?: object): Promise<void> {
  const id = await openGuide(page, 5, { destinationAddress: wallet, sourceAmount });
  if (change) await page.request.patch(`/api/transfers/${id}`, { data: change });
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '2000000' });
  await expect(page.getByRole('heading', { name: /arrived/ })).toBeVisible();
}
