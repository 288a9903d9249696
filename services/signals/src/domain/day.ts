import type { SignalsDay } from '@xrp-bridge/contracts/signals';
import type { SignalFacts } from './facts.ts';
import { formatSignal } from './week.ts';

/** A coin's achievement that is not in any mail yet. */
export interface FreshSignal {
  name: string;
  facts: SignalFacts;
}

/** Maximum number of signals in a mail, because readers do not read a longer mail in the morning. */
const mostSignals = 10;

/**
 * Formats a day's signals in plain words and the past tense, highest confidence first.
 * Each signal has the achievement, the confidence and, if known, whether the price has moved since.
 * @returns null if there are no signals
 */
export function writeDay(day: string, signals: readonly FreshSignal[]): SignalsDay | null {
  if (signals.length === 0) return null;
  const shown = signals.toSorted((a, b) => b.facts.score - a.facts.score).slice(0, mostSignals);
  const left = signals.length - shown.length;
  const more = { title: 'More from today', text: `${count(left, 'more signal is', 'more signals are')} on our page.` };
  return {
    day,
    paragraphs: [
      ...shown.map((signal) => formatSignal(signal, describe(signal.facts))),
      ...(left > 0 ? [{ ...more, sources: [] }] : []),
    ],
  };
}

function describe({ summary, score, confidence, graphMoved }: SignalFacts): string {
  const sentence = /[.!?]$/.test(summary) ? summary : `${summary}.`;
  const text = `${sentence} ${count(confidence.sites, 'site reports', 'sites report')} it. Our confidence is ${score}%.`;
  if (graphMoved === null) return text;
  return `${text} ${graphMoved ? 'The price has moved since then.' : 'The price hasn’t moved much since then.'}`;
}

function count(much: number, one: string, many: string): string {
  return `${much} ${much === 1 ? one : many}`;
}
