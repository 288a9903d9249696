import type { Impact, SignalType } from '@xrp-bridge/contracts/signals';
import type { Heat } from './heat.ts';
import { isTrusted } from './publisher.ts';
import { type Confidence, confidenceOf, countSites, type Reported } from './signal.ts';

// Facts that are stored with a score or a signal. They are the values that a page shows, at the time of scoring.

/** A coin's values for a day. */
export interface DayFacts {
  day: string;
  close: number;
  /** Number of reported achievements. */
  mentions: number;
  development: number;
}

/** A link to a text. `publishedAt` is a string if the citation was read from stored JSON. */
export interface Citation {
  title: string;
  url: string;
  site: string;
  /** Name of the source that delivered the text. */
  source?: string;
  publishedAt: Date | string;
}

export interface HeatFacts extends Heat {
  /** Number of reports in the last 7 days. */
  reports: number;
  signalWords: string[];
  window: { from: string; to: string };
  days: DayFacts[];
  closeBefore: number;
  sources: { name: string; mentions: number }[];
  read: Citation[];
}

export interface SignalFacts {
  headline: string;
  summary: string;
  deed: string;
  deeds?: readonly string[];
  type: SignalType;
  quantum: boolean;
  /** True if the price has moved since the signal; null while later prices are missing. */
  graphMoved: boolean | null;
  impact: Impact;
  confidence: Confidence;
  score: number;
  reported: Citation[];
}

export function citationOf({ title, url, site, source, publishedAt }: Reported): Citation {
  return { title, url, site, source, publishedAt };
}

/**
 * Returns a signal with only the reports that may be linked, and with a new confidence.
 * An operator may have blocked a publisher since the signal was scored. Returns null if no report is left.
 */
export function withLinks(facts: SignalFacts, allowed: ReadonlySet<string>): SignalFacts | null {
  const reported = facts.reported.filter((citation) => isTrusted(citation, allowed));
  if (reported.length === 0) return null;
  const confidence = { ...facts.confidence, sites: countSites(facts.reported, allowed) };
  return { ...facts, reported, confidence, score: confidenceOf(confidence) };
}
