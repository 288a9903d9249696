import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { withOwner } from '@xrp-bridge/runtime/db';
import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../../process/free-port.ts';
import { loadService, targets } from '../targets.ts';
import {
  createFolder,
  destroy,
  expectInstructions,
  expectMails,
  operatorPassword,
  payForTransfer,
  runEntry,
  send,
  signIn,
  startTarget,
  startTargets,
} from './harness.ts';

async function createDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  return url;
}

/** Returns the rows of every table that a backup contains, as text. */
async function readRows(url: string): Promise<Record<string, string[]>> {
  return withOwner(url, async (db) => {
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and not relispartition and nspname !~ '^pg_|_jobs$|^information_schema$'
        and relname !~ '^kysely|^watch_change$' order by 1, 2`.execute(db);
    const content: Record<string, string[]> = {};
    for (const { schema, name } of tables) {
      const table = sql.table(`${schema}.${name}`);
      const { rows } = await sql<{ row: string }>`select t::text as row from ${table} t order by 1`.execute(db);
      content[`${schema}.${name}`] = rows.map(({ row }) => row);
    }
    return content;
  });
}

/** Returns the next value of every sequence. */
async function readSequences(url: string): Promise<unknown[]> {
  return withOwner(url, async (db) => {
    const { rows } = await sql`
      select schemaname, sequencename, last_value from pg_sequences where schemaname !~ '_jobs$'
        and sequencename not like 'watch_change%' order by 1, 2`.execute(db);
    return rows;
  });
}

/** Creates a database with a few rows, and the path of a file for its backup. */
async function seed() {
  const DATABASE_URL = await createDatabase();
  await migrateAll(await Promise.all(targets.map((target) => loadService[target]())), () => DATABASE_URL);
  const [id, address] = ['a'.repeat(32), 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'];
  await withOwner(DATABASE_URL, async (db) => {
    const script = `
      insert into transfer.transfer (id, from_exchange, to_wallet, service_fee, status, destination_address, version, created_at, updated_at)
      values ('${id}', 'kraken', e'a tab\\t, a \\\\, a line\\n, \\u2028', '4.00', 'paid', '${address}', 1, now(), now());
      insert into transfer.watch (transfer_id, address, since, ends_at) values ('${id}', '${address}', now(), now());
      insert into payment.payment (id, order_id, product, channel, amount_cents, status, created_at, checked_at)
      values ('pay_1', '${id}', 'guide', 'intent', 400, 'open', now(), now());
      insert into payment.accounting_entry values
        ('one', 'stripe', 400, 'USD', 'sale', now(), 'pay_1'), ('one', 'revenue', -400, 'USD', 'sale', now(), 'pay_1');
      insert into ads.picture values ('pic_1', '\\x000aff', now());
      insert into bff.sign_in_failure (network, at) values ('::1', now());
      create table signals.mention_hour_202611 partition of signals.mention_hour
        for values from ('2026-11-01') to ('2026-12-01');
      insert into signals.mention_hour values ('xrp', 'reddit', '2026-11-20T08:00Z', 7);
      update ads.automation set enabled = true;`;
    for (const statement of script.split(';')) await sql.raw(statement).execute(db);
  });
  return { DATABASE_URL, path: join(await createFolder(), 'backup') };
}

const BACKUP_KEY = 'correct horse battery';

test.each([
  ['a', {}],
  ['an encrypted', { BACKUP_KEY }],
])('a database restored from %s backup has the same rows and sequences', async (_what, key) => {
  const { DATABASE_URL, path } = await seed();
  const rows = await readRows(DATABASE_URL);
  const sequences = await readSequences(DATABASE_URL);
  const settings = { DATABASE_URL, ...key };
  expect(await runEntry('backup', [path], settings)).toEqual({ code: 0, output: `${path} is complete.\n` });
  expect((await readFile(path)).includes('age-encryption.org/v1')).toBe('BACKUP_KEY' in key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await destroy(DATABASE_URL);
  expect(await runEntry('restore', [path], settings)).toMatchObject({ code: 0 });
  expect(await readRows(DATABASE_URL)).toEqual(rows);
  expect(await readSequences(DATABASE_URL)).toEqual(sequences);
  // The triggers work again.
  await withOwner(DATABASE_URL, async (db) => {
    await expect(sql`delete from payment.accounting_entry`.execute(db)).rejects.toThrow('append-only');
  });
});

test('a destroyed installation is restored to the row, and goes on', async () => {
  const DATABASE_URL = await createDatabase();
  const folder = await createFolder();
  const system = await startTargets({ DATABASE_URL });
  const { bff } = system;
  const { id } = await payForTransfer(system, 'before@example.com');
  await expectInstructions(system, id);
  await expectMails(system, 'before@example.com', 1);
  const headers = await signIn(system);
  await send(`${bff}/api/initialize-advertising`, {}, { headers });

  // The services are running.
  const running = join(folder, 'running');
  expect(await runEntry('backup', [running], { DATABASE_URL })).toMatchObject({ code: 0 });

  const services = [...system.instances.keys()].filter((name) => name !== 'sandbox 1');
  await Promise.all(services.map((name) => system.stopInstance(name)));
  const stopped = join(folder, 'stopped');
  expect(await runEntry('backup', [stopped], { DATABASE_URL })).toMatchObject({ code: 0 });
  const before = await readRows(DATABASE_URL);
  const sequences = await readSequences(DATABASE_URL);
  expect(before['payment.accounting_entry']).not.toEqual([]);

  await destroy(DATABASE_URL);
  expect(await runEntry('restore', [running], { DATABASE_URL })).toMatchObject({ code: 0 });
  const restored = await readRows(DATABASE_URL);
  for (const table of ['payment.accounting_entry', 'ads.accounting_entry', 'transfer.transfer', 'payment.payment']) {
    expect(restored[table]).toEqual(before[table]);
  }

  await destroy(DATABASE_URL);
  expect(await runEntry('restore', [stopped], { DATABASE_URL })).toMatchObject({ code: 0 });
  expect(await readRows(DATABASE_URL)).toEqual(before);
  expect(await readSequences(DATABASE_URL)).toEqual(sequences);

  await Promise.all(services.map((name) => system.start(name)));
  await expectInstructions(system, id);
  const after = await payForTransfer(system, 'after@example.com');
  await expectInstructions(system, after.id);
  await expectMails(system, 'after@example.com', 1);
  await expectMails(system, 'before@example.com', 1);
  const again = { headers: await signIn(system) };
  expect(await send(`${bff}/api/admin/dashboard/check`, {}, again)).toMatchObject({ agrees: true });
});

/** Changes the content of a backup, and with `resign` also its hash. */
async function rewrite(path: string, change: (content: string) => string, resign = false): Promise<void> {
  let content = change(gunzipSync(await readFile(path)).toString('latin1'));
  if (resign) {
    const end = content.lastIndexOf('\n', content.length - 2) + 1;
    const sha256 = createHash('sha256').update(content.slice(0, end), 'latin1').digest('hex');
    content = content.replace(/(?<="sha256":")\w+/, sha256);
  }
  await writeFile(path, gzipSync(Buffer.from(content, 'latin1')));
}

test('a restore that cannot work is refused with the reason, and changes nothing', async () => {
  const { DATABASE_URL, path } = await seed();
  await runEntry('backup', [path], { DATABASE_URL });
  const original = await readFile(path);
  const rows = await readRows(DATABASE_URL);
  const refuse = async (words: string) => {
    const { code, output } = await runEntry('restore', [path], { DATABASE_URL });
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
    expect(output).not.toContain('    at ');
    await writeFile(path, original);
  };
  expect((await runEntry('backup', [path], { DATABASE_URL })).output).toContain('exists');
  expect((await runEntry('backup', [`${path}s/monday`], { DATABASE_URL })).output).toContain(`${path}s does not exist`);
  await refuse('the schema transfer has tables. Create an empty database, or choose a new DATA_DIR.');
  expect(await readRows(DATABASE_URL)).toEqual(rows);

  await destroy(DATABASE_URL);
  await writeFile(path, original.subarray(0, -100));
  await refuse('is damaged or incomplete');
  await writeFile(path, 'a letter');
  await refuse('is damaged or incomplete');
  await rewrite(path, (content) => content.replace('kraken', 'krakon'));
  await refuse('is damaged or incomplete');
  await rewrite(path, (content) => content.slice(0, content.lastIndexOf('\n', content.length - 2) + 1));
  await refuse('is damaged or incomplete');
  await rewrite(path, (content) => content.replace('"format":1', '"format":2'));
  await refuse('whose format this version cannot read. Install that version.');
  await rewrite(path, (content) => content.replace('"0001_schema"', '"0001_schema","0009_later"'), true);
  await refuse('changed the schema transfer (0009_later) in a way that this version does not know');
  // The schemas before this one are already restored when this row is refused.
  await rewrite(path, (content) => content.replace(/(?<=\t2026-11-20 08:00:00\+00\t)7/, '*'), true);
  await refuse('invalid input syntax for type integer');
  expect(await readRows(DATABASE_URL)).toEqual({});
});

test('services with separate roles and URLs are backed up and restored', async () => {
  const admin = new URL(await createDatabase());
  const database = admin.pathname.slice(1);
  const parts = [...targets, 'bus'];
  const urls = parts.map((part) =>
    Object.assign(new URL(admin), { username: `${part}_of_${database}`, password: 'secret' }),
  );
  const settings = Object.fromEntries(
    parts.map((part, index) => [`${part.toUpperCase()}_DATABASE_URL`, `${urls[index]}`]),
  );
  const run = (...statements: string[]) =>
    withOwner(admin.href, async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    });
  const createSchemas = () =>
    run(
      'create extension pg_trgm',
      ...parts.flatMap((part) => [
        `create schema ${part} authorization ${part}_of_${database}`,
        ...(part === 'bus' ? [] : [`create schema ${part}_jobs authorization ${part}_of_${database}`]),
      ]),
    );
  await run(...parts.map((part) => `create role ${part}_of_${database} login password 'secret'`));
  onTestFinished(async () => {
    await destroy(admin.href);
    await run(...parts.map((part) => `drop role ${part}_of_${database}`));
  });
  await createSchemas();
  await migrateAll(
    await Promise.all(targets.map((target) => loadService[target]())),
    (part) => urls[parts.indexOf(part)]?.href,
  );
  await run(`insert into bff.flag values ('maintenance', true)`);
  const rows = await readRows(admin.href);
  const path = join(await createFolder(), 'backup');
  expect(await runEntry('backup', [path], settings)).toMatchObject({ code: 0 });
  await destroy(admin.href);
  await createSchemas();
  expect(await runEntry('restore', [path], settings)).toMatchObject({ code: 0 });
  expect(await readRows(admin.href)).toEqual(rows);
});

test('an encrypted backup is refused with another key, without a key, truncated or replaced', async () => {
  const { DATABASE_URL, path } = await seed();
  // Random bytes cannot be compressed, so the file has several of the blocks that age encrypts.
  const bytes = randomBytes(200_000);
  await withOwner(DATABASE_URL, (db) => sql`insert into ads.picture values ('pic_2', ${bytes}, now())`.execute(db));
  expect(await runEntry('backup', [path], { DATABASE_URL, BACKUP_KEY })).toMatchObject({ code: 0 });
  const original = await readFile(path);
  const plain = `${path}-plain`;
  await runEntry('backup', [plain], { DATABASE_URL });
  await destroy(DATABASE_URL);
  const refuse = async (words: string, settings: Record<string, string> = { BACKUP_KEY }) =>
    expect(await runEntry('restore', [path], { DATABASE_URL, ...settings })).toMatchObject({
      code: 1,
      output: expect.stringContaining(words),
    });
  await refuse('was encrypted with another key than BACKUP_KEY', { BACKUP_KEY: 'correct horse batteri' });
  await refuse('is encrypted. Set BACKUP_KEY, or BACKUP_KEY_FILE.', {});
  await refuse('BACKUP_KEY: must have 16 characters or more', { BACKUP_KEY: 'short' });
  // https://github.com/C2SP/C2SP/blob/main/age.md: after the header's last line, a nonce of 16 bytes and the blocks.
  const blocks = original.indexOf('\n', original.indexOf('\n--- ') + 1) + 1 + 16;
  for (const length of [blocks + 2 * (65_536 + 16), original.length - 1, 100]) {
    await writeFile(path, original.subarray(0, length));
    await refuse('is damaged or incomplete');
  }
  const changed = Buffer.from(original);
  changed[blocks + 1_000] = (changed[blocks + 1_000] as number) ^ 1;
  await writeFile(path, changed);
  await refuse('is damaged or incomplete');
  await writeFile(path, await readFile(plain));
  await refuse('is not encrypted. To restore it, unset BACKUP_KEY.');
  expect(await readRows(DATABASE_URL)).toEqual({});
});

test('a restore repeats the deletions that are newer than the backup, and deletes what has expired', async () => {
  const { DATABASE_URL, path } = await seed();
  const run = (...statements: string[]) =>
    withOwner(DATABASE_URL, async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    });
  const read = (text: string) =>
    withOwner(DATABASE_URL, async (db) => (await sql.raw<{ id: string }>(text).execute(db)).rows.map(({ id }) => id));
  const insertSession = (name: string, expires = 'infinity') => `
    insert into bff.operator_session (id, token_hash, account_id, name, ip, expires_at)
    select '${name}', '${name}', id, name, '::1', '${expires}' from bff.operator_account where name = 'Ann'`;
  const contactId = (id: number) => `00000000-0000-4000-8000-00000000000${id}`;
  const insertContact = (id: number) => `
    insert into notification.contact (id, reason, email, created_at)
    values ('${contactId(id)}', 'newsletter', '${id}@example.com', now())`;
  await run(
    `insert into bff.operator_account (id, name, role, password_hash) values
      ('ann', 'Ann', 'owner', ''), ('bob', 'Bob', 'staff', '')`,
    insertSession('stays'),
    insertSession('ended'),
    insertSession('expired', '2020-01-01'),
    ...[1, 2, 3].map(insertContact),
    // This deletion is older than the backup, and the contact is inserted again.
    `delete from notification.contact where id = '${contactId(1)}'`,
    insertContact(1),
  );
  const settings = { DATABASE_URL, BACKUP_KEY };
  expect(await runEntry('backup', [path], settings)).toMatchObject({ code: 0 });
  const tombstones = `${path}-tombstones`;
  expect(await runEntry('backup', ['--tombstones', tombstones], settings)).toMatchObject({ code: 0 });
  await run(
    `delete from notification.contact where id = '${contactId(2)}'`,
    `delete from bff.operator_session where id = 'ended'`,
    `update bff.operator_account set disabled_at = now() where id = 'bob'`,
  );
  // A repeated call replaces the file.
  expect(await runEntry('backup', ['--tombstones', tombstones], settings)).toMatchObject({ code: 0 });
  const whole = `${path}-newer`;
  expect(await runEntry('backup', [whole], settings)).toMatchObject({ code: 0 });

  const readAll = async () => ({
    contacts: await read('select id from notification.contact order by id'),
    sessions: await read('select id from bff.operator_session order by id'),
    accounts: await read('select id from bff.operator_account where disabled_at is null order by id'),
  });
  const all = { contacts: [1, 2, 3].map(contactId), sessions: ['ended', 'stays'], accounts: ['ann', 'bob'] };
  const remaining = { contacts: [1, 3].map(contactId), sessions: ['stays'], accounts: ['ann'] };
  for (const [newer, expected] of [
    [[], all],
    [['--tombstones', tombstones], remaining],
    [['--tombstones', whole], remaining],
  ] as const) {
    await destroy(DATABASE_URL);
    expect(await runEntry('restore', [path, ...newer], settings)).toMatchObject({ code: 0 });
    expect(await readAll()).toEqual(expected);
  }
  await destroy(DATABASE_URL);
  const refused = await runEntry('restore', [tombstones], settings);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is not a whole backup') });
});

test('an embedded installation is backed up while it runs, and a new DATA_DIR continues with its sandbox', async () => {
  const path = join(await createFolder(), 'backup');
  const settings = async (DATA_DIR: string) => ({
    DATA_DIR,
    PORT: String(await findFreePorts([0, 1, 2])),
    OPERATOR_PASSWORD: operatorPassword,
  });
  const start = async (given: Awaited<ReturnType<typeof settings>>) => {
    const product = startTarget(given);
    await product.ready;
    const port = Number(given.PORT);
    return { ...product, bff: `http://127.0.0.1:${port}`, sandbox: `http://127.0.0.1:${port + 1}` };
  };
  const first = await settings(await createFolder());
  expect(await runEntry('backup', [path], first)).toMatchObject({
    code: 1,
    output: expect.stringContaining('no database'),
  });
  const before = await start(first);
  const { id } = await payForTransfer(before, 'before@example.com');
  await expectInstructions(before, id);
  await expectMails(before, 'before@example.com', 1);
  const wrongPort = await runEntry('backup', [path], { DATA_DIR: first.DATA_DIR, PORT: '1' });
  expect(wrongPort).toMatchObject({ code: 1, output: expect.stringContaining('Set the same PORT as for npm start') });
  expect(await runEntry('backup', [path], first)).toMatchObject({ code: 0 });
  expect(await runEntry('restore', [path], first)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Stop it'),
  });
  const transfers = await send(`${before.bff}/api/admin/transfers`, undefined, { headers: await signIn(before) });
  await before.stop();
  await rm(first.DATA_DIR, { recursive: true });

  const second = await settings(await createFolder());
  expect(await runEntry('restore', [path], second)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`is restored in ${second.DATA_DIR}.\nNext: start the product.`),
  });
  const after = await start(second);
  const headers = await signIn(after);
  expect(await send(`${after.bff}/api/admin/transfers`, undefined, { headers })).toEqual(transfers);
  // The accounting agrees only if the sandbox still has the charge.
  expect(await send(`${after.bff}/api/admin/dashboard/check`, {}, { headers })).toMatchObject({ agrees: true });
  const next = await payForTransfer(after, 'after@example.com');
  await expectInstructions(after, next.id);
  await expectMails(after, 'after@example.com', 1);
  await expectMails(after, 'before@example.com', 1);
});
