import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type OperatorTables, setOperatorPassword } from '@xrp-bridge/bff';
import { openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { commonDatabaseUrl, databaseUrlsOf, readRunSettings } from './settings.ts';

// npm run operator-password: gives the first owner another password, removes the second factor and ends the owner's
// sessions. With the settings of the services; on one machine, while the product is not running, unless DATABASE_URL says
// where its database is.

const shortest = 12;

/** @throws Error that says what is wrong; when the database cannot be reached, or is the product's at this moment */
async function main(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: an entrypoint
  const given = process.env;
  if (given.OPERATOR_PASSWORD) {
    throw new Error('OPERATOR_PASSWORD is set, and wins at every start: change it there, or take it out first.');
  }
  const password = await readPassword();
  if (password.length < shortest || password.length > 200) {
    throw new Error(`The password must have ${shortest} to 200 characters.`);
  }
  const told = databaseUrlsOf(['bff'], { ...given, DATABASE_URL: commonDatabaseUrl(given) }).bff;
  const postgres = told
    ? null
    : await startEmbeddedPostgres({ dataDir: path.resolve(readRunSettings(given).DATA_DIR) });
  try {
    const url = await provideRole((told ?? postgres?.url) as string, 'bff');
    const database = openDatabase<OperatorTables>({
      url,
      service: 'bff',
      onError: (error) => console.error(error.message),
    });
    try {
      await setOperatorPassword(database.db, password);
      console.log(
        'The owner’s password is changed, the second factor is removed, and the owner is signed out everywhere.',
      );
    } finally {
      await database.close();
    }
  } finally {
    await postgres?.stop();
  }
}

/** From the terminal, or from whatever is piped in: an argument would stay in the shell's history. */
async function readPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    return (await terminal.question('New operator password: ')).trim();
  } finally {
    terminal.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
