import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withOwner } from '@xrp-bridge/runtime/db';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { targets } from '../targets.ts';
import { createFolder } from './harness.ts';

const entry = fileURLToPath(new URL('../migrate.ts', import.meta.url));

async function migrate(settings: Record<string, string>): Promise<string> {
  const { PATH = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [entry], { env: { PATH, ...settings } });
  return stdout;
}

test('migrate creates the schemas of all services, reads a secret from a file, and may run again', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const DATABASE_URL_FILE = join(await createFolder(), 'database-url');
  await writeFile(DATABASE_URL_FILE, `${url}\n`);
  for (let run = 1; run <= 2; run++) expect(await migrate({ DATABASE_URL_FILE })).toContain('up to date');
  const schemas = await withOwner(url, async (db) => {
    const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace`.execute(db);
    return rows.map(({ name }) => name);
  });
  expect(schemas).toEqual(expect.arrayContaining([...targets]));
});

test('migrate names the services without a database', async () => {
  const given = { KAFKA_BROKERS: 'kafka:9092', ADS_DATABASE_URL: 'postgres://127.0.0.1/ads' };
  await expect(migrate(given)).rejects.toMatchObject({
    code: 1,
    stderr: 'DATABASE_URL is missing, or the URL of each of: transfer, payment, signals, notification, bff.\n',
  });
});
