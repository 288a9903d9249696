import { randomUUID } from 'node:crypto';
import { PaymentSucceeded, paymentApi } from '@xrp-bridge/contracts/payment';
import { describe, expect, test } from 'vitest';
import { DeleteWebhookEvents } from '../src/jobs.ts';
import { eventually, newTransferId, sharePayment, webhookSecret } from './harness.ts';

const t = sharePayment();

const nothing = { guide: false, concierge: false };

const now = () => Math.floor(Date.now() / 1000);

async function outcomeOf(eventId: string) {
  const { events } = await t.client.call(paymentApi.listWebhookEvents, { query: { limit: 200 } });
  return events.find((event) => event.id === eventId)?.outcome;
}

/** Signs and sends an event of the provider that names a payment. */
async function send(changes: {
  type?: string;
  livemode?: boolean;
  intent?: Record<string, unknown>;
  secret?: string;
  timestamp?: number;
  bytes?: string;
  /** Time at which the provider created the event. */
  created?: number;
}) {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  const payload = JSON.stringify({
    id,
    object: 'event',
    created: changes.created ?? now(),
    type: changes.type ?? 'payment_intent.succeeded',
    livemode: changes.livemode ?? false,
    data: {
      object: {
        object: 'payment_intent',
        status: 'succeeded',
        amount: 400,
        amount_received: 400,
        currency: 'usd',
        metadata: {},
        last_payment_error: null,
        ...changes.intent,
      },
    },
  });
  const signature = t.provider.webhooks.generateTestHeaderString({
    payload,
    secret: changes.secret ?? webhookSecret,
    ...(changes.timestamp && { timestamp: changes.timestamp }),
  });
  const answer = await t.receive(Buffer.from(changes.bytes ?? payload), signature);
  return { id, status: answer.status, code: (answer.body as { code?: string }).code };
}

async function openPayment() {
  const transferId = newTransferId();
  const { clientSecret, paymentId } = await t.order(transferId);
  const intent = {
    id: clientSecret.split('_secret_')[0],
    metadata: { payment_id: paymentId, transfer_id: transferId },
  };
  return { transferId, paymentId, intent };
}

describe('a webhook’s signature', () => {
  test('does not make an invalid event acceptable: the event is refused with 400 and not stored', async () => {
    const before = (await t.client.call(paymentApi.listWebhookEvents, { query: { limit: 200 } })).events.length;
    for (const payload of ['{}', '[]', '{"id":"evt_1","type":"payment_intent.succeeded"}']) {
      const signature = t.provider.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
      const answer = await t.receive(Buffer.from(payload), signature);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    expect((await t.client.call(paymentApi.listWebhookEvents, { query: { limit: 200 } })).events).toHaveLength(before);
  });

  test('is refused if it is forged, missing or old, and nothing is stored', async () => {
    const { transferId, intent } = await openPayment();
    const refused = { status: 400, code: 'invalid_signature' };
    const forged = await send({ intent, secret: 'whsec_guessed' });
    expect(forged).toMatchObject(refused);
    expect(await send({ intent, timestamp: now() - 301 })).toMatchObject(refused);
    expect(await send({ intent, bytes: '{"id":"evt_other"}' })).toMatchObject(refused);
    expect(await t.receive(Buffer.from('{}'), 'nonsense')).toMatchObject({ status: 400 });
    const without = await t.client.forward(paymentApi.receiveWebhook, Buffer.from('{}'), {});
    expect(without).toMatchObject({ status: 400, body: { code: 'invalid_signature' } });
    expect(await outcomeOf(forged.id)).toBeUndefined();
    expect(await t.entitlement(transferId)).toEqual(nothing);
  });

  test('is not enough without the internal token', async () => {
    const answer = await fetch(`${t.url}${paymentApi.receiveWebhook.path}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
  });

  test('is accepted until it is five minutes old', async () => {
    expect(await send({ timestamp: now() - 290 })).toMatchObject({ status: 200 });
  });
});

describe('a signed webhook event', () => {
  test('is stored as not_ours and unlocks nothing if it contains no known payment id', async () => {
    const { id, status } = await send({ intent: { id: 'pi_of_another_shop' } });
    expect(status).toBe(200);
    expect(await outcomeOf(id)).toBe('not_ours');
  });

  test.each([
    ['one cent less', 'wrong_amount', { amount_received: 399 }, false],
    ['another currency', 'wrong_currency', { currency: 'jpy' }, false],
    ['another intent', 'wrong_intent', { id: 'pi_somebody_elses' }, false],
    ['real money for a sandbox key', 'wrong_mode', {}, true],
  ])('with %s is listed for operators and unlocks nothing', async (_what, outcome, changes, livemode) => {
    const { transferId, intent } = await openPayment();
    const { id, status } = await send({ intent: { ...intent, ...changes }, livemode });
    expect(status).toBe(200);
    expect(await outcomeOf(id)).toBe(outcome);
    expect(await t.entitlement(transferId)).toEqual(nothing);
    expect(await t.events(transferId, PaymentSucceeded)).toEqual([]);
    const { events } = await t.client.call(paymentApi.listWebhookEvents, {
      query: { outcome: outcome as 'wrong_mode' },
    });
    expect(events).toContainEqual(expect.objectContaining({ id, paymentId: intent.metadata.payment_id }));
  });

  test('with an unhandled type is stored as ignored', async () => {
    const { id, status } = await send({ type: 'customer.created' });
    expect(status).toBe(200);
    expect(await outcomeOf(id)).toBe('ignored');
  });

  test('about an unknown payment is answered with 503, so that the provider sends it again', async () => {
    const metadata = { payment_id: `pay_${randomUUID().replaceAll('-', '')}` };
    const early = await send({ intent: { id: 'pi_early', metadata } });
    expect(early).toMatchObject({ status: 503, code: 'not_ready' });
    expect(await outcomeOf(early.id)).toBeUndefined();
  });

  test('about a payment that is still unknown after an hour is stored as not_ours', async () => {
    const metadata = { payment_id: 'their-own-number-7' };
    const theirs = { id: 'pi_theirs', metadata };
    expect(await send({ intent: theirs, created: now() - 3_590 })).toMatchObject({ status: 503, code: 'not_ready' });
    const late = await send({ intent: theirs, created: now() - 3_610 });
    expect(late).toMatchObject({ status: 200 });
    expect(await outcomeOf(late.id)).toBe('not_ours');
    // The same applies to a refund of a payment that was never settled, for example because of a wrong amount.
    const { paymentId, intent } = await openPayment();
    const charge = { ...intent, payment_intent: intent.id, amount_refunded: 399 };
    const refunded = { type: 'charge.refunded', intent: charge };
    expect(await send(refunded)).toMatchObject({ status: 503 });
    const old = await send({ ...refunded, created: now() - 3_610 });
    expect(old).toMatchObject({ status: 200 });
    expect(await outcomeOf(old.id)).toBe('unchanged');
    expect(paymentId).toMatch(/^pay_/);
  });

  test('with a NUL character is refused with 400, because PostgreSQL stores no NUL in a text', async () => {
    const { intent } = await openPayment();
    for (const wrong of [
      { intent: { ...intent, metadata: { payment_id: 'pay_\0' } } },
      { intent: { ...intent, id: 'pi_\0' } },
      { type: 'customer.\0', intent },
    ]) {
      expect(await send(wrong)).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });

  test('is deleted after 90 days, even if there are thousands', async () => {
    const { db } = t.context;
    const received_at = new Date(Date.now() - 90 * 24 * 3600_000 - 1_000);
    const old = Array.from({ length: 2_500 }, (_, n) => ({
      id: `evt_old_${n}`,
      type: 'customer.created',
      outcome: 'ignored' as const,
      payment_id: null,
      received_at,
    }));
    await db.insertInto('webhook_event').values(old).execute();
    const { id } = await send({ type: 'customer.created' });
    await t.run(DeleteWebhookEvents);
    const left = await db.selectFrom('webhook_event').select('id').where('id', 'like', 'evt_old_%').execute();
    expect(left).toEqual([]);
    expect(await outcomeOf(id)).toBe('ignored');
  });

  test('settles the payment on its second delivery if the first came before the payment was stored', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    const { db } = t.context;
    const row = await db.selectFrom('payment').selectAll().where('order_id', '=', transferId).executeTakeFirstOrThrow();
    await db.deleteFrom('payment').where('id', '=', row.id).execute();
    await t.hold(true);
    await t.pay(clientSecret);
    const { results } = await t.hold(false);
    const first = results.find((result: { type: string }) => result.type === 'payment_intent.succeeded');
    expect(first.status).toBe(503);
    await db.insertInto('payment').values(row).execute();
    await t.emitted(transferId, PaymentSucceeded);
    expect(await outcomeOf(first.eventId)).toBe('settled');
  });

  test('about a canceled intent cancels the payment, and the customer can start again', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.provider.paymentIntents.cancel(clientSecret.split('_secret_')[0] as string);
    await eventually(async () => {
      const payments = await t.paymentsOf(transferId);
      expect(payments).toMatchObject([{ status: 'canceled' }]);
    });
    expect((await t.order(transferId)).clientSecret).not.toBe(clientSecret);
  });
});
