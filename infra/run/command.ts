import path from 'node:path';
import type { Environment } from '@xrp-bridge/runtime/config';
import { type Database, openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { withSecretFiles } from './environment.ts';
import { commonDatabaseUrl, databaseUrlsOf, readRunSettings } from './settings.ts';
import type { Target } from './targets.ts';

/**
 * Calls `use` with the database URL of each of these services and of the bus in PostgreSQL.
 * The URLs come from the settings of the services. If a URL is missing, the PostgreSQL in DATA_DIR
 * is started and stopped again.
 *
 * @throws Error if the product is using DATA_DIR
 */
export async function withDatabaseUrls(
  environment: Environment,
  services: readonly Target[],
  use: (urls: Record<string, string>) => Promise<void>,
): Promise<void> {
  const configured = databaseUrlsOf(services, { ...environment, DATABASE_URL: commonDatabaseUrl(environment) });
  const postgres = services.every((service) => configured[service])
    ? null
    : await startEmbeddedPostgres({ dataDir: path.resolve(readRunSettings(environment).DATA_DIR) });
  const urls = Object.entries(configured).map(([part, url]) => [part, url ?? postgres?.url] as const);
  try {
    await use(Object.fromEntries(urls.filter((entry): entry is [string, string] => Boolean(entry[1]))));
  } finally {
    await postgres?.stop();
  }
}

/**
 * Calls `use` with the database of each service in turn, from `withDatabaseUrls`.
 *
 * @throws Error if a database is unreachable, or if the product is using DATA_DIR
 */
export async function withDatabases<Tables>(
  environment: Environment,
  services: readonly Target[],
  use: (db: Database<Tables>, service: Target) => Promise<void>,
): Promise<void> {
  await withDatabaseUrls(environment, services, async (urls) => {
    for (const service of services) {
      const url = await provideRole(urls[service] as string, service);
      const onError = (error: Error) => console.error(error.message);
      const database = openDatabase<Tables>({ url, service, onError });
      try {
        await use(database.db, service);
      } finally {
        await database.close();
      }
    }
  });
}

/** Runs a command of `npm run`. After an error, prints only its message and sets exit code 1. */
export async function runCommand(main: (environment: Environment) => Promise<void>): Promise<void> {
  try {
    // biome-ignore lint/style/noProcessEnv: an entrypoint
    await main(withSecretFiles(process.env));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
