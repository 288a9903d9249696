import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brokenOnPurpose } from '../../../test/checked-replies.ts';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { expectAccessible, expectFocusAround, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal, reply } from '../../../test/overrides.ts';
import { address, id, sandboxStripe } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const checkout = `/checkout?transfer=${id}`;
const confirmUrl = `${sandboxStripe}/v1/payment_intents/pi_1/confirm`;

type OpenPage = Awaited<ReturnType<typeof open>>;

async function fillCard(screen: OpenPage, number = '4242424242424242') {
  await screen.getByRole('textbox', { name: 'Card number' }).fill(number);
  await screen.getByRole('textbox', { name: 'Expires' }).fill('1228');
  await screen.getByRole('textbox', { name: 'Security code' }).fill('123');
}

/** The sandbox takes the card, and the server learns of it as soon as it asks. */
function succeed() {
  return http.post(confirmUrl, async ({ request }) => {
    api.calls.push({
      method: 'STRIPE',
      path: 'confirm',
      body: Object.fromEntries(new URLSearchParams(await request.text())),
    });
    api.push({ status: 'instructions_sent', destinationAddress: address });
    return HttpResponse.json({ id: 'pi_1', status: 'succeeded' });
  });
}

describe('which transfer', () => {
  test.each(['transfer', 'transferId', 'transfer_id'])('the query may call it %s', async (name) => {
    const screen = await open(`/checkout?${name}=${id}`, api);
    await expect.element(screen.getByRole('heading', { name: 'Pay and get your guide' })).toBeVisible();
  });

  test(`${spec('8.9')} without an id: the link is not whole`, async () => {
    const screen = await open('/checkout', api);
    await expect.element(screen.getByRole('heading', { name: 'Checkout error' })).toBeVisible();
    await expect
      .element(screen.getByText('No transfer ID found. Please go back and start a new transfer.'))
      .toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Start new transfer' })).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  test(`${spec('8.11')} an unknown one: Transfer not found`, async () => {
    const screen = await open('/checkout?transfer=nobody', api);
    await expect.element(screen.getByRole('heading', { name: 'Transfer not found' })).toBeVisible();
    await expect.element(screen.getByText('The transfer you’re looking for doesn’t exist.')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Return home' })).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  test(`${spec('8.10')} one that cannot be loaded says the server’s words, and can be tried again`, async () => {
    const down = refusal('GET /api/transfers/{id}', 'service_unavailable', { detail: 'Back in a minute.' });
    const screen = await open(checkout, api, down);
    await expect.element(screen.getByRole('heading', { name: 'Error loading transfer' })).toBeVisible();
    await expect.element(screen.getByText('Back in a minute.')).toBeVisible();
    await expectAccessible();
    down.end();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Pay and get your guide' })).toBeVisible();
  });

  test(`${spec('8.10')} without the server’s words it says its own`, async () => {
    const screen = await open(checkout, api, networkError('GET /api/transfers/{id}'));
    await expect.element(screen.getByText('Unable to load transfer details. Please try again.')).toBeVisible();
  });

  test(`${spec('4.14')} while it loads, a skeleton says that it may take a minute`, async () => {
    const screen = await open(checkout, api, noReply('GET /api/transfers/{id}'));
    await expect.element(screen.getByText('Loading your transfer. This may take a minute.')).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('4.16')} one that is paid goes straight to its guide`, async () => {
    api.push({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open(checkout, api);
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('a refunded one is closed', async () => {
    api.push({ status: 'refunded' });
    const screen = await open(checkout, api);
    await expect.element(screen.getByRole('heading', { name: 'This transfer was refunded' })).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'See my receipt' }))
      .toHaveAttribute('href', `/transfer/${id}/receipt`);
    await expectAccessible();
  });

  test('a refunded one of somebody else has no receipt to show', async () => {
    api.push({ status: 'refunded', mine: false });
    const screen = await open(checkout, api);
    await expect.element(screen.getByRole('heading', { name: 'This transfer was refunded' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See my receipt' }).elements()).toEqual([]);
  });

  test('paid in another tab or by hand: the page notices by itself', async () => {
    const screen = await open(checkout, api);
    await expect.element(screen.getByRole('heading', { name: 'Pay and get your guide' })).toBeVisible();
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});

describe('what is bought', () => {
  test(`${spec('2.7a')} the pair and the $4.00 fee`, async () => {
    const screen = await open(checkout, api);
    const order = screen.getByRole('region', { name: 'Your order' });
    await expect.element(order.getByText('Guided transfer')).toBeVisible();
    await expect.element(order.getByRole('img', { name: /From Coinbase to Xaman/ })).toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00' })).toBeVisible();
    await expectAccessible();
  });

  test('what, how much and who charges stand above the card, in few lines on a phone', async () => {
    await page.viewport(360, 740);
    const screen = await open(checkout, api);
    const card = screen.getByRole('textbox', { name: 'Card number' });
    await expect.element(card).toBeVisible();
    const line = screen.getByText('Guide: Coinbase to Xaman').element().closest('dl') as HTMLElement;
    expect(line).toHaveTextContent('Guide: Coinbase to Xaman$4.00On your card statement:XRP BRIDGE');
    expect(line.getBoundingClientRect().bottom).toBeLessThan(card.element().getBoundingClientRect().top);
    const heading = screen.getByRole('heading', { name: 'Pay and get your guide' }).element();
    expect(line.getBoundingClientRect().bottom - heading.getBoundingClientRect().top).toBeLessThanOrEqual(150);
    await page.viewport(768, 900);
  });

  test('with the concierge, both prices and the total', async () => {
    api.transfer.serviceFee = '17.76';
    const screen = await open(checkout, api);
    const order = screen.getByRole('region', { name: 'Your order' });
    await expect.element(order.getByText('$13.76')).toBeVisible();
    await expect.element(order.getByText('$17.76')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Pay $17.76' })).toBeVisible();
  });
});

describe('paying by card in the sandbox', () => {
  test(`${spec('4.14')} while the payment is prepared: Initializing payment`, async () => {
    const screen = await open(checkout, api, noReply('POST /api/create-payment-intent'));
    await expect.element(screen.getByRole('heading', { name: 'Initializing payment' })).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('4.15')} pays, says so, has the server ask, and opens the guide`, async () => {
    const screen = await open(checkout, api, succeed());
    await fillCard(screen);
    await expect.element(screen.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242 4242 4242 4242');
    await expect.element(screen.getByRole('textbox', { name: 'Expires' })).toHaveValue('12 / 28');
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(screen.getByText('Payment successful!', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Your XRP transfer guide is ready.', { exact: true })).toBeVisible();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    expect(api.called('STRIPE', 'confirm')[0]?.body).toEqual({
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
    // Card details go to the provider alone.
    expect(JSON.stringify(api.calls.filter((call) => call.method !== 'STRIPE'))).not.toContain('4242');
  });

  const refuse = (message?: string) =>
    http.post(confirmUrl, () => HttpResponse.json({ error: { type: 'card_error', message } }, { status: 402 }), {
      once: true,
    });

  test.each([
    ['Your card was declined.', 'Payment failed: your card was declined.'],
    ['Your card has insufficient funds.', 'Payment failed: your card has insufficient funds.'],
    [undefined, 'Payment failed: your card was not accepted.'],
  ])(
    'a card refused with %s: says what failed, in sight and in passing, and there is another try',
    async (message, title) => {
      await page.viewport(360, 740);
      const screen = await open(checkout, api, refuse(message), succeed());
      await fillCard(screen, '4000000000000002');
      await screen.getByRole('button', { name: 'Pay $4.00' }).click();
      const box = screen.getByRole('alert');
      await expect.element(box.getByRole('heading', { name: 'Error' })).toBeInViewport();
      await expect.element(box.getByText(title, { exact: true })).toBeInViewport();
      await expectFocusAround(box);
      const passing = screen.getByRole('region', { name: /^Notifications/ });
      // The pointer holds the toast for as long as the rest takes.
      await passing.getByText('Payment failed', { exact: true }).hover();
      await expect.element(passing.getByText(message ?? 'Your card was not accepted.', { exact: true })).toBeVisible();
      await expect.element(screen.getByText('Nothing was charged. Try again, or use another card.')).toBeVisible();
      await expectAccessible();
      await fillCard(screen);
      (screen.getByRole('button', { name: 'Pay $4.00' }).element() as HTMLElement).click();
      await expect.poll(screen.path).toBe(`/transfer/${id}`);
      // The pointer still holds the toast, but it is true no more.
      await expect.element(passing.getByText('Payment failed', { exact: true })).not.toBeInTheDocument();
      await page.viewport(768, 900);
    },
  );

  test(`${spec('8.4')} a payment that ends without being paid is one that failed`, async () => {
    const screen = await open(
      checkout,
      api,
      http.post(confirmUrl, () => HttpResponse.json({ id: 'pi_1', status: 'requires_payment_method' })),
    );
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(screen.getByText('Payment failed: your card was not accepted.')).toBeVisible();
    expect(screen.path()).toBe(checkout);
  });

  test(`${spec('4.15')} while it is processed, the button says so and pays only once`, async () => {
    let asked = 0;
    const screen = await open(
      checkout,
      api,
      http.post(confirmUrl, () => {
        asked += 1;
        return new Promise<never>(() => {});
      }),
    );
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    const busy = screen.getByRole('button', { name: 'Processing…' });
    await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => asked).toBe(1);
    await expectAccessible();
    (busy.element() as HTMLElement).click();
    await userEvent.keyboard('{Enter}');
    await expect.element(busy).toBeVisible();
    expect(asked).toBe(1);
  });

  test('an incomplete card is told on top and at its fields, and nothing is sent', async () => {
    await page.viewport(360, 740);
    const screen = await open(checkout, api, succeed());
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    const summary = screen.getByRole('alert');
    await expect.element(summary.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expectSummaryAbove(screen.getByRole('textbox', { name: 'Card number' }));
    for (const [text, field] of [
      ['Please enter the whole card number.', 'Card number'],
      ['Please enter month and year, for example 12 / 28.', 'Expires'],
      ['Please enter the 3 or 4 digits.', 'Security code'],
    ] as const) {
      expect(screen.getByText(text).elements()).toHaveLength(2);
      await summary.getByRole('link', { name: text }).click();
      await expect.element(screen.getByRole('textbox', { name: field })).toHaveFocus();
    }
    await page.viewport(768, 900);
    await expectAccessible();
    expect(api.called('STRIPE', 'confirm')).toEqual([]);
  });

  test('the e-mail for the receipt is kept before paying', async () => {
    const screen = await open(checkout, api, succeed());
    await fillCard(screen);
    await screen.getByRole('textbox', { name: /E-mail for your receipt/ }).fill('ada@example.com');
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    expect(api.called('PATCH', `/api/transfers/${id}`)[0]?.body).toEqual({ email: 'ada@example.com' });
  });

  test('an e-mail that the server refuses is told at its field, before paying', async () => {
    const errors = [{ field: 'email', message: 'This e-mail address is not complete.' }];
    const screen = await open(
      checkout,
      api,
      refusal('PATCH /api/transfers/{id}', 'invalid_input', { errors }),
      succeed(),
    );
    await fillCard(screen);
    await screen.getByRole('textbox', { name: /E-mail for your receipt/ }).fill('ada@');
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await screen.getByRole('link', { name: 'This e-mail address is not complete.' }).click();
    await expect.element(screen.getByRole('textbox', { name: /E-mail for your receipt/ })).toHaveFocus();
    expect(api.called('STRIPE', 'confirm')).toEqual([]);
  });

  test('an e-mail that cannot be kept keeps nobody from paying', async () => {
    const screen = await open(checkout, api, refusal('PATCH /api/transfers/{id}', 'not_your_transfer'), succeed());
    await fillCard(screen);
    await screen.getByRole('textbox', { name: /E-mail for your receipt/ }).fill('ada@example.com');
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});

describe('a card form whose intent was canceled, because another tab opened another way to pay', () => {
  const reopenedUrl = `${sandboxStripe}/v1/payment_intents/pi_9/confirm`;

  /** The first intent ends with `answer`; the one that the server opens then can be paid. */
  function reopening(answer: () => Response) {
    return [
      reply('POST /api/create-payment-intent', { clientSecret: 'pi_1_secret_2' }, { once: true }),
      reply('POST /api/create-payment-intent', { clientSecret: 'pi_9_secret_9' }),
      http.post(confirmUrl, answer),
      http.post(reopenedUrl, () => {
        api.push({ status: 'instructions_sent', destinationAddress: address });
        return HttpResponse.json({ id: 'pi_9', status: 'succeeded' });
      }),
    ];
  }
  const canceled = () =>
    HttpResponse.json(
      {
        error: {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          payment_intent: { id: 'pi_1', status: 'canceled' },
        },
      },
      { status: 400 },
    );

  test('says so, keeps what was entered, and pays with the intent that is open now', async () => {
    const screen = await open(checkout, api, ...reopening(canceled));
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(screen.getByRole('heading', { name: 'This card form was closed' })).toBeVisible();
    await expectAccessible();
    await expect.element(screen.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242 4242 4242 4242');
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('pays after a check, too', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const screen = await open(checkout, api, ...reopening(() => HttpResponse.error()));
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await screen.getByRole('button', { name: 'Check my payment' }).click();
    await expect.element(screen.getByText('You have not paid yet')).toBeVisible();
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('pays after coming back from the other page in the same tab', async () => {
    let asked = 0;
    const counting = http.post('/api/create-payment-intent', () => void asked++);
    const screen = await open(checkout, api, counting, ...reopening(canceled));
    await fillCard(screen);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.poll(() => asked).toBe(2);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});

describe('when nobody knows whether it was paid', () => {
  const cutOff = () => http.post(confirmUrl, () => HttpResponse.error(), { once: true });
  const unclear = (screen: OpenPage) => screen.getByRole('heading', { name: 'We do not know yet if you have paid' });
  const check = (screen: OpenPage) => screen.getByRole('button', { name: 'Check my payment' });
  const payButtons = (screen: OpenPage) => screen.getByRole('button', { name: /^Pay \$/ }).elements();

  async function payAndLose(screen: OpenPage) {
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(unclear(screen)).toHaveFocus();
  }

  test.each([
    ['the network dies', () => HttpResponse.error()],
    ['the provider fails', () => HttpResponse.json({ error: { type: 'api_error' } }, { status: 500 })],
    ['it was paid already', () => HttpResponse.json({ error: { type: 'invalid_request_error' } }, { status: 400 })],
    ['a bank is thinking', () => HttpResponse.json({ id: 'pi_1', status: 'processing' })],
    ['the answer says nothing', () => HttpResponse.json({ id: 'pi_1' })],
  ])(`${spec('8.5')} %s: checking is all that can be done`, async (what, answer) => {
    if (what === 'the network dies') expectConsole(/^The payment was cut off TypeError/);
    const screen = await open(checkout, api, http.post(confirmUrl, answer));
    await payAndLose(screen);
    await expect.element(check(screen)).toBeVisible();
    expect(payButtons(screen)).toEqual([]);
    expect(screen.getByRole('link', { name: 'Change selection' }).elements()).toEqual([]);
    expect(screen.getByText(/try again/i).elements()).toEqual([]);
    await expectAccessible();
  });

  test('it was paid: the guide opens', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const settles = http.post('/api/transfers/:id/complete', () => {
      api.transfer = { ...api.transfer, status: 'instructions_sent', destinationAddress: address, version: 9 };
      return HttpResponse.json(api.transfer);
    });
    const screen = await open(checkout, api, cutOff(), settles);
    await payAndLose(screen);
    await check(screen).click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('it was not: the form is back with what was entered, and says that nothing was charged', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const screen = await open(checkout, api, cutOff(), succeed());
    await screen.getByRole('textbox', { name: /E-mail for your receipt/ }).fill('ada@example.com');
    await payAndLose(screen);
    await check(screen).click();
    const heading = screen.getByText('You have not paid yet');
    await expect.element(heading).toBeVisible();
    await expectFocusAround(heading);
    await expect.element(screen.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242 4242 4242 4242');
    await expect.element(screen.getByRole('textbox', { name: /E-mail/ })).toHaveValue('ada@example.com');
    await expectAccessible();
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('the provider cannot be asked either: it stays so, with whom to write to, until it can', async () => {
    expectConsole(/^The payment was cut off TypeError/);
    const down = refusal('POST /api/transfers/{id}/complete', 'payment_provider_unavailable');
    const screen = await open(checkout, api, cutOff(), down);
    await payAndLose(screen);
    await check(screen).click();
    await expect.element(screen.getByText('There is no answer yet')).toBeVisible();
    await expect
      .element(screen.getByText('If this goes on, write to help@bridge.test. Your reference is K9KG-GCMM.'))
      .toBeVisible();
    expect(payButtons(screen)).toEqual([]);
    await expectAccessible();
    down.end();
    await check(screen).click();
    await expect.element(screen.getByText('You have not paid yet')).toBeVisible();
  });

  test('while the answer is late, a live update opens the guide', async () => {
    const never = http.post(confirmUrl, () => new Promise<never>(() => {}));
    const screen = await open(checkout, api, never);
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(screen.getByRole('button', { name: 'Processing…' })).toBeVisible();
    api.push({ status: 'instructions_sent', destinationAddress: address });
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });

  test('back from a bank’s page, the page as it was left asks first', async () => {
    const never = http.post(confirmUrl, () => new Promise<never>(() => {}));
    const screen = await open(checkout, api, never);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(screen.getByRole('button', { name: 'Processing…' })).toBeVisible();
    await expect.poll(() => sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBe('true');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(unclear(screen)).toHaveFocus();
    expect(payButtons(screen)).toEqual([]);
  });

  test('a reload in the middle of paying asks first, also where cards do not work meanwhile', async () => {
    const never = http.post(confirmUrl, () => new Promise<never>(() => {}));
    const first = await open(checkout, api, never);
    await fillCard(first);
    await first.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.poll(() => sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBe('true');
    await first.unmount();
    const noIntent = refusal('POST /api/create-payment-intent', 'payment_provider_unavailable');
    const screen = await open(checkout, api, noIntent);
    await expect.element(check(screen)).toBeVisible();
    await expect.element(screen.getByText(/^Nothing was charged/)).toBeInTheDocument();
    await expect.element(screen.getByText(/^Nothing was charged/)).not.toBeVisible();
    expect(payButtons(screen)).toEqual([]);
    await check(screen).click();
    await expect.element(screen.getByText(/^Nothing was charged/)).toBeVisible();
    expect(sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBeNull();
  });

  test('what was refused or never sent is not unclear', async () => {
    const declined = http.post(confirmUrl, () => HttpResponse.json({ error: { type: 'card_error' } }, { status: 402 }));
    const screen = await open(checkout, api, declined);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(screen.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    expect(sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBeNull();
    await fillCard(screen);
    await screen.getByRole('button', { name: 'Pay $4.00' }).click();
    await expect.element(screen.getByText(/^Payment failed: /)).toBeVisible();
    expect(sessionStorage.getItem(`xrp-bridge:begun-payment:${id}`)).toBeNull();
  });
});

describe('while the application is closed', () => {
  test('says when to come back, and offers no other way to pay', async () => {
    const closed = refusal('POST /api/create-payment-intent', 'maintenance');
    const screen = await open(checkout, api, closed);
    await expect.element(screen.getByText(/Please come back in a few minutes\./)).toBeVisible();
    await expect.element(screen.getByText('Nothing was charged, and your transfer is kept.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Payment error' }).elements()).toEqual([]);
    await expectAccessible();
  });
});

describe('the fallback', () => {
  const noIntent = refusal('POST /api/create-payment-intent', 'payment_provider_unavailable');

  test('to be written to comes first, in a phone’s window; below it trying again, and folded, paying by hand', async () => {
    await page.viewport(360, 740);
    const screen = await open(checkout, api, noIntent);
    await expect.element(screen.getByRole('heading', { name: 'Payment error' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
    // The handles come with the settings, which may be answered last.
    await expect.element(screen.getByText('Pay another way, by hand')).toBeVisible();
    const places = [
      screen.getByRole('heading', { name: 'Write to me when cards work again' }),
      screen.getByRole('button', { name: 'Write to me' }),
      screen.getByRole('button', { name: 'Try again' }),
      screen.getByRole('link', { name: 'Back to home' }),
      screen.getByText('Pay another way, by hand'),
    ].map((one) => one.element().getBoundingClientRect().bottom);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[1]).toBeLessThanOrEqual(640);
    expect(screen.getByRole('textbox', { name: /phone/i }).elements()).toEqual([]);
    await expect.element(screen.getByText('@bridge-paypal')).not.toBeVisible();
    await page.viewport(768, 900);
  });

  test(`${spec('2.7c')} payment by hand has copy buttons, and a reference that can be written down`, async () => {
    const screen = await open(checkout, api, noIntent);
    await screen.getByText('Pay another way, by hand').click();
    for (const { label, handle } of api.config.manualPayments) {
      await expect.element(screen.getByText(handle, { exact: true })).toBeVisible();
      await expect.element(screen.getByRole('button', { name: `Copy the ${label} handle` })).toBeVisible();
    }
    await expect.element(screen.getByText('K9KG-GCMM', { exact: true })).toBeVisible();
    expect(screen.getByText(id).elements()).toEqual([]);
    await expectAccessible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: 'Copy your reference' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(written).toHaveBeenCalledWith('K9KG-GCMM');
  });

  test(`${spec('2.7c', '5.12')} the e-mail form saves the contact`, async () => {
    await page.viewport(360, 740);
    const screen = await open(checkout, api, noIntent);
    await screen.getByRole('button', { name: 'Write to me' }).click();
    const summary = screen.getByRole('alert');
    await expectSummaryAbove(screen.getByRole('textbox', { name: 'E-mail' }));
    await summary.getByRole('link', { name: 'Please enter a valid email address' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
    expect(api.called('POST', '/api/save-contact')).toEqual([]);
    await screen.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
    await screen.getByRole('button', { name: 'Write to me' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Thank you. We have your e-mail.' })).toHaveFocus();
    expect(api.called('POST', '/api/save-contact')[0]?.body).toEqual({
      transferId: id,
      email: 'ada@example.com',
      reason: 'stripe_pending_notification',
    });
    await expectAccessible();
    await page.viewport(768, 900);
  });

  test(`${spec('5.12')} an e-mail that the server refuses is said at the field, and can be put right`, async () => {
    expectConsole(/^The contact could not be saved ApiError: 400/);
    const errors = [{ field: 'email', message: 'That is no e-mail address.' }];
    const refused = refusal('POST /api/save-contact', 'invalid_input', { errors, once: true });
    const screen = await open(checkout, api, noIntent, refused);
    const field = screen.getByRole('textbox', { name: 'E-mail' });
    await field.fill('ada@');
    await screen.getByRole('button', { name: 'Write to me' }).click();
    await expectSummaryAbove(field);
    await screen.getByRole('alert').getByRole('link', { name: 'That is no e-mail address.' }).click();
    await expect.element(field).toHaveFocus();
    expect(document.body.textContent).not.toContain('could not keep that');
    await expectAccessible();
    await field.fill('ada@example.com');
    await screen.getByRole('button', { name: 'Write to me' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Thank you. We have your e-mail.' })).toHaveFocus();
  });

  test(`${spec('8.16')} a contact that could not be saved is said so, with the address to write to`, async () => {
    expectConsole(/^The contact could not be saved ApiError: 503/);
    const screen = await open(checkout, api, noIntent, refusal('POST /api/save-contact', 'service_unavailable'));
    await screen.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
    await screen.getByRole('button', { name: 'Write to me' }).click();
    await expect.element(screen.getByText('Please try again, or write to help@bridge.test.')).toBeVisible();
  });

  test.each([
    ['no secret in the answer', http.post('/api/create-payment-intent', () => HttpResponse.json({}, brokenOnPurpose))],
    ['no settings', networkError('GET /api/config')],
    ['a network failure', networkError('POST /api/create-payment-intent')],
  ])(`${spec('8.8')} shows with %s`, async (_, handler) => {
    const screen = await open(checkout, api, handler);
    await expect.element(screen.getByRole('heading', { name: 'Payment error' })).toBeVisible();
  });

  test(`${spec('8.12')} without a key for the provider: Payment configuration error`, async () => {
    api.config = { ...api.config, stripe: { publishableKey: '' } };
    const screen = await open(checkout, api);
    await expect.element(screen.getByRole('heading', { name: 'Payment configuration error' })).toBeVisible();
    await expect.element(screen.getByText('Nothing was charged, and your transfer is kept.')).toBeVisible();
    // It will not work a minute later: to be written to is what can be done.
    expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  });

  test.each([`/checkout-failed?transfer=${id}`, `${checkout}&stripe_failed=true`])('%s forces it', async (path) => {
    const screen = await open(path, api);
    await expect.element(screen.getByRole('heading', { name: 'Payment error' })).toBeVisible();
    expect(api.called('POST', '/api/create-payment-intent')).toEqual([]);
  });

  test('/checkout-failed without an id leads back to the transfer that this browser has not paid yet', async () => {
    const waiting = { id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' };
    localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(waiting));
    const screen = await open('/checkout-failed', api);
    await expect.element(screen.getByText('Nothing was charged, and your transfer is kept.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test.each([null, { id, paid: true, fromExchange: 'coinbase', toWallet: 'xumm' }])(
    '/checkout-failed of nothing that is known to be unpaid begins once more (%o)',
    async (kept) => {
      localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(kept));
      const screen = await open('/checkout-failed', api);
      await expect.element(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/');
    },
  );

  test('/checkout-failed without a transfer offers no payment by hand: there is no sum and no reference', async () => {
    const screen = await open('/checkout-failed', api);
    await expect.element(screen.getByText('Card payment is temporarily unavailable.')).toBeVisible();
    // The settings are known, and with them the handles.
    await expect.element(screen.getByText('Sandbox')).toBeVisible();
    expect(screen.getByText('Pay another way, by hand').elements()).toEqual([]);
    await expectAccessible();
  });

  test('already paid while preparing: the guide, not the fallback', async () => {
    const paid = http.post('/api/create-payment-intent', () => {
      api.transfer = { ...api.transfer, status: 'instructions_sent', destinationAddress: address };
      return problem('already_paid');
    });
    const screen = await open(checkout, api, paid);
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
  });
});
