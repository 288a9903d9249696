import type { Impact, SignalType } from '@xrp-bridge/contracts/signals';
import { round } from './heat.ts';
import { countsAsSite, isTrusted, publisherOf } from './publisher.ts';
import { isSameStory, type Story, storyOf } from './story.ts';

/** A report of something done, as it was read somewhere. */
export interface Reported {
  coin: string;
  deeds: readonly string[];
  sentence: string;
  title: string;
  url: string;
  site: string;
  /** The name of the source that brought it. */
  source: string;
  publishedAt: Date;
  quantum: boolean;
  /** The same for all items that tell it in the same words. */
  original: string;
}

/** What was done for a coin, and who says so. */
export interface Signal {
  id: string;
  coin: string;
  type: SignalType;
  deed: string;
  /** All that the first report names, of which `deed` is the first. */
  deeds: readonly string[];
  headline: string;
  summary: string;
  firstAt: Date;
  quantum: boolean;
  /** True once the signal was published. */
  published: boolean;
  reported: Reported[];
}

/** A signal of before: what it is called, and when it was first told of, stays. */
export type KnownSignal = Omit<Signal, 'quantum' | 'reported'>;

/** Reports of the same deed lie this close together. */
export const togetherMs = 72 * 3_600_000;
/** Half of it is believed after a week. */
const halfLifeHours = 168;
/** Below this a signal is a rumour, and is not told: one site alone gets to 50. */
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

/** What kind of thing a sentence tells of: by the first list of words that it meets, Adoption where it meets none. */
export function typeOf(sentence: string): SignalType {
  return typeWords.find(([, words]) => words.test(sentence))?.[0] ?? 'Adoption';
}

/**
 * Chooses one report of each original and coin: a trusted copy before one on an allowed site before any other, the oldest
 * first. Reports of blocked publishers are left out.
 *
 * @param reports the newest first
 * @returns the newest first
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
 * Groups reports into signals: those that tell the same story as the first one, within three days of it, are one signal.
 * A signal that was stored before is not told a second time: reports within three days of it join it, also those that
 * are older and came later.
 *
 * @param idOf a stable id of coin, type and first report
 * @param known signals of before, the oldest first
 * @returns those that something is reported of
 */
export function groupReports(
  reports: readonly Reported[],
  idOf: (first: Reported, type: SignalType) => string,
  known: readonly KnownSignal[] = [],
): Signal[] {
  const signals = known.map((signal): Signal => ({ ...signal, quantum: false, reported: [] }));
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

/**
 * Names a signal that was not published yet by its first trusted report, so that no stranger's words head what a publisher
 * backs.
 */
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

/** A question tells of nothing that was done: the sentence below it does. */
function headlineOf({ title, sentence }: Reported): string {
  return title.endsWith('?') ? sentence : title;
}

/** What a confidence is made of, rounded as it is shown. */
export interface Confidence {
  /** Different publishers that report it and that operators allowed. */
  sites: number;
  /** Share of the reports that name the same deed, two digits. */
  agreement: number;
  /** Since the last report. */
  ageHours: number;
}

/** How many allowed publishers reports stand on. */
export function countSites(
  reported: readonly { site: string; source?: string }[],
  allowed: ReadonlySet<string>,
): number {
  return new Set(reported.filter((report) => countsAsSite(report, allowed)).map(({ site }) => publisherOf(site))).size;
}

/** @param allowed the domains of the publishers that count */
export function weighConfidence({ deed, reported }: Signal, now: Date, allowed: ReadonlySet<string>): Confidence {
  const last = Math.max(...reported.map(({ publishedAt }) => publishedAt.getTime()));
  return {
    sites: countSites(reported, allowed),
    agreement: round(reported.filter(({ deeds }) => deeds.includes(deed)).length / reported.length),
    ageHours: Math.max(0, Math.floor((now.getTime() - last) / 3_600_000)),
  };
}

/** 100 × (1 − 0.5^sites) × (0.5 + 0.5 × agreement) × 0.5^(ageHours / 168), in whole percent. */
export function confidenceOf({ sites, agreement, ageHours }: Confidence): number {
  return Math.round(100 * (1 - 0.5 ** sites) * (0.5 + 0.5 * agreement) * 0.5 ** (ageHours / halfLifeHours));
}

/** How much it may mean: what institutions do, and what many report, weighs more. */
export function impactOf({ type }: Signal, { sites }: Confidence): Impact {
  if (sites >= 4 || (type === 'Institutional' && sites >= 2)) return 'high';
  return sites >= 2 || type === 'Institutional' ? 'medium' : 'low';
}
