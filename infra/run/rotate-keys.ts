import path from 'node:path';
import type { Environment } from '@xrp-bridge/runtime/config';
import { openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { rotateSigningKeys } from '@xrp-bridge/runtime/signing-keys';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { commonDatabaseUrl, databaseUrlsOf, readRunSettings } from './settings.ts';
import { loadService, targets } from './targets.ts';

// npm run rotate-keys: replaces the keys that sign cookies and links in mails. What the keys before them signed stays
// valid, what older ones signed does not (ADR 0037). With the settings of the services, while they run; on one machine,
// while the product is not running, unless DATABASE_URL says where its database is.

/** @throws Error that says what is wrong; when a database cannot be reached, or the keys were replaced just now */
async function main(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: an entrypoint
  const given: Environment = process.env;
  const urls = databaseUrlsOf(targets, { ...given, DATABASE_URL: commonDatabaseUrl(given) });
  const definitions = await Promise.all(targets.map((target) => loadService[target]()));
  const withKeys = definitions.flatMap(({ name, signingKeys }) => (signingKeys ? [{ name, signingKeys }] : []));
  const areTold = withKeys.every(({ name }) => urls[name]);
  const postgres = areTold
    ? null
    : await startEmbeddedPostgres({ dataDir: path.resolve(readRunSettings(given).DATA_DIR) });
  try {
    for (const { name, signingKeys } of withKeys) {
      const url = await provideRole((urls[name] ?? postgres?.url) as string, name);
      const onError = (error: Error) => console.error(error.message);
      const database = openDatabase({ url, service: name, onError });
      try {
        await rotateSigningKeys(database.db, signingKeys);
        console.log(`${name}: replaced ${signingKeys.map((kind) => kind.name).join(', ')}`);
      } finally {
        await database.close();
      }
    }
    console.log('Running instances sign with the new keys within 30 seconds.');
  } finally {
    await postgres?.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
