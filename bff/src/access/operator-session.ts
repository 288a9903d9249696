import { createHash, randomBytes } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { verify } from '@node-rs/argon2';
import type { operatorRoles } from '@xrp-bridge/contracts/define';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../tables.ts';
import { type Account, findAccountByName, findFirstAccount, isSetUp, isUnnamed } from './operator-account.ts';
import { acceptCode } from './second-factor.ts';
import { countFailure, crowd, deleteFailure, deleteFailures, pauseFor } from './sign-in-failures.ts';

export interface Operator {
  sessionId: string;
  accountId: string;
  name: string;
  /** `invited` until the account has its own password and second factor. */
  role: (typeof operatorRoles)[number];
  expiresAt: Date;
}

const sessionMs = 12 * 3600_000;
/** A session ends after this time without activity. Pages report activity while the operator uses them. */
const idleMs = 30 * 60_000;

interface Attempt {
  password: string;
  name: string | undefined;
  /** A code from the authenticator app, or a recovery code. */
  code: string | undefined;
  ip: string;
  device: string | null;
}

/**
 * Opens a session after checking the password and, if the account has a second factor, the code.
 * Failures of unknown devices are counted per network, and delay only unknown devices. A device that signed in before
 * has its own counter, so that an attacker cannot lock the operator out. Wrong codes are also counted per account,
 * which is safe because the code is checked only after a correct password.
 * @returns the token for the cookie; only its hash is stored
 * @throws ProblemError wrong_password; code_required; wrong_code; rate_limited after five failures in 15 minutes
 */
export async function signIn(
  { db, clock, pause, settings }: Pick<Context, 'db' | 'clock' | 'pause' | 'settings'>,
  attempt: Attempt,
  audit: (operator: string, outcome: string) => Promise<unknown>,
): Promise<{ token: string; operator: Operator }> {
  const { password, name, code, device } = attempt;
  const source = device === null ? normalizeIP(attempt.ip) : `device ${device}`;
  const now = clock();
  // The attempt counts as a failure until it succeeds, so that parallel guesses count too.
  const { id: failure, strangers } = await countFailure(db, source, now);
  if (device === null) await pause(pauseFor(strangers));
  const refuse = async (outcome: 'wrong_password' | 'wrong_code') => {
    // During an attack the audit trail leaves out single failures, because an attacker could fill the table.
    if (strangers <= crowd.failures) await audit(name ?? 'operator', outcome);
    throw new ProblemError(outcome);
  };
  const first = await findFirstAccount(db);
  const named = name === undefined ? first : await findAccountByName(db, name);
  const account = named ?? (first && isUnnamed(first) ? first : undefined);
  // A hash is also verified for an unknown name, so that the response time does not reveal which names exist.
  const isRight = first !== undefined && (await verify((account ?? first).password_hash, password));
  if (!account || !isRight || !maySignIn(account, now)) return refuse('wrong_password');
  if (account.totp_secret !== null) {
    if (code === undefined) {
      await deleteFailure(db, failure);
      throw new ProblemError('code_required');
    }
    await countFailure(db, codesOf(account), now);
    if (!(await acceptCode(db, { id: account.id, totp_secret: account.totp_secret }, code, now))) {
      return refuse('wrong_code');
    }
    await deleteFailures(db, codesOf(account));
  }
  await deleteFailures(db, source);
  const shown = isUnnamed(account) ? (name ?? account.name) : account.name;
  const role = roleOf(account, settings);
  const opened = await openSession(db, { account, name: shown, role, ip: attempt.ip }, clock());
  await audit(shown, 'done');
  return opened;
}

function maySignIn({ disabled_at, one_time_until }: Account, now: Date): boolean {
  return disabled_at === null && (one_time_until === null || one_time_until > now);
}

function codesOf({ id }: Pick<Account, 'id'>): string {
  return `account ${id}`;
}

/**
 * Checks the password or code of an operator who is signed in.
 * Wrong attempts are counted per account.
 * @throws ProblemError `refusal`; rate_limited after five failures in 15 minutes
 */
export async function proveOwn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  account: Pick<Account, 'id'>,
  refusal: 'wrong_password' | 'wrong_code',
  isRight: () => boolean | Promise<boolean>,
): Promise<void> {
  const { id } = await countFailure(db, codesOf(account), clock());
  if (!(await isRight())) throw new ProblemError(refusal);
  await deleteFailure(db, id);
}

async function openSession(
  db: Kysely<Tables>,
  about: { account: Account; name: string; role: Operator['role']; ip: string },
  now: Date,
) {
  const { account, name, role, ip } = about;
  const idleSince = new Date(now.getTime() - idleMs);
  await db
    .deleteFrom('operator_session')
    .where((row) => row.or([row('expires_at', '<=', now), row('seen_at', '<=', idleSince)]))
    .execute();
  await db.updateTable('operator_account').set({ signed_in_at: now }).where('id', '=', account.id).execute();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + sessionMs);
  const row = { account_id: account.id, name, ip, started_at: now, seen_at: now, expires_at: expiresAt };
  const { id } = await db
    .insertInto('operator_session')
    .values({ token_hash: hashToken(token), ...row })
    .returning('id')
    .executeTakeFirstOrThrow();
  const operator: Operator = { sessionId: id, accountId: account.id, name, role, expiresAt };
  return { token, operator };
}

function roleOf(account: Account, settings: Context['settings']): Operator['role'] {
  return isSetUp(account, settings) ? account.role : 'invited';
}

/** Returns null for an unknown token, an expired or idle session, and a disabled account. */
export async function findOperator(
  { db, clock, settings }: Pick<Context, 'db' | 'clock' | 'settings'>,
  token: string | undefined,
): Promise<Operator | null> {
  if (!token) return null;
  const now = clock();
  const row = await db
    .selectFrom('operator_session as session')
    .innerJoin('operator_account as account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(['session.id as sessionId', 'session.name as sessionName', 'session.expires_at as expiresAt'])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.expires_at', '>', now)
    .where('session.seen_at', '>', new Date(now.getTime() - idleMs))
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, sessionName: name, expiresAt, ...account } = row;
  return { sessionId, accountId: account.id, name, role: roleOf(account, settings), expiresAt };
}

/** Updates the time of the session's last activity, so that the session does not end as idle. */
export async function touchSession(db: Kysely<Tables>, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('operator_session').set({ seen_at: now }).where('id', '=', sessionId).execute();
}

/** Lists the open sessions of all operators, newest first. */
export async function listSessions(db: Kysely<Tables>, now: Date) {
  return db
    .selectFrom('operator_session')
    .select(['id', 'name', 'ip', 'started_at as startedAt', 'expires_at as expiresAt'])
    .where('expires_at', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - idleMs))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes a session. @returns false if there is no such session */
export async function endSession(db: Kysely<Tables>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('operator_session').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes the session of a token, if there is one. */
export async function endSessionOf(db: Kysely<Tables>, token: string | undefined): Promise<void> {
  if (token) await db.deleteFrom('operator_session').where('token_hash', '=', hashToken(token)).execute();
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
