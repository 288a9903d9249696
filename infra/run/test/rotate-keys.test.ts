import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withOwner } from '@xrp-bridge/runtime/db';
import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadService } from '../targets.ts';

const entry = fileURLToPath(new URL('../rotate-keys.ts', import.meta.url));
let url: string;

beforeEach(async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  url = database.url;
  await migrateAll([await loadService.bff(), await loadService.notification()], () => url);
  await withOwner(url, async (db) => {
    const yesterday = sql`now() - interval '1 day'`;
    await sql`
      insert into bff.secret (name, value, created_at)
      values ('owner-cookie', 'first', ${yesterday}), ('visitors 2026-11-25', 'day', ${yesterday})`.execute(db);
    await sql`
      insert into notification.secret (name, value, created_at) values ('signed-links', 'first', ${yesterday})`.execute(
      db,
    );
  });
});

async function run(): Promise<{ code: number; output: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [entry], { env: { PATH, DATABASE_URL: url } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

async function readKeys(): Promise<{ name: string; value: Buffer }[]> {
  return withOwner(url, async (db) => {
    const { rows } = await sql<{ name: string; value: Buffer }>`
      select name, value from bff.secret union all select name, value from notification.secret order by name`.execute(
      db,
    );
    return rows;
  });
}

test('rotate-keys replaces every key, at most once a minute, and prints no key', async () => {
  const { code, output } = await run();
  expect([code, output]).toEqual([0, expect.stringContaining('Running instances sign with the new keys')]);
  const keys = await readKeys();
  expect(keys.map(({ name }) => name.replace(/[0-9a-f-]{36}$/, '…'))).toEqual([
    'concierge-cookie',
    'operator-device',
    'owner-cookie',
    'owner-cookie replaced …',
    'signed-links',
    'signed-links replaced …',
    'subscription-links',
    'visitors 2026-11-25',
  ]);
  for (const { value } of keys) {
    for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const) {
      expect(output).not.toContain(value.toString(encoding));
    }
  }

  const again = await run();
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('less than a minute old')]);
  expect(await readKeys()).toEqual(keys);
});
