import { spec } from '@xrp-bridge/contracts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { StripeFields } from './stripe-fields.tsx';

/** A fake Stripe.js: it creates a Payment Element and loads a second script by a plain string URL. */
const stripeJs = `
  const part = document.createElement('script');
  part.src = 'https://js.stripe.com/clover/part.js';
  document.head.append(part);
  window.Stripe = () => {
    const element = {
      on(event, listener) { if (event === 'ready') window.stripePart.then(listener); },
      mount(place) { window.stripePart.then((text) => { place.textContent = text; }); },
      destroy() {},
    };
    const elements = { create: () => element, getElement: () => element, update() {} };
    return { _registerWrapper() {}, registerAppInfo() {}, elements: () => elements };
  };
  window.Stripe.version = 'clover';
  window.stripePart = new Promise((resolve) => part.addEventListener('load', () => resolve(window.partText)));`;

const main = 'https://js.stripe.com/clover/stripe.js';
const part = 'https://js.stripe.com/clover/part.js';

/**
 * The Trusted Types directives for a real Stripe key, without the policy for push messages.
 * bff/test/static.test.ts tests the BFF's header.
 */
const policy = "require-trusted-types-for 'script'; trusted-types default";

beforeAll(async () => {
  await commands.answerScript(main, stripeJs);
  await commands.answerScript(part, 'window.partText = "Card form by the provider"');
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  document.head.append(meta);
});
afterAll(async () => {
  await commands.answerScript(main, undefined);
  await commands.answerScript(part, undefined);
});

const assign = (address: string) => () => {
  document.createElement('script').src = address;
};

test(`${spec('2.7b')} The enforced Trusted Types policy allows Stripe.js and no other script`, async () => {
  expect(assign(main), 'before the card form').toThrow(TypeError);
  const refusals: unknown[] = [];
  const screen = await render(
    <StripeFields
      ref={null}
      publishableKey="pk_test_key"
      clientSecret="pi_1_secret_2"
      returnPath="/checkout-success"
      onUnavailable={(reason) => refusals.push(reason)}
    />,
  );
  await expect.poll(() => [screen.container.textContent, ...refusals]).toEqual(['Card form by the provider']);

  expect(assign('https://a.js.stripe.com/part.js')).not.toThrow();
  for (const address of [
    'https://evil.example/stripe.js',
    'https://js.stripe.com.evil.example/stripe.js',
    'https://js.stripe.com@evil.example/stripe.js',
    'https://evil-js.stripe.com/stripe.js',
    'http://js.stripe.com/clover/stripe.js',
    '/assets/upload.js',
    'data:text/javascript,alert(1)',
  ]) {
    expect(assign(address), address).toThrow(TypeError);
  }
  expect(() => {
    document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">';
  }).toThrow(TypeError);
});
