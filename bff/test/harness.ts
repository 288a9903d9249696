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

/** A source of prices, of mentions and of development activity. The signals tests cover the others. */
const oneOfEachKind: ReadonlySet<string> = new Set(['CoinGecko', 'GDELT', 'GitHub']);

async function startServices(
  options: Parameters<typeof testService>[1],
  { hasSignalSources, hasNoSchedules }: ServiceOptions,
) {
  // Loading a month of news takes seconds, and most tests do not need it.
  const context: typeof signalsService.context = (...args) => {
    const { sources, ...rest } = signalsService.context(...args);
    return { ...rest, sources: hasSignalSources ? sources.filter(({ name }) => oneOfEachKind.has(name)) : [] };
  };
  const started = Object.entries(definitions).map(async ([name, definition]) => {
    const more = { ...(hasNoSchedules ? { schedules: () => [] } : {}), ...(name === 'signals' ? { context } : {}) };
    return [name, await testService({ ...definition, ...more }, options)] as const;
  });
  return Object.fromEntries(await Promise.all(started)) as Record<ServiceName, TestService<unknown>>;
}

function localClientsOf(services: Record<string, TestService<unknown>>): Map<string, ServiceClient> {
  return new Map(Object.entries(services).map(([name, { service }]) => [name, service.localClient as ServiceClient]));
}

interface ServiceOptions {
  /** True to give the signals service one source of each kind. By default, the service has no sources. */
  hasSignalSources?: boolean;
  /** True to start the services without schedules, so that no job runs unless a test enqueues it. */
  hasNoSchedules?: boolean;
}

/**
 * Starts the BFF, the real services and the sandbox on one database.
 *
 * The BFF calls the services in process, as the program `all` does.
 */
export async function startSystem(environment: Environment = {}, serviceOptions: ServiceOptions = {}) {
  const database = await createTestDatabase();
  const sandbox = await startSandbox({ port: 0, publicUrl: 'http://localhost:3000', webhookSecret });
  const provider = {
    STRIPE_SECRET_KEY: 'sk_sandbox_test',
    STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_test',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    WEBHOOK_SANDBOX_URL: `${sandbox.url}/webhook/`,
    XRPL_WS_URL: sandbox.xrplUrl,
    SIGNAL_SOURCES_URL: sandbox.signalSourcesUrl,
    X_API_BASE: sandbox.url,
    X_API_KEY: 'sandbox-key',
    X_API_SECRET: 'sandbox-secret',
    X_ACCESS_TOKEN: 'sandbox-token',
    X_ACCESS_SECRET: 'sandbox-token-secret',
  };
  const services = await startServices({ database, environment: provider }, serviceOptions);
  const urls = byUrlSetting((name) => services[name].url);
  const bff = await testService<Context>(bffService, {
    database,
    localServices: localClientsOf(services),
    environment: { OPERATOR_PASSWORD: operatorPassword, ...provider, ...urls, ...environment },
  });

  /** Calls the control API of the sandbox. @throws if the sandbox refuses the call */
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
    ...services,
    sandbox,
    database,
    urls,
    url: bff.url,
    control,
    browser: (): Browser => createBrowser(bff.url),
    /** Signs an operator in with a new browser. */
    async signIn(name = 'Olga'): Promise<Browser> {
      const browser = createBrowser(bff.url);
      const { status } = await browser.post('/api/operator/session', { password: operatorPassword, name });
      if (status !== 204) throw new Error(`The operator could not sign in: ${status}`);
      return browser;
    },
    /** Makes the sandbox send its webhooks to the BFF from now on. */
    sendWebhooks: () => control('PUT', 'stripe/webhooks', { target: `${bff.url}/webhooks/stripe` }),
    /** Pays an intent with publishable key and client secret, as the card form does. */
    async confirm(clientSecret: string, method = 'pm_card_visa'): Promise<number> {
      const intent = clientSecret.split('_secret_')[0];
      const answer = await fetch(`${sandbox.url}/v1/payment_intents/${intent}/confirm`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_sandbox_test' },
        body: new URLSearchParams({ client_secret: clientSecret, payment_method: method }),
      });
      return answer.status;
    },
    /** Pays as the form on the provider's hosted page does. */
    payOn(url: string, number = '4242424242424242'): Promise<Response> {
      return fetch(`${sandbox.url}${new URL(url).pathname}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ email: 'ada@example.com', number, expiry: '12/40', cvc: '123' }),
      });
    },
    /** Creates a transfer in a browser, which becomes its owner. */
    async startTransfer(over: object = {}, browser = createBrowser(bff.url)) {
      const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00', ...over };
      const { status, body } = await browser.post('/api/transfers', order);
      if (status !== 201) throw new Error(`The transfer was not created: ${status}`);
      return { browser, id: body.id as string, path: `/api/transfers/${body.id}`, transfer: body };
    },
    /** Pays for a transfer by card, and makes the BFF query the provider for the result. */
    async pay(owner: Browser, transferId: string): Promise<void> {
      const { body } = await owner.post('/api/create-payment-intent', { transferId });
      if ((await system.confirm(body.clientSecret)) !== 200) throw new Error('The card was declined');
      await owner.post(`/api/transfers/${transferId}/complete`);
    },
    /** Creates a transfer, pays for it, and waits until its guide is released. */
    async startPaid(over: object = {}, browser?: Browser) {
      const started = await system.startTransfer(over, browser);
      await system.pay(started.browser, started.id);
      await eventually(async () => {
        const { status } = (await started.browser.get(started.path)).body;
        if (status !== 'instructions_sent') throw new Error(`The transfer is ${status}`);
      });
      return started;
    },
    /** Completes a paid transfer: inserts an arrival, which its owner then confirms. */
    async complete(owner: Browser, transferId: string) {
      const { db } = services.transfer.context as { db: Kysely<unknown> };
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
      await Promise.all(Object.values(services).map((service) => service.stop()));
      await sandbox.stop();
      await database.drop();
    },
  };
  return system;
}

export type System = Awaited<ReturnType<typeof startSystem>>;

/** Starts the system before the tests of a file, and stops it after them. */
export function useSystem(environment: Environment = {}, serviceOptions: ServiceOptions = {}): System {
  const system = {} as System;
  beforeAll(async () => {
    Object.assign(system, await startSystem(environment, serviceOptions));
  });
  afterAll(() => system.stop?.());
  return system;
}

/** Signs an operator in before the tests of a file. */
export function useOperator(system: System): Browser {
  const operator = {} as Browser;
  beforeAll(async () => {
    Object.assign(operator, await system.signIn());
  });
  return operator;
}

type Options = Parameters<typeof testService<Context>>[1] & object;

/** Starts the BFF alone: every call to a service fails. */
export async function startBff(environment: Environment = {}, options: Options = {}): Promise<TestService<Context>> {
  const unreachable = 'http://127.0.0.1:1';
  return testService<Context>(bffService, {
    ...options,
    environment: {
      OPERATOR_PASSWORD: operatorPassword,
      ...byUrlSetting(() => unreachable),
      ...environment,
    },
  });
}

/** Starts the BFF alone, with a browser, before the tests of a file, and stops it after them. */
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
