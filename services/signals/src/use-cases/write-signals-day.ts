import { SignalsDayWritten } from '@xrp-bridge/contracts/signals';
import type { Context } from '../context.ts';
import { insertDay, lockUnmailedSignals, updateMailedOn } from '../day-store.ts';
import { nameOf } from '../domain/coins.ts';
import { writeDay } from '../domain/day.ts';
import { type SignalFacts, withLinks } from '../domain/facts.ts';
import { listDomains } from '../publisher-store.ts';

/**
 * Signals that were first reported earlier are not news.
 * Without this limit, the first mail of a new installation would cover a month.
 */
const newsMs = 72 * 3_600_000;

/** Inserts the day's text once a day, and emits the text. Does nothing if there are no new signals. */
export async function writeSignalsDay({ transact, emit, clock }: Context): Promise<void> {
  const now = clock();
  const day = now.toISOString().slice(0, 10);
  await transact(async (tx) => {
    const fresh = await lockUnmailedSignals(tx, new Date(now.getTime() - newsMs));
    const allowed = await listDomains(tx, 'allowed');
    const text = writeDay(
      day,
      fresh.flatMap(({ coin, facts }) => {
        const linked = withLinks(facts as SignalFacts, allowed);
        return linked ? [{ name: nameOf(coin), facts: linked }] : [];
      }),
    );
    if (!text || !(await insertDay(tx, text, now))) return;
    await updateMailedOn(
      tx,
      fresh.map(({ id }) => id),
      day,
    );
    emit(tx, SignalsDayWritten, day, text);
  });
}
