import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, text, textbox } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { reply } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.config = { ...api.config, mode: 'production', stripe: { publishableKey: 'pk_test_key' } };
});

interface StripeLog {
  key: string;
  elements: { clientSecret: string };
  payment: unknown;
  confirmed: { confirmParams: { return_url: string }; redirect: string };
}

/** A fake Stripe.js with the functions that the application uses. Its Payment Element is ready at once. */
const stripeJs = `
  window.stripeLog = {};
  window.Stripe = (key) => {
    stripeLog.key = key;
    return {
      _registerWrapper() {},
      registerAppInfo() {},
      elements(options) {
        stripeLog.elements = options;
        const element = {
          on(event, listener) { if (event === 'ready') (window.stripeWait ?? Promise.resolve()).then(listener); },
          mount(place) { place.textContent = 'Card form by the provider'; },
          destroy() {},
        };
        return {
          create(kind, options) { stripeLog[kind] = options; return element; },
          getElement: () => element,
          update() {},
        };
      },
      async confirmPayment(options) {
        stripeLog.confirmed = options;
        return window.stripeAnswer;
      },
    };
  };
  window.Stripe.version = 'clover';`;

const library = (script?: string | null) => commands.answerScript('https://js.stripe.com/**', script);
afterAll(() => library());
const log = () => (window as unknown as { stripeLog: StripeLog }).stripeLog;
const answer = (value: unknown) => Object.assign(window, { stripeAnswer: value });

// This test must be the first, because stripe-js caches the loaded script until the page is closed.
test(`${spec('8.8')} Stripe checkout shows the fallback when Stripe.js cannot be loaded`, async () => {
  expectConsole(/^The card form could not be loaded Error: Failed to load Stripe\.js/);
  await library(null);
  await open(`/checkout?transfer=${id}`, api);
  await expect.element(heading('Payment error')).toBeVisible();
});

test(`${spec('2.7b')} Stripe checkout shows the Payment Element with card, Apple Pay, and Google Pay as tabs`, async () => {
  await library(stripeJs);
  await open(`/checkout?transfer=${id}`, api);
  await expectVisible('Card form by the provider', 'Your card details go to Stripe. We never see them.');
  expect(textbox('Card number').elements()).toEqual([]);
  expect(log()).toMatchObject({
    key: 'pk_test_key',
    elements: { clientSecret: 'pi_1_secret_2' },
    payment: { layout: 'tabs', paymentMethodOrder: ['card', 'apple_pay', 'google_pay'] },
  });
});

test('Stripe checkout disables the pay button until a card can be entered, and preserves the input', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(window, { stripeWait: promise });
  onTestFinished(() => void Object.assign(window, { stripeWait: undefined }));
  await open(`/checkout?transfer=${id}`, api);
  const email = textbox(/Email for your receipt/);
  await email.fill('ada@example.com');
  const loading = button('Loading the card form…');
  await expect.element(loading).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  (loading.element() as HTMLElement).click();
  await email.click();
  await userEvent.keyboard('{Enter}');
  resolve();
  const pay = button('Pay $4.00');
  await expect.element(pay).not.toHaveAttribute('aria-disabled');
  expect(api.called('PATCH', `/api/transfers/${id}`)).toEqual([]);
  expect(log().confirmed).toBeUndefined();
  await expect.element(email).toHaveValue('ada@example.com');
});

test('Stripe checkout confirms the payment at Stripe and opens the guide when the server reports it as paid', async () => {
  const settles = http.post('/api/transfers/:id/complete', () => {
    api.push({ status: 'instructions_sent', destinationAddress: address });
    return HttpResponse.json(api.transfer);
  });
  const screen = await open(`/checkout?transfer=${id}`, api, settles);
  await expect.element(text('Card form by the provider')).toBeVisible();
  answer({ paymentIntent: { status: 'succeeded' } });
  await button('Pay $4.00').click();
  await expect.poll(screen.path).toBe(`/transfer/${id}`);
  expect(log().confirmed).toMatchObject({
    confirmParams: { return_url: `${location.origin}/checkout-success?transfer=${id}` },
    redirect: 'if_required',
  });
});

test(`${spec('8.4')} Stripe checkout shows the provider’s refusal in the form`, async () => {
  const screen = await open(`/checkout?transfer=${id}`, api);
  await expect.element(text('Card form by the provider')).toBeVisible();
  answer({ error: { type: 'card_error', message: 'Your card has insufficient funds.' } });
  await button('Pay $4.00').click();
  await expect.element(text('Payment failed: your card has insufficient funds.')).toBeVisible();
  expect(screen.path()).toBe(`/checkout?transfer=${id}`);
});

test('Stripe checkout shows an error when the intent still requires a payment method', async () => {
  const screen = await open(`/checkout?transfer=${id}`, api);
  await expect.element(text('Card form by the provider')).toBeVisible();
  answer({ paymentIntent: { status: 'requires_payment_method' } });
  await button('Pay $4.00').click();
  await expect.element(text('Payment failed: your card wasn’t accepted.')).toBeVisible();
  expect(screen.path()).toBe(`/checkout?transfer=${id}`);
});

test('Stripe checkout mounts a new form when the intent was canceled', async () => {
  await open(`/checkout?transfer=${id}`, api);
  await expect.element(text('Card form by the provider')).toBeVisible();
  network.use(reply('POST /api/create-payment-intent', { clientSecret: 'pi_9_secret_9' }));
  const code = 'payment_intent_unexpected_state';
  answer({ error: { type: 'invalid_request_error', code, payment_intent: { status: 'canceled' } } });
  await button('Pay $4.00').click();
  await expectVisible(heading('This card form was closed'), 'Card form by the provider');
  expect(log()).toMatchObject({ elements: { clientSecret: 'pi_9_secret_9' } });
  await expect.element(button('Pay $4.00')).not.toHaveAttribute('aria-disabled');
});

test.each([
  ['api_connection_error', { error: { type: 'api_connection_error', message: 'The network is away.' } }],
  ['api_error', { error: { type: 'api_error' } }],
  ['an unknown status', { paymentIntent: { status: 'requires_capture' } }],
])('Stripe checkout requires a check of the payment after %s, and does not replace the form', async (_, reply) => {
  await open(`/checkout?transfer=${id}`, api);
  const form = text('Card form by the provider');
  await expect.element(form).toBeVisible();
  const element = form.element();
  answer(reply);
  await button('Pay $4.00').click();
  await button('Check my payment').click();
  await expect.element(text('You haven’t paid yet')).toBeVisible();
  expect(form.element()).toBe(element);
});

test('Stripe checkout leaves validation errors to Stripe’s form and shows no failed payment', async () => {
  const screen = await open(`/checkout?transfer=${id}`, api);
  await expect.element(text('Card form by the provider')).toBeVisible();
  answer({ error: { type: 'validation_error', message: 'Your card number is incomplete.' } });
  const pay = button('Pay $4.00');
  // The log of the previous tests is reset.
  Object.assign(log(), { confirmed: undefined });
  await pay.click();
  await expect.poll(() => log().confirmed).toBeDefined();
  await expect.element(pay).not.toHaveAttribute('aria-disabled');
  expect(text(/your card number is incomplete/i).elements()).toEqual([]);
  expect(screen.getByRole('alert').elements()).toEqual([]);
});
