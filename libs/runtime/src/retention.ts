import { type RawBuilder, sql } from 'kysely';
import type { Logger } from './logger.ts';
import type { AnyDatabase } from './messaging/tables.ts';
import { isOutage } from './outage.ts';
import { type Repeated, repeat } from './repeat.ts';

/** The age at which rows are deleted, by the database's clock. */
export interface Expiry {
  days: number;
  /** The start of the days: a column, or an expression on columns. Rows where it is null stay. */
  since: RawBuilder<unknown>;
  /** The rows that the rule applies to; without it, all rows. */
  where?: RawBuilder<unknown>;
  /** Columns that are set to null then; without them the row is deleted. */
  clear?: readonly string[];
}

/** The tables whose old rows the runtime deletes, in this order: see docs/retention.md. */
export type Retention = Readonly<Record<string, Expiry>>;

const sweepEveryMs = 3_600_000;
const mostAtOnce = 10_000;

/** Deletes the rows that have expired, in batches. Goes on with the other tables when one fails. */
export async function deleteExpired(
  db: AnyDatabase,
  retention: Retention,
  log: Logger,
  signal?: AbortSignal,
): Promise<void> {
  for (const [table, expiry] of Object.entries(retention)) {
    try {
      while (!signal?.aborted && (await deleteBatch(db, table, expiry)) === mostAtOnce);
    } catch (error) {
      log.warn({ err: error, table }, 'old rows cannot be deleted');
      if (isOutage(error)) return;
    }
  }
}

/** Returns the number of rows that were deleted or cleared. */
async function deleteBatch(db: AnyDatabase, table: string, { days, since, where, clear }: Expiry): Promise<number> {
  const old = sql`
    ctid = any (array(
      select ctid from ${sql.table(table)}
      where ${since} < now() - make_interval(days => ${days}) and ${where ? sql`(${where})` : sql`true`}
      limit ${mostAtOnce}
    ))`;
  const cleared = clear?.map((column) => sql`${sql.ref(column)} = null`);
  const result = await (cleared
    ? sql`update ${sql.table(table)} set ${sql.join(cleared)} where ${old}`
    : sql`delete from ${sql.table(table)} where ${old}`
  ).execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Deletes the rows that have expired, now and every hour: also on a machine that is off at night. */
export function startRetention(db: AnyDatabase, retention: Retention, log: Logger): Repeated {
  return repeat(sweepEveryMs, (signal) => deleteExpired(db, retention, log, signal));
}
