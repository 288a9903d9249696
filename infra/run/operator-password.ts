import { createInterface } from 'node:readline/promises';
import { isEasyPassword, type OperatorTables, setOperatorPassword } from '@xrp-bridge/bff';
import { baseSettings, readSettings } from '@xrp-bridge/runtime/config';
import { z } from 'zod';
import { runCommand, withDatabases } from './command.ts';

// npm run operator-password: sets a new password for the first owner, removes the second factor and ends the owner's
// sessions. Needs the settings of the services. On one machine the product must not run, unless DATABASE_URL is set.

const { PRODUCT_NAME, PUBLIC_URL } = baseSettings.shape;

await runCommand(async (environment) => {
  if (environment.OPERATOR_PASSWORD) {
    throw new Error(
      'OPERATOR_PASSWORD is set and replaces the password at every start. Change or remove that setting first.',
    );
  }
  const password = await readPassword();
  if (password.length > 200) throw new Error('The password must have at most 200 characters.');
  const { site } = readSettings({ site: z.object({ PRODUCT_NAME, PUBLIC_URL }) }, environment);
  if (isEasyPassword(password, Object.values(site))) {
    throw new Error('That password is easy to guess. It needs 12 characters besides words like the product’s name.');
  }
  await withDatabases<OperatorTables>(environment, ['bff'], async (db) => {
    await setOperatorPassword(db, password);
    console.log(
      'The owner’s password was changed, two-step sign-in was turned off, and the owner was signed out everywhere.',
    );
  });
});

/**
 * Reads the password from the terminal or a pipe, because an argument would remain in the shell's
 * history.
 */
async function readPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    return (await terminal.question('New operator password: ')).trim();
  } finally {
    terminal.close();
  }
}
