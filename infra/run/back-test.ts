import path from 'node:path';
import { openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { runBackTest } from '@xrp-bridge/signals/back-test';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { commonDatabaseUrl, databaseUrlsOf, readRunSettings } from './settings.ts';

// npm run back-test: how often a hot coin's price moved afterwards, against how often any did. With the settings of the
// services; on one machine, while the product is not running.

/** @throws Error when the database cannot be reached, or is the product's at this moment */
async function main(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: an entrypoint
  const given = process.env;
  const told = databaseUrlsOf(['signals'], { ...given, DATABASE_URL: commonDatabaseUrl(given) }).signals;
  const postgres = told
    ? null
    : await startEmbeddedPostgres({ dataDir: path.resolve(readRunSettings(given).DATA_DIR) });
  try {
    const url = await provideRole((told ?? postgres?.url) as string, 'signals');
    const database = openDatabase({ url, service: 'signals', onError: (error) => console.error(error.message) });
    try {
      console.log(await runBackTest(database.db, new Date()));
    } finally {
      await database.close();
    }
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
