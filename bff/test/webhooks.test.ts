import { createHmac } from 'node:crypto';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { refusal } from './browser.ts';
import { eventually, useSystem, webhookSecret } from './harness.ts';

const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };

const system = useSystem();
beforeAll(async () => {
  await system.sendWebhooks();
});

function sign(payload: string, secret = webhookSecret, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}

function deliver(payload: string | Buffer, signature?: string, type = 'application/json') {
  return system.browser().post('/webhooks/stripe', payload, {
    'content-type': type,
    ...(signature ? { 'stripe-signature': signature } : {}),
  });
}

// Parsing and serialising would change the spaces, the escape and the line break. The signature is valid only for the
// same bytes.
const foreign = `{ "id": "evt_foreign_1",  "object":"event", "api_version": "2026-01-01", "created": 1790000000, "livemode": false,
  "type": "payment_intent.succeeded", "data": { "object": { "id": "pi_foreign", "object": "payment_intent",
  "amount": 400, "amount_received": 400, "currency": "usd", "status": "succeeded", "livemode": false,
  "metadata": { "note": "caf\\u00e9 – ☕" } } } }`;

describe('payment webhooks:', () => {
  it('a webhook settles a payment even if the customer does not return from the provider', async () => {
    const browser = system.browser();
    const { id } = (await browser.post('/api/transfers', order)).body;
    const intent = await browser.post('/api/create-payment-intent', { transferId: id });
    await system.confirm(intent.body.clientSecret);
    await eventually(async () =>
      expect((await browser.get(`/api/transfers/${id}`)).body.status).toBe('instructions_sent'),
    );
  });

  it('completing a transfer reports the payment as paid even if a webhook settles that payment during the call', async () => {
    const browser = system.browser();
    const { id } = (await browser.post('/api/transfers', order)).body;
    const intent = await browser.post('/api/create-payment-intent', { transferId: id });
    const { stripe } = system.payment.context as { stripe: { fetchPayment(payment: unknown): Promise<unknown> } };
    const fetchPayment = stripe.fetchPayment.bind(stripe);
    const fetched = vi.spyOn(stripe, 'fetchPayment').mockImplementationOnce(async (payment) => {
      // While the BFF waits for the state of an open payment, the payment is made and its webhook settles it.
      await system.confirm(intent.body.clientSecret);
      await eventually(async () => {
        const { payments } = await system.payment.client.call(paymentApi.list, { query: { transferId: id } });
        expect(payments.map(({ status }) => status)).toEqual(['succeeded']);
      });
      return fetchPayment(payment);
    });
    const { body } = await browser.post(`/api/transfers/${id}/complete`);
    expect(body.status).toMatch(/^(paid|instructions_sent)$/);
    expect(fetched).toHaveBeenCalledTimes(1);
    fetched.mockRestore();
  });

  it('a signed webhook for an unknown payment is accepted and listed for operators as not_ours', async () => {
    const answer = await deliver(foreign, sign(foreign));
    expect(answer).toMatchObject({ status: 200, body: { received: true } });
    const operator = await system.signIn();
    const { events } = (await operator.get('/api/admin/webhook-events')).body;
    expect(events).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'evt_foreign_1', outcome: 'not_ours' })]),
    );
  });

  it.each([
    ['forged', () => sign(foreign, 'whsec_somebody_else')],
    ['old', () => sign(foreign, webhookSecret, Math.floor(Date.now() / 1000) - 3600)],
    ['for other bytes', () => sign(`${foreign} `)],
    ['malformed', () => 'nonsense'],
    ['missing', () => undefined],
  ])('a webhook is refused if its signature is %s', async (_what, signature) => {
    expect(refusal(await deliver(foreign, signature()))).toEqual([400, 'invalid_signature']);
  });

  it('a webhook is accepted with any content type, and refused with an empty body', async () => {
    expect((await deliver(foreign, sign(foreign), 'text/plain')).status).toBe(200);
    expect(refusal(await deliver('', sign('')))).toEqual([400, 'invalid_signature']);
  });
});
