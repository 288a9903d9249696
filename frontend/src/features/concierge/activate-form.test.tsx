import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { fillCard } from '../../../test/card.ts';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, heading, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal, reply } from '../../../test/overrides.ts';
import { address, id, sandboxStripe } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
  api.config = { ...api.config, conciergeOffered: true };
});

// The fragment is removed, because a late response to a request of the previous test may have set it (`providerPage`
// in fake-api.ts).
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

/** Stores the transfer as the last transfer of this browser. */
function storeLastTransfer(): void {
  localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
}

describe('concierge card form', () => {
  const intents = `${sandboxStripe}/v1/payment_intents/:id/confirm`;
  async function openForm(...handlers: Parameters<typeof open>[2][]) {
    storeLastTransfer();
    const screen = await open('/concierge', api, ...handlers);
    await button('Pay on this page instead').click();
    await fillCard();
    return screen;
  }

  test(`${spec('2.8c')} has one button with the price, and opens the page on which the server checks the payment`, async () => {
    const paid = http.post(intents, () => HttpResponse.json({ status: 'succeeded' }));
    const screen = await openForm(paid);
    await expect.element(text('XRP BRIDGE')).toBeVisible();
    expect(button(/^(Upgrade|Unlock)/).elements()).toEqual([]);
    await expectAccessible();
    api.own();
    await button('Activate concierge for $13.76').click();
    await expect.poll(screen.path).toBe(`/concierge-success?transfer=${id}`);
    await expect.element(heading('Concierge activated!')).toBeVisible();
    expect(api.bodies('POST', '/api/create-concierge-payment')).toEqual([{ transferId: id }]);
  });

  test('preserves the input and pays with a new intent when the intent was canceled', async () => {
    const canceled = { code: 'payment_intent_unexpected_state', payment_intent: { status: 'canceled' } };
    const screen = await openForm(
      reply('POST /api/create-concierge-payment', { clientSecret: 'pi_2_secret_3' }, { once: true }),
      reply('POST /api/create-concierge-payment', { clientSecret: 'pi_9_secret_9' }),
      http.post(intents, ({ request }) =>
        request.url.includes('pi_9')
          ? HttpResponse.json({ id: 'pi_9', status: 'succeeded' })
          : HttpResponse.json({ error: { type: 'invalid_request_error', ...canceled } }, { status: 400 }),
      ),
    );
    await button('Activate concierge for $13.76').click();
    await expect.element(heading('This card form was closed')).toBeVisible();
    await button('Activate concierge for $13.76').click();
    await expect.poll(screen.path).toBe(`/concierge-success?transfer=${id}`);
  });

  test('opens the success page, which checks the payment, when the connection breaks', async () => {
    expectConsole(/The payment was cut off/);
    const screen = await openForm(http.post(intents, () => HttpResponse.error()));
    await button('Activate concierge for $13.76').click();
    await expect.poll(screen.path).toBe(`/concierge-success?transfer=${id}`);
    await expect.element(text(/Please don’t pay again/)).toBeVisible();
  });

  test(`${spec('8.6')} shows an error when the intent cannot be created, and offers the provider’s page`, async () => {
    storeLastTransfer();
    const down = refusal('POST /api/create-concierge-payment', 'payment_provider_unavailable');
    await open('/concierge', api, down);
    await button('Pay on this page instead').click();
    await expect.element(text('Failed to initialize concierge upgrade. Please try again.')).toBeVisible();
    await expectAccessible();
    await button('Pay on the next page instead').click();
    await expect.element(button('Upgrade for $13.76')).toBeVisible();
  });
});
