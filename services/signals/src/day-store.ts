import type { SignalsDay } from '@xrp-bridge/contracts/signals';
import type { Tx } from '@xrp-bridge/runtime';
import type { Tables } from './store.ts';

type Db = Tx<Tables>;

/** The signals since then that no mail has told of; whoever writes a day at the same time waits, and finds none. */
export async function lockUntold(tx: Db, since: Date): Promise<{ id: string; coin: string; facts: unknown }[]> {
  return tx
    .selectFrom('signal')
    .select(['id', 'coin', 'facts'])
    .where('published', '=', true)
    .where('told_on', 'is', null)
    .where('first_at', '>=', since)
    .orderBy('first_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Keeps a day. @returns false when it was told before: what is new since then is told on the next one */
export async function keepDay(tx: Db, told: SignalsDay, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('signals_day')
    .values({ day: told.day, facts: JSON.stringify(told), written_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function markTold(tx: Db, ids: readonly string[], day: string): Promise<void> {
  await tx.updateTable('signal').set({ told_on: day }).where('id', 'in', ids).execute();
}
