import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { cardForm, order, PUBLIC_URL, readJson, refusal, stripeClient, useHarness } from './harness.ts';

const sandbox = useHarness();
beforeEach(() => sandbox.control('POST', 'reset'));

describe('invalid requests are refused with Stripe’s errors', () => {
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { authorization: 'Bearer sk_sandbox_shop', ...headers },
    });

  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: '4.5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '-400', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '', currency: 'usd' }, 'parameter_invalid_empty', 'amount'],
    [{ amount: '49', currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: '400', currency: 'usd', amonut: '1' }, 'parameter_unknown', 'amonut'],
    [
      { amount: '400', currency: 'usd', 'automatic_payment_methods[on]': 'true' },
      'parameter_missing',
      'automatic_payment_methods[enabled]',
    ],
    [{ amount: '400', currency: 'usd', payment_method: 'pm_nobody' }, 'resource_missing', 'payment_method'],
    [{ amount: '400', currency: 'dollars' }, undefined, 'currency'],
  ])('if the parameters are %j', async (form, code, param) => {
    const response = await post(form as unknown as Record<string, string>);
    expect(response.status).toBe(400);
    const { error } = await readJson(response);
    expect(error).toMatchObject({ type: 'invalid_request_error', param });
    expect(error.code).toBe(code);
  });

  it('if the key is missing, malformed or publishable', async () => {
    const key = (authorization: string) => post({ amount: '400', currency: 'usd' }, { authorization });
    expect((await key('')).status).toBe(401);
    expect(await (await key('Bearer sk_test_4242')).json()).toMatchObject({
      error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_********4242' },
    });
    expect((await key(`Basic ${btoa('sk_sandbox_shop:')}`)).status).toBe(200);
    const publishable = await key('Bearer pk_sandbox_shop');
    expect(publishable.status).toBe(403);
    expect(await publishable.json()).toMatchObject({ error: { code: 'secret_key_required' } });
  });

  it('for a JSON body, an unknown path, an unknown id and a body that is too large', async () => {
    const json = await post({}, { 'content-type': 'application/json' });
    expect(json.status).toBe(400);
    expect(await json.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect((await fetch(`${sandbox.url}/v1/nothing`)).status).toBe(404);
    expect((await post({ description: 'x'.repeat(600_000) })).status).toBe(413);
    expect(await refusal(sandbox.stripe.paymentIntents.retrieve('pi_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
      message: "No such payment_intent: 'pi_nobody'",
    });
  });

  it('for an object of another account', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const other = stripeClient(Number(new URL(sandbox.url).port), 'sk_sandbox_other');
    expect(await refusal(other.paymentIntents.retrieve(intent.id))).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a browser with the publishable key', () => {
  it('pays with a card number and reads only the public fields', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({ ...order, metadata: { payment_id: 'p1' } });
    const response = await sandbox.browser(
      `/v1/payment_intents/${intent.id}/confirm`,
      cardForm(intent.client_secret as string, '4242 4242 4242 4242'),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(PUBLIC_URL);
    const paid = await readJson(response);
    expect(paid).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(paid).not.toHaveProperty('metadata');
    expect(paid).not.toHaveProperty('latest_charge');
  });

  it.each([
    ['4000000000000002', {}, 'card_declined', undefined],
    ['4242424242424241', {}, 'incorrect_number', 'number'],
    ['4242', {}, 'incorrect_number', 'number'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': '20' }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc', 'cvc'],
    ['4000000000000127', {}, 'incorrect_cvc', 'cvc'],
    ['4111111111111111', {}, 'card_declined', undefined],
  ])('receives the card error for the number %s with the other fields %j', async (number, more, code, param) => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const form = cardForm(intent.client_secret as string, number, more as Record<string, string>);
    const response = await sandbox.browser(`/v1/payment_intents/${intent.id}/confirm`, form);
    expect(response.status).toBe(402);
    const { error } = await readJson(response);
    expect(error).toMatchObject({ type: 'card_error', code });
    expect(error.param).toBe(param);
    expect(error.payment_intent ?? {}).not.toHaveProperty('metadata');
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  it('needs the client secret to read or pay', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const confirm = (secret: string) =>
      sandbox.browser(`/v1/payment_intents/${intent.id}/confirm`, cardForm(secret, '4242424242424242'));
    const wrong = await confirm('pi_wrong_secret_x');
    expect(wrong.status).toBe(400);
    expect(await readJson(wrong)).toMatchObject({ error: { code: 'payment_intent_invalid_parameter' } });
    const read = (query: string) => fetch(`${sandbox.url}/v1/payment_intents/${intent.id}?key=pk_sandbox_shop${query}`);
    expect((await read('')).status).toBe(400);
    expect(await (await read(`&client_secret=${intent.client_secret}`)).json()).toMatchObject({ id: intent.id });
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  it('receives a CORS preflight response only for an allowed origin', async () => {
    const preflight = async (origin: string) => {
      const response = await fetch(`${sandbox.url}/v1/payment_intents/pi_x/confirm`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await preflight('http://localhost:3000')).toBe('http://localhost:3000');
    expect(await preflight('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
    expect(await preflight('http://localhost:3001')).toBeNull();
    expect(await preflight('https://evil.example')).toBeNull();
  });

  it('is redirected to the bank for a card that requires authentication, and returns after the payment', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const form = cardForm(intent.client_secret as string, '4000002500003155', { return_url: `${PUBLIC_URL}/checkout` });
    const confirmed = await readJson(sandbox.browser(`/v1/payment_intents/${intent.id}/confirm`, form));
    expect(confirmed.status).toBe('requires_action');
    const page = new URL(confirmed.next_action.redirect_to_url.url);
    const answer = (value: string) =>
      fetch(sandbox.url + page.pathname, {
        method: 'POST',
        body: new URLSearchParams({ answer: value }),
        redirect: 'manual',
      });
    expect(await (await fetch(sandbox.url + page.pathname)).text()).toContain('Your bank asks');
    const back = new URL((await answer('yes')).headers.get('location') as string);
    expect(back.href.startsWith(`${PUBLIC_URL}/checkout?payment_intent=${intent.id}`)).toBe(true);
    expect(back.searchParams.get('redirect_status')).toBe('succeeded');
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('cannot pay an intent in processing again, but the intent can be canceled', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const confirm = () => sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_processing' });
    expect((await confirm()).status).toBe('processing');
    await expect(confirm()).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect((await sandbox.stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
  });
});

describe('idempotency keys', () => {
  it('replay the first response', async () => {
    const create = () => sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'k1' });
    const first = await create();
    const second = await create();
    expect(second).toEqual(first);
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    });
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect((await sandbox.stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  it('replay a decline, even if another card would now succeed', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const confirm = () =>
      sandbox.stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'k2' },
      );
    const first = await refusal(confirm());
    await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect((await refusal(confirm())).charge).toBe(first.charge);
  });

  it('are refused with other parameters or another path, and can be reused after a request with invalid parameters', async () => {
    const options = { idempotencyKey: 'k3' };
    expect(
      await refusal(sandbox.stripe.paymentIntents.create({ amount: 4.5, currency: 'usd' }, options)),
    ).toMatchObject({
      code: 'parameter_invalid_integer',
    });
    await sandbox.stripe.paymentIntents.create(order, options);
    const changed = await refusal(sandbox.stripe.paymentIntents.create({ ...order, amount: 1776 }, options));
    expect(changed).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(changed.message).toContain('same parameters');
    const elsewhere = await refusal(sandbox.stripe.refunds.create({ charge: 'ch_x' }, options));
    expect(elsewhere.message).toContain('same endpoint');
  });

  it('respond with 409 while the first request is in flight', async () => {
    await sandbox.control('POST', 'faults', { provider: 'stripe', kind: 'slow', forMs: 60_000 });
    const create = () => sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'k4' });
    // Both requests run at the same time. The second request is refused, because its key is in use.
    const both = [create(), create()];
    expect(await refusal(Promise.race(both))).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    await sandbox.control('POST', 'clock', { advanceMs: 20_000 });
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
