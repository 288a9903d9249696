import { createHash } from 'node:crypto';
import { DeviationDetected, HotMeterRefreshed, SignalPublished, UnusualDayFound } from '@xrp-bridge/contracts/signals';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { isStale } from '../domain/age.ts';
import { measureDeviation } from '../domain/deviation.ts';
import { citationOf, type DayFacts, type HeatFacts, type SignalFacts } from '../domain/facts.ts';
import { type Heat, hasMoved, recentDays, scoreHeat, usualDays } from '../domain/heat.ts';
import { isTrusted } from '../domain/publisher.ts';
import {
  chooseReports,
  confidenceOf,
  groupReports,
  impactOf,
  leastConfidence,
  nameByTrusted,
  type Reported,
  togetherMs,
  weighConfidence,
} from '../domain/signal.ts';
import { listDomains } from '../publisher-store.ts';
import {
  countMentions,
  findOutdatedCoins,
  insertDeviations,
  insertHeat,
  listStoredSignals,
  readDays,
  readReports,
  upsertSignals,
} from '../score-store.ts';
import { readSources } from '../source-store.ts';
import type { Tables } from '../store.ts';

const dayMs = 86_400_000;
/** Signals of this period are scored again. Older signals do not change. */
const weighedMs = 30 * dayMs;
/**
 * Age of the oldest reports that are read.
 * It exceeds the age of every signal that is scored, so that all reports of these signals are read.
 */
const readMs = weighedMs + togetherMs;
/** Period that a heat score covers. */
const scoredMs = (usualDays + recentDays) * dayMs;
const shownReports = 10;

/** A coin whose prices are complete, with its heat. */
interface Scored {
  coin: string;
  days: DayFacts[];
  heat: Heat;
}

/**
 * Scores every coin from stored data, and emits the results, all in one transaction.
 * A coin without prices, or a coin whose sources do not respond, retains its last score.
 */
export async function scoreCoins({ transact, emit }: Context, now: Date): Promise<void> {
  await transact(async (tx) => {
    const days = await readDays(tx, now, usualDays + recentDays + 1);
    const [allowed, blocked] = [await listDomains(tx, 'allowed'), await listDomains(tx, 'blocked')];
    const reports = chooseReports(await readReports(tx, before(now, readMs), now), allowed, blocked);
    const sources = await readSources(tx);
    // A source that has never answered is not silent, because no earlier data of this source can be missing.
    const silent = sources.filter(({ goodAt }) => goodAt && isStale(goodAt, now)).map(({ name }) => name);
    const outdated = await findOutdatedCoins(tx, before(now, scoredMs), now, silent);
    const scored = [...days].flatMap(([coin, daily]): Scored[] => {
      const heat = heatOf(daily);
      return heat ? [{ coin, days: daily, heat }] : [];
    });

    const current = scored.filter(({ coin }) => !outdated.has(coin));
    await insertHeat(tx, await explainHeat(tx, current, reports, now), now);
    for (const { id, coin, facts } of await weighSignals(tx, scored, { reports, allowed, now })) {
      emit(tx, SignalPublished, id, { signalId: id, coin, type: facts.type });
    }
    const unusual = await findUnusual(tx, days, now);
    for (const deviation of unusual) emit(tx, DeviationDetected, deviation.coin, deviation);
    const [first] = unusual;
    if (first) {
      const coins = unusual.map(({ coin, sigma }) => ({ coin, sigma }));
      emit(tx, UnusualDayFound, first.day, { day: first.day, coins });
    }

    const staleSources = sources.filter(({ inUse, goodAt }) => inUse && isStale(goodAt, now)).map(({ name }) => name);
    emit(tx, HotMeterRefreshed, 'hot-meter', { coins: current.length, at: now.toISOString(), staleSources });
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

/** Returns each score with the facts that a page shows beside the score. */
async function explainHeat(tx: Tx<Tables>, scored: readonly Scored[], reports: readonly Reported[], now: Date) {
  const recentSince = before(now, recentDays * dayMs);
  const counts = await countMentions(tx, recentSince, now);
  return scored.map(({ coin, days: [dayBefore, ...days], heat }) => {
    const recent = reports.filter((report) => report.coin === coin && report.publishedAt > recentSince);
    const facts: HeatFacts = {
      ...heat,
      reports: recent.length,
      signalWords: frequentWords(recent),
      window: { from: (days[0] as DayFacts).day, to: (days.at(-1) as DayFacts).day },
      days,
      closeBefore: (dayBefore as DayFacts).close,
      sources: counts
        .filter((count) => count.coin === coin && count.mentions > 0)
        .map(({ source, mentions }) => ({ name: source, mentions })),
      read: recent.slice(0, shownReports).map(citationOf),
    };
    return { coin, score: heat.score, facts };
  });
}

/**
 * Groups the reports into signals and upserts them.
 * @returns the signals that are published for the first time
 */
async function weighSignals(
  tx: Tx<Tables>,
  scored: readonly Scored[],
  { reports, allowed, now }: { reports: readonly Reported[]; allowed: ReadonlySet<string>; now: Date },
) {
  const stored = await listStoredSignals(tx, before(now, readMs));
  const weighed = groupReports(reports, idOf, stored).filter(({ firstAt }) => firstAt > before(now, weighedMs));
  const signals = weighed.map((grouped) => {
    const signal = nameByTrusted(grouped, allowed);
    const { id, coin, firstAt, headline, summary, deed, deeds, type, quantum, reported } = signal;
    const confidence = weighConfidence(signal, now, allowed);
    const score = confidenceOf(confidence);
    const market = scored.find((one) => one.coin === coin);
    const facts: SignalFacts = {
      headline,
      summary,
      deed,
      deeds,
      type,
      quantum,
      confidence,
      score,
      impact: impactOf(signal, confidence),
      graphMoved: market ? hasMoved(market.days, firstAt.toISOString().slice(0, 10), market.heat.price) : null,
      reported: reported.map(citationOf),
    };
    // A signal needs a trusted report: submissions of users alone are not published.
    const isBacked = reported.some((report) => isTrusted(report, allowed));
    return { id, coin, firstAt, published: score >= leastConfidence && isBacked, facts };
  });
  const published = await upsertSignals(tx, signals);
  return signals.filter(({ id }) => published.has(id));
}

/**
 * Measures and stores each coin's last completed day.
 * @returns the unusual coins that were not stored for that day before
 */
async function findUnusual(tx: Tx<Tables>, days: ReadonlyMap<string, readonly DayFacts[]>, now: Date) {
  const day = before(now, dayMs).toISOString().slice(0, 10);
  const deviations = [...days].flatMap(([coin, daily]) => {
    const facts = measureDeviation(daily.slice(0, -1).map(({ close }) => close));
    return facts ? [{ coin, sigma: facts.sigma, facts }] : [];
  });
  const inserted = await insertDeviations(tx, day, deviations);
  return deviations
    .filter(({ coin, facts }) => facts.level === 'High' && inserted.has(coin))
    .map(({ coin, sigma, facts }) => ({ coin, day, sigma, level: facts.level }));
}

/** Returns the five most frequent verbs of the reports. */
function frequentWords(reports: readonly Reported[]): string[] {
  const counts = new Map<string, number>();
  for (const { deeds } of reports) for (const deed of deeds) counts.set(deed, (counts.get(deed) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([word]) => word)
    .slice(0, 5);
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}

function idOf({ coin, url }: Reported, type: string): string {
  return createHash('sha256').update(`${coin} ${type} ${url}`).digest('hex').slice(0, 32);
}
