import { parseArgs } from 'node:util';
import { type ServiceName, serviceNames } from '@xrp-bridge/contracts/services';
import { openBus } from '@xrp-bridge/runtime/bus/index';
import type { Environment } from '@xrp-bridge/runtime/config';
import { openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { refillBus } from '@xrp-bridge/runtime/messaging/refill';
import { createInstanceName } from '@xrp-bridge/runtime/service';
import { withSecretFiles } from './environment.ts';
import { commonDatabaseUrl, databaseUrlsOf } from './settings.ts';

const usage = `npm run refill-bus -- --since 2026-11-20T08:00:00Z [--service transfer …]

Sends again what the services have sent to Kafka since then (7 days are kept), after it has lost events. With the
settings of the services: KAFKA_BROKERS, and DATABASE_URL or that of each service.`;

/** Refills the bus. @throws Error with the usage, or with the missing setting */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { since: { type: 'string' }, service: { type: 'string', multiple: true } } });
  const since = new Date(values.since ?? '');
  const services = (values.service ?? serviceNames) as ServiceName[];
  if (Number.isNaN(since.getTime()) || services.some((name) => !serviceNames.includes(name))) throw new Error(usage);

  // biome-ignore lint/style/noProcessEnv: an entrypoint
  const given: Environment = withSecretFiles(process.env);
  const environment: Environment = { ...given, DATABASE_URL: commonDatabaseUrl(given) };
  const kafkaBrokers = environment.KAFKA_BROKERS?.split(',').map((broker) => broker.trim());
  if (!kafkaBrokers) {
    throw new Error('KAFKA_BROKERS is missing. The bus inside PostgreSQL needs no refill: it keeps its events itself.');
  }
  const urls = databaseUrlsOf(services, environment);
  const log = createLogger({ level: 'warn' });
  const bus = await openBus({ databaseUrl: '', kafkaBrokers, instance: createInstanceName(), log });
  try {
    for (const service of services) {
      const databaseUrl = urls[service];
      if (!databaseUrl) throw new Error(`${service.toUpperCase()}_DATABASE_URL is missing, or DATABASE_URL for all.`);
      const url = await provideRole(databaseUrl, service);
      const database = openDatabase({ url, service, onError: (error) => log.warn({ err: error }, 'connection lost') });
      try {
        const sent = await refillBus({ db: database.db, bus, source: service, since });
        console.log(`${service}: ${sent} events sent again`);
      } finally {
        await database.close();
      }
    }
  } finally {
    await bus.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error && !('code' in error) ? error.message : error);
  process.exitCode = 1;
}
