import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually, type Harness, PUBLIC_URL, startHarness } from './harness.ts';

const dayMs = 24 * 3600_000;

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

const order = (trialDays?: number): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  customer_email: 'ann@example.com',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: 400,
        recurring: { interval: 'month' },
        product_data: { name: 'Signals' },
      },
    },
  ],
  success_url: `${PUBLIC_URL}/done`,
  subscription_data: { metadata: { subscription_id: 's1' }, ...(trialDays && { trial_period_days: trialDays }) },
});

const submit = (session: Stripe.Checkout.Session, number = '4242424242424242') =>
  fetch(sandbox.url + new URL(session.url as string).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ number, expiry: '12 / 40', cvc: '123' }),
  });

/** Starts a subscription on its hosted page. */
async function begin(trialDays?: number, number?: string): Promise<Stripe.Subscription> {
  const session = await stripe.checkout.sessions.create(order(trialDays));
  expect((await submit(session, number)).headers.get('location')).toBe(`${PUBLIC_URL}/done`);
  const done = await stripe.checkout.sessions.retrieve(session.id);
  expect(done.status).toBe('complete');
  return stripe.subscriptions.retrieve(done.subscription as string);
}

const pass = (days: number) => sandbox.control('POST', 'clock', { advanceMs: days * dayMs });
const invoicesOf = async (subscription: Stripe.Subscription) =>
  (await stripe.invoices.list({ subscription: subscription.id, limit: 100, expand: ['data.payments'] })).data;
const statusOf = async ({ id }: Stripe.Subscription) => (await stripe.subscriptions.retrieve(id)).status;

it('a subscription without a trial charges the first month at once', async () => {
  const subscription = await begin();
  expect(subscription).toMatchObject({ status: 'active', trial_end: null, metadata: { subscription_id: 's1' } });
  const [invoice] = await invoicesOf(subscription);
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 400,
    billing_reason: 'subscription_create',
    attempt_count: 1,
    parent: { subscription_details: { subscription: subscription.id, metadata: { subscription_id: 's1' } } },
  });
  const [payment] = invoice?.payments?.data ?? [];
  const intent = await stripe.paymentIntents.retrieve(payment?.payment.payment_intent as string);
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 400, metadata: {} });
  await eventually(() => {
    for (const type of ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'])
      expect(sandbox.events(type)).toHaveLength(1);
  });
});

it('a subscription charges nothing during the trial, shows this on the hosted page, and charges monthly after the trial', async () => {
  const session = await stripe.checkout.sessions.create(order(62));
  expect(session).toMatchObject({ mode: 'subscription', amount_total: 0 });
  const page = await (await fetch(sandbox.url + new URL(session.url as string).pathname)).text();
  expect(page).toContain('Start the trial');
  expect(page).toContain('the first 62 days are free');

  const subscription = await begin(62);
  expect(subscription.status).toBe('trialing');
  expect((await invoicesOf(subscription)).map(({ amount_paid }) => amount_paid)).toEqual([0]);
  await pass(61);
  expect(await statusOf(subscription)).toBe('trialing');
  await pass(1);
  expect(await statusOf(subscription)).toBe('active');
  // Each of the two months is charged separately, for its own period.
  await pass(62);
  const paid = (await invoicesOf(subscription)).filter(({ amount_paid }) => amount_paid > 0);
  expect(paid).toHaveLength(3);
  const periods = paid.reverse().map(({ lines }) => lines.data[0]?.period);
  expect(periods[0]?.start).toBe(subscription.trial_end);
  expect(periods[1]?.start).toBe(periods[0]?.end);
});

it('a subscription retries a failed charge after 3, 5 and 7 days and is then canceled', async () => {
  const subscription = await begin(1, '4000 0000 0000 0341');
  for (const [tries, days] of [1, 3, 5].entries()) {
    await pass(days);
    expect(await statusOf(subscription)).toBe('past_due');
    const [invoice] = await invoicesOf(subscription);
    expect(invoice).toMatchObject({
      status: 'open',
      attempt_count: tries + 1,
      next_payment_attempt: expect.any(Number),
    });
  }
  await pass(7);
  expect(await statusOf(subscription)).toBe('canceled');
  await eventually(() => expect(sandbox.events('invoice.payment_failed')).toHaveLength(4));
  expect(sandbox.events('customer.subscription.deleted')).toHaveLength(1);
});

it('a subscription continues with another card, and its payment intent can be refunded', async () => {
  const subscription = await begin(1, '4000 0000 0000 0341');
  await pass(1);
  await sandbox.control('PUT', 'stripe/subscriptions', { id: subscription.id, paymentMethod: 'pm_card_visa' });
  await pass(3);
  expect(await statusOf(subscription)).toBe('active');
  const [invoice] = await invoicesOf(subscription);
  const paid = invoice?.payments?.data.find(({ status }) => status === 'paid');
  const refund = await stripe.refunds.create({ payment_intent: paid?.payment.payment_intent as string });
  expect(refund).toMatchObject({ amount: 400, status: 'succeeded' });
});

it('invoices are listed by status for all subscriptions, with their payments', async () => {
  const [paid, unpaid] = [await begin(), await begin(1, '4000 0000 0000 0341')];
  await pass(1);
  const list = async (status: 'paid' | 'open') =>
    (await stripe.invoices.list({ status, created: { gte: paid.created }, expand: ['data.payments'] })).data;
  expect((await list('open')).map(({ parent }) => parent?.subscription_details?.subscription)).toEqual([unpaid.id]);
  // The paid invoice of the second subscription is the $0 invoice of its trial.
  const found = await list('paid');
  expect(found.map(({ amount_paid }) => amount_paid)).toEqual([0, 400]);
  expect(found[1]?.payments?.data).toMatchObject([{ status: 'paid', payment: { type: 'payment_intent' } }]);
  await expect(stripe.invoices.list({ status: 'unpaid' })).rejects.toMatchObject({ param: 'status' });
});

it('a subscription whose trial ends early charges the month at once and nothing at the trial’s original end', async () => {
  const [paying, failing] = [await begin(62), await begin(62, '4000000000000341')];
  const paid = await stripe.subscriptions.update(paying.id, { trial_end: 'now' });
  expect(paid.status).toBe('active');
  expect(paid.trial_end).toBeLessThan(paying.trial_end as number);
  expect((await invoicesOf(paying)).map(({ amount_paid }) => amount_paid)).toEqual([400, 0]);
  expect((await stripe.subscriptions.update(failing.id, { trial_end: 'now' })).status).toBe('past_due');
  await eventually(() => expect(sandbox.events('invoice.payment_failed')).toHaveLength(1));
  await expect(stripe.subscriptions.update(paying.id, { trial_end: 1 })).rejects.toMatchObject({ param: 'trial_end' });
  // Two months add two invoices. There is no third invoice at the trial's original end.
  await pass(62);
  expect(await invoicesOf(paying)).toHaveLength(4);
});

it('a subscription is canceled at the end of the paid period or at once', async () => {
  const [later, now] = [await begin(), await begin()];
  const changed = await stripe.subscriptions.update(later.id, { cancel_at_period_end: true });
  expect(changed.cancel_at).toBe(later.items.data[0]?.current_period_end);
  expect((await stripe.subscriptions.cancel(now.id)).status).toBe('canceled');
  await expect(stripe.subscriptions.cancel(now.id)).rejects.toMatchObject({ code: 'resource_missing' });
  expect(await statusOf(later)).toBe('active');
  await pass(31);
  expect(await statusOf(later)).toBe('canceled');
  expect(await invoicesOf(later)).toHaveLength(1);
});

it('Checkout refuses parameters of another mode, and a card that cannot be stored', async () => {
  const items = order().line_items as Stripe.Checkout.SessionCreateParams.LineItem[];
  await expect(stripe.checkout.sessions.create({ ...order(), mode: 'payment', subscription_data: {} })).rejects.toThrow(
    'recurring price',
  );
  const once = [{ ...items[0], price_data: { ...items[0]?.price_data, recurring: undefined } }] as typeof items;
  await expect(stripe.checkout.sessions.create({ ...order(), line_items: once })).rejects.toThrow('recurring prices');
  const session = await stripe.checkout.sessions.create(order(62));
  expect(await (await submit(session, '4000000000000002')).text()).toContain('Your card was declined.');
  expect((await stripe.checkout.sessions.retrieve(session.id)).subscription).toBeNull();
});
