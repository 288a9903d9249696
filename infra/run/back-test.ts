import { runBackTest } from '@xrp-bridge/signals/back-test';
import { runCommand, withDatabases } from './command.ts';

// npm run back-test: computes how often the price of a hot coin moved afterwards, compared with all coins. Requires
// the services' settings. Without a database URL it starts the embedded PostgreSQL, so stop the product first.

await runCommand((environment) =>
  withDatabases(environment, ['signals'], async (db) => console.log(await runBackTest(db, new Date()))),
);
