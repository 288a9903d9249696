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

// Where the provider's page would be, and the tokens of links: an answer at the end of the test before may lead there.
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

describe('coming back from the payment', () => {
  test('that the server knows of: it is activated, and what was owned before is known everywhere', async () => {
    api.own({ email: false, guideCredit: true });
    await open('/concierge-success', api);
    await expectVisible(heading('Concierge activated!'), /Your next transfer costs nothing more/);
    await expect.element(link('Use it on my other devices')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
    await link('Open my concierge').click();
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test(`${spec('2.8d')} that nobody knows of yet waits, tells not to pay again, and asks on demand`, async () => {
    let isPaid = false;
    // Known to nobody before it is asked: the page looks by itself, too.
    const settled = http.post('/api/concierge/complete', () => void (isPaid && api.own()));
    await open(`/concierge-success?transfer=${id}`, api, settled);
    await expectVisible(heading('The payment has not reached us yet.'), /Please do not pay a second time/);
    await expect.element(link('Back to the concierge')).toHaveAttribute('href', `/concierge?transfer=${id}`);
    // Who came back to another browser than the one that paid would wait for good.
    await expect.element(text(/Did you pay in another browser/)).toBeVisible();
    await expect.element(link('Mail me a link')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
    isPaid = true;
    await button('Check again').click();
    await expect.element(heading('Concierge activated!')).toBeVisible();
    expect(api.called('POST', '/api/concierge/complete')).toHaveLength(2);
  });

  test(`${spec('2.8d')} goes on by itself once the payment is known`, async () => {
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
    await open('/concierge-success', api);
    await expect.element(heading('The payment has not reached us yet.')).toBeVisible();
    api.own();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(heading('Concierge activated!')).toBeVisible();
  });

  test('whose provider cannot be asked says the server’s words', async () => {
    await open('/concierge-success', api, refusal('POST /api/concierge/complete', 'payment_provider_unavailable'));
    await expect.element(text('Card payment is temporarily unavailable.')).toBeVisible();
  });

  test('that the bank refused leads back', async () => {
    await open(`/concierge-success?transfer=${id}&redirect_status=failed`, api);
    await expect.element(heading('Payment processing failed. Please try again.')).toBeVisible();
    await expectAccessible();
  });

  test('that the bank refused, as the address says, is not called unpaid before the provider was asked', async () => {
    const down = refusal('POST /api/concierge/complete', 'payment_provider_unavailable', { once: true });
    await open(`/concierge-success?transfer=${id}&redirect_status=failed`, api, down);
    await expect.element(heading('The payment has not reached us yet.')).toBeVisible();
    expect(text(/Nothing was charged/).elements()).toEqual([]);
    await button('Check again').click();
    await expect.element(heading('Payment processing failed. Please try again.')).toBeVisible();
  });
});
