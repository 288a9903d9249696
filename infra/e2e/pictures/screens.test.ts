import type { Page } from '@playwright/test';
import {
  address,
  enterCard,
  expect,
  guideOffer,
  paidTransfer,
  payButton,
  post,
  primaryButton,
  sandboxUrl,
  signIn,
  test,
} from '../fixtures.ts';
import { operatorRoutes, routes } from '../routes.ts';

// `npm run e2e -- --pictures`: every screen as people see it, to look at before a release. No part of `npm test`.
const folder = new URL('../../../pictures/', import.meta.url).pathname;

/** Width of the window in pixels, and size of the text in per cent. */
const sizes = [
  [360, 100],
  [768, 100],
  [1280, 100],
  [360, 200],
] as const;

const confirm = '/?from=coinbase&to=xumm&view=confirm';

const stripeDown = (forMs: number) =>
  post(`${sandboxUrl}/_sandbox/faults`, { provider: 'stripe', kind: 'down', forMs });

const later = '2027-01-20T10:00:00.000Z';

/** Each brings a screen about, and says what is to be read there. */
const states: Record<string, (page: Page) => Promise<string | RegExp>> = {
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
    await page.getByRole('button', { name: 'Learn about XRP' }).click();
    for (const category of ['Utility & goals', 'Wallet security']) await page.getByText(category).click();
    return 'What is XRP for?';
  },
  'home-helper-pay': async (page) => {
    await page.addInitScript(`localStorage.setItem('xrp-bridge:consent', 'true')`);
    await page.goto('/?from=kraken&to=ledger');
    return 'Wallet: Ledger';
  },
  'home-helper-closed': async (page) => {
    await page.goto('/');
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
    return 'Write to me';
  },
  'encryption-fragments': async (page) => {
    await page.goto('/concierge/encryption');
    await page.getByRole('button', { name: 'Make my key' }).click();
    return 'Write down your three fragments';
  },
  'encryption-mistakes': async (page) => {
    await openTrial(page);
    await page.getByLabel('Another fragment').fill('2582 G1S5');
    await page.getByRole('button', { name: 'Bring my key back' }).click();
    return 'There is a problem';
  },
  'encryption-tried': async (page) => {
    const fragments = await openTrial(page);
    await typeFragments(page, fragments);
    return 'Your two fragments have brought the key back.';
  },
  'encryption-done': async (page) => {
    const fragments = await openTrial(page);
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('button', { name: 'I have fragments already' }).click();
    await typeFragments(page, fragments);
    return 'Your key is ready';
  },
  'confirm-quantum-help': async (page) => {
    await page.goto(confirm);
    await page.getByText('Quantum help').click();
    await page.getByRole('button', { name: 'Write to me' }).click();
    return 'Please enter a valid email address';
  },
  'confirm-quantum-joined': async (page) => {
    await page.goto(confirm);
    await page.getByText('Quantum help').click();
    await page.getByLabel('Your e-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Write to me' }).click();
    return 'Thank you. You are on the list.';
  },
  'confirm-mistake': async (page) => {
    await page.goto(confirm);
    await page.getByLabel(/XRP address/).fill('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
    await page.getByText(guideOffer, { exact: true }).click();
    await payButton(page).click();
    return 'There is a problem';
  },
  'confirm-waiting': async (page) => {
    await page.goto(`/checkout?transfer=${await unpaidTransfer(page)}`);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await page.goto(confirm);
    return 'You already have a transfer that waits';
  },
  ...everyWizardStep(),
  'wizard-mistake': async (page) => {
    await openWizard(page, 3, { xrpAddress: '' });
    await page.getByLabel(/XRP address/).fill('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
    await page.getByRole('button', { name: 'Continue' }).click();
    return 'There is a problem';
  },
  'wizard-help': async (page) => {
    await openWizard(page, 3, { xrpAddress: '' });
    await page.getByText('What do these words mean?').click();
    return 'An address that does not work';
  },
  ...everyFlowPhase(),
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
    return 'We do not know yet if you have paid';
  },
  fallback: async (page) => {
    const id = await unpaidTransfer(page);
    await stripeDown(600_000);
    await page.goto(`/checkout?transfer=${id}`);
    await page.getByText('Pay another way, by hand').click();
    return 'Your reference';
  },
  'signals-row': async (page) => {
    await page.goto('/nansen');
    await page
      .getByRole('region', { name: /^Hot meter/ })
      .getByRole('button', { expanded: false })
      .first()
      .click();
    await page.getByText('How the score is worked out').click();
    return 'Who spoke of it, in the last 7 days';
  },
  'signals-stale': async (page) => {
    await page.route('**/api/hot-meter', async (route) => {
      const meter = await (await route.fetch()).json();
      const sources = meter.sources.map((source: object) => ({ ...source, at: '2026-11-20T10:00:00Z', stale: true }));
      await route.fulfill({ json: { ...meter, sources } });
    });
    await page.goto('/nansen');
    return /^Old$/;
  },
  'signals-empty': async (page) => {
    const ages = { updatedAt: null, sources: [] };
    await page.route('**/api/hot-meter', (route) => route.fulfill({ json: { coins: [], ...ages } }));
    await page.route('**/api/signals', (route) => route.fulfill({ json: { signals: [], ...ages } }));
    await page.route('**/api/leader-highlights', (route) => route.fulfill({ json: [] }));
    await page.goto('/nansen');
    return 'There are no figures yet';
  },
  'signals-loading': async (page) => {
    await page.route(/\/api\/(hot-meter|signals|leader-highlights)$/, () => {});
    await page.goto('/nansen');
    return 'Get signals by e-mail';
  },
  'signals-error': async (page) => {
    await page.route(/\/api\/(hot-meter|signals|leader-highlights)$/, (route) => route.abort());
    await page.goto('/nansen');
    return 'Unable to load market data';
  },
  'signals-tour': async (page) => {
    await page.goto('/nansen');
    await page.getByRole('button', { name: 'Quick tour' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    return 'Quick tour, 2 of 4';
  },
  'signals-subscribed': async (page) => {
    await page.goto('/nansen');
    await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    return 'Please confirm your e-mail address';
  },
  'signals-confirm': async (page) => {
    await page.goto(`/nansen#confirm=${'a'.repeat(43)}`);
    return 'Do you want signals by e-mail?';
  },
  'signals-left-unpaid': async (page) => {
    await page.goto('/nansen?subscribed=false');
    return 'You left the payment page';
  },
  'signals-order': async (page) => {
    await openSubscription(page, { state: 'confirmed' });
    return 'Order the signals';
  },
  'signals-trial': async (page) => {
    await openSubscription(page, { state: 'trialing', trialEndsAt: later, renewsAt: later });
    return 'End my subscription';
  },
  'signals-money-back': async (page) => {
    await openSubscription(page, { state: 'active', renewsAt: later, moneyBack: { amount: '4.00', until: later } });
    return 'Pay me $4.00 back';
  },
  'signals-ends': async (page) => {
    await openSubscription(page, { state: 'active', endsAt: later });
    return 'Ends soon';
  },
  'signals-past-due': async (page) => {
    await openSubscription(page, { state: 'past_due', renewsAt: later });
    return /^We could not charge your card/;
  },
  'signals-ended': async (page) => {
    await openSubscription(page, { state: 'ended', trialEndsAt: later, endsAt: later, refunded: '4.00' });
    return 'We have paid $4.00 back to you.';
  },
  'signals-link-unread': async (page) => {
    await page.goto(`/nansen#subscription=${'a'.repeat(43)}`);
    return 'This link does not work any more';
  },
  'newsletters-asked': async (page) => {
    await page.goto(`/newsletters#confirm=${'a'.repeat(43)}`);
    return 'Do you want our newsletters?';
  },
  'newsletters-stop': async (page) => {
    await page.goto(`/newsletters#stop=${'a'.repeat(43)}`);
    return 'Do you want to stop these mails?';
  },
  'newsletters-too-old': async (page) => {
    await page.goto(`/newsletters#stop=${'a'.repeat(43)}`);
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    return 'This link does not work any more.';
  },
  'signals-stopped': async (page) => {
    await page.route('**/api/newsletters/unsubscribe', (route) =>
      route.fulfill({ json: { ok: true, stopped: 'signals' } }),
    );
    await page.goto(`/newsletters#stop=${'a'.repeat(43)}`);
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    return 'They are stopped.';
  },
  'guide-unpaid': async (page) => {
    await page.goto(`/transfer/${await unpaidTransfer(page)}`);
    return 'Your guide opens when it is paid.';
  },
  ...everyStep('guide', { destinationAddress: address, sourceAmount: '5000' }),
  ...everyStep('guide-without-address', {}),
  'guide-all-steps': async (page) => {
    await openGuide(page, 3, { destinationAddress: address, sourceAmount: '5000' });
    if ((page.viewportSize()?.width ?? 0) < 768) await page.getByText('All 5 steps').click();
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
    await page.getByRole('button', { name: 'Show QR for the exchange’s app' }).click();
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
  'guide-all-at-once': async (page) => {
    await openGuide(page, 4, { destinationAddress: address, sourceAmount: '5000' });
    await page.getByText('Send all at once instead').click();
    return 'Send all of it without a test?';
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
    return 'Stop: do not send anything yet';
  },
  arrival: async (page) => {
    await openArrival(page, 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', '5000');
    return 'Your test has arrived';
  },
  'arrival-of-how-much': async (page) => {
    await openArrival(page, 'rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW');
    return 'Was this everything?';
  },
  'rest-amount': async (page) => {
    await openArrival(page, 'rLNaPoKeeBjZe2qs6x52yVPZpZ8td4dc6w', '5000');
    for (const _ of ['arrival', 'form', 'address']) await primaryButton(page).click();
    return /Step 4 of/;
  },
  'rest-send': async (page) => {
    await openArrival(page, 'rUn84CUYbNjRoTQ6mSW7BVJPSVJNLb1QLo', '5000');
    for (const _ of ['arrival', 'form', 'address', 'amount']) await primaryButton(page).click();
    return 'The form must show this';
  },
  completed: async (page) => {
    const id = await openGuide(page, 5, { destinationAddress: address });
    await completeTransfer(page, id);
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
    return 'There is nothing left to do';
  },
  'completed-market-buzz': async (page) => {
    await openCompleted(page);
    await page.getByRole('button', { name: 'What else we offer' }).click();
    await page.getByRole('button', { name: 'See what the concierge shows' }).click();
    return 'Market buzz';
  },
  'concierge-offer': async (page) => {
    await offerConcierge(page);
    await page.goto('/concierge');
    return 'Upgrade for $17.76';
  },
  'concierge-upgrade': async (page) => {
    await offerConcierge(page);
    await page.goto(`/concierge?transfer=${await paidTransfer(page, { destinationAddress: address })}`);
    return 'Upgrade for $13.76';
  },
  'concierge-pay-here': async (page) => {
    await offerConcierge(page);
    await page.goto(`/concierge?transfer=${await paidTransfer(page, { destinationAddress: address })}`);
    await page.getByRole('button', { name: 'Pay on this page instead' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    return 'Activate concierge for $13.76';
  },
  'concierge-refunded': async (page) => {
    await offerConcierge(page);
    await page.route('**/api/concierge/me', async (route) => {
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), state: 'refunded' } });
    });
    await page.goto('/concierge');
    return 'We have paid the concierge back to you';
  },
  'concierge-owned-already': async (page) => {
    await offerConcierge(page);
    const code = 'already_owned';
    await page.route('**/api/concierge-checkout', (route) => route.fulfill({ status: 409, json: { code } }));
    await page.goto('/concierge');
    await page.getByRole('button', { name: 'Upgrade for $17.76' }).click();
    return 'You have the concierge already';
  },
  'concierge-success-waiting': async (page) => {
    await page.goto(`/concierge-success?transfer=${await paidTransfer(page, { destinationAddress: address })}`);
    return 'The payment has not reached us yet.';
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
    return 'We have paid the concierge back to you.';
  },
  'concierge-activated': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge-success');
    return 'Concierge activated!';
  },
  'concierge-portal': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge');
    return 'Your next transfer is paid';
  },
  'concierge-newsletters-asked': async (page) => {
    await openNewsletters(page, 'asked');
    return 'Please confirm your e-mail address';
  },
  'concierge-newsletters-bounced': async (page) => {
    await openNewsletters(page, 'bounced');
    return 'Our mails did not arrive';
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
    return 'Price against reports';
  },
  'concierge-analysis': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge/dashboard?tab=analysis');
    return 'What this is not';
  },
  'concierge-portfolio': async (page) => {
    await openPortfolio(page);
    await page.getByRole('button', { name: 'Show the address of My phone' }).click();
    return 'Hide the address';
  },
  'concierge-portfolio-mistake': async (page) => {
    await openPortfolio(page);
    await page.getByRole('button', { name: 'Add an exchange' }).click();
    await page.getByRole('button', { name: 'Read this file' }).click();
    return 'Choose the file.';
  },
  'concierge-for-owners': async (page) => {
    await offerConcierge(page);
    await page.goto('/concierge/dashboard');
    return 'This comes with the concierge.';
  },
  'concierge-register-owner': async (page) => {
    await ownConcierge(page);
    await page.goto('/concierge/register');
    return 'Keep my address, and mail me a link';
  },
  'concierge-sign-in': async (page) => {
    await page.goto(`/concierge/register#t=${'A'.repeat(43)}`);
    return 'Open my concierge';
  },
  'concierge-sign-in-spent': async (page) => {
    await page.goto(`/concierge/register#t=${'A'.repeat(43)}`);
    await page.getByRole('button', { name: 'Open my concierge' }).click();
    return 'It was used before, or it is too old.';
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
    return /Received on/;
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
    return 'Mail me a new link';
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
  'operator-sign-in': async (page) => {
    await page.goto('/admin');
    return 'For the people who run this service.';
  },
  'operator-sign-in-wrong': async (page) => {
    await page.goto('/admin');
    await page.getByLabel('Password').fill('no such password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    return 'That password is not right.';
  },
  'operator-sign-in-code': async (page) => {
    await page.route('**/api/operator/session', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 401,
            json: { type: 'about:blank', title: 'Code', status: 401, code: 'code_required', requestId: 'r' },
          })
        : route.fallback(),
    );
    await page.goto('/admin');
    await page.getByLabel('Password').fill('any password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    return 'The code that your app shows now, or one of your spare codes.';
  },
  'operator-invited': async (page) => {
    await page.route('**/api/operator/accounts', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { name: 'Ada', password: 'correct-horse-battery-staple' } })
        : route.fallback(),
    );
    await signIn(page, '/admin/operators');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Add the operator' }).click();
    return 'One-time password for Ada';
  },
  'operator-menu': async (page) => {
    await signIn(page, '/admin/tasks');
    await expect(page.getByRole('heading', { name: 'All tasks' })).toBeVisible();
    const menu = page.getByRole('button', { name: 'Open the menu' });
    if (await menu.isVisible()) await menu.click();
    return 'Payments';
  },
  'operator-transfer': async (page) => {
    const id = await paidTransfer(page);
    await signIn(page, `/admin/transfers/${id}`);
    return 'What happened';
  },
  'operator-transfer-unknown': async (page) => {
    await signIn(page, '/admin/transfers/nonsense');
    return 'There is no such transfer';
  },
  'operator-locked-out': async (page) => {
    await page.route('**/api/operator/session', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '840' },
            json: { type: 'about:blank', title: 'Too many', status: 429, code: 'rate_limited', requestId: 'r' },
          })
        : route.fallback(),
    );
    await page.goto('/admin');
    await page.getByLabel('Password').fill('no such password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    return /^You can try again in/;
  },
  ...everyOperatorState(),
  ...everyAdState(),
  'operator-refund': async (page) => {
    const id = await paidTransfer(page);
    await signIn(page, `/admin/transfers/${id}`);
    await page.getByRole('button', { name: /^Refund/ }).click();
    return 'Pay the money back';
  },
  'operator-preview': async (page) => {
    await signIn(page, '/marketing');
    await page.getByRole('button', { name: 'Preview next ad' }).click();
    return 'Next ad';
  },
  'operator-new-text': async (page) => {
    await signIn(page, '/marketing/pool');
    await page.getByRole('button', { name: 'Add a text' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Does your wallet need a destination tag? We tell you. #ad');
    return 'How it would look';
  },
  'operator-text-too-long': async (page) => {
    await signIn(page, '/marketing/pool');
    await page.getByRole('button', { name: 'Add a text' }).click();
    await page.getByLabel('Text', { exact: true }).fill(`${'Does your wallet need a destination tag? '.repeat(7)}#ad`);
    return '290 of 280 characters, as X counts them';
  },
  'operator-tested': async (page) => {
    await signIn(page, '/x-test');
    await page.getByRole('button', { name: 'Test Auth test' }).click();
    return /^Working$|^Error$/;
  },
  'operator-test-failed': async (page) => {
    const result = { title: 'Unauthorized', detail: 'Unauthorized', status: 401 };
    const json = { success: false, status: 401, result };
    await page.route('**/api/test-x-api', (route) => route.fulfill({ json }));
    await signIn(page, '/x-test');
    await page.getByRole('button', { name: 'Test Auth test' }).click();
    return 'Error';
  },
  'operator-test-post': async (page) => {
    await signIn(page, '/x-test');
    await page.getByRole('button', { name: 'Test Post tweet' }).click();
    return 'Post this on X?';
  },
  'operator-other-days': async (page) => {
    await signIn(page, '/admin');
    await page.getByText('Other days', { exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    return 'The last day is before the first.';
  },
  maintenance: async (page) => {
    await page.route('**/api/maintenance-status', (route) => route.fulfill({ json: { maintenanceMode: true } }));
    await page.goto('/');
    return 'Under maintenance';
  },
};

/** The step at which the fragments are tried out, and the fragments. */
async function openTrial(page: Page): Promise<string[]> {
  await page.goto('/concierge/encryption');
  await page.getByRole('button', { name: 'Make my key' }).click();
  const fragments = page.getByRole('listitem', { name: /^Fragment \d of 3$/ }).locator('p');
  await expect(fragments).toHaveCount(3);
  const texts = await fragments.allTextContents();
  await page.getByRole('button', { name: 'I have written them down' }).click();
  return texts;
}

async function typeFragments(page: Page, [first = '', , third = '']: string[]): Promise<void> {
  await page.getByLabel('One fragment').fill(first);
  await page.getByLabel('Another fragment').fill(third);
  await page.getByRole('button', { name: 'Bring my key back' }).click();
}

for (const route of routes) {
  states[route.slice(1).replaceAll(/[/?=&]/g, '-') || 'selection'] = async (page) => {
    await page.goto(route);
    return /\S/;
  };
}

for (const route of operatorRoutes) {
  states[route.slice(1).replaceAll(/[/?=]/g, '-')] = async (page) => {
    await signIn(page, route);
    return /\S/;
  };
}

for (const [name, bringAbout] of Object.entries(states)) {
  for (const [width, textSize] of sizes) {
    const size = textSize === 100 ? width : `${width}-large`;
    test(`${name} at ${size}`, async ({ page, expected }) => {
      expected.errors.push(/status of 503/, /net::ERR_(FAILED|CONNECTION)/);
      await page.setViewportSize({ width, height: 740 });
      try {
        const text = await bringAbout(page);
        await page.evaluate(`document.documentElement.style.fontSize = '${textSize}%'`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await takePicture(page, text, { width, colorScheme, path: `${folder}${name}-${size}-${colorScheme}.png` });
        }
      } finally {
        await stripeDown(0);
      }
    });
  }
}

async function takePicture(
  page: Page,
  text: string | RegExp,
  { width, colorScheme, path }: { width: number; colorScheme: 'light' | 'dark'; path: string },
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 740 });
  // Behind a dialog it is hidden from roles.
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  // The window is as long as the page, footer included: what floats stays at its end.
  await page.evaluate('document.querySelector("main").style.minHeight = "0"');
  const height: number = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height });
  await page.screenshot({ path });
}

function everyStep(name: string, fields: object): typeof states {
  const step = (number: number) => async (page: Page) => {
    await openGuide(page, number, fields);
    return new RegExp(`Step ${number} of`);
  };
  return Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`${name}-${number}`, step(number)]));
}

/** The first step is a route's own picture. */
function everyWizardStep(): typeof states {
  const step = (number: number) => async (page: Page) => {
    await openWizard(page, number);
    return new RegExp(`Step ${number} of 5`);
  };
  return Object.fromEntries([2, 3, 4, 5].map((number) => [`wizard-${number}`, step(number)]));
}

/** Opens the wizard at a step, with everything answered but what `draft` takes away. */
async function openWizard(page: Page, step: number, draft: object = {}): Promise<void> {
  const answers = { exchange: 'coinbase', wallet: 'trust', xrpAddress: address, amount: '5000', ...draft };
  await page.addInitScript(`localStorage.setItem('xrp-bridge:wizard', '${JSON.stringify(answers)}')`);
  await page.goto(`/start?step=${step}`);
  await expect(page.getByRole('heading', { name: `Step ${step} of 5` })).toBeVisible();
}

/** Opens a paid guide at a step, counted from 1. @returns the transfer's id */
async function openGuide(page: Page, step: number, fields: object): Promise<string> {
  const id = await paidTransfer(page, fields);
  await page.addInitScript(`localStorage.setItem('xrp-bridge:step:${id}', '${step - 1}')`);
  await page.goto(`/transfer/${id}`);
  await expect(page.getByRole('heading', { name: `Step ${step} of` })).toBeVisible();
  return id;
}

/** Completes a transfer: its owner confirms, and the ledger shows what was sent. */
async function completeTransfer(page: Page, id: string): Promise<void> {
  await page.request.post(`/api/transfers/${id}/confirm-arrival`);
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: address, drops: '25000000' });
}

/** Opens a guide that is complete, as where the concierge is on offer and a tip can be left. */
async function openCompleted(page: Page): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    const tip = { address: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', tag: '123456' };
    await route.fulfill({ json: { ...config, conciergeOffered: true, tip } });
  });
  const id = await openGuide(page, 5, { destinationAddress: address });
  await completeTransfer(page, id);
  await expect(page.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
}

/** As where the concierge is on offer. */
async function offerConcierge(page: Page): Promise<void> {
  await page.route('**/api/config', async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), conciergeOffered: true } });
  });
}

/** Opens the page of a subscription that stands like this. */
async function openSubscription(page: Page, standing: object): Promise<void> {
  const nothing = { price: '4.00', trialEndsAt: null, renewsAt: null, endsAt: null, moneyBack: null, refunded: '0.00' };
  await page.route('**/api/signal-subscriptions/read', (route) => route.fulfill({ json: { ...nothing, ...standing } }));
  await page.goto(`/nansen#subscription=${'a'.repeat(43)}`);
}

/** Buys the concierge without a transfer, on the provider's own page. The page's browser owns it. */
async function ownConcierge(page: Page): Promise<void> {
  const { url: hosted } = await (await page.request.post('/api/concierge-checkout', { data: {} })).json();
  const form = { email: 'ada@example.com', number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };
  await page.request.post(hosted, { form });
  await expect
    .poll(async () => (await (await page.request.post('/api/concierge/complete')).json()).state)
    .toBe('owned');
}

/** Opens the portal of an owner whose newsletters stand like this. */
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
  await expect(page.getByRole('heading', { name: 'All together' })).toBeVisible();
}

/** Has 2 XRP arrive in a wallet of which this guide alone knows. */
async function openArrival(page: Page, wallet: string, sourceAmount?: string): Promise<void> {
  await openGuide(page, 5, { destinationAddress: wallet, sourceAmount });
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '2000000' });
  await expect(page.getByRole('heading', { name: /has arrived/ })).toBeVisible();
}

function everyFlowPhase(): typeof states {
  const beforePaying = (view: string, text: string | RegExp) => async (page: Page) => {
    await page.goto(`/transfer-flow?from=robinhood&to=xumm&view=${view}`);
    return text;
  };
  return {
    'flow-confirm': beforePaying('confirm', 'Is this still your path?'),
    'flow-exchange-help': beforePaying('exchange-help', /^Step 1 of 3/),
    'flow-robinhood': beforePaying('robinhood', 'Before you send from Robinhood'),
    'flow-payment': beforePaying('payment', 'Check and pay'),
    'flow-homebase': async (page) => {
      await openFlow(page, 'assistant');
      return 'Your address in Xaman';
    },
    'flow-homebase-answered': async (page) => {
      await openFlow(page, 'assistant', { destinationAddress: address });
      await primaryButton(page).click();
      return 'Good job! This is where your XRP will live.';
    },
    'flow-homebase-tag': async (page) => {
      await openFlow(page, 'assistant', { destinationAddress: address });
      for (const _ of ['address', 'continue']) await primaryButton(page).click();
      return 'Your destination tag';
    },
    'flow-homebase-ready': async (page) => {
      await openFlow(page, 'assistant', { destinationAddress: address });
      await sayAddressAndTag(page);
      return 'Your address is saved';
    },
    'flow-completion': async (page) => {
      await openFlow(page, 'completion', { destinationAddress: address });
      await sayAddressAndTag(page);
      return 'How much XRP do you want to move?';
    },
    'flow-completion-help': async (page) => {
      await openFlow(page, 'completion');
      await page.getByText('What do these words mean?').click();
      return 'An address that does not work';
    },
    'flow-completed': async (page) => {
      await openFlow(page, 'completion', { destinationAddress: address, sourceAmount: '25.5' });
      await sayAddressAndTag(page);
      for (const _ of ['amount', 'continue']) await primaryButton(page).click();
      return 'That is all we need';
    },
    'flow-success': async (page) => {
      const id = await openFlow(page, 'assistant', { destinationAddress: address });
      await completeTransfer(page, id);
      return 'Your XRP is home';
    },
  };
}

/** Opens the main flow after a payment. @returns the transfer's id */
async function openFlow(page: Page, view: string, fields: object = {}): Promise<string> {
  const id = await paidTransfer(page, fields);
  await page.addInitScript(`localStorage.setItem('xrp-bridge:last-transfer', '"${id}"')`);
  await page.goto(`/transfer-flow?view=${view}`);
  await expect(page.getByRole('heading', { name: 'Your address in Xaman' })).toBeVisible();
  return id;
}

async function sayAddressAndTag(page: Page): Promise<void> {
  for (const name of ['This is my address', 'Continue', 'I have no tag', 'Continue']) {
    await page.getByRole('button', { name }).click();
  }
}

/** What stands on the operators' pages only on some days: made up, as the server would say it. */
function everyOperatorState(): typeof states {
  const at = '2026-11-20T10:00:00.000Z';
  const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  const many = <Row>(row: (number: number) => Row) => Array.from({ length: 12 }, (_, number) => row(number));
  const shown = (path: string, api: RegExp, answer: object, text: string | RegExp) => async (page: Page) => {
    await page.route(api, (route) => route.fulfill({ json: answer }));
    await signIn(page, path);
    return text;
  };
  const task = { orderId: id, paymentId: 'pay_1', assignedTo: null, doneAt: null, doneBy: null, reason: null };
  const provider = {
    ...{ service: 'ads', configured: true, goodAt: at, failures: 0 },
    ...{ failedAt: null, failingSince: null, lastError: null },
  };
  const payment = { product: 'guide', amount: '4.00', refunded: '0.00', currency: 'USD', failure: null };
  return {
    'operator-list-loading': async (page) => {
      await page.route(/\/api\/admin\/payments/, () => {});
      await signIn(page, '/admin/payments');
      return 'All payments';
    },
    'operator-list-error': async (page) => {
      await page.route(/\/api\/admin\/payments/, (route) => route.abort());
      await signIn(page, '/admin/payments');
      return 'The list could not be read';
    },
    'operator-list-nothing-found': async (page) => {
      await signIn(page, '/admin/payments?q=nothing');
      return 'Nothing was found for “nothing”.';
    },
    'operator-payments-full': shown(
      '/admin/payments',
      /\/api\/admin\/payments/,
      {
        payments: many((number) => ({
          ...payment,
          id: `pay_c13c53b1565a4ea682922264ccb6e9${10 + number}`,
          transferId: id,
          status: ['succeeded', 'refunded', 'open', 'failed'][number % 4],
          refundRequestedAt: number === 4 ? at : null,
          createdAt: at,
          paidAt: at,
        })),
        nextCursor: 'more',
      },
      'Page 1',
    ),
    'operator-tasks-full': shown(
      '/admin/tasks',
      /\/api\/admin\/tasks/,
      {
        tasks: [
          { ...task, id: 't1', kind: 'dispute', since: at, why: 'The bank wants the money back: $4.00.' },
          { ...task, id: 't2', kind: 'wrong_amount', since: at, why: 'It was paid twice.', assignedTo: 'Journey' },
          {
            ...task,
            id: 't3',
            kind: 'campaign_by_hand',
            orderId: null,
            since: at,
            why: 'Name: Autumn\nBudget: $20.00',
          },
          {
            ...task,
            id: 't4',
            kind: 'refund_request',
            since: at,
            why: '',
            doneAt: at,
            doneBy: 'Ada',
            reason: 'Paid back',
          },
        ],
        nextCursor: null,
      },
      'Put back',
    ),
    'operator-contacts-full': shown(
      '/admin/contacts',
      /\/api\/admin\/contacts/,
      {
        contacts: many((number) => ({
          id: `c${number}`,
          transferId: number % 2 ? id : null,
          email: `a.rather.long.name.${number}@mail.example.com`,
          phone: number % 3 ? null : '+1 555 0100',
          reason: number % 2 ? 'refund_request' : 'quantum_waitlist',
          message: number % 4 ? null : 'I have paid twice, and would like to have one of them back, please.',
          createdAt: at,
        })),
        nextCursor: null,
      },
      '+1 555 0100',
    ),
    'operator-dead-letters-full': shown(
      '/admin/events',
      /\/api\/admin\/events/,
      {
        deadLetters: many((number) => ({
          id: `transfer.${number}`,
          service: 'transfer',
          type: 'payment.succeeded',
          subject: id,
          reason: 'The version 9 of this event is not known here: an older program is still running.',
          attempts: 5,
          parkedAt: at,
        })),
        nextCursor: null,
        away: [],
      },
      /older program/,
    ),
    'operator-jobs-failed': shown(
      '/admin/jobs',
      /\/api\/admin\/jobs/,
      {
        queues: ['ads', 'notification', 'transfer'].map((service) => ({
          service,
          counts: { waiting: 3, active: 1, delayed: 0, failed: 2, completed: 1204 },
        })),
        failed: [1, 2].map((number) => ({
          id: `send-mail:receipt-${number}-${id}`,
          service: 'notification',
          reason: 'connect ECONNREFUSED 127.0.0.1:2525',
          attempts: 8,
          failedAt: at,
        })),
        nextCursor: null,
        away: ['signals'],
      },
      /ECONNREFUSED/,
    ),
    'operator-webhooks-full': shown(
      '/admin/webhooks',
      /\/api\/admin\/webhook-events/,
      {
        events: many((number) => ({
          id: `evt_1Q2w3E4r5T6y7U8i9O0p${number}`,
          type: number % 3 ? 'payment_intent.succeeded' : 'charge.dispute.created',
          outcome: number % 3 ? 'settled' : number % 2 ? 'disputed' : 'wrong_amount',
          paymentId: `pay_${number}`,
          receivedAt: at,
        })),
        nextCursor: null,
      },
      /^evt_/,
    ),
    'operator-providers-failed': shown(
      '/admin/providers',
      /\/api\/admin\/providers/,
      {
        away: ['transfer'],
        providers: [
          { ...provider, service: 'payment', name: 'Stripe', failedAt: at, lastError: 'The request timed out.' },
          { ...provider, service: 'notification', name: 'Mail server', goodAt: null },
          {
            ...{ ...provider, name: 'Meta', failures: 3, failedAt: at, failingSince: at },
            lastError: 'refused with 400: Invalid OAuth access token - Cannot parse access token',
          },
          { ...provider, name: 'Bitmedia', configured: false, goodAt: null },
        ],
      },
      '3 failed',
    ),
    'operator-activity-full': async (page) => {
      await signIn(page, '/admin/activity');
      await expect(page.getByText('Live').filter({ visible: true }).first()).toBeVisible();
      await paidTransfer(page);
      return 'payment.succeeded';
    },
    'operator-task-close': async (page) => {
      const tasks = [{ ...task, id: 't1', kind: 'dispute', since: at, why: 'The bank wants the money back.' }];
      await page.route(/\/api\/admin\/tasks/, (route) => route.fulfill({ json: { tasks, nextCursor: null } }));
      await signIn(page, '/admin/tasks');
      await page.getByRole('button', { name: 'Close Dispute' }).click();
      await page.getByRole('button', { name: 'Close the task' }).click();
      return 'Please say why.';
    },
    'operator-bypass-mistake': async (page) => {
      await signIn(page, '/admin-bypass');
      await page.getByRole('button', { name: 'Bypass payment' }).click();
      return 'There is a problem';
    },
    'operator-concierge-link': async (page) => {
      await signIn(page, `/admin/transfers/${await paidTransfer(page, { serviceFee: '17.76' })}`);
      await page.getByRole('button', { name: /^Mail a sign-in link/ }).click();
      return 'E-mail address of the owner';
    },
    'operator-maintenance-on': shown(
      '/admin/maintenance',
      /\/api\/maintenance-status/,
      { maintenanceMode: true },
      'Switch maintenance off',
    ),
    'operator-maintenance-ask': async (page) => {
      await signIn(page, '/admin/maintenance');
      await page.getByRole('button', { name: 'Switch maintenance on' }).click();
      return 'Close the application';
    },
    'ad-of-others': async (page) => {
      const words = { title: 'A hardware wallet', description: 'Holds your keys where nobody else can reach them.' };
      const ads = [{ id: 'a', ...words, imageUrl: null, clickUrl: 'https://shop.example/', source: 'coinzilla' }];
      await page.route(/\/api\/ads\?/, (route) => route.fulfill({ json: { ads } }));
      await page.goto('/nansen');
      await page.getByRole('button', { name: 'Close this ad' }).last().click();
      return /^The ad is closed/;
    },
  };
}

/** Campaigns, what ads brought in, and the totals: made up, as the server would say it. */
function everyAdState(): typeof states {
  const at = '2026-11-20T10:00:00.000Z';
  const campaign = {
    ...{ id: 'camp_1', platform: 'google', name: 'Leaving Robinhood', status: 'paused', budget: { amount: '50.00' } },
    ...{ allocated: '12.51', keywords: ['xrp wallet', 'move xrp to wallet'], adMessage: 'Your own wallet.' },
    ...{ targetAudience: 'People who hold XRP at an exchange, 45 and older', providerId: '1', createdAt: at },
    ...{ hasAd: true, performance: null, problem: null },
  };
  const performance = { spend: '341.07', impressions: 48_210, clicks: 1_204, ctr: 0.025, at };
  const campaigns = [
    { ...campaign, status: 'active', performance },
    { ...campaign, id: 'camp_2', platform: 'meta', name: 'XRP to your own wallet, Meta' },
    { ...campaign, id: 'camp_3', platform: 'rumble', name: 'XRP to your own wallet, Rumble', status: 'by_hand' },
    { ...campaign, id: 'camp_4', platform: 'x', name: 'XRP to your own wallet, X', hasAd: false },
    { ...campaign, id: 'camp_6', name: 'Summer', status: 'ended' },
    { ...campaign, id: 'camp_5', name: 'Autumn', status: 'draft', problem: 'refused with 400: This is not allowed.' },
  ];
  const openCampaigns = async (page: Page) => {
    await page.route(/\/api\/admin\/campaigns/, (route) => route.fulfill({ json: { campaigns, nextCursor: null } }));
    await signIn(page, '/admin?tab=campaigns');
  };
  const record = {
    id: 'rev_1',
    source: 'coinzilla',
    amount: '12.50',
    currency: 'USD',
    campaignId: null,
    state: 'confirmed',
  };
  const revenue = [
    { ...record, kind: 'record', adNetwork: null, at, reinvestedAt: null },
    { ...record, id: 'rev_2', kind: 'click', amount: '0.20', adNetwork: 'bitmedia', at, reinvestedAt: at },
  ];
  const openRevenue = async (page: Page) => {
    const waiting = revenue.filter(({ reinvestedAt }) => !reinvestedAt);
    await page.route(/\/api\/admin\/ad-revenue/, (route) => route.fulfill({ json: { revenue, nextCursor: null } }));
    await page.route(/\/api\/ad-revenue\/unreinvested/, (route) => route.fulfill({ json: { revenue: waiting } }));
    await page.route(/\/api\/admin\/reinvestment/, (route) => {
      const allocations = campaigns
        .slice(0, 2)
        .map(({ id, name }, index) => ({ campaignId: id, name, amount: ['3.13', '3.12'][index] }));
      const json = { records: 1, total: '12.50', reinvested: '6.25', allocations, possible: true, why: null };
      return route.fulfill({ json });
    });
    await signIn(page, '/admin?tab=revenue');
  };
  const checked = (agrees: boolean) => async (page: Page) => {
    const differences = agrees ? [] : [{ what: 'Charges of November', ours: '$4,182.36', theirs: '$4,186.36' }];
    const found = agrees ? [] : ['A month of signals, $4.00'];
    await page.route('**/api/admin/dashboard/check', (route) =>
      route.fulfill({ json: { agrees, checkedAt: at, differences, found } }),
    );
    await signIn(page, '/admin');
    await page.getByRole('button', { name: 'Check now' }).click();
    return agrees ? 'They agree to the cent' : 'They do not agree';
  };
  return {
    'operator-campaigns-full': async (page) => {
      await openCampaigns(page);
      return '$341.07';
    },
    'operator-campaign-start': async (page) => {
      await openCampaigns(page);
      await page.getByRole('button', { name: 'Start XRP to your own wallet, Meta' }).click();
      return /was not told this/;
    },
    'operator-campaign-start-without-ad': async (page) => {
      await openCampaigns(page);
      await page.getByRole('button', { name: 'Start XRP to your own wallet, X' }).click();
      return /We made no ad with it/;
    },
    'operator-campaign-end': async (page) => {
      await openCampaigns(page);
      await page.getByRole('button', { name: 'End Leaving Robinhood' }).click();
      return 'It cannot be started again.';
    },
    'operator-google-figures': async (page) => {
      const google = campaigns.filter(({ platform }) => platform === 'google');
      await page.route('**/api/google-ads/campaigns', (route) => route.fulfill({ json: google }));
      await signIn(page, '/marketing?tab=google');
      return '48,210';
    },
    'operator-revenue-full': async (page) => {
      await openRevenue(page);
      return 'bitmedia';
    },
    'operator-reinvest': async (page) => {
      await openRevenue(page);
      await page.getByRole('button', { name: 'Reinvest all of it' }).click();
      return 'Reinvest $6.25';
    },
    'operator-reinvest-one': async (page) => {
      await openRevenue(page);
      await page.getByRole('button', { name: 'Reinvest $12.50 from coinzilla' }).click();
      return 'Reinvest $6.25';
    },
    'operator-check-agrees': checked(true),
    'operator-check-differs': checked(false),
  };
}

async function unpaidTransfer(page: Page): Promise<string> {
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', destinationAddress: address, serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  return id;
}
