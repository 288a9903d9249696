import { findDeeds } from './achievements.ts';
import { findCoins } from './find-coins.ts';

/** What a text says that was done for a coin. */
export interface Report {
  coin: string;
  /** Dictionary forms, in order: "integrate". */
  deeds: string[];
  /** The sentence that says so. */
  sentence: string;
}

export interface Reading {
  /** The coins that are named anywhere. */
  coins: string[];
  reports: Report[];
  /** Whether it is about quantum computers. */
  quantum: boolean;
}

/** So many sentences are read; what matters stands at the beginning. */
const mostSentences = 40;

const quantumWords = /\b(?:quantum|pqc|ml-kem|dilithium|shor['’]?s algorithm)\b/i;

/**
 * Reads one text: which coins it names, and what it reports as done for them.
 *
 * @param text plain, as `cleanText` gives it; some 10 ms at the most
 * @param language only English is read for deeds
 */
export function readText(title: string, text: string, language: string): Reading {
  const whole = `${title}. ${text}`;
  const coins = findCoins(whole);
  const quantum = quantumWords.test(whole);
  if (coins.length === 0 || language !== 'en') return { coins, reports: [], quantum };
  const sentences = [title, ...text.split(/(?<=[.!?]) (?=[\p{Lu}"“])/u)].slice(0, mostSentences);
  const reports = new Map<string, Report>();
  for (const sentence of sentences) {
    const named = findCoins(sentence);
    if (named.length === 0) continue;
    const deeds = findDeeds(sentence);
    if (deeds.length === 0) continue;
    for (const coin of named) {
      const known = reports.get(coin);
      if (known) known.deeds = [...new Set([...known.deeds, ...deeds])];
      else reports.set(coin, { coin, deeds, sentence });
    }
  }
  return { coins, reports: [...reports.values()], quantum };
}
