import { bffService } from '@xrp-bridge/bff';
import { byUrlSetting, servicePortOffsets } from '@xrp-bridge/contracts/services';
import { notificationService } from '@xrp-bridge/notification';
import { paymentService } from '@xrp-bridge/payment';
import { type BaseSettings, baseSettings, type Environment, readSettings } from '@xrp-bridge/runtime/config';
import { migrateService, provideRole } from '@xrp-bridge/runtime/db';
import type { ServiceClient } from '@xrp-bridge/runtime/http-client';
import type { Logger } from '@xrp-bridge/runtime/logger';
import { startService } from '@xrp-bridge/runtime/service';
import { type AnyService, allMigrations } from '@xrp-bridge/runtime/service-definition';
import { type Sandbox, startSandbox } from '@xrp-bridge/sandbox';
import { transferService } from '@xrp-bridge/transfer';
import type { SimulatedBus } from './bus.ts';
import type { SimulatedQueues } from './queue.ts';
import { type Life, parts } from './scheduler.ts';

/** The simulated services. The edge service is the last, because it calls the others. */
const services: readonly AnyService[] = [transferService, paymentService, notificationService, bffService];
export const serviceNames: readonly string[] = services.map(({ name }) => name);

const bffPort = 3_000;
export const bffUrl = `http://127.0.0.1:${bffPort}`;
const publicUrl = `http://localhost:${bffPort}`;
export const webhookUrl = `${bffUrl}/webhooks/stripe`;
export const publishableKey = 'pk_sandbox_simulated';
export const secretKey = 'sk_sandbox_simulated';
export const operatorPassword = 'simulated-password-of-the-operator';
const webhookSecret = 'whsec_simulated_0123456789';

/** Starts the third parties. */
export function startProviders(): Promise<Sandbox> {
  return parts.run({ name: 'sandbox' }, () =>
    startSandbox({ port: 0, publicUrl, webhookTarget: webhookUrl, webhookSecret }),
  );
}

/** Starts the product's process, in which all services share a bus and queues. */
export async function startProduct(options: {
  sandbox: Sandbox;
  databaseUrl: string;
  bus: SimulatedBus;
  queues: SimulatedQueues;
  log: Logger;
  life: Life;
}): Promise<void> {
  const { sandbox, databaseUrl, queues, log, life } = options;
  const environment: Environment = {
    ...byUrlSetting((service) => `http://127.0.0.1:${bffPort + servicePortOffsets[service]}`),
    INTERNAL_TOKEN: 'simulated-internal-token',
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    OPERATOR_PASSWORD: operatorPassword,
    XRPL_WS_URL: sandbox.xrplUrl,
    // The simulated customers call the API, so no page is served.
    STATIC_DIR: import.meta.dirname,
  };
  const localServices = new Map<string, ServiceClient>();
  for (const service of services) {
    const { name } = service;
    await parts.run({ name, life }, async () => {
      const url = await provideRole(databaseUrl, name);
      await migrateService({ url, service: name, migrations: allMigrations(service) });
      const read = readSettings({ base: baseSettings, own: service.settings }, { ...environment, DATABASE_URL: url });
      const running = await startService(service, {
        settings: { ...read.base, ...(read.own as object) } as BaseSettings & Record<string, unknown>,
        bus: options.bus.open(log),
        openQueues: queues.open,
        port: service.kind === 'edge' ? bffPort : 0,
        log,
        localServices,
      });
      if (running.localClient) localServices.set(name, running.localClient);
    });
  }
}
