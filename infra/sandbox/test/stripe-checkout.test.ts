import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually, type Harness, PUBLIC_URL, startHarness } from './harness.ts';

let sandbox: Harness;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startHarness();
  stripe = sandbox.stripe;
});
beforeEach(async () => {
  await sandbox.control('POST', 'reset');
  sandbox.receiver.received = [];
});
afterAll(() => sandbox.stop());

const order = (more: Stripe.Checkout.SessionCreateParams = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    {
      quantity: 2,
      price_data: { currency: 'usd', unit_amount: 688, product_data: { name: '<b>Concierge</b> & more' } },
    },
  ],
  success_url: `${PUBLIC_URL}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${PUBLIC_URL}/checkout`,
  client_reference_id: 't1',
  metadata: { payment_id: 'p1' },
  payment_intent_data: { metadata: { payment_id: 'p1' } },
  ...more,
});

/** Returns the URL of a session's hosted page, on the sandbox under test. */
const pageOf = (session: Stripe.Checkout.Session) => sandbox.url + new URL(session.url as string).pathname;

const submit = (page: string, number: string, more: Record<string, string> = {}) =>
  fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'ann@example.com', number, expiry: '12 / 34', cvc: '123', ...more }),
  });

const typesSent = () => sandbox.receiver.received.map(({ type }) => type);

it('Checkout takes a payment on a page without scripts and returns to the shop', async () => {
  const session = await stripe.checkout.sessions.create(order());
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 1376, payment_intent: null });
  expect(session.url?.startsWith('http://localhost:')).toBe(true);

  const page = await fetch(pageOf(session));
  const text = await page.text();
  expect(text).toContain('Sandbox');
  expect(text).toContain('$13.76');
  expect(text).toContain('&lt;b&gt;Concierge&lt;/b&gt; &amp; more');
  expect(text).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${PUBLIC_URL}`);

  const paid = await submit(pageOf(session), '4242 4242 4242 4242');
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(`${PUBLIC_URL}/checkout-success?session_id=${session.id}`);
  await eventually(() =>
    expect(typesSent().sort()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]),
  );
  expect(await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    client_reference_id: 't1',
    customer_details: { email: 'ann@example.com' },
    payment_intent: { status: 'succeeded', amount: 1376, metadata: { payment_id: 'p1' } },
  });
  expect(await (await submit(pageOf(session), '4242424242424242')).text()).toContain('This has been paid');
});

it('Checkout shows a decline on its page and accepts another card', async () => {
  const session = await stripe.checkout.sessions.create(order());
  const declined = await submit(pageOf(session), '4000000000009995');
  expect(declined.status).toBe(200);
  const text = await declined.text();
  expect(text).toContain('Your card has insufficient funds.');
  expect(text).not.toContain('9995<');
  expect(text).not.toContain('value="4000');
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
  });
  await submit(pageOf(session), '4242424242424242');
  expect((await stripe.paymentIntents.list()).data).toMatchObject([{ status: 'succeeded' }]);
});

it.each([
  [{ email: 'nobody' }, 'e-mail'],
  [{ expiry: 'soon' }, 'expiry date'],
  [{ expiry: '12/20' }, 'expiration year'],
  [{ cvc: '1' }, 'security code is invalid'],
  [{ number: '4242424242424241' }, 'number is incorrect'],
])('Checkout shows the form again with an error for the input %j', async (form, message) => {
  const session = await stripe.checkout.sessions.create(order());
  const text = await (
    await submit(pageOf(session), '4242424242424242', form as unknown as Record<string, string>)
  ).text();
  expect(text).toMatch(new RegExp(`role="alert"[^>]*>[^<]*${message}`));
  expect((await stripe.charges.list()).data).toEqual([]);
});

it('Checkout sends the customer to the bank and completes afterwards', async () => {
  const session = await stripe.checkout.sessions.create(order());
  const response = await submit(pageOf(session), '4000002500003155');
  const bank = sandbox.url + new URL(response.headers.get('location') as string).pathname;
  const answer = (value: string) =>
    fetch(bank, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer: value }) });
  expect((await answer('no')).headers.get('location')).toBe(session.url);
  await submit(pageOf(session), '4000002500003155');
  expect((await answer('yes')).headers.get('location')).toContain(session.id);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
});

it('Checkout shows its own error page for an unknown URL', async () => {
  for (const path of ['/c/pay/cs_nobody', '/c/authenticate/pi_nobody', '/c/elsewhere']) {
    const page = await fetch(sandbox.url + path);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('does not exist');
  }
});

it('a Checkout session expires after its lifetime, or on request', async () => {
  const soon = await stripe.checkout.sessions.create(order({ expires_at: Math.floor(Date.now() / 1000) + 1860 }));
  const later = await stripe.checkout.sessions.create(order());
  await sandbox.control('POST', 'clock', { advanceMs: 3600_000 });
  expect(await stripe.checkout.sessions.retrieve(soon.id)).toMatchObject({ status: 'expired', url: null });
  expect(await (await fetch(pageOf(soon))).text()).toContain('has expired');
  expect(await stripe.checkout.sessions.expire(later.id)).toMatchObject({ status: 'expired' });
  await expect(stripe.checkout.sessions.expire(later.id)).rejects.toThrow(/status of expired/);
  await eventually(() => expect(typesSent()).toEqual(['checkout.session.expired', 'checkout.session.expired']));
  expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([later.id, soon.id]);
});

it.each([
  [{ success_url: 'not a url' }, 'success_url'],
  [{ success_url: 'javascript:alert(1)//' }, 'success_url'],
  [{ mode: 'subscription' as const }, 'payment_intent_data'],
  [{ mode: 'subscription' as const, payment_intent_data: undefined }, 'line_items'],
  [{ line_items: [] }, 'line_items'],
  [{ expires_at: 1 }, 'expires_at'],
])('Stripe refuses a Checkout session with the parameters %j', async (more, param) => {
  await expect(stripe.checkout.sessions.create(order(more))).rejects.toMatchObject({ statusCode: 400, param });
});
