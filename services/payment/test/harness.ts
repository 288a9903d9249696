import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BodyInputOf, CloudEvent, EventDefinition, EventOf } from '@xrp-bridge/contracts/define';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { TaskClosed, TaskOpened } from '@xrp-bridge/contracts/task';
import { TransferUpdated } from '@xrp-bridge/contracts/transfer-events';
import { type TestDatabase, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { startSandbox } from '@xrp-bridge/sandbox';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { paymentService } from '../src/index.ts';
import { paymentJobs } from '../src/jobs.ts';

export const secretKey = 'sk_sandbox_test';
const publishableKey = 'pk_sandbox_test';
export const webhookSecret = 'whsec_test_secret';

/** Returns a random 128-bit id, like the ids that the BFF creates. */
export const newTransferId = () => randomBytes(16).toString('hex');

/** Repeats the check until it passes. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 150_000, interval: 25 });
}

interface Charge {
  status: string;
  amount_captured: number;
  amount_refunded: number;
}

interface Intent {
  id: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
}

export type Harness = Awaited<ReturnType<typeof startPayment>>;

/** Starts one payment service for a file's tests. After each test, checks the accounting. */
export function sharePayment(): Harness {
  const t = {} as Harness;
  beforeAll(async () => {
    Object.assign(t, await startPayment());
  });
  afterEach(async () => {
    await t.heal();
    await t.checkAccounting();
  });
  afterAll(() => t.stop?.());
  return t;
}

/**
 * Starts the payment service with the sandbox as its provider, and an HTTP server for webhooks.
 * The schedules are off, because tests run their jobs with `run`.
 */
export async function startPayment(options: { database?: TestDatabase } = {}) {
  const sandbox = await startSandbox({ port: 0, publicUrl: 'http://localhost:3000', webhookSecret });
  const environment = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandbox.url,
  };
  const unscheduled = { ...paymentService, schedules: () => [] };
  let advancedMs = 0;
  const clock = () => new Date(Date.now() + advancedMs);
  const service: TestService<Context> = await testService<Context>(unscheduled, { environment, clock, ...options });
  const { client } = service;

  const webhookServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await receive(Buffer.concat(chunks), String(request.headers['stripe-signature'])).catch(() => null);
    response.writeHead(answer?.status ?? 503).end();
  });
  await new Promise<void>((resolve) => webhookServer.listen(0, '127.0.0.1', resolve));
  await control('PUT', 'stripe/webhooks', {
    target: `http://127.0.0.1:${(webhookServer.address() as AddressInfo).port}/webhooks/stripe`,
  });

  /** Forwards signed bytes to the service, as the BFF does. */
  function receive(bytes: Buffer, signature: string) {
    return client.forward(paymentApi.receiveWebhook, bytes, {
      'content-type': 'application/json',
      'stripe-signature': signature,
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: each control has its own response
  async function control(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }

  /** Confirms an intent as the browser does: with the publishable key and the client secret. */
  async function pay(clientSecret: string, method = 'pm_card_visa'): Promise<string> {
    const id = clientSecret.split('_secret_')[0] as string;
    const answer = await fetch(`${sandbox.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: method }),
    });
    if (!answer.ok && answer.status !== 402) throw new Error(`confirm: ${answer.status} ${await answer.text()}`);
    return id;
  }

  /** Pays on the provider's hosted page, as the form on it does. */
  function payOn(url: string, number = '4242424242424242'): Promise<Response> {
    return fetch(`${sandbox.url}${new URL(url).pathname}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: 'ada@example.com', number, expiry: '12/40', cvc: '123' }),
    });
  }

  function order(transferId: string, changes: Partial<BodyInputOf<typeof paymentApi.openIntent>> = {}) {
    const body = {
      purpose: 'transfer',
      serviceFee: '4.00',
      transferStatus: 'pending',
      ...changes,
      transferId,
    } as const;
    return client.call(paymentApi.openIntent, { body });
  }

  async function events<Data>(transferId: string, definition: EventDefinition<string, Data>): Promise<Data[]> {
    const all = (await service.published(definition.type)) as CloudEvent<Data>[];
    return all.filter((event) => event.subject === transferId).map((event) => event.data);
  }

  /** Waits until an event of a transfer was emitted exactly `times` times. */
  async function emitted<Data>(transferId: string, definition: EventDefinition<string, Data>, times = 1) {
    return eventually(async () => {
      const found = await events(transferId, definition);
      expect(found).toHaveLength(times);
      return found;
    });
  }

  /** Creates a transfer whose guide or bundle was paid by card and is settled. */
  async function paidTransfer(serviceFee: '4.00' | '17.76' = '4.00') {
    const transferId = newTransferId();
    const { clientSecret, paymentId } = await order(transferId, { serviceFee });
    const intentId = await pay(clientSecret);
    await eventually(async () => expect((await succeeded(transferId)).length).toBe(1));
    return { transferId, paymentId, intentId };
  }

  /** Publishes the `transfer.updated` that confirms the access, and waits until the event is handled. */
  async function confirm(
    transferId: string,
    access: { guide: boolean; concierge?: 'none' | 'owned' | 'refunded' },
    status = access.guide ? 'instructions_sent' : 'pending',
  ) {
    await publishAndWait(TransferUpdated, transferId, {
      transferId,
      changed: ['status'],
      status,
      access: { concierge: 'none', ...access },
      version: 2,
      addressChangedAfterPayment: false,
    });
  }

  /** Publishes `TaskClosed`, as after an operator closed the task. */
  async function closeTask(task: EventOf<typeof TaskOpened>['data'] | undefined) {
    const { kind = '', cause = '', paymentId = null } = task ?? {};
    await publishAndWait(TaskClosed, cause, { taskId: 'task_1', kind, cause, paymentId });
  }

  async function publishAndWait(...event: Parameters<typeof service.publish>) {
    const { id } = await service.publish(...event);
    const inbox = service.context.db.selectFrom('inbox').select('event_id').where('event_id', '=', id);
    await eventually(async () => expect(await inbox.execute()).toHaveLength(1));
  }

  /** Runs a job of a schedule. */
  async function run(definition: ReturnType<typeof paymentJobs>[number]['definition']) {
    const job = paymentJobs(service.context).find((one) => one.definition === definition);
    if (!job) throw new Error(`no job ${definition.name}`);
    await job.run({}, { id: 'now', attempt: 1, lastAttempt: true, signal: new AbortController().signal });
  }

  const entitlement = (transferId: string) => client.call(paymentApi.readEntitlement, { params: { transferId } });
  const refund = (transferId: string, product: 'all' | 'concierge' = 'all', paymentId?: string) =>
    client.call(paymentApi.refund, { params: { transferId }, body: { product, ...(paymentId && { paymentId }) } });
  const requestRefund = (transferId: string, arrived = false) =>
    client.call(paymentApi.requestRefund, { params: { transferId }, body: { arrived } });

  async function paymentsOf(transferId: string) {
    return (await client.call(paymentApi.list, { query: { transferId } })).payments;
  }

  /** Lists the provider's intents for a transfer. */
  async function intentsOf(transferId: string) {
    const { paymentIntents } = (await control('GET', 'state')) as { paymentIntents: Intent[] };
    return paymentIntents.filter((intent) => intent.metadata.transfer_id === transferId);
  }

  /** Lists the amounts of the provider's refunds of an intent. */
  async function refundsOf(intentId: string) {
    const { refunds } = (await control('GET', 'state')) as { refunds: { payment_intent: string; amount: number }[] };
    return refunds.filter((one) => one.payment_intent === intentId).map((one) => one.amount);
  }

  /** Lists the tasks that were opened for an order, oldest first. */
  async function tasks(orderId: string) {
    const all = (await service.published(TaskOpened.type)) as EventOf<typeof TaskOpened>[];
    return all.map(({ data }) => data).filter((task) => task.orderId === orderId);
  }

  async function succeeded(transferId: string) {
    const { db } = service.context;
    return db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', transferId)
      .where('status', '=', 'succeeded')
      .execute();
  }

  return {
    ...service,
    sandbox,
    provider: new Stripe(secretKey, {
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
    }),
    control,
    receive,
    pay,
    payOn,
    order,
    events,
    emitted,
    paidTransfer,
    confirm,
    closeTask,
    run,
    entitlement,
    refund,
    requestRefund,
    paymentsOf,
    intentsOf,
    refundsOf,
    tasks,
    fault: (kind: 'down' | 'slow' | 'error' | 'rate-limited', forMs = 60_000) =>
      control('POST', 'faults', { provider: 'stripe', kind, forMs }),
    heal: () => control('POST', 'faults', { provider: 'stripe', kind: 'down', forMs: 0 }),
    /** Holds webhooks, or delivers the held webhooks and waits for their responses. */
    hold: (held: boolean) => control('PUT', 'stripe/webhooks', { held }),
    /** Delivers a stored event again, or an invented event. */
    deliver: (what: Record<string, unknown>) => control('POST', 'stripe/webhooks', what),
    advance(ms: number) {
      advancedMs += ms;
    },
    /** Advances the clocks of the service and of the provider. */
    async pass(days: number) {
      const advanceMs = days * 24 * 3600_000;
      advancedMs += advanceMs;
      await control('POST', 'clock', { advanceMs });
    },
    /** Checks that the accounting entries balance and equal the provider's charges. */
    async checkAccounting() {
      await control('PUT', 'stripe/webhooks', { held: false });
      await eventually(async () => {
        const { charges } = (await control('GET', 'state')) as { charges: Charge[] };
        const held = charges
          .filter((charge) => charge.status === 'succeeded')
          .reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0);
        const { balanced, totals } = await client.call(paymentApi.readAccounting);
        expect(balanced).toBe(true);
        expect(totals.stripe_clearing).toBe(formatCents(held));
        expect(await client.call(paymentApi.reconcileAccounting, { query: { days: 90 } })).toMatchObject({
          agrees: true,
          differences: [],
        });
      });
    },
    async stop() {
      await sandbox.stop();
      webhookServer.closeAllConnections();
      await new Promise((resolve) => webhookServer.close(resolve));
      await service.stop();
    },
  };
}
