import { ProblemError } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const failureWindowMs = 15 * 60_000;
/** Failures allowed per network, per device that signed in before, and per account. */
const maxFailures = 5;
/**
 * Limits of the delay for unknown devices while many addresses guess passwords.
 * A delay never blocks a caller completely.
 */
export const crowd = { failures: 100, firstPauseMs: 250, longestPauseMs: 8_000 } as const;

/**
 * Returns the delay in milliseconds for a number of failures in the last 15 minutes.
 * Every further 100 failures double the delay.
 */
export function pauseFor(failures: number): number {
  const hundreds = Math.floor(failures / crowd.failures);
  return hundreds === 0 ? 0 : Math.min(crowd.longestPauseMs, crowd.firstPauseMs * 2 ** (hundreds - 1));
}

/**
 * Inserts a failure before the attempt is checked, so that parallel guesses count too.
 * @param source a network, `device …`, or `account …`
 * @returns the failure's id, and the number of all networks' failures including this one
 * @throws ProblemError rate_limited after five failures of the source in 15 minutes
 */
export async function countFailure(
  db: Kysely<Tables>,
  source: string,
  now: Date,
): Promise<{ id: string; strangers: number }> {
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
      throw new ProblemError(
        'rate_limited',
        'Too many wrong passwords or codes. Please wait 15 minutes and try again.',
        {
          headers: { 'retry-after': String(Math.ceil((free - now.getTime()) / 1000)) },
        },
      );
    }
    const { id } = await tx
      .insertInto('sign_in_failure')
      .values({ network: source, at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { count } = await tx
      .selectFrom('sign_in_failure')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('network', 'not like', 'device %')
      .where('network', 'not like', 'account %')
      .executeTakeFirstOrThrow();
    return { id, strangers: Number(count) };
  });
}

/**
 * Deletes the failure that `countFailure` inserted in advance, once the password or code has proved
 * correct.
 */
export async function deleteFailure(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', id).execute();
}

/** Deletes all failures of a source that has signed in. */
export async function deleteFailures(db: Kysely<Tables>, source: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('network', '=', source).execute();
}
