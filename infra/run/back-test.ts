import { runBackTest } from '@xrp-bridge/signals/back-test';
import { runCommand, withDatabases } from './command.ts';

// npm run back-test: computes how often the price of a hot coin moved afterwards, compared with all coins. Needs the
// settings of the services; on one machine the product must not run.

await runCommand((environment) =>
  withDatabases(environment, ['signals'], async (db) => console.log(await runBackTest(db, new Date()))),
);
