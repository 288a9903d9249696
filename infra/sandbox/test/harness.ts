import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type SandboxOptions, startSandbox } from '../src/index.ts';

export const SECRET = 'whsec_test';
export const PUBLIC_URL = 'http://localhost:3000';

/** Any JSON value. */
export type Json = ReturnType<typeof JSON.parse>;

/** A merchant's webhook endpoint. It stores events and responds with the status from `respond`. */
export interface Receiver {
  url: string;
  received: { type: string; id: string; at: number; raw: string; signature: string }[];
  respond: (event: Stripe.Event) => number;
}

export interface Harness {
  url: string;
  smtpUrl: string;
  stripe: Stripe;
  receiver: Receiver;
  /** The receiver's events of one type. */
  events(type: string): Receiver['received'];
  /** Calls the control API and returns status and body. */
  control(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>;
  /** Calls Stripe's API as a browser does, with the publishable key. */
  browser(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts a sandbox before a file's tests and stops it after them. */
export function useHarness(options: Partial<SandboxOptions> = {}): Harness {
  const harness = {} as Harness;
  beforeAll(async () => {
    Object.assign(harness, await startHarness(options));
  });
  afterAll(() => harness.stop?.());
  return harness;
}

export async function startHarness(options: Partial<SandboxOptions> = {}): Promise<Harness> {
  const [receiver, server] = await startReceiver();
  const sandbox = await startSandbox({
    port: 0,
    publicUrl: PUBLIC_URL,
    webhookTarget: receiver.url,
    webhookSecret: SECRET,
    ...options,
  });
  return {
    url: sandbox.url,
    smtpUrl: sandbox.smtpUrl,
    stripe: stripeClient(sandbox.port),
    receiver,
    events: (type) => receiver.received.filter((event) => event.type === type),
    async control(method, path, body) {
      const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : undefined };
    },
    browser: (path, form, headers = {}) =>
      fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { authorization: 'Bearer pk_sandbox_shop', origin: PUBLIC_URL, ...headers },
      }),
    async stop() {
      await sandbox.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Repeats a check until it passes. The timeout is long because the machine may be busy. */
export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 150_000, interval: 10 });

export const readJson = async (response: Response | Promise<Response>): Promise<Json> => (await response).json();

/** Creates a stripe-node client for the sandbox. The client does not retry. */
export function stripeClient(port: number, key = 'sk_sandbox_shop'): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

async function startReceiver(): Promise<[Receiver, Server]> {
  const receiver: Receiver = { url: '', received: [], respond: () => 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    const event = JSON.parse(raw) as Stripe.Event;
    const signature = String(request.headers['stripe-signature']);
    receiver.received.push({ type: event.type, id: event.id, at: performance.now(), raw, signature });
    response.writeHead(receiver.respond(event)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
  return [receiver, server];
}

/** Parameters of a payment intent. */
export const order = { amount: 400, currency: 'usd', automatic_payment_methods: { enabled: true } };

/** Returns the error with which a call is refused, as stripe-node throws it. */
export async function refusal<T extends Stripe.errors.StripeError>(call: Promise<unknown>): Promise<T> {
  return call.then(
    () => expect.fail('the call was not refused'),
    (error) => error,
  );
}

/** Form fields of a card, as a browser's card form sends them. */
export const cardForm = (secret: string, number: string, more: Record<string, string> = {}) => ({
  client_secret: secret,
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '34',
  'payment_method_data[card][cvc]': '123',
  ...more,
});
