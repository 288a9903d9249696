import { createHash } from 'node:crypto';
import { DeviationDetected, HotMeterRefreshed, SignalPublished } from '@xrp-bridge/contracts/signals';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { isStale } from '../domain/age.ts';
import { measureDeviation } from '../domain/deviation.ts';
import { citationOf, type DayFacts, type HeatFacts, type SignalFacts } from '../domain/facts.ts';
import { type Heat, hasMoved, recentDays, scoreHeat, usualDays } from '../domain/heat.ts';
import { confidenceOf, groupReports, impactOf, type Reported, weighConfidence } from '../domain/signal.ts';
import { countMentions, keepDeviations, keepHeat, keepSignals, readDays, readReports } from '../score-store.ts';
import { readSources } from '../source-store.ts';
import type { Tables } from '../store.ts';

const dayMs = 86_400_000;
/** Signals of so many days are weighed anew; older ones stay as they are. */
const weighedMs = 30 * dayMs;
/** Below this a signal is a rumour, and is not told. */
const leastConfidence = 50;
const shownReports = 10;

/** A coin whose days are all known, with its heat. */
interface Scored {
  coin: string;
  days: DayFacts[];
  heat: Heat;
}

/** Scores every coin from what is kept, and tells of it, all in one transaction. */
export async function scoreCoins({ transact, emit }: Context, now: Date): Promise<void> {
  await transact(async (tx) => {
    const days = await readDays(tx, now, usualDays + recentDays + 1);
    const reports = await readReports(tx, new Date(now.getTime() - weighedMs), now);
    const scored = [...days].flatMap(([coin, known]): Scored[] => {
      const heat = heatOf(known);
      return heat ? [{ coin, days: known, heat }] : [];
    });

    await keepHeat(tx, await explainHeat(tx, scored, reports, now), now);
    for (const { id, coin, facts } of await weighSignals(tx, scored, reports, now)) {
      emit(tx, SignalPublished, id, { signalId: id, coin, type: facts.type });
    }
    for (const deviation of await findUnusual(tx, days, now)) {
      emit(tx, DeviationDetected, deviation.coin, deviation);
    }

    const sources = (await readSources(tx)).filter(({ inUse }) => inUse);
    const staleSources = sources.filter(({ goodAt }) => isStale(goodAt, now)).map(({ name }) => name);
    emit(tx, HotMeterRefreshed, 'hot-meter', { coins: scored.length, at: now.toISOString(), staleSources });
  });
}

function heatOf(days: readonly DayFacts[]): Heat | null {
  const facts = days.slice(1);
  return scoreHeat({
    mentions: facts.map(({ mentions }) => mentions),
    development: facts.map(({ development }) => development),
    closes: days.map(({ close }) => close),
  });
}

/** All that a page shows beside each score. */
async function explainHeat(tx: Tx<Tables>, scored: readonly Scored[], reports: readonly Reported[], now: Date) {
  const recentSince = new Date(now.getTime() - recentDays * dayMs);
  const counts = await countMentions(tx, recentSince, now);
  return scored.map(({ coin, days: [before, ...days], heat }) => {
    const recent = reports.filter((report) => report.coin === coin && report.publishedAt > recentSince);
    const facts: HeatFacts = {
      ...heat,
      reports: recent.length,
      signalWords: frequentWords(recent),
      window: { from: (days[0] as DayFacts).day, to: (days.at(-1) as DayFacts).day },
      days,
      closeBefore: (before as DayFacts).close,
      sources: counts
        .filter((count) => count.coin === coin && count.mentions > 0)
        .map(({ source, mentions }) => ({ name: source, mentions })),
      read: recent.slice(0, shownReports).map(citationOf),
    };
    return { coin, score: heat.score, facts };
  });
}

/** Keeps what the reports together say. @returns the signals that are told for the first time */
async function weighSignals(tx: Tx<Tables>, scored: readonly Scored[], reports: readonly Reported[], now: Date) {
  const signals = groupReports(reports, idOf).map((signal) => {
    const { id, coin, firstAt, headline, summary, deed, type, quantum, reported } = signal;
    const confidence = weighConfidence(signal, now);
    const score = confidenceOf(confidence);
    const known = scored.find((one) => one.coin === coin);
    const facts: SignalFacts = {
      ...{ headline, summary, deed, type, quantum, confidence, score },
      impact: impactOf(signal, confidence),
      graphMoved: known !== undefined && hasMoved(known.days, firstAt.toISOString().slice(0, 10), known.heat.price),
      reported: reported.map(citationOf),
    };
    return { id, coin, firstAt, published: score >= leastConfidence, facts };
  });
  const told = await keepSignals(tx, signals);
  return signals.filter(({ id }) => told.has(id));
}

/** Measures the last day that is over. @returns the coins for which it was unusual, the first time that this is seen */
async function findUnusual(tx: Tx<Tables>, days: ReadonlyMap<string, readonly DayFacts[]>, now: Date) {
  const day = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
  const deviations = [...days].flatMap(([coin, known]) => {
    const facts = measureDeviation(known.slice(0, -1).map(({ close }) => close));
    return facts ? [{ coin, sigma: facts.sigma, facts }] : [];
  });
  const seen = await keepDeviations(tx, day, deviations);
  return deviations
    .filter(({ coin, facts }) => facts.level === 'High' && seen.has(coin))
    .map(({ coin, sigma, facts }) => ({ coin, day, sigma, level: facts.level }));
}

/** What was done, the most frequent first. */
function frequentWords(reports: readonly Reported[]): string[] {
  const counts = new Map<string, number>();
  for (const { deeds } of reports) for (const deed of deeds) counts.set(deed, (counts.get(deed) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([word]) => word)
    .slice(0, 5);
}

function idOf({ coin, url }: Reported, type: string): string {
  return createHash('sha256').update(`${coin} ${type} ${url}`).digest('hex').slice(0, 32);
}
