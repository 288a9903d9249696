import type { Page } from '@playwright/test';
import type { Screens } from './screen.ts';

const later = '2027-01-20T10:00:00.000Z';

/** Screens of the signals, of the subscription to signals, and of the newsletters. */
export const signalsScreens: Screens = {
  'signals-row': async (page) => {
    await page.goto('/nansen');
    await page
      .getByRole('region', { name: /^Hot meter/ })
      .getByRole('button', { expanded: false })
      .first()
      .click();
    await page.getByText('How we calculate the score').click();
    return 'Where it was mentioned in the last 7 days';
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
    return 'No data yet';
  },
  'signals-loading': async (page) => {
    await page.route(/\/api\/(hot-meter|signals|leader-highlights)$/, () => {});
    await page.goto('/nansen');
    return 'Get signals by email';
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
    await page.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    return 'Please confirm your email address';
  },
  'signals-confirm': async (page) => {
    await page.goto(`/nansen#confirm=${'a'.repeat(43)}`);
    return 'Do you want signals by email?';
  },
  'signals-left-unpaid': async (page) => {
    await page.goto('/nansen?subscribed=false');
    return 'You left before paying';
  },
  'signals-order': async (page) => {
    await openSubscription(page, { state: 'confirmed' });
    return 'Subscribe to signals';
  },
  'signals-trial': async (page) => {
    await openSubscription(page, { state: 'trialing', trialEndsAt: later, renewsAt: later });
    return 'Cancel my subscription';
  },
  'signals-money-back': async (page) => {
    await openSubscription(page, { state: 'active', renewsAt: later, moneyBack: { amount: '4.00', until: later } });
    return 'Refund my $4.00';
  },
  'signals-ends': async (page) => {
    await openSubscription(page, { state: 'active', endsAt: later });
    return 'Set to end';
  },
  'signals-past-due': async (page) => {
    await openSubscription(page, { state: 'past_due', renewsAt: later });
    return /^We couldn’t charge your card/;
  },
  'signals-ended': async (page) => {
    await openSubscription(page, { state: 'ended', trialEndsAt: later, endsAt: later, refunded: '4.00' });
    return 'We refunded $4.00 to you.';
  },
  'signals-link-unread': async (page) => {
    await page.goto(`/nansen#subscription=${'a'.repeat(43)}`);
    return 'This link no longer works';
  },
  'newsletters-asked': async (page) => {
    await page.goto(`/newsletters#confirm=${'a'.repeat(43)}`);
    return 'Do you want our newsletters?';
  },
  'newsletters-stop': async (page) => {
    await page.goto(`/newsletters#stop=${'a'.repeat(43)}`);
    return 'Do you want to stop these emails?';
  },
  'newsletters-too-old': async (page) => {
    await page.goto(`/newsletters#stop=${'a'.repeat(43)}`);
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    return 'This link no longer works';
  },
  'signals-stopped': async (page) => {
    await page.route('**/api/newsletters/unsubscribe', (route) =>
      route.fulfill({ json: { ok: true, stopped: 'signals' } }),
    );
    await page.goto(`/newsletters#stop=${'a'.repeat(43)}`);
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    return 'You won’t get these emails anymore.';
  },
};

/** Opens the page of a subscription in this state. */
async function openSubscription(page: Page, state: object): Promise<void> {
  const nothing = { price: '4.00', trialEndsAt: null, renewsAt: null, endsAt: null, moneyBack: null, refunded: '0.00' };
  await page.route('**/api/signal-subscriptions/read', (route) => route.fulfill({ json: { ...nothing, ...state } }));
  await page.goto(`/nansen#subscription=${'a'.repeat(43)}`);
}
