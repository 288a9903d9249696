import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type ServiceDatabase, withOwner } from '../src/db.ts';
import {
  createKeyring,
  deleteSigningKeys,
  findSigner,
  readSigningKeys,
  rotateSigningKeys,
  type SigningKeyTables,
  sign,
} from '../src/signing-keys.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

const cookie = { name: 'cookie', accepts: 'previous' } as const;
const link = { name: 'link', accepts: 'all' } as const;
const kinds = [cookie, link];

let database: TestDatabase;
let shop: ServiceDatabase<SigningKeyTables>;
let nowMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await withOwner(database.url, async (db) => {
    await sql`create schema shop`.execute(db);
    await sql`
      create table shop.secret (
        name text primary key, value bytea not null, created_at timestamptz not null default now()
      )`.execute(db);
  });
  shop = openDatabase({ url: database.url, service: 'shop', onError: () => {} });
});
beforeEach(() => sql`truncate secret`.execute(shop.db));
afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

const instance = (db = shop.db) => createKeyring(db, cookie, () => nowMs);

async function signed(text: string, by = instance()) {
  return { text, signature: await by.sign(text) };
}

/** Replaces all keys, one hour after the last replacement. */
async function rotate(): Promise<void> {
  await sql`update secret set created_at = created_at - interval '1 hour'`.execute(shop.db);
  await rotateSigningKeys(shop.db, kinds);
}

describe('after a rotation of the signing keys', () => {
  it('an instance accepts a signature of the previous key and refuses a signature of an older key', async () => {
    const first = await signed('a');
    await rotate();
    const second = await signed('a');
    expect(second.signature).not.toBe(first.signature);
    expect(await instance().findSigners([first, second])).toEqual(['replaced', 'current']);
    await rotate();
    expect(await instance().findSigners([first, second])).toEqual([null, 'replaced']);
    const { rows } = await sql`select from secret where starts_with(name, 'cookie')`.execute(shop.db);
    expect(rows).toHaveLength(2);
  });

  it('the oldest signature is accepted if all earlier keys of its kind are accepted', async () => {
    const text = 'stop';
    const signature = sign(await readSigningKeys(shop.db, link), text);
    for (let times = 0; times < 3; times++) await rotate();
    const keys = await readSigningKeys(shop.db, link);
    expect(findSigner(keys, { text, signature })).toBe('replaced');
    expect(findSigner(keys, { text: 'go', signature })).toBeNull();
  });

  it('a running instance accepts at once a signature of another instance with the new key', async () => {
    const running = instance();
    await signed('a', running);
    await rotate();
    expect(await running.findSigners([await signed('b')])).toEqual(['current']);
  });

  it('a running instance signs with the new key, and refuses the oldest key, within 30 seconds', async () => {
    const running = instance();
    const first = await signed('a', running);
    await rotate();
    await rotate();
    nowMs += 30_000;
    expect(await running.findSigners([first])).toEqual([null]);
    expect(await instance().findSigners([await signed('b', running)])).toEqual(['current']);
  });

  it('a second rotation is refused while an instance may still sign with the previous key', async () => {
    await signed('a');
    await rotate();
    const before = await readSigningKeys(shop.db, cookie);
    await expect(rotateSigningKeys(shop.db, kinds)).rejects.toThrow('less than a minute old');
    expect((await readSigningKeys(shop.db, cookie)).map((key) => key.export())).toEqual(
      before.map((key) => key.export()),
    );
  });
});

it('two instances that start at the same time use the same signing key', async () => {
  const [one, other] = await Promise.all([signed('a'), signed('a')]);
  expect(one).toEqual(other);
});

it('an instance uses its loaded signing keys while the database is down', async () => {
  const own = openDatabase<SigningKeyTables>({ url: database.url, service: 'shop', onError: () => {} });
  const running = instance(own.db);
  const before = await signed('a', running);
  await own.close();
  nowMs += 60_000;
  const unknown = { text: 'a', signature: 'A'.repeat(43) };
  expect(await running.findSigners([before, unknown])).toEqual(['current', null]);
});

it('findSigners refuses a missing signature without reading a key', async () => {
  const away = openDatabase<SigningKeyTables>({ url: database.url, service: 'shop', onError: () => {} });
  await away.close();
  expect(await instance(away.db).findSigners([{ text: 'a', signature: '' }])).toEqual([null]);
});

it('deleteSigningKeys deletes the current and the replaced keys', async () => {
  const first = await signed('a');
  await rotate();
  const second = await signed('a');
  await deleteSigningKeys(shop.db, cookie);
  expect(await instance().findSigners([first, second])).toEqual([null, null]);
});
