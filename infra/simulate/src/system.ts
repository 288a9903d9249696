import { AsyncLocalStorage } from 'node:async_hooks';
import { adsService } from '@xrp-bridge/ads';
import { bffService } from '@xrp-bridge/bff';
import { byUrlSetting, servicePortOffsets } from '@xrp-bridge/contracts/services';
import { notificationService } from '@xrp-bridge/notification';
import { paymentService } from '@xrp-bridge/payment';
import { type BaseSettings, baseSettings, type Environment, readSettings } from '@xrp-bridge/runtime/config';
import { migrateService, provideRole } from '@xrp-bridge/runtime/db';
import type { Logger } from '@xrp-bridge/runtime/logger';
import { startService } from '@xrp-bridge/runtime/service';
import { type AnyService, allMigrations } from '@xrp-bridge/runtime/service-definition';
import { type Sandbox, type Saved, startSandbox } from '@xrp-bridge/sandbox';
import { signalsService } from '@xrp-bridge/signals';
import { transferService } from '@xrp-bridge/transfer';
import type { SimulatedBus } from './bus.ts';
import type { SimulatedQueues } from './queue.ts';
import { parts } from './scheduler.ts';

/** Lists the simulated services. The edge service is the last, because it calls the others. */
export function listServices(hasSignals: boolean): readonly AnyService[] {
  const others = hasSignals ? [adsService, signalsService] : [adsService];
  return [transferService, paymentService, notificationService, ...others, bffService];
}

const bffPort = 3_000;
export const bffUrl = `http://127.0.0.1:${bffPort}`;
const publicUrl = `http://localhost:${bffPort}`;
export const webhookUrl = `${bffUrl}/webhooks/stripe`;
export const publishableKey = 'pk_sandbox_simulated';
export const secretKey = 'sk_sandbox_simulated';
export const operatorPassword = 'simulated-password-of-the-operator';
const webhookSecret = 'whsec_simulated_0123456789';

/** Starts the third parties. */
export function startProviders(saved: Saved | undefined): Promise<Sandbox> {
  return parts.run({ name: 'sandbox' }, () =>
    startSandbox({ port: 0, publicUrl, webhookTarget: webhookUrl, webhookSecret, ...(saved && { saved }) }),
  );
}

/** Returns the port of an instance. The edge service's instances share one port. */
function portOf(service: string, number: number): number {
  if (service === bffService.name) return bffPort;
  return bffPort + servicePortOffsets[service as keyof typeof servicePortOffsets] + 100 * (number - 1);
}

/** Creates a service's role and tables. Returns the URL to connect as this role. */
export function prepareDatabase(service: AnyService, databaseUrl: string): Promise<string> {
  const { name } = service;
  return parts.run({ name }, async () => {
    const url = await provideRole(databaseUrl, name);
    await migrateService({ url, service: name, migrations: allMigrations(service) });
    return url;
  });
}

/**
 * Starts one instance of a service.
 * @returns a function that stops the instance, as a deployment does
 */
export async function startInstance(options: {
  service: AnyService;
  /** The instance's number, counted from 1. */
  number: number;
  instancesPerService: number;
  sandbox: Sandbox;
  databaseUrl: string;
  bus: SimulatedBus;
  queues: SimulatedQueues;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { service, number, instancesPerService, sandbox, queues, log } = options;
  const numbers = Array.from({ length: instancesPerService }, (_, place) => place + 1);
  const environment: Environment = {
    ...byUrlSetting((name) => numbers.map((each) => `http://127.0.0.1:${portOf(name, each)}`).join(',')),
    DATABASE_URL: options.databaseUrl,
    INTERNAL_TOKEN: 'simulated-internal-token',
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    OPERATOR_PASSWORD: operatorPassword,
    XRPL_WS_URL: sandbox.xrplUrl,
    SIGNAL_SOURCES_URL: sandbox.signalSourcesUrl,
    ...adProviders(sandbox),
    // The simulated customers call the API, so no page is served.
    STATIC_DIR: import.meta.dirname,
  };
  const read = readSettings({ base: baseSettings, own: service.settings }, environment);
  const running = await startService(service, {
    settings: { ...read.base, ...(read.own as object) } as BaseSettings & Record<string, unknown>,
    bus: options.bus.open(log),
    openQueues: queues.open,
    port: portOf(service.name, number),
    log,
  });
  return AsyncLocalStorage.bind(running.stop);
}

/** Returns the settings that direct the ads service to the sandbox. */
function adProviders({ url }: Sandbox): Environment {
  return {
    X_API_BASE: url,
    X_API_KEY: 'sandbox-key',
    X_API_SECRET: 'sandbox-secret',
    X_ACCESS_TOKEN: 'sandbox-token',
    X_ACCESS_SECRET: 'sandbox-token-secret',
    GOOGLE_ADS_API_BASE: url,
    GOOGLE_OAUTH_BASE: url,
    GOOGLE_ADS_DEVELOPER_TOKEN: 'sandbox-developer',
    GOOGLE_ADS_CLIENT_ID: 'sandbox-client',
    GOOGLE_ADS_CLIENT_SECRET: 'sandbox-secret',
    GOOGLE_ADS_REFRESH_TOKEN: 'sandbox-refresh',
    GOOGLE_ADS_CUSTOMER_ID: '1234567890',
    META_API_BASE: url,
    META_ACCESS_TOKEN: 'sandbox-token',
    META_AD_ACCOUNT_ID: '1234567890',
    META_PAGE_ID: '1234567890',
    X_ADS_API_BASE: url,
    X_ADS_ACCOUNT_ID: 'sandbox',
    X_ADS_FUNDING_ID: 'sandbox',
    COINZILLA_URL: `${url}/coinzilla/serve/native.php?z=1`,
    COINZILLA_REPORT_URL: `${url}/coinzilla/report`,
    BITMEDIA_URL: `${url}/bitmedia/1`,
    BITMEDIA_REPORT_URL: `${url}/bitmedia/report`,
  };
}
