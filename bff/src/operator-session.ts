import { createHash, randomBytes, randomInt } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { hash, verify } from '@node-rs/argon2';
import { ProblemError } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import type { Context } from './context.ts';
import { forgetDevices } from './known-device.ts';
import type { Tables } from './tables.ts';

export interface Operator {
  sessionId: string;
  name: string;
  expiresAt: Date;
}

const sessionMs = 12 * 3600_000;
const failureWindowMs = 15 * 60_000;
/** Of one network, and of one device that signed in before. */
const maxFailures = 5;
/** Guessing from many addresses at once makes each new one wait, longer and longer, and shuts nobody out. */
const crowd = { failures: 100, firstPauseMs: 250, longestPauseMs: 8_000 } as const;

/**
 * Makes sure that there is an operator's password: OPERATOR_PASSWORD, else the one of an earlier run, else a new one.
 * Only its argon2id hash is kept. Changing OPERATOR_PASSWORD signs everybody out,
 * and makes every device a new one.
 * @returns the new password, this once, to be shown to whoever started the system; null when there was one
 */
export async function ensureOperatorPassword(
  db: Kysely<Tables>,
  settings: { OPERATOR_PASSWORD?: string | undefined },
): Promise<string | null> {
  const given = settings.OPERATOR_PASSWORD;
  const kept = await db.selectFrom('operator_password').select('hash').executeTakeFirst();
  if (given) {
    if (!kept || !(await verify(kept.hash, given))) await setOperatorPassword(db, given);
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

/** Gives operators another password: it signs everybody out, and makes every device a new one. */
export async function setOperatorPassword(db: Kysely<Tables>, password: string): Promise<void> {
  const newHash = await hash(password);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('operator_password')
      .values({ hash: newHash })
      .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ hash: newHash }))
      .execute();
    await tx.deleteFrom('operator_session').execute();
    await forgetDevices(tx);
  });
}

/** Four groups of five, without letters that look alike: about 98 bits. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/**
 * Opens a session for whoever knows the password. Strangers' failures never shut out anybody else: they count by network
 * and slow down other strangers, and a device that signed in before counts by itself.
 * @returns the token for the cookie; only its hash is kept
 * @throws ProblemError wrong_password; rate_limited after five failures from one network or device in 15 minutes
 */
export async function signIn(
  { db, clock, pause }: Pick<Context, 'db' | 'clock' | 'pause'>,
  attempt: { password: string; name: string; ip: string; device: string | null },
  audit: (outcome: string) => Promise<unknown>,
): Promise<{ token: string; operator: Operator }> {
  const { password, name, device } = attempt;
  const source = device === null ? normalizeIP(attempt.ip) : `device ${device}`;
  // Counted as a failure until it turns out right, so that guesses sent at the same time count too.
  const strangers = await countFailure(db, source, clock());
  if (device === null) await pause(pauseFor(strangers));
  const kept = await db.selectFrom('operator_password').select('hash').executeTakeFirst();
  if (!kept || !(await verify(kept.hash, password))) {
    // Anybody could fill the table: what a crowd guesses is not written down one by one.
    if (strangers <= crowd.failures) await audit('wrong_password');
    throw new ProblemError('wrong_password');
  }
  await db.deleteFrom('sign_in_failure').where('network', '=', source).execute();
  const now = clock();
  await db.deleteFrom('operator_session').where('expires_at', '<=', now).execute();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + sessionMs);
  const { id } = await db
    .insertInto('operator_session')
    .values({ token_hash: hashToken(token), name, ip: attempt.ip, started_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  const operator = { sessionId: id, name, expiresAt };
  await audit('done');
  return { token, operator };
}

/** Doubles with each hundred failures of the last 15 minutes, up to a time that a person still waits for. */
function pauseFor(failures: number): number {
  const hundreds = Math.floor(failures / crowd.failures);
  return hundreds === 0 ? 0 : Math.min(crowd.longestPauseMs, crowd.firstPauseMs * 2 ** (hundreds - 1));
}

/** @returns how many failures of strangers there are, this one included */
async function countFailure(db: Kysely<Tables>, source: string, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - failureWindowMs);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`bff sign-in ${source}`}))`.execute(tx);
    await tx.deleteFrom('sign_in_failure').where('at', '<=', oldest).execute();
    const own = await tx
      .selectFrom('sign_in_failure')
      .select('at')
      .where('network', '=', source)
      .orderBy('at')
      .limit(maxFailures)
      .execute();
    if (own[0] && own.length >= maxFailures) {
      const free = own[0].at.getTime() + failureWindowMs;
      throw new ProblemError('rate_limited', 'Too many wrong passwords. Please wait 15 minutes and try again.', {
        headers: { 'retry-after': String(Math.ceil((free - now.getTime()) / 1000)) },
      });
    }
    await tx.insertInto('sign_in_failure').values({ network: source, at: now }).execute();
    const { count } = await tx
      .selectFrom('sign_in_failure')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('network', 'not like', 'device %')
      .executeTakeFirstOrThrow();
    return Number(count);
  });
}

/** The operator behind a cookie, or null when it is unknown or over. */
export async function findOperator(db: Kysely<Tables>, token: string | undefined, now: Date): Promise<Operator | null> {
  if (!token) return null;
  const session = await db
    .selectFrom('operator_session')
    .select(['id', 'name', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return session ? { sessionId: session.id, name: session.name, expiresAt: session.expires_at } : null;
}

/** Where operators are signed in now, the newest first. */
export async function listSessions(db: Kysely<Tables>, now: Date) {
  return db
    .selectFrom('operator_session')
    .select(['id', 'name', 'ip', 'started_at as startedAt', 'expires_at as expiresAt'])
    .where('expires_at', '>', now)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends a session: whoever holds its cookie must sign in again. @returns false when there is none */
export async function endSession(db: Kysely<Tables>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('operator_session').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
