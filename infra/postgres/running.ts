import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Finds the connection address, with password, of the server that runs on a data directory.
 * Used by other processes of the same user.
 * @throws Error if no server runs there, or if its files are not readable
 */
export async function findRunningPostgres(dataDir: string): Promise<string> {
  const home = await readFile(join(dataDir, 'postgres-location'), 'utf8').catch(() => dataDir);
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const lock = await readFile(join(home.trim(), 'postgres', 'postmaster.pid'), 'utf8');
  // The fourth line is the port: https://www.postgresql.org/docs/18/storage-file-layout.html
  const port = lock.split('\n')[3]?.trim();
  return `postgres://postgres:${password.trim()}@127.0.0.1:${port}/xrp_bridge`;
}
