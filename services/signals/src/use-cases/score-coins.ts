import { createHash } from 'node:crypto';
import { DeviationDetected, HotMeterRefreshed, SignalPublished } from '@xrp-bridge/contracts/signals';
import type { Context } from '../context.ts';
import { type Deviation, measureDeviation } from '../domain/deviation.ts';
import { type Heat, recentDays, round, scoreHeat, usualDays } from '../domain/heat.ts';
import { confidenceOf, groupReports, impactOf, type Reported, weighConfidence } from '../domain/signal.ts';
import {
  countMentions,
  type DayFacts,
  keepDeviations,
  keepHeat,
  keepSignals,
  readDays,
  readReports,
} from '../score-store.ts';
import { readSources } from '../store.ts';
import { isStale } from './stale.ts';

const dayMs = 86_400_000;
/** Signals of so many days are weighed anew; older ones stay as they are. */
const weighedMs = 30 * dayMs;
/** Below this a signal is a rumour, and is not told. */
const leastConfidence = 50;
const shownReports = 10;

/** What is kept with a score, and shown with it. */
export interface HeatFacts extends Heat {
  mentions7: number;
  signalWords: string[];
  window: { from: string; to: string };
  days: DayFacts[];
  sources: { name: string; mentions: number }[];
  read: Pick<Reported, 'title' | 'url' | 'site' | 'publishedAt'>[];
}

/** What is kept with a signal. */
export interface SignalFacts {
  headline: string;
  summary: string;
  deed: string;
  type: string;
  quantum: boolean;
  graphMoved: boolean;
  impact: string;
  confidence: ReturnType<typeof weighConfidence>;
  score: number;
  reported: Pick<Reported, 'title' | 'url' | 'site' | 'publishedAt'>[];
}

/** Scores every coin from what is kept, and tells of it, all in one transaction. */
export async function scoreCoins({ transact, emit }: Context, now: Date): Promise<void> {
  await transact(async (tx) => {
    const days = await readDays(tx, now, usualDays + recentDays + 1);
    const recentSince = new Date(now.getTime() - recentDays * dayMs);
    const reports = await readReports(tx, new Date(now.getTime() - weighedMs));
    const counts = await countMentions(tx, recentSince, now);

    const heats = [...days].flatMap(([coin, all]) => {
      const heat = heatOf(all);
      if (!heat) return [];
      const recent = reports.filter((report) => report.coin === coin && report.publishedAt >= recentSince);
      const facts: HeatFacts = {
        ...heat,
        mentions7: recent.length,
        signalWords: frequentWords(recent),
        window: { from: (all[1] as DayFacts).day, to: (all.at(-1) as DayFacts).day },
        days: all.slice(1),
        sources: counts
          .filter((count) => count.coin === coin && count.mentions > 0)
          .map(({ source, mentions }) => ({ name: source, mentions })),
        read: recent.slice(0, shownReports).map(citationOf),
      };
      return [{ coin, score: heat.score, facts }];
    });
    await keepHeat(tx, heats, now);

    const signals = groupReports(reports, idOf).map((signal) => {
      const confidence = weighConfidence(signal, now);
      const score = confidenceOf(confidence);
      const facts: SignalFacts = {
        ...{ headline: signal.headline, summary: signal.summary, deed: signal.deed, type: signal.type },
        ...{ quantum: signal.quantum, confidence, score },
        impact: impactOf(signal, confidence),
        graphMoved: hasMoved(days.get(signal.coin) ?? [], signal.firstAt),
        reported: signal.reported.map(citationOf),
      };
      return { id: signal.id, coin: signal.coin, firstAt: signal.firstAt, published: score >= leastConfidence, facts };
    });
    const told = await keepSignals(tx, signals);
    for (const { id, coin, facts } of signals) {
      if (told.has(id)) await emit(tx, SignalPublished, id, { signalId: id, coin, type: facts.type });
    }

    const day = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
    const deviations = [...days].flatMap(([coin, all]) => {
      // The last day that is over.
      const deviation = measureDeviation(closesOf(all.slice(0, -1)) ?? []);
      return deviation ? [{ coin, sigma: deviation.sigma, facts: deviation satisfies Deviation }] : [];
    });
    const unusual = await keepDeviations(tx, day, deviations);
    for (const { coin, sigma, facts } of deviations) {
      if (facts.level === 'High' && unusual.has(coin)) {
        await emit(tx, DeviationDetected, coin, { coin, day, sigma, level: facts.level });
      }
    }

    const sources = await readSources(tx);
    const staleSources = sources.filter(({ goodAt }) => isStale(goodAt, now)).map(({ name }) => name);
    await emit(tx, HotMeterRefreshed, 'hot-meter', { coins: heats.length, at: now.toISOString(), staleSources });
  });
}

function heatOf(days: readonly DayFacts[]): Heat | null {
  const closes = closesOf(days);
  if (!closes) return null;
  const facts = days.slice(1);
  return scoreHeat({
    mentions: facts.map(({ mentions }) => mentions),
    development: facts.map(({ development }) => development),
    closes,
  });
}

/** The prices of these days, or null where one is missing. */
function closesOf(days: readonly DayFacts[]): number[] | null {
  const closes = days.flatMap(({ close }) => (close === null ? [] : [close]));
  return closes.length === days.length ? closes : null;
}

/** Whether the price has moved by more than its usual spread of that time since then. */
function hasMoved(days: readonly DayFacts[], since: Date): boolean {
  const closes = closesOf(days);
  const from = days.findIndex(({ day }) => day >= since.toISOString().slice(0, 10));
  if (!closes || from < 0 || from === days.length - 1) return false;
  const heat = heatOf(days);
  if (!heat) return false;
  const change = (closes.at(-1) as number) / (closes[from] as number) - 1;
  const spread = heat.price.spread * Math.sqrt((days.length - 1 - from) / recentDays);
  return Math.abs(round(change, 4)) > spread;
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

function citationOf({ title, url, site, publishedAt }: Reported) {
  return { title, url, site, publishedAt };
}

function idOf({ coin, url }: Reported, type: string): string {
  return createHash('sha256').update(`${coin} ${type} ${url}`).digest('hex').slice(0, 32);
}
