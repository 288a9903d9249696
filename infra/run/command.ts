import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '@xrp-bridge/runtime/config';
import { type Database, openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { ClusterInUse } from '../postgres/cluster-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { findRunningPostgres } from '../postgres/running.ts';
import { withSecretFiles } from './environment.ts';
import { commonDatabaseUrl, databaseUrlsOf, readRunSettings } from './settings.ts';
import type { Target } from './targets.ts';

export interface Databases {
  /** The URL of each service's database and of the bus in PostgreSQL. */
  urls: Record<string, string>;
  /** The PostgreSQL in DATA_DIR, if a URL is not configured. `inUse` is true while the product runs. */
  embedded: { dataDir: string; inUse: boolean } | null;
}

/**
 * Calls `use` with the databases of these services.
 * The URLs come from the settings of the services. If a URL is missing, the PostgreSQL in DATA_DIR
 * is started and stopped again.
 *
 * @param options.mayRun true if the product may be using DATA_DIR. Its database must exist then
 * @throws Error if the product is using DATA_DIR
 */
export async function withDatabaseUrls(
  environment: Environment,
  services: readonly Target[],
  use: (databases: Databases) => Promise<void>,
  { mayRun = false } = {},
): Promise<void> {
  const configured = databaseUrlsOf(services, { ...environment, DATABASE_URL: commonDatabaseUrl(environment) });
  const dataDir = path.resolve(readRunSettings(environment).DATA_DIR);
  const open = mayRun ? joinEmbeddedPostgres : (dataDir: string) => startEmbeddedPostgres({ dataDir });
  const postgres: RunningPostgres | null = services.every((service) => configured[service])
    ? null
    : await open(dataDir);
  const urls = Object.entries(configured).map(([part, url]) => [part, url ?? postgres?.url] as const);
  try {
    await use({
      urls: Object.fromEntries(urls.filter((entry): entry is [string, string] => Boolean(entry[1]))),
      embedded: postgres && { dataDir, inUse: !postgres.stop },
    });
  } finally {
    await postgres?.stop?.();
  }
}

/** PostgreSQL in a data directory. Without `stop`, another process has started it. */
type RunningPostgres = Pick<EmbeddedPostgres, 'url'> & Partial<Pick<EmbeddedPostgres, 'stop'>>;

/** Finds the running PostgreSQL of a data directory, or starts it. @throws Error if it does not exist */
async function joinEmbeddedPostgres(dataDir: string): Promise<RunningPostgres> {
  if (!existsSync(path.join(dataDir, 'postgres-password'))) {
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  }
  try {
    return await startEmbeddedPostgres({ dataDir });
  } catch (error) {
    if (!(error instanceof ClusterInUse)) throw error;
    return { url: await findRunningPostgres(dataDir) };
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
  await withDatabaseUrls(environment, services, async ({ urls }) => {
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
