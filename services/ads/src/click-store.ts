import type { Tx } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import type { Db, Tables } from './store.ts';
import type { MoneyTables } from './tables.ts';

/** Locks a visitor's clicks until the transaction ends, so that the daily limit holds. */
export async function lockVisitor(tx: Tx<Tables>, visitor: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`click ${visitor}`}, 0))`.execute(tx);
}

/** Returns how many ads a visitor clicked on a day. */
export async function countClicks(db: Db, day: string, visitor: string): Promise<number> {
  const { clicks } = await db
    .selectFrom('click')
    .select((is) => is.fn.countAll<string>().as('clicks'))
    .where('day', '=', day)
    .where('visitor', '=', visitor)
    .executeTakeFirstOrThrow();
  return Number(clicks);
}

/** Inserts a click. @returns false if the visitor has already clicked this ad on this day */
export async function insertClick(tx: Tx<Tables>, click: MoneyTables['click']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('click')
    .values(click)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
