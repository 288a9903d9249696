import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ProblemError } from '@xrp-bridge/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { BffSettings } from '../config.ts';
import type { Tables } from '../tables.ts';
import { deleteDeviceKeys } from './device-cookie.ts';

type Db = Kysely<Tables>;
export type Account = Selectable<Tables['operator_account']>;
type Role = 'owner' | 'staff';

const firstName = 'operator';

/** Returns the time until which a one-time password is valid. */
function oneTimeEnd(now: Date): Date {
  return new Date(now.getTime() + 7 * 24 * 3600_000);
}

/**
 * Inserts the first owner if no first owner exists, with OPERATOR_PASSWORD or a generated password.
 * In production, a generated password is a one-time password. A changed OPERATOR_PASSWORD replaces the password, ends
 * the owner's sessions and invalidates all device cookies.
 * @returns the generated password, to be printed once; null if no password was generated
 */
export async function ensureOperatorPassword(
  db: Db,
  { MODE, OPERATOR_PASSWORD: given }: Pick<BffSettings, 'MODE' | 'OPERATOR_PASSWORD'>,
  now: Date,
): Promise<string | null> {
  const first = await findFirstAccount(db);
  if (first) {
    if (given && !(await verify(first.password_hash, given))) await setFirstPassword(db, first.id, given);
    return null;
  }
  const password = given ?? generatePassword();
  const isAdded = await insertFirstAccount(db, password, given || MODE === 'sandbox' ? null : oneTimeEnd(now));
  // If another instance inserted the owner first, that instance's password is valid.
  return !given && isAdded ? password : null;
}

/** @returns false if there is a first owner */
async function insertFirstAccount(db: Db, password: string, oneTimeUntil: Date | null): Promise<boolean> {
  const password_hash = await hash(password);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operator_account')
    .values({ name: firstName, role: 'owner', is_first: true, password_hash, one_time_until: oneTimeUntil })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Replaces the first owner's password and removes the second factor, for an owner who lost access.
 * Needs no proof, because a caller of this command has access to the database anyway. Ends the owner's sessions and
 * invalidates all device cookies.
 */
export async function setOperatorPassword(db: Db, password: string): Promise<void> {
  const first = await findFirstAccount(db);
  if (!first) return void (await insertFirstAccount(db, password, null));
  await setFirstPassword(db, first.id, password, withoutSecondFactor);
  await db.deleteFrom('recovery_code').where('account_id', '=', first.id).execute();
}

const withoutSecondFactor = { totp_secret: null, totp_pending: null, totp_step: null, disabled_at: null };

async function setFirstPassword(db: Db, id: string, password: string, more: object = {}): Promise<void> {
  const password_hash = await hash(password);
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('operator_account')
      .set({ password_hash, one_time_until: null, ...more })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('operator_session').where('account_id', '=', id).execute();
    await deleteDeviceKeys(tx);
  });
}

/** Generates a password of six groups of five characters (148 bits), without similar characters. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 6 }, group).join('-');
}

export async function findFirstAccount(db: Db): Promise<Account | undefined> {
  return db.selectFrom('operator_account').selectAll().where('is_first', '=', true).executeTakeFirst();
}

export async function findAccountByName(db: Db, name: string): Promise<Account | undefined> {
  const lower = sql`lower(${name})`;
  return db.selectFrom('operator_account').selectAll().where(sql`lower(name)`, '=', lower).executeTakeFirst();
}

/** Returns an operator's account. @throws ProblemError operator_not_found */
export async function getAccount(db: Db, id: string): Promise<Account> {
  // A URL may contain a NUL character, which PostgreSQL refuses in text.
  const account = /^[0-9a-f]{32}$/.test(id)
    ? await db.selectFrom('operator_account').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!account) throw new ProblemError('operator_not_found');
  return account;
}

export async function listAccounts(db: Db): Promise<Account[]> {
  return db.selectFrom('operator_account').selectAll().orderBy('created_at').orderBy('id').execute();
}

/**
 * Returns whether the account accepts any name at sign-in.
 * Only the first owner's account does, until it has a second factor.
 */
export function isUnnamed({ is_first, name, totp_secret }: Account): boolean {
  return is_first && totp_secret === null && name === firstName;
}

/**
 * Returns whether the account has a chosen password and a second factor, which its use requires.
 * In sandbox mode, the first owner needs neither.
 */
export function isSetUp(
  { is_first, one_time_until, totp_secret }: Account,
  { MODE }: Pick<BffSettings, 'MODE'>,
): boolean {
  return (is_first && MODE === 'sandbox') || (one_time_until === null && totp_secret !== null);
}

/** Inserts an account with a one-time password. @throws ProblemError already_exists */
export async function insertAccount(db: Db, account: { name: string; role: Role }, now: Date) {
  const password = generatePassword();
  const added = await db
    .insertInto('operator_account')
    .values({ ...account, password_hash: await hash(password), one_time_until: oneTimeEnd(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  if (!added) throw new ProblemError('already_exists', 'There’s already an operator with this name');
  return { ...added, password };
}

/** Sets a one-time password, removes the second factor and ends all sessions of the account. */
export async function resetAccount(db: Db, { id, name }: Account, now: Date) {
  const password = generatePassword();
  const next = { password_hash: await hash(password), one_time_until: oneTimeEnd(now) };
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('operator_account')
      .set({ ...next, ...withoutSecondFactor })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('recovery_code').where('account_id', '=', id).execute();
    await tx.deleteFrom('operator_session').where('account_id', '=', id).execute();
  });
  return { id, name, password };
}

export async function setAccountDisabled(db: Db, id: string, disabledAt: Date | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('operator_account').set({ disabled_at: disabledAt }).where('id', '=', id).execute();
    if (disabledAt) await tx.deleteFrom('operator_session').where('account_id', '=', id).execute();
  });
}

/** Updates an operator's password and ends the account's other sessions. */
export async function setOwnPassword(db: Db, id: string, password: string, sessionId: string): Promise<void> {
  const password_hash = await hash(password);
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('operator_account')
      .set({ password_hash, one_time_until: null })
      .where('id', '=', id)
      .execute();
    await deleteOtherSessions(tx, id, sessionId);
  });
}

export async function deleteOtherSessions(db: Db, accountId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('operator_session').where('account_id', '=', accountId).where('id', '!=', sessionId).execute();
}
