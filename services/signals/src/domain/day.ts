import type { SignalsDay } from '@xrp-bridge/contracts/signals';
import type { SignalFacts } from './facts.ts';
import { tellSignal } from './week.ts';

/** What was done for a coin, and is told for the first time. */
export interface FreshSignal {
  name: string;
  facts: SignalFacts;
}

/** More than these nobody reads in the morning. */
const mostSignals = 10;

/**
 * Tells the signals of a day in plain words and in the past tense, the surest first: what was done, how sure that is, and
 * what the price did since, where that is known. @returns null where there is nothing to tell
 */
export function writeDay(day: string, signals: readonly FreshSignal[]): SignalsDay | null {
  if (signals.length === 0) return null;
  const told = signals.toSorted((a, b) => b.facts.score - a.facts.score).slice(0, mostSignals);
  const left = signals.length - told.length;
  const more = { title: 'More of the day', text: `${count(left, 'more signal is', 'more signals are')} on our page.` };
  return {
    day,
    paragraphs: [
      ...told.map((signal) => tellSignal(signal, describe(signal.facts))),
      ...(left > 0 ? [{ ...more, sources: [] }] : []),
    ],
  };
}

function describe({ summary, score, confidence, graphMoved }: SignalFacts): string {
  const sentence = /[.!?]$/.test(summary) ? summary : `${summary}.`;
  const told = `${sentence} ${count(confidence.sites, 'site says', 'sites say')} so. We are ${score} % sure.`;
  if (graphMoved === null) return told;
  return `${told} ${graphMoved ? 'The price has moved since.' : 'The price has not moved yet.'}`;
}

function count(much: number, one: string, many: string): string {
  return `${much} ${much === 1 ? one : many}`;
}
