import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withOwner } from '@xrp-bridge/runtime/db';
import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadService } from '../targets.ts';

const entry = fileURLToPath(new URL('../operator-password.ts', import.meta.url));
let url: string;

beforeEach(async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  url = database.url;
  await migrateAll([await loadService.bff()], () => url);
  await withOwner(url, async (db) => {
    await sql`
      insert into bff.operator_account (id, name, role, password_hash, is_first, totp_secret)
      values ('first', 'Olga', 'owner', 'the old one', true, 'JBSWY3DPEHPK3PXP')`.execute(db);
    await sql`insert into bff.recovery_code (account_id, code_hash) values ('first', '\\x00')`.execute(db);
    await sql`
      insert into bff.operator_session (token_hash, account_id, name, ip, expires_at)
      values ('\\x00', 'first', 'Olga', '127.0.0.1', now() + interval '1 hour')`.execute(db);
  });
});

/** Runs the command and enters this password. */
async function change(password: string, more: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [entry], { env: { PATH, DATABASE_URL: url, ...more } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  child.stdin.end(`${password}\n`);
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

/** Reads the owner's password hash and second factor, and counts the recovery codes and sessions. */
async function read(): Promise<{ hash: string; totp: string | null; codes: number; sessions: number }> {
  return withOwner(url, async (db) => {
    const { rows } = await sql<{ hash: string; totp: string | null; codes: number; sessions: number }>`
      select password_hash as hash, totp_secret as totp,
        (select count(*)::int from bff.recovery_code) as codes,
        (select count(*)::int from bff.operator_session) as sessions
      from bff.operator_account`.execute(db);
    return rows[0] as (typeof rows)[number];
  });
}

test('a new password ends the owner’s sessions, removes the second factor, and is stored only as a hash', async () => {
  const { code, output } = await change('four quiet green kettles');
  expect([code, output]).toEqual([0, expect.stringContaining('The owner’s password was changed')]);
  expect(output).not.toContain('four quiet green kettles');
  expect(await read()).toEqual({ hash: expect.stringMatching(/^\$argon2id\$/), totp: null, codes: 0, sessions: 0 });
});

test.each([
  ['that is too short', 'eleven-char', {}, 'easy to guess'],
  ['of the product’s name', 'kettles-2026!', { PRODUCT_NAME: 'Kettles' }, 'easy to guess'],
  ['that is too long', 'x'.repeat(201), {}, 'at most 200 characters'],
  [
    'that a setting would undo at the next start',
    'four quiet green kettles',
    { OPERATOR_PASSWORD: 'x' },
    'replaces the password at every start',
  ],
])('a password %s is refused', async (_what, password, more, why) => {
  const { code, output } = await change(password, more as Record<string, string>);
  expect([code, output]).toEqual([1, expect.stringContaining(why)]);
  expect(await read()).toMatchObject({ hash: 'the old one', codes: 1, sessions: 1 });
});
