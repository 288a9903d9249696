import { createHash, randomBytes, randomInt } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { hash, verify } from '@node-rs/argon2';
import { ProblemError } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

export interface Operator {
  name: string;
  expiresAt: Date;
}

const sessionMs = 12 * 3600_000;
const failureWindowMs = 15 * 60_000;
const maxFailures = 5;
// Against guessing from many addresses at once. Whoever is signed in already is not affected.
const maxFailuresOfAll = 100;

/**
 * Makes sure that there is an operator's password: OPERATOR_PASSWORD, else the one of an earlier run, else a new one.
 * Only its argon2id hash is kept. Changing OPERATOR_PASSWORD signs everybody out.
 * @returns the new password, this once, to be shown to whoever started the system; null when there was one
 */
export async function ensureOperatorPassword(
  db: Kysely<Tables>,
  settings: { OPERATOR_PASSWORD?: string | undefined },
): Promise<string | null> {
  const given = settings.OPERATOR_PASSWORD;
  const kept = await db.selectFrom('operator_password').select('hash').executeTakeFirst();
  if (given) {
    if (kept && (await verify(kept.hash, given))) return null;
    const newHash = await hash(given);
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('operator_password')
        .values({ hash: newHash })
        .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ hash: newHash }))
        .execute();
      await tx.deleteFrom('operator_session').execute();
    });
    return null;
  }
  if (kept) return null;
  const password = generatePassword();
  const added = await db
    .insertInto('operator_password')
    .values({ hash: await hash(password) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n ? password : null;
}

/** Four groups of five, without letters that look alike: about 98 bits. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/**
 * Opens a session for whoever knows the password.
 * @returns the token for the cookie; only its hash is kept
 * @throws ProblemError wrong_password; rate_limited after five failures from one network in 15 minutes
 */
export async function signIn(
  db: Kysely<Tables>,
  attempt: { password: string; name: string; ip: string; now: Date },
): Promise<{ token: string; operator: Operator }> {
  const { password, name, now } = attempt;
  const network = normalizeIP(attempt.ip);
  // Counted as a failure until it turns out right, so that guesses sent at the same time count too.
  await countFailure(db, network, now);
  const kept = await db.selectFrom('operator_password').select('hash').executeTakeFirst();
  if (!kept || !(await verify(kept.hash, password))) throw new ProblemError('wrong_password');
  await db.deleteFrom('sign_in_failure').where('network', '=', network).execute();
  await db.deleteFrom('operator_session').where('expires_at', '<=', now).execute();
  const token = randomBytes(32).toString('base64url');
  const operator = { name, expiresAt: new Date(now.getTime() + sessionMs) };
  await db
    .insertInto('operator_session')
    .values({ token_hash: hashToken(token), name, expires_at: operator.expiresAt })
    .execute();
  return { token, operator };
}

async function countFailure(db: Kysely<Tables>, network: string, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - failureWindowMs);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('bff sign-in'))`.execute(tx);
    await tx.deleteFrom('sign_in_failure').where('at', '<=', oldest).execute();
    const recent = await tx.selectFrom('sign_in_failure').select(['network', 'at']).orderBy('at').execute();
    const own = recent.filter((failure) => failure.network === network);
    const full = own.length >= maxFailures ? own : recent.length >= maxFailuresOfAll ? recent : undefined;
    if (full) {
      const free = (full[0]?.at.getTime() ?? 0) + failureWindowMs;
      throw new ProblemError('rate_limited', 'Too many wrong passwords. Please wait 15 minutes and try again.', {
        headers: { 'retry-after': String(Math.ceil((free - now.getTime()) / 1000)) },
      });
    }
    await tx.insertInto('sign_in_failure').values({ network, at: now }).execute();
  });
}

/** The operator behind a cookie, or null when it is unknown or over. */
export async function findOperator(db: Kysely<Tables>, token: string | undefined, now: Date): Promise<Operator | null> {
  if (!token) return null;
  const session = await db
    .selectFrom('operator_session')
    .select(['name', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return session ? { name: session.name, expiresAt: session.expires_at } : null;
}

export async function signOut(db: Kysely<Tables>, token: string): Promise<void> {
  await db.deleteFrom('operator_session').where('token_hash', '=', hashToken(token)).execute();
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
