import { MarketWeekWritten } from '@xrp-bridge/contracts/signals';
import type { Context } from '../context.ts';
import { coins, nameOf } from '../domain/coins.ts';
import { type SignalFacts, withLinks } from '../domain/facts.ts';
import { lastWeek, writeWeek } from '../domain/week.ts';
import { listDomains } from '../publisher-store.ts';
import { insertWeek, readCloses, readSignalsOf, readUnusual } from '../week-store.ts';

/** Inserts the last week's text once, and emits the text. Does nothing if there are no facts. */
export async function writeLastWeek({ transact, emit, clock, log }: Context): Promise<void> {
  const { from, to, before } = lastWeek(clock());
  await transact(async (tx) => {
    const closes = await readCloses(tx, [before, to]);
    const prices = coins.flatMap(({ ticker, name }) => {
      const [first, last] = [before, to].map((day) => closes.find((one) => one.coin === ticker && one.day === day));
      return first && last ? [{ ticker, name, before: first.close, after: last.close, source: last.source }] : [];
    });
    const unusual = await readUnusual(tx, from, to);
    const signals = await readSignalsOf(tx, from, to);
    const allowed = await listDomains(tx, 'allowed');
    const week = writeWeek({
      from,
      to,
      prices,
      unusual: unusual.map(({ coin, day, sigma }) => ({ name: nameOf(coin), day, sigma })),
      signals: signals.flatMap(({ coin, facts }) => {
        const linked = withLinks(facts as SignalFacts, allowed);
        return linked ? [{ name: nameOf(coin), facts: linked }] : [];
      }),
    });
    if (!week) return log.warn({ week: to }, 'no facts about the last week, so no text is written');
    if (await insertWeek(tx, week, clock())) emit(tx, MarketWeekWritten, to, week);
  });
}
