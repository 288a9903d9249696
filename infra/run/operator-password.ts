import { createInterface } from 'node:readline/promises';
import { type OperatorTables, setOperatorPassword } from '@xrp-bridge/bff';
import { runCommand, withDatabases } from './command.ts';

// npm run operator-password: gives the first owner another password, removes the second factor and ends the owner's
// sessions. With the settings of the services; on one machine, while the product is not running, unless DATABASE_URL says
// where its database is.

const shortest = 12;

await runCommand(async (environment) => {
  if (environment.OPERATOR_PASSWORD) {
    throw new Error('OPERATOR_PASSWORD is set, and wins at every start: change it there, or take it out first.');
  }
  const password = await readPassword();
  if (password.length < shortest || password.length > 200) {
    throw new Error(`The password must have ${shortest} to 200 characters.`);
  }
  await withDatabases<OperatorTables>(environment, ['bff'], async (db) => {
    await setOperatorPassword(db, password);
    console.log(
      'The owner’s password is changed, the second factor is removed, and the owner is signed out everywhere.',
    );
  });
});

/** From the terminal, or from whatever is piped in: an argument would stay in the shell's history. */
async function readPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    return (await terminal.question('New operator password: ')).trim();
  } finally {
    terminal.close();
  }
}
