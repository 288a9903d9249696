import type { Kysely } from 'kysely';
import { busMigrations, grantBus, migrateBus } from './bus/index.ts';
import { type Migrations, migrateService, provideRole } from './db.ts';
import { jobsSchemaOf, migrateQueues } from './queue-postgres.ts';
import { type AnyService, allMigrations } from './service-definition.ts';

/**
 * Creates the roles of the bus and the services, and migrates their schemas.
 * Several processes may call this at the same time: they run one after the other.
 * @param urlOf returns the configured URL of a service or of `bus`; undefined for `bus` if the bus is not in PostgreSQL
 * @returns the URL with which each service and the bus connect
 */
export async function migrateAll(
  services: readonly AnyService[],
  urlOf: (part: string) => string | undefined,
): Promise<Record<string, string>> {
  const bus = provideBus(urlOf('bus'));
  const [busUrl, ...others] = await Promise.all([
    bus,
    ...services.map(async (service) => {
      const { name } = service;
      const url = await provideRole(urlOf(name) ?? '', name, [name, jobsSchemaOf(name)]);
      const andThen = (owner: Kysely<unknown>) => migrateQueues(owner, name);
      await migrateService({ url, service: name, migrations: allMigrations(service), andThen });
      return [name, url] as const;
    }),
  ]);
  if (busUrl) await grantBus(busUrl, ...others.map(([, url]) => url));
  return { ...(busUrl ? { bus: busUrl } : {}), ...Object.fromEntries(others) };
}

/** Returns the migrations of the bus and of each service, by schema. */
export function migrationsBySchema(services: readonly AnyService[]): Record<string, Migrations> {
  return {
    bus: busMigrations,
    ...Object.fromEntries(services.map((service) => [service.name, allMigrations(service)])),
  };
}

/** Creates the bus's role and migrates its schema. Returns the role's URL; undefined without a URL. */
async function provideBus(configured: string | undefined): Promise<string | undefined> {
  if (!configured) return undefined;
  const url = await provideRole(configured, 'bus');
  await migrateBus(url);
  return url;
}
