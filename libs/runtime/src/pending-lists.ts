import { type Kysely, sql } from 'kysely';
import type { Logger } from './logger.ts';
import { type Repeated, repeat } from './repeat.ts';

/** At 50 webhooks per second, a pending list of 1 MB is full after about ten seconds. */
const everyMsByDefault = 2_000;

/**
 * Flushes the GIN pending lists of the service's search indexes every few seconds (ADR 0027).
 * Otherwise the write that fills a list would flush the list, which took 80 to 110 ms. For a service without such
 * indexes, the flushing stops at once.
 * @see https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE
 */
export function startFlushing(db: Kysely<unknown>, log: Pick<Logger, 'warn'>, everyMs = everyMsByDefault): Repeated {
  let failed = false;
  return repeat(everyMs, async () => {
    try {
      const hasIndexes = await flushPendingLists(db);
      failed = false;
      return hasIndexes;
    } catch (error) {
      // The warning is logged once per outage. Writes still work, because they flush a full list themselves.
      if (!failed) log.warn({ err: error }, 'the pending lists of the search indexes cannot be flushed');
      failed = true;
      return true;
    }
  });
}

/** Flushes all pending lists. Returns true if the schema has GIN indexes. */
async function flushPendingLists(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select gin_clean_pending_list(pg_class.oid::regclass) from pg_class join pg_am on pg_am.oid = relam
    where amname = 'gin' and relkind = 'i' and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows.length > 0;
}
