import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ProblemError } from '@xrp-bridge/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { forgetDevices } from './known-device.ts';

type Db = Kysely<Tables>;
export type Account = Selectable<Tables['operator_account']>;
type Role = 'owner' | 'staff';

const firstName = 'operator';
const oneTimeMs = 7 * 24 * 3600_000;

/**
 * Makes sure that there is an owner: with OPERATOR_PASSWORD, else the password of an earlier run, else a new one. Only the
 * argon2id hash is stored. Changing OPERATOR_PASSWORD ends the owner's sessions and makes every device a new one.
 * @returns the new password, this once, to be shown to whoever started the system; null when there was one
 */
export async function ensureOperatorPassword(
  db: Db,
  settings: { OPERATOR_PASSWORD?: string | undefined },
): Promise<string | null> {
  const given = settings.OPERATOR_PASSWORD;
  const first = await findFirstAccount(db);
  if (first) {
    if (given && !(await verify(first.password_hash, given))) await setFirstPassword(db, first.id, given);
    return null;
  }
  const password = given ?? generatePassword();
  const added = await db
    .insertInto('operator_account')
    .values({ name: firstName, role: 'owner', is_first: true, password_hash: await hash(password) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Another instance may have been faster; then its password counts.
  return !given && added.numInsertedOrUpdatedRows === 1n ? password : null;
}

/**
 * Gives the first owner another password and removes the second factor, for an owner who has lost it: whoever may run
 * this command may read the database. Ends the owner's sessions and makes every device a new one.
 */
export async function setOperatorPassword(db: Db, password: string): Promise<void> {
  const first = await findFirstAccount(db);
  if (!first) return void (await ensureOperatorPassword(db, { OPERATOR_PASSWORD: password }));
  await setFirstPassword(db, first.id, password, withoutSecondFactor);
  await db.deleteFrom('recovery_code').where('account_id', '=', first.id).execute();
}

const withoutSecondFactor = { totp_secret: null, totp_pending: null, totp_step: null, disabled_at: null };

async function setFirstPassword(db: Db, id: string, password: string, more: object = {}): Promise<void> {
  const password_hash = await hash(password);
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('operator_account')
      .set({ password_hash, ...more })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('operator_session').where('account_id', '=', id).execute();
    await forgetDevices(tx);
  });
}

/** Four groups of five, without letters that look alike: about 98 bits. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

export async function findFirstAccount(db: Db): Promise<Account | undefined> {
  return db.selectFrom('operator_account').selectAll().where('is_first', '=', true).executeTakeFirst();
}

export async function findAccountByName(db: Db, name: string): Promise<Account | undefined> {
  const lower = sql`lower(${name})`;
  return db.selectFrom('operator_account').selectAll().where(sql`lower(name)`, '=', lower).executeTakeFirst();
}

/** @throws ProblemError operator_not_found */
export async function getAccount(db: Db, id: string): Promise<Account> {
  // An address may hold a NUL character, PostgreSQL's text may not.
  const account = /^[0-9a-f]{32}$/.test(id)
    ? await db.selectFrom('operator_account').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!account) throw new ProblemError('operator_not_found');
  return account;
}

export async function listAccounts(db: Db): Promise<Account[]> {
  return db.selectFrom('operator_account').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** The first owner has no name of its own before its second factor is set: until then any name signs it in. */
export function isUnnamed({ is_first, name, totp_secret }: Account): boolean {
  return is_first && totp_secret === null && name === firstName;
}

/** The first owner works alone without a second factor; every other account has to be set up before it may do anything. */
export function isSetUp({ is_first, one_time_until, totp_secret }: Account): boolean {
  return is_first || (one_time_until === null && totp_secret !== null);
}

/** Inserts an account. @returns its id, and the one-time password. @throws ProblemError already_exists */
export async function insertAccount(db: Db, account: { name: string; role: Role }, now: Date) {
  const password = generatePassword();
  const until = new Date(now.getTime() + oneTimeMs);
  const added = await db
    .insertInto('operator_account')
    .values({ ...account, password_hash: await hash(password), one_time_until: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  if (!added) throw new ProblemError('already_exists', 'There is an operator of this name');
  return { ...added, password };
}

/** Gives an account a one-time password, without a second factor and sessions. */
export async function resetAccount(db: Db, { id, name }: Account, now: Date) {
  const password = generatePassword();
  const next = { password_hash: await hash(password), one_time_until: new Date(now.getTime() + oneTimeMs) };
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

/** Sets a password that the operator chose, and ends the account's other sessions. */
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
