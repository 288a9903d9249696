import { spec } from '@xrp-bridge/contracts/testing';
import { http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
  api.config = { ...api.config, conciergeOffered: true };
});

// The fragment is removed, because a late response to a request of the previous test may have set it (`providerPage`
// in fake-api.ts).
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

describe('concierge success page', () => {
  test('shows the activation and a paid guide when the payment is confirmed', async () => {
    api.own({ email: false, guideCredit: true });
    await open('/concierge-success', api);
    await expectVisible(heading('Concierge activated!'), /we won’t charge you for your next transfer/);
    await expect.element(link('Use my concierge on other devices')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
    await link('Open my concierge').click();
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test(`${spec('2.8d')} warns against a second payment while the payment is unconfirmed, and can check again`, async () => {
    let isPaid = false;
    // The page also checks automatically, so the payment must exist only after `isPaid` is set.
    const settled = http.post('/api/concierge/complete', () => void (isPaid && api.own()));
    await open(`/concierge-success?transfer=${id}`, api, settled);
    await expectVisible(heading('Your payment hasn’t reached us yet.'), /Please don’t pay again/);
    await expect.element(link('Back to the concierge')).toHaveAttribute('href', `/concierge?transfer=${id}`);
    // In a browser other than the one that paid, the payment would never appear.
    await expect.element(text(/If you paid in another browser/)).toBeVisible();
    await expect.element(link('Email me a link')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
    isPaid = true;
    await button('Check again').click();
    await expect.element(heading('Concierge activated!')).toBeVisible();
    expect(api.called('POST', '/api/concierge/complete')).toHaveLength(2);
  });

  test(`${spec('2.8d')} shows the activation without a reload when the payment is confirmed`, async () => {
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
    await open('/concierge-success', api);
    await expect.element(heading('Your payment hasn’t reached us yet.')).toBeVisible();
    api.own();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(heading('Concierge activated!')).toBeVisible();
  });

  test('shows the server’s message when the provider is unavailable', async () => {
    await open('/concierge-success', api, refusal('POST /api/concierge/complete', 'payment_provider_unavailable'));
    await expect.element(text('Card payment is temporarily unavailable.')).toBeVisible();
  });

  test('shows that the payment failed when the bank has refused it', async () => {
    await open(`/concierge-success?transfer=${id}&redirect_status=failed`, api);
    await expect.element(heading('Payment processing failed. Please try again.')).toBeVisible();
    await expectAccessible();
  });

  test('shows that the payment failed only after the server’s check, even if the URL reports a refusal', async () => {
    const down = refusal('POST /api/concierge/complete', 'payment_provider_unavailable', { once: true });
    await open(`/concierge-success?transfer=${id}&redirect_status=failed`, api, down);
    await expect.element(heading('Your payment hasn’t reached us yet.')).toBeVisible();
    expect(text(/Nothing was charged/).elements()).toEqual([]);
    await button('Check again').click();
    await expect.element(heading('Payment processing failed. Please try again.')).toBeVisible();
  });
});
