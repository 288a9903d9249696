import { grantBus, migrateBus } from '@xrp-bridge/runtime/bus/index';
import { migrateService } from '@xrp-bridge/runtime/db';
import { migrateQueues } from '@xrp-bridge/runtime/queue-postgres';
import { type AnyService, allMigrations } from '@xrp-bridge/runtime/service';

/** Brings the bus and the services' schemas up to date. Several processes may do so at once: they take turns. */
export async function migrateAll(databaseUrl: string, services: readonly AnyService[]): Promise<void> {
  await migrateBus(databaseUrl);
  await Promise.all(
    services.map(async (service) => {
      await migrateService({ url: databaseUrl, service: service.name, migrations: allMigrations(service) });
      await grantBus(databaseUrl, service.name);
      await migrateQueues(databaseUrl, service.name);
    }),
  );
}
