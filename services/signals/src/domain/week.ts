import type { MarketWeek } from '@xrp-bridge/contracts/signals';
import type { SignalFacts } from './facts.ts';

/** Facts from which a week's text is written. */
export interface WeekFacts {
  /** A Monday. `to` is the following Sunday. */
  from: string;
  to: string;
  /** Closing prices of the previous Sunday (`before`) and of the week's last day (`after`). */
  prices: readonly { ticker: string; name: string; before: number; after: number; source: string }[];
  /** Days on which a price moved far more than usual. */
  unusual: readonly { name: string; day: string; sigma: number }[];
  signals: readonly { name: string; facts: SignalFacts }[];
}

const ourCoin = 'XRP';
const mostSignals = 5;
const dayMs = 86_400_000;

/** Returns the last completed week, Monday to Sunday in UTC. */
export function lastWeek(now: Date): { from: string; to: string; before: string } {
  const today = Math.floor(now.getTime() / dayMs);
  // The first day of 1970 was a Thursday.
  const monday = today - ((today + 3) % 7);
  const dayOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
  return { from: dayOf(monday - 7), to: dayOf(monday - 1), before: dayOf(monday - 8) };
}

/**
 * Formats a week in plain words and the past tense: prices, unusual days and achievements.
 * The text contains no forecast.
 * @returns null if there are no facts
 */
export function writeWeek({ from, to, prices, unusual, signals }: WeekFacts): MarketWeek | null {
  const paragraphs = [
    ...writePrices(prices),
    ...writeUnusual(unusual),
    ...signals
      .toSorted((a, b) => b.facts.score - a.facts.score)
      .slice(0, mostSignals)
      .map((signal) => formatSignal(signal, signal.facts.summary)),
  ];
  return paragraphs.length > 0 ? { from, to, paragraphs } : null;
}

type Paragraph = MarketWeek['paragraphs'][number];

function writePrices(prices: WeekFacts['prices']): Paragraph[] {
  if (prices.length === 0) return [];
  const own = prices.find(({ ticker }) => ticker === ourCoin);
  const rose = prices.filter(({ before, after }) => after > before).length;
  const fell = prices.filter(({ before, after }) => after < before).length;
  const text = [
    ...(own ? [`XRP ended the week at $${own.after.toFixed(own.after < 1 ? 4 : 2)}. ${describeChange(own)}`] : []),
    `Of ${prices.length} coins we looked at, ${rose} rose and ${fell} fell.`,
    `These prices are from ${[...new Set(prices.map(({ source }) => source))].sort().join(', ')}.`,
  ];
  return [{ title: 'Prices', text: text.join(' '), sources: [] }];
}

function describeChange({ before, after }: { before: number; after: number }): string {
  const percent = Math.abs(((after - before) / before) * 100).toFixed(1);
  if (percent === '0.0') return 'That’s the same as the week before.';
  return `It ${after > before ? 'rose' : 'fell'} ${percent}% in seven days.`;
}

function writeUnusual(unusual: WeekFacts['unusual']): Paragraph[] {
  if (unusual.length === 0) return [];
  const text = unusual
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.name.localeCompare(b.name))
    .map(({ name, day, sigma }) => {
      const at = new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
      return `On ${at}, ${name} ${sigma > 0 ? 'rose' : 'fell'} much more than usual.`;
    });
  return [{ title: 'Unusual days', text: text.join(' '), sources: [] }];
}

/** Formats a coin's achievement with its citations. */
export function formatSignal({ name, facts }: WeekFacts['signals'][number], text: string): Paragraph {
  return {
    title: name,
    text,
    sources: facts.reported.map(({ title, url, site, publishedAt }) => ({
      title,
      url,
      site,
      at: new Date(publishedAt).toISOString(),
    })),
  };
}
