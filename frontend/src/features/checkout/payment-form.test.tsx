import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirmUrl, fillCard, succeed } from '../../../test/card.ts';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectFocusAround, expectSummaryAbove, open } from '../../../test/open.tsx';
import { noReply, refusal, reply } from '../../../test/overrides.ts';
import { address, id, sandboxStripe } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const checkout = `/checkout?transfer=${id}`;

describe('card payment in the sandbox', () => {
  test(`${spec('4.14')} shows “Initializing payment” while the settings load`, async () => {
    await open(checkout, api, noReply('GET /api/config'));
    await expect.element(heading('Initializing payment')).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('4.14')} accepts the card while the payment intent is created, and keeps it`, async () => {
    const intent = noReply('POST /api/create-payment-intent');
    const screen = await open(checkout, api, intent, succeed(api));
    await fillCard();
    await expect.element(button('Initializing payment…')).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
    intent.end();
    await button('Pay $4.00').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    expect(api.bodies('STRIPE', 'confirm')).toHaveLength(1);
  });

  test(`${spec('4.15')} confirms the payment, shows the success, makes the server check the payment and opens the guide`, async () => {
    const screen = await open(checkout, api, succeed(api));
    await fillCard();
    await expect.element(textbox('Card number')).toHaveValue('4242 4242 4242 4242');
    await expect.element(textbox('Expires')).toHaveValue('12 / 28');
    await button('Pay $4.00').click();
    await expectVisible('Payment successful!', 'Your XRP transfer guide is ready.');
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    expect(api.bodies('STRIPE', 'confirm')[0]).toEqual({
      key: 'pk_sandbox_test',
      client_secret: 'pi_1_secret_2',
      return_url: `${location.origin}/checkout-success?transfer=${id}`,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2028',
      'payment_method_data[card][cvc]': '123',
    });
    await expect.poll(() => api.called('POST', `/api/transfers/${id}/complete`).length).toBe(1);
    // Card details are sent only to the provider.
    expect(JSON.stringify(api.calls.filter((call) => call.method !== 'STRIPE'))).not.toContain('4242');
  });

  const refuse = (message?: string) =>
    http.post(confirmUrl, () => HttpResponse.json({ error: { type: 'card_error', message } }, { status: 402 }), {
      once: true,
    });

  test.each([
    ['Your card was declined.', 'Payment failed: your card was declined.'],
    ['Your card has insufficient funds.', 'Payment failed: your card has insufficient funds.'],
    [undefined, 'Payment failed: your card wasn’t accepted.'],
  ])(
    'shows a lasting error and a toast when the card is refused, and allows another try (message: %s)',
    async (message, title) => {
      await page.viewport(360, 740);
      const screen = await open(checkout, api, refuse(message), succeed(api));
      await fillCard('4000000000000002');
      await button('Pay $4.00').click();
      const box = screen.getByRole('alert');
      await expect.element(box.getByRole('heading', { name: 'Error' })).toBeInViewport();
      await expect.element(box.getByText(title)).toBeInViewport();
      await expectFocusAround(box);
      const passing = region(/^Notifications/);
      // Hovering stops the toast's timer.
      await passing.getByText('Payment failed').hover();
      await expect.element(passing.getByText(message ?? 'Your card wasn’t accepted.')).toBeVisible();
      await expect.element(text('Nothing was charged. Try again, or use a different card.')).toBeVisible();
      await expectAccessible();
      await fillCard();
      (button('Pay $4.00').element() as HTMLElement).click();
      await expect.poll(screen.path).toBe(`/transfer/${id}`);
      // The toast is dismissed although the pointer is still over it, because its error no longer applies.
      await expect.element(passing.getByText('Payment failed')).not.toBeInTheDocument();
    },
  );

  test(`${spec('8.4')} shows an error when the intent ends unpaid`, async () => {
    const unpaid = { id: 'pi_1', status: 'requires_payment_method' };
    const screen = await open(
      checkout,
      api,
      http.post(confirmUrl, () => HttpResponse.json(unpaid)),
    );
    await fillCard();
    await button('Pay $4.00').click();
    await expect.element(text('Payment failed: your card wasn’t accepted.')).toBeVisible();
    expect(screen.path()).toBe(checkout);
  });

  test(`${spec('4.15')} disables the button while the payment is processed, and pays only once`, async () => {
    let requestCount = 0;
    await open(
      checkout,
      api,
      http.post(confirmUrl, () => {
        requestCount += 1;
        return new Promise<never>(() => {});
      }),
    );
    await fillCard();
    await button('Pay $4.00').click();
    const busy = button('Processing…');
    await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => requestCount).toBe(1);
    await expectAccessible();
    (busy.element() as HTMLElement).click();
    await userEvent.keyboard('{Enter}');
    await expect.element(busy).toBeVisible();
    expect(requestCount).toBe(1);
  });

  test('shows errors in the summary and at the fields of an incomplete card, and sends no payment', async () => {
    await page.viewport(360, 740);
    const screen = await open(checkout, api, succeed(api));
    await button('Pay $4.00').click();
    const summary = screen.getByRole('alert');
    await expect.element(summary.getByRole('heading', { name: 'There’s a problem' })).toBeVisible();
    await expectSummaryAbove(textbox('Card number'));
    for (const [message, field] of [
      ['Please enter the full card number.', 'Card number'],
      ['Please enter your card’s expiration date, such as 12 / 28.', 'Expires'],
      ['Please enter your 3- or 4-digit security code.', 'Security code'],
    ] as const) {
      expect(text(message).elements()).toHaveLength(2);
      await summary.getByRole('link', { name: message }).click();
      await expect.element(textbox(field)).toHaveFocus();
    }
    await expectAccessible();
    expect(api.called('STRIPE', 'confirm')).toEqual([]);
  });

  test('saves the e-mail address for the receipt before the payment', async () => {
    const screen = await open(checkout, api, succeed(api));
    await fillCard();
    await textbox(/Email for your receipt/).fill('ada@example.com');
    await button('Pay $4.00').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    expect(api.bodies('PATCH', `/api/transfers/${id}`)[0]).toEqual({ email: 'ada@example.com' });
  });

  test('shows the server’s error about the e-mail address before the payment', async () => {
    const errors = [{ field: 'email', message: 'This e-mail address is not complete.' }];
    await open(checkout, api, refusal('PATCH /api/transfers/{id}', 'invalid_input', { errors }), succeed(api));
    await fillCard();
    await textbox(/Email for your receipt/).fill('ada@');
    await button('Pay $4.00').click();
    await link('This e-mail address is not complete.').click();
    await expect.element(textbox(/Email for your receipt/)).toHaveFocus();
    expect(api.called('STRIPE', 'confirm')).toEqual([]);
  });

  test('is not blocked when the e-mail address cannot be saved', async () => {
    const screen = await open(checkout, api, refusal('PATCH /api/transfers/{id}', 'not_your_transfer'), succeed(api));
    await fillCard();
    await textbox(/Email for your receipt/).fill('ada@example.com');
    await button('Pay $4.00').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});

describe('card form whose intent was canceled in another tab', () => {
  const reopenedUrl = `${sandboxStripe}/v1/payment_intents/pi_9/confirm`;

  /** Returns handlers: confirming the first intent returns `answer`, and the next intent can be paid. */
  function reopening(answer: () => Response) {
    const reopened = reply('POST /api/create-payment-intent', { clientSecret: 'pi_9_secret_9' });
    const handlers = [
      reply('POST /api/create-payment-intent', { clientSecret: 'pi_1_secret_2' }, { once: true }),
      reopened,
      http.post(confirmUrl, answer),
      http.post(reopenedUrl, () => {
        api.push({ status: 'instructions_sent', destinationAddress: address });
        return HttpResponse.json({ id: 'pi_9', status: 'succeeded' });
      }),
    ];
    return { reopened, handlers };
  }
  const code = 'payment_intent_unexpected_state';
  const intent = { id: 'pi_1', status: 'canceled' };
  const error = { type: 'invalid_request_error', code, payment_intent: intent };
  const canceled = () => HttpResponse.json({ error }, { status: 400 });

  test('shows that it was closed, preserves the input and pays with the current intent', async () => {
    const screen = await open(checkout, api, ...reopening(canceled).handlers);
    await fillCard();
    await button('Pay $4.00').click();
    await expect.element(heading('This card form was closed')).toBeVisible();
    await expectAccessible();
    await expect.element(textbox('Card number')).toHaveValue('4242 4242 4242 4242');
    await button('Pay $4.00').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('pays with the current intent after an unclear payment was checked', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const screen = await open(checkout, api, ...reopening(() => HttpResponse.error()).handlers);
    await fillCard();
    await button('Pay $4.00').click();
    await button('Check my payment').click();
    await expect.element(text('You haven’t paid yet')).toBeVisible();
    await button('Pay $4.00').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('pays with the current intent after the browser restores the page from its cache', async () => {
    const { reopened, handlers } = reopening(canceled);
    const screen = await open(checkout, api, ...handlers);
    await fillCard();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.poll(reopened.requestCount).toBe(1);
    await button('Pay $4.00').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});
