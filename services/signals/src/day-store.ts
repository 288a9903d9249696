import type { SignalsDay } from '@xrp-bridge/contracts/signals';
import type { Tx } from '@xrp-bridge/runtime';
import type { Tables } from './store.ts';

type Db = Tx<Tables>;

/**
 * Locks the published signals that were first reported after `since` and that are not in any mail yet.
 * A second transaction for the same day waits for the lock, and then finds no signals left.
 */
export async function lockUnmailedSignals(
  tx: Db,
  since: Date,
): Promise<{ id: string; coin: string; facts: unknown }[]> {
  return tx
    .selectFrom('signal')
    .select(['id', 'coin', 'facts'])
    .where('published', '=', true)
    .where('mailed_on', 'is', null)
    .where('first_at', '>=', since)
    .orderBy('first_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Inserts a day.
 * @returns false if the day already exists; the signals are then left for the next day's mail
 */
export async function insertDay(tx: Db, text: SignalsDay, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('signals_day')
    .values({ day: text.day, facts: JSON.stringify(text), written_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function updateMailedOn(tx: Db, ids: readonly string[], day: string): Promise<void> {
  await tx.updateTable('signal').set({ mailed_on: day }).where('id', 'in', ids).execute();
}
