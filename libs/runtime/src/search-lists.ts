import { type Kysely, sql } from 'kysely';
import type { Logger } from './logger.ts';

/** At 50 webhooks a second a list of 1 MB is full after about ten. */
const everyMsByDefault = 2_000;

export interface SearchLists {
  stop(): Promise<void>;
}

/**
 * Works in, every few seconds, what was written to the service's search indexes (ADR 0027): PostgreSQL gathers it in a list
 * for each until a write fills that, and whoever wrote waited for 80 to 110 ms. A service without such indexes is left alone.
 * @see https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE
 */
export function tendSearchLists(
  db: Kysely<unknown>,
  log: Pick<Logger, 'warn'>,
  everyMs = everyMsByDefault,
): SearchLists {
  let failed = false;
  let tending: Promise<void> | undefined;
  const tend = async () => {
    try {
      if ((await workIn(db)) === 0) clearInterval(timer);
      failed = false;
    } catch (error) {
      // Once, however long the database is away. A write works in what it finds full, as if nobody tended it.
      if (!failed) log.warn({ err: error }, 'the lists of the search indexes cannot be worked in');
      failed = true;
    }
  };
  const timer = setInterval(() => {
    tending ??= tend().finally(() => {
      tending = undefined;
    });
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await tending;
    },
  };
}

/** How many indexes of the schema that the service's connections see have such a list. */
async function workIn(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql`
    select gin_clean_pending_list(pg_class.oid::regclass) from pg_class join pg_am on pg_am.oid = relam
    where amname = 'gin' and relkind = 'i' and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows.length;
}
