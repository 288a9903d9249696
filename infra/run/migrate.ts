import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { runCommand } from './command.ts';
import { commonDatabaseUrl, databaseUrlsOf } from './settings.ts';
import { loadService, targets } from './targets.ts';

// npm run migrate: creates the roles and migrates the schemas of all services, and ends. Needs DATABASE_URL or the URL of
// each service. The services do the same when they start, so an installation needs this command only to migrate first.

await runCommand(async (environment) => {
  const urls = databaseUrlsOf(targets, { ...environment, DATABASE_URL: commonDatabaseUrl(environment) });
  const missing = targets.filter((target) => !urls[target]);
  if (missing.length > 0) throw new Error(`DATABASE_URL is missing, or the URL of each of: ${missing.join(', ')}.`);
  await migrateAll(await Promise.all(targets.map((target) => loadService[target]())), (part) => urls[part]);
  console.log('The schemas of all services are up to date.');
});
