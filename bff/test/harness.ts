import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adsService } from '@xrp-bridge/ads';
import { byUrlSetting, type ServiceName } from '@xrp-bridge/contracts/services';
import { notificationService } from '@xrp-bridge/notification';
import { paymentService } from '@xrp-bridge/payment';
import type { Environment, ServiceClient } from '@xrp-bridge/runtime';
import type { AnyService } from '@xrp-bridge/runtime/service-definition';
import { createTestDatabase, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { startSandbox } from '@xrp-bridge/sandbox';
import { signalsService } from '@xrp-bridge/signals';
import { transferService } from '@xrp-bridge/transfer';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { bffService } from '../src/index.ts';
import { type Browser, createBrowser } from './browser.ts';

export const operatorPassword = 'correct-horse-battery';
export const webhookSecret = 'whsec_test_0123456789';

const definitions: Record<ServiceName, AnyService> = {
  transfer: transferService,
  payment: paymentService,
  ads: adsService,
  notification: notificationService,
  signals: signalsService,
};

/** A source of prices, one of mentions and one of development: the others are asked in the tests of the signals. */
const oneOfEachKind: ReadonlySet<string> = new Set(['CoinGecko', 'GDELT', 'GitHub']);

async function startServices(options: Parameters<typeof testService>[1], { looksAround, isQuiet }: Behind) {
  // Reading a month of news takes seconds, and most tests are about something else.
  const context: typeof signalsService.context = (...given) => {
    const { sources, ...rest } = signalsService.context(...given);
    return { ...rest, sources: looksAround ? sources.filter(({ name }) => oneOfEachKind.has(name)) : [] };
  };
  const started = Object.entries(definitions).map(async ([name, definition]) => {
    const more = { ...(isQuiet ? { schedules: () => [] } : {}), ...(name === 'signals' ? { context } : {}) };
    return [name, await testService({ ...definition, ...more }, options)] as const;
  });
  return Object.fromEntries(await Promise.all(started)) as Record<ServiceName, TestService<unknown>>;
}

function localClientsOf(behind: Record<string, TestService<unknown>>): Map<string, ServiceClient> {
  return new Map(Object.entries(behind).map(([name, { service }]) => [name, service.localClient as ServiceClient]));
}

interface Behind {
  /** The signals have sources, one of each kind. */
  looksAround?: boolean;
  /** Nothing runs by itself. */
  isQuiet?: boolean;
}

/** The BFF in front of the real services and the sandbox, on one database. It calls them directly, as in `all`. */
export async function startSystem(environment: Environment = {}, behindIt: Behind = {}) {
  const database = await createTestDatabase();
  const sandbox = await startSandbox({ port: 0, publicUrl: 'http://localhost:3000', webhookSecret });
  const provider = {
    STRIPE_SECRET_KEY: 'sk_sandbox_test',
    STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_test',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    XRPL_WS_URL: sandbox.xrplUrl,
    SIGNAL_SOURCES_URL: sandbox.signalSourcesUrl,
    X_API_BASE: sandbox.url,
    X_API_KEY: 'sandbox-key',
    X_API_SECRET: 'sandbox-secret',
    X_ACCESS_TOKEN: 'sandbox-token',
    X_ACCESS_SECRET: 'sandbox-token-secret',
  };
  const behind = await startServices({ database, environment: provider }, behindIt);
  const urls = byUrlSetting((name) => behind[name].url);
  const bff = await testService<Context>(bffService, {
    database,
    localServices: localClientsOf(behind),
    environment: { OPERATOR_PASSWORD: operatorPassword, ...provider, ...urls, ...environment },
  });

  /** Tells the sandbox, over its control API. */
  async function control(method: string, route: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${route}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`The sandbox refused ${route}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  const system = {
    bff,
    ...behind,
    sandbox,
    database,
    urls,
    url: bff.url,
    control,
    browser: (): Browser => createBrowser(bff.url),
    /** A browser that an operator has signed in with. */
    async signIn(name = 'Olga'): Promise<Browser> {
      const browser = createBrowser(bff.url);
      const { status } = await browser.post('/api/operator/session', { password: operatorPassword, name });
      if (status !== 204) throw new Error(`The operator was not let in: ${status}`);
      return browser;
    },
    /** Has the sandbox send its webhooks to the BFF from now on. */
    sendWebhooks: () => control('PUT', 'stripe/webhooks', { target: `${bff.url}/webhooks/stripe` }),
    /** Pays an intent as the card form does: by publishable key and client secret. */
    async confirm(clientSecret: string, method = 'pm_card_visa'): Promise<number> {
      const intent = clientSecret.split('_secret_')[0];
      const answer = await fetch(`${sandbox.url}/v1/payment_intents/${intent}/confirm`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_sandbox_test' },
        body: new URLSearchParams({ client_secret: clientSecret, payment_method: method }),
      });
      return answer.status;
    },
    /** Pays on the provider's hosted page, as the form on it does. */
    payOn(url: string, number = '4242424242424242'): Promise<Response> {
      return fetch(`${sandbox.url}${new URL(url).pathname}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ email: 'ada@example.com', number, expiry: '12/40', cvc: '123' }),
      });
    },
    /** Begins a transfer in a browser, which is its owner from then on. */
    async startTransfer(over: object = {}, browser = createBrowser(bff.url)) {
      const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00', ...over };
      const { status, body } = await browser.post('/api/transfers', order);
      if (status !== 201) throw new Error(`The transfer was not begun: ${status}`);
      return { browser, id: body.id as string, path: `/api/transfers/${body.id}`, transfer: body };
    },
    /** Pays for a transfer by card, and has the provider asked whether it is paid. */
    async pay(owner: Browser, transferId: string): Promise<void> {
      const { body } = await owner.post('/api/create-payment-intent', { transferId });
      if ((await system.confirm(body.clientSecret)) !== 200) throw new Error('The card was declined');
      await owner.post(`/api/transfers/${transferId}/complete`);
    },
    /** Begins a transfer, pays for it, and waits until its guide is open. */
    async startPaid(over: object = {}, browser?: Browser) {
      const started = await system.startTransfer(over, browser);
      await system.pay(started.browser, started.id);
      await eventually(async () => {
        const { status } = (await started.browser.get(started.path)).body;
        if (status !== 'instructions_sent') throw new Error(`The transfer is ${status}`);
      });
      return started;
    },
    /** Completes a paid transfer: its owner confirms an arrival that was recorded. */
    async complete(owner: Browser, transferId: string) {
      const { db } = behind.transfer.context as { db: Kysely<unknown> };
      const hash = 'A'.repeat(64);
      await sql`insert into arrival values (${transferId}, ${hash}, 2000000, 7, now())`.execute(db);
      return owner.post(`/api/transfers/${transferId}/confirm-arrival`);
    },
    async mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
      const { mails } = (await control('GET', 'state')) as { mails: { to: string; subject: string; text: string }[] };
      return mails.filter((mail) => mail.to === email);
    },
    async stop(): Promise<void> {
      await bff.stop();
      await Promise.all(Object.values(behind).map((service) => service.stop()));
      await sandbox.stop();
      await database.drop();
    },
  };
  return system;
}

export type System = Awaited<ReturnType<typeof startSystem>>;

/** The system of a file's tests: started before them, stopped after them. */
export function useSystem(environment: Environment = {}, behindIt: Behind = {}): System {
  const system = {} as System;
  beforeAll(async () => {
    Object.assign(system, await startSystem(environment, behindIt));
  });
  afterAll(() => system.stop?.());
  return system;
}

/** The operator of a file's tests: a browser that is signed in before them. */
export function useOperator(system: System): Browser {
  const operator = {} as Browser;
  beforeAll(async () => {
    Object.assign(operator, await system.signIn());
  });
  return operator;
}

type Options = Parameters<typeof testService<Context>>[1] & object;

/** The BFF alone; the services that it needs are nowhere. */
export async function startBff(environment: Environment = {}, options: Options = {}): Promise<TestService<Context>> {
  const nowhere = 'http://127.0.0.1:1';
  return testService<Context>(bffService, {
    ...options,
    environment: {
      OPERATOR_PASSWORD: operatorPassword,
      ...byUrlSetting(() => nowhere),
      ...environment,
    },
  });
}

/** A BFF for the tests of a file, alone, with a browser: started before them, stopped after them. */
export function useBff(environment?: Environment, options?: Options): { bff: TestService<Context>; browser: Browser } {
  const [bff, browser] = [{} as TestService<Context>, {} as Browser];
  beforeAll(async () => {
    Object.assign(bff, await startBff(environment, options));
    Object.assign(browser, createBrowser(bff.url));
  });
  afterAll(() => bff.stop?.());
  return { bff, browser };
}

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'xrp-bridge-bff-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 150_000, interval: 20 });
}
