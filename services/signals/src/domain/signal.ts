import type { Impact, SignalType } from '@xrp-bridge/contracts/signals';
import { round } from './heat.ts';
import { countsAsSite, isTrusted, publisherOf } from './publisher.ts';
import { isSameStory, type Story, storyOf } from './story.ts';

/** A reported achievement, with its citation. */
export interface Reported {
  coin: string;
  deeds: readonly string[];
  sentence: string;
  title: string;
  url: string;
  site: string;
  /** Name of the source that delivered the text. */
  source: string;
  publishedAt: Date;
  quantum: boolean;
  /** Id of the first item of the story, shared by all its copies. */
  original: string;
}

/** An achievement of a coin, with its reports. */
export interface Signal {
  id: string;
  coin: string;
  type: SignalType;
  deed: string;
  /** All achievements of the first report; `deed` is the first one. */
  deeds: readonly string[];
  headline: string;
  summary: string;
  firstAt: Date;
  quantum: boolean;
  /** True if the signal has been published. */
  published: boolean;
  reported: Reported[];
}

/**
 * A signal that is already in the database.
 * Later reports never change `firstAt`, and never change the headline once the signal is published.
 */
export type StoredSignal = Omit<Signal, 'quantum' | 'reported'>;

/** Maximum time between two reports of the same achievement. */
export const togetherMs = 72 * 3_600_000;
/** Half-life of the confidence: one week. */
const halfLifeHours = 168;
/**
 * A signal with a lower confidence is a rumour and not published.
 * Reports of a single site give a confidence of at most 50.
 */
export const leastConfidence = 51;

const typeWords: [SignalType, RegExp][] = [
  [
    'Institutional',
    /\b(?:fund|ETF|custody|treasury|asset manager|insurer|regulator|licen[cs]e|central|court|council)\b|\bbank/i,
  ],
  [
    'Infrastructure',
    /\b(?:validators?|nodes?|API|SDK|client|testnet|oracle|data feeds?|data streams?|indexer|release[ds]?)\b|\bbridge/i,
  ],
  ['Deployment', /\b(?:mainnet|hard fork|went live|protocol)\b|\b(?:launch|deploy|upgrad|activat)/i],
];

/** Returns the first type whose words match the sentence, or Adoption if no type matches. */
export function typeOf(sentence: string): SignalType {
  return typeWords.find(([, words]) => words.test(sentence))?.[0] ?? 'Adoption';
}

/**
 * Chooses one report per story and coin, and omits the reports of blocked publishers.
 * Trusted copies come before copies on allowed sites, and these before all others. Of equal copies, the oldest is
 * chosen.
 * @param reports newest first
 * @returns newest first
 */
export function chooseReports(
  reports: readonly Reported[],
  allowed: ReadonlySet<string>,
  blocked: ReadonlySet<string>,
): Reported[] {
  const counted = reports.filter(({ site }) => !blocked.has(publisherOf(site)));
  return [...Map.groupBy(counted, ({ original, coin }) => `${original} ${coin}`).values()]
    .map(
      (copies) =>
        copies.findLast((copy) => isTrusted(copy, allowed)) ??
        copies.findLast(({ site }) => allowed.has(publisherOf(site))) ??
        (copies.at(-1) as Reported),
    )
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
}

/**
 * Groups reports of the same story within three days into signals.
 * A report within three days of a stored signal joins that signal, even if the report is older and arrives later.
 * Otherwise the achievement would be published twice.
 * @param idOf a stable id from the first report and type
 * @param stored oldest first
 * @returns the signals that have reports
 */
export function groupReports(
  reports: readonly Reported[],
  idOf: (first: Reported, type: SignalType) => string,
  stored: readonly StoredSignal[] = [],
): Signal[] {
  const signals = stored.map((signal): Signal => ({ ...signal, quantum: false, reported: [] }));
  const stories = new Map<Signal, Story>(
    signals.map((signal) => [signal, storyOf(signal.summary, signal.deeds)] as const),
  );
  for (const report of reports.toSorted((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())) {
    const after = ({ firstAt }: Signal) => report.publishedAt.getTime() - firstAt.getTime();
    const story = storyOf(report.sentence, report.deeds);
    const alike = signals.filter(
      (one) =>
        one.coin === report.coin && Math.abs(after(one)) <= togetherMs && isSameStory(stories.get(one) as Story, story),
    );
    const open = alike.findLast((one) => after(one) >= 0) ?? alike.find((one) => after(one) < 0);
    if (open) {
      open.reported.push(report);
      open.quantum ||= report.quantum;
    } else {
      const signal: Signal = {
        id: idOf(report, typeOf(report.sentence)),
        coin: report.coin,
        ...namesOf(report),
        firstAt: report.publishedAt,
        quantum: report.quantum,
        published: false,
        reported: [report],
      };
      signals.push(signal);
      stories.set(signal, story);
    }
  }
  return signals.filter(({ reported }) => reported.length > 0);
}

/** Names an unpublished signal after its first trusted report, and not after a user's submission. */
export function nameByTrusted(signal: Signal, allowed: ReadonlySet<string>): Signal {
  const report = signal.published ? undefined : signal.reported.find((one) => isTrusted(one, allowed));
  return report ? { ...signal, ...namesOf(report) } : signal;
}

function namesOf(report: Reported) {
  return {
    type: typeOf(report.sentence),
    deed: report.deeds[0] as string,
    deeds: report.deeds,
    headline: headlineOf(report),
    summary: report.sentence,
  };
}

/**
 * Returns the title, or the sentence if the title is a question.
 * A question reports no achievement.
 */
function headlineOf({ title, sentence }: Reported): string {
  return title.endsWith('?') ? sentence : title;
}

/** Inputs of a confidence, rounded as the page shows them. */
export interface Confidence {
  /** Number of allowed publishers that report the signal. */
  sites: number;
  /** Share of the reports with the same achievement, with two decimals. */
  agreement: number;
  /** Hours since the last report. */
  ageHours: number;
}

/** Counts the allowed publishers among the reports. */
export function countSites(
  reported: readonly { site: string; source?: string }[],
  allowed: ReadonlySet<string>,
): number {
  return new Set(reported.filter((report) => countsAsSite(report, allowed)).map(({ site }) => publisherOf(site))).size;
}

/**
 * Computes the confidence of a signal.
 * @param allowed domains of the publishers that count
 */
export function weighConfidence({ deed, reported }: Signal, now: Date, allowed: ReadonlySet<string>): Confidence {
  const last = Math.max(...reported.map(({ publishedAt }) => publishedAt.getTime()));
  return {
    sites: countSites(reported, allowed),
    agreement: round(reported.filter(({ deeds }) => deeds.includes(deed)).length / reported.length),
    ageHours: Math.max(0, Math.floor((now.getTime() - last) / 3_600_000)),
  };
}

/** Computes 100 × (1 − 0.5^sites) × (0.5 + 0.5 × agreement) × 0.5^(ageHours / 168) in whole percent. */
export function confidenceOf({ sites, agreement, ageHours }: Confidence): number {
  return Math.round(100 * (1 - 0.5 ** sites) * (0.5 + 0.5 * agreement) * 0.5 ** (ageHours / halfLifeHours));
}

/** Rates the impact: institutional signals and signals on many sites rate higher. */
export function impactOf({ type }: Signal, { sites }: Confidence): Impact {
  if (sites >= 4 || (type === 'Institutional' && sites >= 2)) return 'high';
  return sites >= 2 || type === 'Institutional' ? 'medium' : 'low';
}
