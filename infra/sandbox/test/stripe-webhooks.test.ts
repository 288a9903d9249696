import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually, type Harness, SECRET, startHarness } from './harness.ts';

let sandbox: Harness;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startHarness();
  stripe = sandbox.stripe;
});
beforeEach(async () => {
  await sandbox.control('POST', 'reset');
  sandbox.receiver.received = [];
  sandbox.receiver.respond = () => 200;
});
afterAll(() => sandbox.stop());

const order = { amount: 400, currency: 'usd' };
const pay = () => stripe.paymentIntents.create({ ...order, payment_method: 'pm_card_visa', confirm: true });
const types = () => sandbox.receiver.received.map(({ type }) => type).sort();

it('webhooks have a signature that stripe-node accepts', async () => {
  const intent = await pay();
  await eventually(() =>
    expect(types()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']),
  );
  const { raw, signature } = sandbox.events('payment_intent.succeeded')[0] ?? expect.fail();
  const event = stripe.webhooks.constructEvent(raw, signature, SECRET);
  expect(event).toMatchObject({
    object: 'event',
    type: 'payment_intent.succeeded',
    api_version: Stripe.API_VERSION,
    data: { object: { id: intent.id, status: 'succeeded', amount_received: 400 } },
    request: { id: intent.lastResponse.requestId },
  });
  expect(() => stripe.webhooks.constructEvent(raw, signature, 'whsec_other')).toThrow(/signature/);
});

it('a dispute of a paid intent can be opened and decided', async () => {
  const { id: paymentIntent } = await pay();
  const { body: dispute } = await sandbox.control('POST', 'stripe/disputes', { paymentIntent });
  expect(dispute).toMatchObject({
    object: 'dispute',
    payment_intent: paymentIntent,
    amount: 400,
    reason: 'fraudulent',
  });
  await expect(stripe.refunds.create({ payment_intent: paymentIntent })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  const decided = await sandbox.control('POST', 'stripe/disputes', { id: dispute.id, status: 'won' });
  expect(decided.body).toMatchObject({ id: dispute.id, status: 'won' });
  await eventually(() =>
    expect(types().filter((type) => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
    ]),
  );
  const nothing = await sandbox.control('POST', 'stripe/disputes', { paymentIntent: 'pi_nothing' });
  expect(nothing).toMatchObject({ status: 400 });
});

it('webhooks report declines, cancellations and refunds', async () => {
  const intent = await stripe.paymentIntents.create(order);
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }).catch(() => {});
  await stripe.paymentIntents.cancel(intent.id);
  await stripe.refunds.create({ payment_intent: (await pay()).id, amount: 100 });
  await eventually(() =>
    expect(types()).toEqual([
      'charge.failed',
      'charge.refunded',
      'charge.succeeded',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'refund.created',
      'refund.updated',
    ]),
  );
  const { raw } = sandbox.events('charge.refunded')[0] ?? expect.fail();
  expect(JSON.parse(raw)).toMatchObject({
    data: { object: { amount_refunded: 100, refunded: false }, previous_attributes: { amount_refunded: 0 } },
  });
});

it('an event contains the object as it was at the time, and can be read and listed', async () => {
  const intent = await stripe.paymentIntents.create(order);
  await stripe.paymentIntents.update(intent.id, { metadata: { later: 'yes' } });
  await eventually(() => expect(types()).toEqual(['payment_intent.created']));
  const [created] = (await stripe.events.list({ type: 'payment_intent.created' })).data;
  expect(created?.data.object).toMatchObject({ id: intent.id, metadata: {} });
  await eventually(async () =>
    expect(await stripe.events.retrieve(created?.id as string)).toMatchObject({ pending_webhooks: 0 }),
  );
  expect((await stripe.events.list({ types: ['charge.succeeded'] })).data).toEqual([]);
});

it('webhooks are sent again until the endpoint accepts them', async () => {
  let refusals = 2;
  sandbox.receiver.respond = ({ type }) => (type === 'payment_intent.succeeded' && refusals-- > 0 ? 503 : 200);
  await pay();
  await eventually(() => expect(sandbox.events('payment_intent.succeeded')).toHaveLength(1));
  await eventually(async () => {
    await sandbox.control('POST', 'clock', { advanceMs: 1_000 });
    expect(sandbox.events('payment_intent.succeeded')).toHaveLength(3);
  });
  const [first, second, third] = sandbox.events('payment_intent.succeeded');
  expect([second?.raw, third?.raw]).toEqual([first?.raw, first?.raw]);
  await sandbox.control('POST', 'clock', { advanceMs: 600_000 });
  expect((await stripe.events.retrieve(first?.id as string)).pending_webhooks).toBe(0);
  expect(sandbox.events('payment_intent.succeeded')).toHaveLength(3);
});

it('webhooks can be held back, and the request that releases them returns the endpoint’s responses', async () => {
  expect(await sandbox.control('PUT', 'stripe/webhooks', { held: true })).toMatchObject({ body: { held: true } });
  await pay();
  await eventually(async () =>
    expect((await sandbox.control('GET', 'stripe/webhooks')).body).toMatchObject({ waiting: 3 }),
  );
  expect(types()).toEqual([]);
  const { body } = await sandbox.control('PUT', 'stripe/webhooks', { held: false });
  expect(body).toMatchObject({ held: false, waiting: 0 });
  expect(body.results).toHaveLength(3);
  expect(body.results).toContainEqual(expect.objectContaining({ type: 'payment_intent.succeeded', status: 200 }));
  expect(types()).toHaveLength(3);
});

it('one event can be delivered a thousand times', async () => {
  await pay();
  await eventually(() => expect(types()).toHaveLength(3));
  const { id, raw } = sandbox.events('payment_intent.succeeded')[0] ?? expect.fail();
  const { body } = await sandbox.control('POST', 'stripe/webhooks', { eventId: id, times: 1000 });
  expect(body).toMatchObject({ eventId: id, sent: 1000, statuses: { 200: 1000 } });
  const copies = sandbox.events('payment_intent.succeeded');
  expect(copies).toHaveLength(1001);
  expect(copies.every((copy) => copy.raw === raw)).toBe(true);
});

it('forged signatures, expired signatures and events of other accounts can be delivered', async () => {
  const intent = await stripe.paymentIntents.create(order);
  const deliver = async (body: object) => {
    sandbox.receiver.received = [];
    expect((await sandbox.control('POST', 'stripe/webhooks', body)).status).toBe(200);
    const { raw, signature } = sandbox.receiver.received[0] ?? expect.fail();
    return () => stripe.webhooks.constructEvent(raw, signature, SECRET);
  };
  await eventually(() => expect(types()).toHaveLength(1));
  const succeeded = { type: 'payment_intent.succeeded', object: intent.id };
  expect(await deliver({ ...succeeded, secret: 'whsec_forged' })).toThrow(/signature/);
  expect(await deliver({ ...succeeded, timestamp: 1_600_000_000 })).toThrow(/tolerance/);
  const known = (await deliver(succeeded))();
  expect(known.data.object).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
  expect(await stripe.events.retrieve(known.id)).toMatchObject({ type: 'payment_intent.succeeded' });
  const foreign = await deliver({ type: 'payment_intent.succeeded', object: { id: 'pi_other', amount: 1 } });
  expect(foreign().data.object).toEqual({ id: 'pi_other', amount: 1 });
});

it('webhooks are sent to a target that is set later', async () => {
  const { url } = sandbox.receiver;
  await sandbox.control('PUT', 'stripe/webhooks', { target: `${url}?second` });
  expect((await sandbox.control('GET', 'stripe/webhooks')).body.target).toBe(`${url}?second`);
  await stripe.paymentIntents.create(order);
  await eventually(() => expect(types()).toEqual(['payment_intent.created']));
  await sandbox.control('PUT', 'stripe/webhooks', { target: url });
});

it('the control API reports an endpoint that cannot be reached', async () => {
  const intent = await stripe.paymentIntents.create(order);
  await eventually(() => expect(types()).toHaveLength(1));
  const { url } = sandbox.receiver;
  await sandbox.control('PUT', 'stripe/webhooks', { target: 'http://127.0.0.1:1/' });
  const { body } = await sandbox.control('POST', 'stripe/webhooks', {
    type: 'payment_intent.created',
    object: intent.id,
  });
  expect(body).toMatchObject({
    statuses: { unreachable: 1 },
    results: [{ error: expect.stringContaining('ECONNREFUSED') }],
  });
  await sandbox.control('PUT', 'stripe/webhooks', { target: url });
});

it.each([
  [{}, 'eventId'],
  [{ eventId: 'evt_nobody' }, 'eventId'],
  [{ type: 'payment_intent.succeeded' }, 'object'],
  [{ type: 'payment_intent.succeeded', object: 'pi_nobody' }, 'object'],
  [{ eventId: 'evt_x', times: 0 }, 'times'],
  [{ eventId: 'evt_x', tims: 2 }, 'tims'],
])('the control API refuses a delivery request with the body %j', async (body, field) => {
  expect(await sandbox.control('POST', 'stripe/webhooks', body)).toMatchObject({
    status: 400,
    body: { errors: [{ field }] },
  });
});
