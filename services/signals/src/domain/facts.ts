import type { Impact, SignalType } from '@xrp-bridge/contracts/signals';
import type { Heat } from './heat.ts';
import { isTrusted } from './publisher.ts';
import { type Confidence, confidenceOf, countSites, type Reported } from './signal.ts';

// What is kept with a score and with a signal: all that a page shows beside them, as it was then.

/** A day of a coin. */
export interface DayFacts {
  day: string;
  close: number;
  /** Reports of things done. */
  mentions: number;
  development: number;
}

/** Where something was read. A time that was kept as JSON comes back as its text. */
export interface Citation {
  title: string;
  url: string;
  site: string;
  /** The source that brought it. */
  source?: string;
  publishedAt: Date | string;
}

export interface HeatFacts extends Heat {
  /** Reports of the last 7 days. */
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
  /** Null while the prices that would say so are not known. */
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
 * A signal with the reports only that may be linked to, and with the sites that count now: since it was weighed, an operator
 * may have blocked one. Null when there is no such report, for then nothing backs it any more.
 */
export function withLinks(facts: SignalFacts, allowed: ReadonlySet<string>): SignalFacts | null {
  const reported = facts.reported.filter((citation) => isTrusted(citation, allowed));
  if (reported.length === 0) return null;
  const confidence = { ...facts.confidence, sites: countSites(facts.reported, allowed) };
  return { ...facts, reported, confidence, score: confidenceOf(confidence) };
}
