import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';

const path = '/nansen';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

describe('subscribing', () => {
  const field = () => textbox('Your email address');

  test(`${spec('signals.8')} sends the address, and asks the visitor to confirm it by mail`, async () => {
    await open(path, api);
    await field().fill('ann@example.com');
    await button('Subscribe').click();
    await expect.element(text('Please confirm your email address')).toBeVisible();
    await expect.element(button('Subscribed')).toBeDisabled();
    expect(api.bodies('POST', '/api/signal-subscriptions')[0]).toEqual({ email: 'ann@example.com' });
    await expectAccessible();
  });

  test(`${spec('signals.8')} rejects an address without an @`, async () => {
    await open(path, api);
    await field().fill('ann');
    await button('Subscribe').click();
    await expectSummaryAbove(field());
    await expect.element(link('Please enter a full email address, like name@example.com.')).toBeVisible();
    expect(api.called('POST', '/api/signal-subscriptions')).toEqual([]);
  });

  test('shows an error and the typed address when the request fails', async () => {
    await open(path, api, networkError('POST /api/signal-subscriptions'));
    await field().fill('ann@example.com');
    await button('Subscribe').click();
    await expect.element(heading('We couldn’t sign you up')).toBeVisible();
    await expect.element(field()).toHaveValue('ann@example.com');
  });
});

describe('the confirmation link of a mail', () => {
  const token = 'a'.repeat(43);
  beforeEach(() => {
    history.replaceState(null, '', `#confirm=${token}`);
  });

  test(`${spec('signals.9')} confirms only after a button press, and leaves no token in the history`, async () => {
    await open(path, api);
    await expect.element(text('Do you want signals by email?')).toBeVisible();
    expect(location.hash).toBe('');
    expect(api.called('POST', '/api/signal-subscriptions/confirm')).toEqual([]);
    await expectAccessible();
    await button('Yes, email me').click();
    await expect.element(text('You confirmed your email address')).toBeVisible();
    // Without an order no mails are sent, so the page must not promise any.
    await expect.element(text(/Until you do, we won’t send you signals or charge you\.$/)).toBeVisible();
    expect(api.bodies('POST', '/api/signal-subscriptions/confirm')[0]).toEqual({ token });
    await expectAccessible();
  });

  test('works in a tab that already shows the page', async () => {
    history.replaceState(null, '', location.pathname);
    await open(path, api);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    location.hash = `#confirm=${token}`;
    await expect.element(text('Do you want signals by email?')).toBeVisible();
    expect(location.hash).toBe('');
  });

  test('confirms nothing after “No” is pressed', async () => {
    await open(path, api);
    await button('No').click();
    await expect.element(text('Do you want signals by email?')).not.toBeInTheDocument();
    expect(api.called('POST', '/api/signal-subscriptions/confirm')).toEqual([]);
  });

  test('leads to the form that requests another one if it has expired', async () => {
    await open(path, api, refusal('POST /api/signal-subscriptions/confirm', 'link_expired'));
    await button('Yes, email me').click();
    await expect.element(text('This link no longer works')).toBeVisible();
    await expect.element(button('Yes, email me')).not.toBeInTheDocument();
    const again = link('Enter my email address');
    expect(again.element().getAttribute('href')).toMatch(/#subscribe$/);
    await expectAccessible();
  });
});

describe('the subscription', () => {
  const token = 's'.repeat(43);
  const moneyBack = { amount: '4.00', until: '2026-12-04T10:00:00.000Z' };
  const active = { state: 'active', trialEndsAt: '2026-11-01T10:00:00.000Z', moneyBack } as const;
  const trialEndsAt = '2027-01-20T10:00:00.000Z';
  const trialing = { state: 'trialing', trialEndsAt, renewsAt: trialEndsAt } as const;
  const own = () => region('Your signals by email');
  const bodiesOf = (action: string) => api.bodies('POST', `/api/signal-subscriptions/${action}`);
  beforeEach(() => {
    history.replaceState(null, '', `#subscription=${token}`);
    return () => history.replaceState(null, '', location.pathname + location.search);
  });

  test(`${spec('signals.10')} is ordered at the provider with a button that shows today’s charge and the later charges`, async () => {
    await open(path, api);
    await expect.element(text('Signals are free for 2 months, then $4.00 a month.')).toBeVisible();
    expect(location.hash).toBe('');
    await expectAccessible();
    await button('Subscribe: $0.00 today, then $4.00 a month').click();
    await expect.poll(() => location.hash).toBe('#provider');
    expect(bodiesOf('checkout')).toEqual([{ token }]);
  });

  test('shows the date of the first charge, and ends after “Cancel my subscription”', async () => {
    api.subscription = { ...api.subscription, ...trialing };
    await open(path, api);
    await expectVisible(/^Your first payment of \$4\.00 is due on Jan 20, 2027/, text('Subscribed'));
    await expectAccessible();
    await button('Cancel my subscription').click();
    const ends = text(/^Your subscription ends on Dec 20, 2026.* We won’t charge you again\.$/);
    await expect.element(ends).toBeVisible();
    expect(button('Cancel my subscription').elements()).toEqual([]);
    expect(bodiesOf('cancel')).toEqual([{ token }]);
    await expectAccessible();
  });

  test(`${spec('signals.10')} can be refunded within 14 days, and then ordered again without a trial`, async () => {
    api.subscription = { ...api.subscription, ...active };
    await open(path, api);
    await button('Refund my $4.00').click();
    await expectVisible(heading('Your subscription has ended'), 'We refunded you $4.00.');
    await expect.element(button('Subscribe for $4.00 a month')).toBeVisible();
    expect(bodiesOf('money-back')).toEqual([{ token }]);
    await expectAccessible();
  });

  test('shows a failed charge, and the reason why a cancellation fails', async () => {
    api.subscription = { ...api.subscription, state: 'past_due', renewsAt: '2026-11-25T10:00:00.000Z' };
    await open(path, api, refusal('POST /api/signal-subscriptions/cancel', 'payment_provider_unavailable'));
    await expectVisible(/We couldn’t charge your card last time/, /subscribe again with a different card/);
    await expect.element(own().getByText('Not paid')).toBeVisible();
    await expect.element(own().getByText('Subscribed')).not.toBeInTheDocument();
    // While a month is unpaid, the page shows neither a next charge nor an end without a charge.
    await expect.element(text(/is due on|Your subscription ends on/)).not.toBeInTheDocument();
    await button('Cancel my subscription').click();
    await expect.element(own().getByText('Card payment is temporarily unavailable.')).toBeVisible();
    await expectAccessible();
  });

  test('shows the outcome of the last request only', async () => {
    api.subscription = { ...api.subscription, ...active };
    await open(path, api, refusal('POST /api/signal-subscriptions/cancel', 'payment_provider_unavailable'));
    await button('Cancel my subscription').click();
    const failure = text('That didn’t work');
    await expect.element(failure).toBeVisible();
    await button('Refund my $4.00').click();
    await expect.element(text('We refunded you $4.00.')).toBeVisible();
    expect(failure.elements()).toEqual([]);
  });

  test('is fetched again when the server refuses a request because of the subscription’s state', async () => {
    api.subscription = { ...api.subscription, ...trialing };
    await open(path, api, refusal('POST /api/signal-subscriptions/cancel', 'not_subscribed'));
    await expect.element(own()).toBeVisible();
    // The subscription is ended in another window.
    api.subscription = { ...api.subscription, state: 'ended', renewsAt: null, endsAt: '2026-11-20T10:00:00.000Z' };
    await button('Cancel my subscription').click();
    await expectVisible(heading('Your subscription has ended'), 'You don’t have a subscription to cancel.');
  });

  test('replaces the form for new subscribers when the link from a mail opens the page', async () => {
    await open(path, api);
    await expectVisible(heading('Subscribe to signals'), button('Quick tour'));
    expect(text('Get signals by email').elements()).toEqual([]);
  });

  test('is replaced by a note and the form when its link is invalid', async () => {
    await open(path, api, refusal('POST /api/signal-subscriptions/read', 'link_expired'));
    await expectVisible('This link no longer works', heading('Get signals by email'));
    expect(button('Try again').elements()).toEqual([]);
    await expectAccessible();
  });

  test('can be fetched again after an error', async () => {
    await open(path, api, refusal('POST /api/signal-subscriptions/read', 'service_unavailable', { once: true }));
    await expect.element(text('We couldn’t look up your subscription')).toBeVisible();
    await expectAccessible();
    await button('Try again').click();
    await expect.element(heading('Subscribe to signals')).toBeVisible();
  });

  test('is offered right after the address is confirmed', async () => {
    history.replaceState(null, '', `#confirm=${token}`);
    await open(path, api);
    await button('Yes, email me').click();
    await expect.element(heading('Subscribe to signals')).toBeVisible();
    expect(text('Get signals by email').elements()).toEqual([]);
    expect(bodiesOf('read')).toEqual([{ token }]);
  });

  test('resumes after stopped mails are confirmed again, without a second order', async () => {
    history.replaceState(null, '', `#confirm=${token}`);
    api.subscription = { ...api.subscription, state: 'active', endsAt: '2026-12-20T10:00:00.000Z' };
    await open(path, api);
    await button('Yes, email me').click();
    await expectVisible('We’ll send signals to your email address.', own());
    expect(text(/There’s one step left/).elements()).toEqual([]);
  });

  test('is not shown after a return from the payment page, and the page refers to the mail', async () => {
    history.replaceState(null, '', location.pathname);
    await open(`${path}?subscribed=true`, api);
    await expect.element(text('Check your email')).toBeVisible();
    expect(bodiesOf('read')).toEqual([]);
  });

  test('is shown as not paid after a cancelled checkout, and the page refers to the button in the mail', async () => {
    history.replaceState(null, '', location.pathname);
    await open(`${path}?subscribed=false`, api);
    await expectVisible('You left before paying', /Press the button in our email again\.$/);
    expect(text('Check your email').elements()).toEqual([]);
    await expectAccessible();
  });
});
