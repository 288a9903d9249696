import { type RawBuilder, sql } from 'kysely';
import type { Logger } from './logger.ts';
import type { AnyDatabase } from './messaging/tables.ts';
import { isOutage } from './outage.ts';
import { type Repeated, repeat } from './repeat.ts';

/** A rule that deletes or clears rows of a certain age, by the database's clock. */
export interface Expiry {
  days: number;
  /**
   * Time from which the days count: a column, or an expression of columns.
   * Rows without this time are never deleted or cleared.
   */
  since: RawBuilder<unknown>;
  /** Condition for the rows that the rule applies to. By default the rule applies to all rows. */
  where?: RawBuilder<unknown>;
  /** Columns to set to null instead of deleting the row. */
  clear?: readonly string[];
}

/** Retention rules by table, applied in this order: see docs/retention.md. */
export type Retention = Readonly<Record<string, Expiry>>;

const sweepEveryMs = 3_600_000;
const mostAtOnce = 10_000;

/**
 * Deletes or clears expired rows in batches.
 * If a table fails, continues with the next table, except during an outage.
 */
export async function deleteExpired(
  db: AnyDatabase,
  retention: Retention,
  log: Logger,
  signal?: AbortSignal,
): Promise<void> {
  for (const [table, expiry] of Object.entries(retention)) {
    try {
      await deleteBatches(db, table, expiry, signal);
    } catch (error) {
      log.warn({ err: error, table }, 'old rows cannot be deleted');
      if (isOutage(error)) return;
    }
  }
}

/** Like `deleteExpired`, but rejects if a table fails. */
export async function deleteAllExpired(db: AnyDatabase, retention: Retention): Promise<void> {
  for (const [table, expiry] of Object.entries(retention)) await deleteBatches(db, table, expiry);
}

async function deleteBatches(db: AnyDatabase, table: string, expiry: Expiry, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await deleteBatch(db, table, expiry)) === mostAtOnce);
}

/** Deletes or clears one batch. Returns the number of rows. */
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

/**
 * Deletes expired rows now and every hour, so that the rules also work on a machine that is off at
 * night.
 */
export function startRetention(db: AnyDatabase, retention: Retention, log: Logger): Repeated {
  return repeat(sweepEveryMs, (signal) => deleteExpired(db, retention, log, signal));
}
