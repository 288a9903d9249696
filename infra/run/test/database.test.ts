import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { withOwner } from '@xrp-bridge/runtime/db';
import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts';
import { findFreePorts } from '../../process/free-port.ts';
import { createFolder, startTarget } from './harness.ts';

const password = 'of: its/own@100%#?';
let database: URL;

beforeEach(async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  database = new URL(url);
});

const name = () => database.pathname.slice(1);

async function run(...statements: string[]): Promise<void> {
  await withOwner(database.href, async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
}

function addressOf(role: string): string {
  return Object.assign(new URL(database), { username: role, password: encodeURIComponent(password) }).href;
}

/**
 * Lists the roles that are connected to the database, except this test's role and PostgreSQL's own
 * processes.
 */
async function listRoles(): Promise<string[]> {
  return await withOwner(database.href, async (db) => {
    const { rows } = await sql<{ usename: string }>`
      select distinct usename from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      order by 1`.execute(db);
    return rows.map(({ usename }) => usename);
  });
}

async function start(settings: Record<string, string>) {
  const DATA_DIR = await createFolder();
  const product = startTarget({ PORT: String(await findFreePorts([0, 1, 2])), DATA_DIR, ...settings });
  await product.ready;
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
  return product;
}

const parts = ['bff', 'bus', ...serviceNames].sort();

test('each service connects with its own role, and none as the administrator', async () => {
  await start({ DATABASE_URL: database.href });
  expect(await listRoles()).toEqual(parts.map((part) => `xrp_bridge_${part}`));
});

test('a role that may not create roles works for all services, with one warning, and its password may contain any character', async () => {
  await run(`create role ${name()} login password '${password}'`, `alter database ${name()} owner to ${name()}`);
  const { href } = Object.assign(new URL(database), { username: name(), password: '' });
  const { output } = await start({ DATABASE_URL: href, DATABASE_PASSWORD: password });
  expect(await listRoles()).toEqual([name()]);
  expect(output().match(/may not create roles/g)).toHaveLength(1);
});

test('each service connects to its own DATABASE_URL without an administrator', async () => {
  const roleOf = (part: string) => `${part}_of_${name()}`;
  await run('create extension pg_trgm');
  for (const part of parts) {
    const jobs = part === 'bus' ? [] : [`create schema ${part}_jobs authorization ${roleOf(part)}`];
    await run(
      `create role ${roleOf(part)} login password '${password}'`,
      `create schema ${part} authorization ${roleOf(part)}`,
      ...jobs,
    );
  }
  const settings = parts.map((part) => [`${part.toUpperCase()}_DATABASE_URL`, addressOf(roleOf(part))]);
  const { output } = await start(Object.fromEntries(settings));
  expect(await listRoles()).toEqual(parts.map(roleOf));
  expect(output()).not.toContain('may not create roles');
});

describe('a start with a database from before the first release', () => {
  async function createUnreleasedBus(url: string): Promise<void> {
    await migrateAll([], () => url);
    await withOwner(url, (db) =>
      sql`update bus.kysely_migration set name = '0003_one_cursor_contract' where name = '0001_schema'`.execute(db),
    );
  }

  const refusal =
    'The database was created by a version from before the first release (schema bus), and its data cannot be migrated. ' +
    'Start with an empty database: ';

  test('is refused, with advice to use another DATA_DIR', async () => {
    const DATA_DIR = await createFolder();
    const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR });
    await createUnreleasedBus(postgres.url);
    await postgres.stop();
    const { ended, output } = startTarget({ PORT: String(await findFreePorts([0, 1, 2])), DATA_DIR });
    expect(await ended).toBe(1);
    expect(output()).toBe(`${refusal}set DATA_DIR to a new folder, or move ${DATA_DIR} away.\n`);
  });

  test.each(['DATABASE_URL', 'BUS_DATABASE_URL'])('is refused, with advice to use another %s', async (setting) => {
    await createUnreleasedBus(database.href);
    const { ended, output } = startTarget({
      TARGET: 'transfer',
      PORT: String(await findFreePorts([0])),
      DATA_DIR: await createFolder(),
      INTERNAL_TOKEN: 'a-token-shared-by-the-targets',
      TRANSFER_DATABASE_URL: database.href,
      [setting]: database.href,
    });
    expect(await ended).toBe(1);
    expect(output()).toBe(`${refusal}set ${setting} to the address of a new one.\n`);
  });
});
