import { once } from 'node:events';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, PUBLIC_URL, startHarness } from './harness.ts';

let sandbox: Harness;

beforeAll(async () => {
  sandbox = await startHarness();
});
beforeEach(() => sandbox.control('POST', 'reset'));
afterAll(() => sandbox.stop());

const order = { amount: 400, currency: 'usd' };
const fault = (provider: string, kind: string, forMs = 60_000) =>
  sandbox.control('POST', 'faults', { provider, kind, forMs });

/** Returns the mail server's greeting; '' if the server closes the connection instead. */
function banner(): Promise<string> {
  const { hostname, port } = new URL(sandbox.smtpUrl);
  return new Promise((resolve) => {
    const socket = createConnection(Number(port), hostname);
    socket.on('data', (data) => resolve(String(data))).on('close', () => resolve(''));
    socket.on('data', () => socket.destroy()).on('error', () => socket.destroy());
  });
}

describe('faults of Stripe', () => {
  const create = () => sandbox.stripe.paymentIntents.create(order);

  it('“down” breaks connections until the fault is cleared', async () => {
    await fault('stripe', 'down');
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    await fault('stripe', 'down', 0);
    expect(await create()).toMatchObject({ status: 'requires_payment_method' });
  });

  it('“error” and “rate-limited” respond with 500 and 429 until they expire', async () => {
    await fault('stripe', 'error');
    await expect(create()).rejects.toMatchObject({ statusCode: 500, rawType: 'api_error' });
    await fault('stripe', 'rate-limited');
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    await sandbox.control('POST', 'clock', { advanceMs: 60_000 });
    expect((await create()).object).toBe('payment_intent');
  });

  it('“slow” delays responses by 20 s, or until the fault is cleared', async () => {
    await fault('stripe', 'slow');
    let answered = false;
    const late = create().then((intent) => {
      answered = true;
      return intent;
    });
    // When this second request has timed out, the first one has also reached the server.
    const impatient = sandbox.stripe.paymentIntents.create(order, { timeout: 100 });
    await expect(impatient).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(answered).toBe(false);
    await fault('stripe', 'slow', 0);
    expect((await late).status).toBe('requires_payment_method');
  });

  it('respond with CORS headers, so that a browser can read them', async () => {
    await fault('stripe', 'error');
    const response = await sandbox.browser('/v1/payment_intents/pi_x/confirm', {});
    expect(response.status).toBe(500);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  });
});

describe('the mail server', () => {
  const send = (message: object, options: SMTPTransport.Options = {}) => {
    const transport = createTransport({ url: sandbox.smtpUrl, ...options });
    return transport
      .sendMail({ from: 'XRP Bridge <shop@example.com>', to: 'ann@example.com', ...message })
      .finally(() => transport.close());
  };
  const mails = async () => (await sandbox.control('GET', 'state')).body.mails;

  it('stores and decodes a mail', async () => {
    await send({ subject: 'Déjà vu – €4.00', text: 'Hello Ann', html: '<p>Hello <b>Ann</b></p>' });
    await send({ to: ['a@example.com', 'b@example.com'], subject: 'Two', text: 'x'.repeat(5000) });
    expect(await mails()).toMatchObject([
      {
        to: 'ann@example.com',
        subject: 'Déjà vu – €4.00',
        text: expect.stringContaining('Hello Ann'),
        html: expect.stringContaining('<b>Ann</b>'),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      { to: 'a@example.com, b@example.com', html: '' },
    ]);
    await sandbox.control('POST', 'reset');
    expect(await mails()).toEqual([]);
  });

  it('refuses a mail that is too big', async () => {
    await expect(send({ text: 'x'.repeat(1_200_000) })).rejects.toMatchObject({ responseCode: 552 });
    expect(await mails()).toEqual([]);
  });

  it('refuses an unknown recipient permanently', async () => {
    await expect(send({ to: 'ann@unknown.example', text: 'x' })).rejects.toMatchObject({
      responseCode: 550,
      command: 'RCPT TO',
    });
    expect(await mails()).toEqual([]);
  });

  it('refuses mails during the faults “bouncing”, “error”, “rate-limited” and “down”', async () => {
    await fault('smtp', 'bouncing');
    await expect(send({ to: 'ann@example.com', text: 'x' })).rejects.toMatchObject({ responseCode: 550 });
    await fault('smtp', 'error');
    await expect(send({ text: 'x' })).rejects.toMatchObject({ responseCode: 451 });
    await fault('smtp', 'rate-limited');
    await expect(send({ text: 'x' })).rejects.toMatchObject({ responseCode: 450 });
    await fault('smtp', 'down');
    expect(await banner()).toBe('');
    await expect(send({ text: 'x' })).rejects.toThrow(/closed|ECONNRESET/i);
    expect(await mails()).toEqual([]);
  });

  it('closes its existing connections during the fault “down”', async () => {
    const pool = createTransport({ url: sandbox.smtpUrl, pool: true, maxConnections: 1, maxRequeues: 0 });
    const message = { from: 'shop@example.com', to: 'ann@example.com', text: 'x' };
    await pool.sendMail(message);
    await fault('smtp', 'down');
    await expect(pool.sendMail(message)).rejects.toThrow();
    await fault('smtp', 'down', 0);
    await pool.sendMail(message);
    pool.close();
    expect(await mails()).toHaveLength(2);
  });

  it('delays a mail during the fault “slow”', async () => {
    await fault('smtp', 'slow');
    await expect(send({ text: 'impatient' }, { socketTimeout: 200 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(await mails()).toEqual([]);
    const patient = send({ text: 'patient' });
    await fault('smtp', 'slow', 0);
    await patient;
    expect(await mails()).toContainEqual(expect.objectContaining({ text: expect.stringContaining('patient') }));
  });
});

describe('the control API', () => {
  it('returns the state of all providers, and deletes the state on reset', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      ...order,
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    const { body } = await sandbox.control('GET', 'state');
    expect(body).toEqual({
      paymentIntents: [expect.objectContaining({ id: intent.id, status: 'succeeded' })],
      charges: [expect.objectContaining({ id: intent.latest_charge, refunded: true })],
      refunds: [expect.objectContaining({ amount: 400 })],
      posts: [],
      mails: [],
      campaigns: [],
      adReports: [],
    });
    expect((await sandbox.control('POST', 'reset')).status).toBe(204);
    expect((await sandbox.control('GET', 'state')).body.paymentIntents).toEqual([]);
  });

  it('moves the clock', async () => {
    await sandbox.control('POST', 'clock', { advanceMs: 400 * 24 * 3600_000 });
    const { created } = await sandbox.stripe.paymentIntents.create(order);
    expect(created - Date.now() / 1000).toBeGreaterThan(399 * 24 * 3600);
  });

  it.each([
    ['faults', { provider: 'paypal', kind: 'down', forMs: 1 }, 'provider'],
    ['faults', { provider: 'stripe', kind: 'grumpy', forMs: 1 }, 'kind'],
    ['faults', { provider: 'stripe', kind: 'down', forMs: -1 }, 'forMs'],
    ['faults', { provider: 'stripe', kind: 'down' }, 'forMs'],
    ['faults', { provider: 'stripe', kind: 'down', forMs: 1, why: 'x' }, 'why'],
    ['clock', { advanceMs: '1' }, 'advanceMs'],
    ['clock', undefined, 'advanceMs'],
  ])('refuses the path %s with the body %j', async (path, body, field) => {
    const answer = await sandbox.control('POST', path, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(answer.body.detail.startsWith(`${field}: `)).toBe(true);
  });

  it('refuses broken JSON, and form posts, because any web page could send a form post', async () => {
    const post = (type: string) =>
      fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: '{', headers: { 'content-type': type } });
    expect((await post('application/json')).status).toBe(400);
    expect((await post('text/plain')).status).toBe(415);
  });

  it('reports the sandbox as ready', async () => {
    expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(200);
    expect(await banner()).toMatch(/^220 /);
  });
});

describe('the control API', () => {
  /** Sends a request with headers that fetch would not allow. */
  const sendRaw = async (headers: Record<string, string>, method = 'POST', path = '/_sandbox/reset') => {
    const outgoing = request({ port: Number(new URL(sandbox.url).port), host: '127.0.0.1', method, path, headers });
    const [answer] = await once(outgoing.end(), 'response');
    answer.resume();
    return answer.statusCode as number;
  };

  it.each([
    ['localhost:3001', undefined],
    ['127.0.0.1:3001', 'http://127.0.0.1:3001'],
    ['[::1]:3001', undefined],
    ['sandbox:3001', undefined],
    ['localhost:3001', PUBLIC_URL],
  ])('accepts Host %s with Origin %s', async (host, origin) => {
    expect(await sendRaw({ host, ...(origin ? { origin } : {}) })).toBe(204);
  });

  it.each([
    ['rebound.example:3001', undefined],
    ['rebound.example:3001', 'http://rebound.example:3001'],
    ['203.0.113.9:3001', undefined],
    ['127.0.0.1.rebound.example', undefined],
    ['localhost:3001', 'https://elsewhere.example'],
    ['localhost:3001', 'http://localhost:8080'],
    ['localhost:3001', 'null'],
  ])('refuses Host %s with Origin %s', async (host, origin) => {
    for (const [method, path] of [
      ['POST', '/_sandbox/reset'],
      ['GET', '/_sandbox/state'],
      ['PUT', '/_sandbox/stripe/webhooks'],
    ] as const) {
      expect(await sendRaw({ host, ...(origin ? { origin } : {}) }, method, path)).toBe(403);
    }
  });
});
