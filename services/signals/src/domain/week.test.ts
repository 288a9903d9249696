import { describe, expect, it } from 'vitest';
import type { SignalFacts } from './facts.ts';
import { lastWeek, type WeekFacts, writeWeek } from './week.ts';

const nothing: WeekFacts = { from: '2026-11-16', to: '2026-11-22', prices: [], unusual: [], signals: [] };

const price = (ticker: string, before: number, after: number, source = 'Kraken') => ({
  ticker,
  name: ticker,
  before,
  after,
  source,
});

function signal(score: number): WeekFacts['signals'][number] {
  const reported = [
    {
      title: 'A bank did it',
      url: 'https://news.example/a',
      site: 'news.example',
      publishedAt: '2026-11-17T09:00:00Z',
    },
  ];
  return {
    name: 'Stellar',
    facts: { score, deed: 'integrate', summary: 'A bank integrated it.', reported } as unknown as SignalFacts,
  };
}

describe('the last week', () => {
  it.each([
    ['2026-11-22T23:59:59Z', '2026-11-09', '2026-11-15', '2026-11-08'],
    ['2026-11-23T00:00:00Z', '2026-11-16', '2026-11-22', '2026-11-15'],
    ['2026-11-25T12:00:00Z', '2026-11-16', '2026-11-22', '2026-11-15'],
    ['2027-01-04T07:00:00Z', '2026-12-28', '2027-01-03', '2026-12-27'],
  ])('at %s begins on %s and ends on %s', (now, from, to, before) => {
    expect(lastWeek(new Date(now))).toEqual({ from, to, before });
  });
});

describe('the weekly text', () => {
  it('is null without facts', () => {
    expect(writeWeek(nothing)).toBeNull();
  });

  it('contains the price changes and the sources of the prices', () => {
    const prices = [price('XRP', 2, 2.1), price('XLM', 1, 0.9, 'Binance'), price('ALGO', 1, 1)];
    const week = writeWeek({ ...nothing, prices });
    expect(week).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
    expect(week?.paragraphs).toEqual([
      {
        title: 'Prices',
        text:
          'XRP ended the week at $2.10. It rose 5.0% in seven days. ' +
          'Of 3 coins we looked at, 1 rose and 1 fell. These prices are from Binance, Kraken.',
        sources: [],
      },
    ]);
  });

  it.each([
    [0.5, 0.4, '$0.4000. It fell 20.0% in seven days.'],
    [2, 2.0001, '$2.00. That’s the same as the week before.'],
  ])('describes a change from %f to %f as “%s”', (before, after, text) => {
    expect(writeWeek({ ...nothing, prices: [price('XRP', before, after)] })?.paragraphs[0]?.text).toContain(text);
  });

  it('lists unusual days in chronological order', () => {
    const unusual = [
      { name: 'Hedera', day: '2026-11-20', sigma: -3.14 },
      { name: 'Algorand', day: '2026-11-17', sigma: 2.5 },
    ];
    expect(writeWeek({ ...nothing, unusual })?.paragraphs).toEqual([
      {
        title: 'Unusual days',
        text:
          'On Nov 17, 2026, Algorand rose much more than usual. ' +
          'On Nov 20, 2026, Hedera fell much more than usual.',
        sources: [],
      },
    ]);
  });

  it('contains the five achievements with the highest confidence and their sources', () => {
    const signals = [60, 90, 70, 80, 50, 55].map((score) => signal(score));
    const week = writeWeek({ ...nothing, signals });
    expect(week?.paragraphs).toHaveLength(5);
    expect(week?.paragraphs[0]).toEqual({
      title: 'Stellar',
      text: 'A bank integrated it.',
      sources: [
        { title: 'A bank did it', url: 'https://news.example/a', site: 'news.example', at: '2026-11-17T09:00:00.000Z' },
      ],
    });
  });

  it('contains no forecast and no advice', () => {
    const week = writeWeek({
      ...nothing,
      prices: [price('XRP', 2, 2.1)],
      unusual: [{ name: 'Hedera', day: '2026-11-20', sigma: 3 }],
    });
    expect(JSON.stringify(week)).not.toMatch(/\b(?:will|expect|should|could|soon|buy|sell|target)\b/i);
  });
});
