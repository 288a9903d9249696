import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where another process of whoever started it finds the server that runs on a data directory, with its password.
 * @throws when none runs there, or it may not be known
 */
export async function findRunningPostgres(dataDir: string): Promise<string> {
  const home = await readFile(join(dataDir, 'postgres-location'), 'utf8').catch(() => dataDir);
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const lock = await readFile(join(home.trim(), 'postgres', 'postmaster.pid'), 'utf8');
  // The port is in its fourth line: https://www.postgresql.org/docs/18/storage-file-layout.html
  const port = lock.split('\n')[3]?.trim();
  return `postgres://postgres:${password.trim()}@127.0.0.1:${port}/xrp_bridge`;
}
