import { findDeeds } from './achievements.ts';
import { findCoins } from './find-coins.ts';

/** The achievements that a text reports for a coin. */
export interface Report {
  coin: string;
  /** Verbs in dictionary form ("integrate"), in the order of the text. */
  deeds: string[];
  /** The sentence that reports the achievements. */
  sentence: string;
}

export interface Reading {
  /** The coins named anywhere in the text. */
  coins: string[];
  reports: Report[];
  /** True if the text mentions quantum computers. */
  quantum: boolean;
}

/** Maximum number of sentences that are read per text. The news is usually at the beginning of a text. */
const mostSentences = 40;

const quantumWords = /\b(?:quantum|pqc|ml-kem|dilithium|shor['’]?s algorithm)\b/i;

/**
 * Extracts the coins that a text names, and the achievements that the text reports for these coins.
 * @param text plain text, as `cleanText` returns it; reading it takes up to about 10 ms
 * @param language a language code; only English texts are searched for achievements
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
      const report = reports.get(coin);
      if (report) report.deeds = [...new Set([...report.deeds, ...deeds])];
      else reports.set(coin, { coin, deeds, sentence });
    }
  }
  return { coins, reports: [...reports.values()], quantum };
}
