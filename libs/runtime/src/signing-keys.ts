import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import type { AnyDatabase } from './messaging/tables.ts';

/**
 * A signing key.
 * The current key's name is its kind; a replaced key's name is `<kind> replaced <uuid>`.
 */
export interface SigningKeyTables {
  secret: { name: string; value: Buffer; created_at: Generated<Date> };
}

export interface SigningKeyKind {
  name: string;
  /** Replaced keys whose signatures are still accepted: only the previous one, or all. */
  accepts: 'previous' | 'all';
}

/** HMAC keys of one kind, the current one first. */
export type SigningKeys = readonly [KeyObject, ...KeyObject[]];

export interface Signed {
  text: string;
  signature: string;
}

/** The key that signed a text; null if no accepted key did. */
type Signer = 'current' | 'replaced' | null;

/** Time after which an instance reads its keys again, and signs with a new key. */
const cachedForMs = 30_000;
const signatureLength = 43;

/** Reads the keys of a kind. Inserts the first key if no key is stored. */
export async function readSigningKeys(db: AnyDatabase, kind: SigningKeyKind): Promise<SigningKeys> {
  const [current, ...replaced] = await listKeys(db, kind.name);
  if (current?.name !== kind.name) {
    await insertKey(db, kind.name);
    return readSigningKeys(db, kind);
  }
  return [createSecretKey(current.value), ...replaced.map(({ value }) => createSecretKey(value))];
}

export function sign([current]: SigningKeys, text: string): string {
  return signBy(current, text);
}

export function findSigner(keys: SigningKeys, signed: Signed): Signer {
  const given = Buffer.from(signed.signature);
  if (given.length !== signatureLength) return null;
  const index = keys.findIndex((key) => timingSafeEqual(given, Buffer.from(signBy(key, signed.text))));
  return index < 0 ? null : index === 0 ? 'current' : 'replaced';
}

export interface Keyring {
  sign(text: string): Promise<string>;
  /**
   * Finds the signer of each text.
   * If a signer is unknown, reads the keys again, because another instance may have a new key.
   */
  findSigners(all: readonly Signed[]): Promise<Signer[]>;
}

/**
 * Creates a keyring that caches the keys of a kind for 30 seconds.
 * While the database is unavailable, the keyring uses the cached keys for longer.
 */
export function createKeyring(db: AnyDatabase, kind: SigningKeyKind, now = () => performance.now()): Keyring {
  let last: SigningKeys | undefined;
  let reading: Promise<SigningKeys> | undefined;
  let readAt = 0;

  function read(): Promise<SigningKeys> {
    readAt = now();
    reading = readSigningKeys(db, kind).then(
      (keys) => {
        last = keys;
        return keys;
      },
      (error) => {
        if (last) return last;
        reading = undefined;
        throw error;
      },
    );
    return reading;
  }

  const keys = () => (reading && now() - readAt < cachedForMs ? reading : read());

  return {
    sign: async (text) => sign(await keys(), text),
    async findSigners(all) {
      // Most requests have no cookie, so they need neither the keys nor an HMAC.
      if (!all.some(isWhole)) return all.map(() => null);
      const known = await keys();
      const found = all.map((signed) => findSigner(known, signed));
      if (!all.some((signed, index) => found[index] === null && isWhole(signed))) return found;
      // The keys are read again without `reading`, which may have begun before another instance inserted its key.
      const fresh = await read();
      return all.map((signed) => findSigner(fresh, signed));
    },
  };
}

/**
 * Replaces the key of each kind, and deletes the keys that are no longer accepted.
 * @throws Error if a key is so new that a running instance may still sign with the previous one
 */
export async function rotateSigningKeys(db: AnyDatabase, kinds: readonly SigningKeyKind[]): Promise<void> {
  const names = kinds.map(({ name }) => name);
  await db.transaction().execute(async (tx) => {
    await sql`lock table secret in share row exclusive mode`.execute(tx);
    const tooNew = await tx
      .selectFrom('secret')
      .select('name')
      .where('name', 'in', names)
      .where('created_at', '>', sql<Date>`now() - ${2 * cachedForMs} * interval '1 ms'`)
      .executeTakeFirst();
    if (tooNew) throw new Error('The keys are less than a minute old, so some instances may not use them yet.');
    for (const { name, accepts } of kinds) {
      if (accepts === 'previous') await tx.deleteFrom('secret').where('name', 'like', replacedNames(name)).execute();
      const replacedName = sql<string>`name || ' replaced ' || gen_random_uuid()`;
      await tx.updateTable('secret').set({ name: replacedName }).where('name', '=', name).execute();
      await insertKey(tx, name);
    }
  });
}

/** Deletes all keys of a kind, so that their signatures are no longer accepted. */
export async function deleteSigningKeys(db: AnyDatabase, { name }: SigningKeyKind): Promise<void> {
  await db
    .deleteFrom('secret')
    .where((row) => row.or([row('name', '=', name), row('name', 'like', replacedNames(name))]))
    .execute();
}

async function listKeys(db: AnyDatabase, name: string): Promise<{ name: string; value: Buffer }[]> {
  return db
    .selectFrom('secret')
    .select(['name', 'value'])
    .where((row) => row.or([row('name', '=', name), row('name', 'like', replacedNames(name))]))
    .orderBy(sql`name <> ${name}`)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Inserts a key, unless another instance has already inserted one. */
async function insertKey(db: AnyDatabase, name: string): Promise<void> {
  await db
    .insertInto('secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const replacedNames = (name: string) => `${name} replaced %`;

const isWhole = ({ signature }: Signed) => signature.length === signatureLength;

function signBy(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
