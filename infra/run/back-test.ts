import { runBackTest } from '@xrp-bridge/signals/back-test';
import { runCommand, withDatabases } from './command.ts';

// npm run back-test: how often a hot coin's price moved afterwards, against how often any did. With the settings of the
// services; on one machine, while the product is not running.

await runCommand((environment) =>
  withDatabases(environment, ['signals'], async (db) => console.log(await runBackTest(db, new Date()))),
);
