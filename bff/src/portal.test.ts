import { describe, expect, test } from 'vitest';
import { listAlerts, makeDashboard, makeTrends, writeAnalysis } from './portal.ts';

const at = '2026-11-22T12:00:00.000Z';
const ages = { updatedAt: at, sources: [{ name: 'coingecko', at, stale: false }] };

type Market = Parameters<typeof makeDashboard>[0];
type HotMeter = Parameters<typeof makeTrends>[0];
type Signals = Parameters<typeof writeAnalysis>[0]['signals'];

function token(symbol: string, changes: Partial<Market['tokens'][number]> = {}): Market['tokens'][number] {
  return {
    symbol,
    name: symbol,
    price: '1.00',
    change24h: 0,
    volume24h: null,
    marketCap: null,
    mentions: 0,
    mentionChange: null,
    lastUpdate: at,
    description: '',
    realWorldUsage: '',
    describedOn: '2026-11-25',
    deviation: null,
    deviationDay: '2026-11-21',
    dayChange: 0,
    level: null,
    isAlert: false,
    source: 'coingecko',
    stale: false,
    ...changes,
  };
}

function hotCoin(closes: number[], changes: Partial<HotMeter['coins'][number]> = {}): HotMeter['coins'][number] {
  const rise = { recent: 1, usual: 1, spread: 1, sample: 37, z: 0 };
  return {
    coin: 'XRP',
    name: 'XRP',
    mentions: 3,
    priceChange: '+1.0%',
    heatScore: 7,
    signalWords: ['integrated'],
    inputs: { mentions: rise, development: rise, price: { change: 0, spread: 0.01, z: 0 } },
    window: { from: '2026-10-16', to: '2026-11-21' },
    scoredAt: at,
    days: closes.map((close, index) => ({
      day: `2026-11-${String(index + 1).padStart(2, '0')}`,
      close,
      mentions: index,
      development: 0,
    })),
    closeBefore: 100,
    sources: [],
    read: [{ title: 'A bank integrated it', url: 'https://news.example/1', site: 'news.example', at }],
    ...changes,
  };
}

const trendOf = (closes: number[]) => makeTrends({ coins: [hotCoin(closes)], ...ages }).trends[0];

describe('alerts', () => {
  test('list only coins with an unusual rise or fall, largest deviation first', () => {
    const tokens = [
      token('CALM', { deviation: 0.2 }),
      token('UP', { deviation: 1.8, dayChange: 3 }),
      token('DOWN', { deviation: -2.4, dayChange: -9 }),
      token('NONE'),
    ];
    expect(listAlerts({ tokens }).map(({ symbol, level, day, dayChange }) => [symbol, level, day, dayChange])).toEqual([
      ['DOWN', 'High', '2026-11-21', -9],
      ['UP', 'Moderate', '2026-11-21', 3],
    ]);
  });

  test.each([
    [1, undefined],
    [1.01, 'Moderate'],
    [2, 'Moderate'],
    [2.01, 'High'],
  ])('have the level $1 at a deviation of $0 sigma', (deviation, level) => {
    for (const sigma of [deviation, -deviation]) {
      expect(listAlerts({ tokens: [token('EDGE', { deviation: sigma })] })[0]?.level).toBe(level);
    }
  });
});

describe('the dashboard', () => {
  test('shows calm coins, calmest first, and a summary', () => {
    const tokens = [
      token('B', { deviation: -0.9, change24h: -1, mentions: 2 }),
      token('A', { deviation: 0.1, change24h: 2, mentions: 5 }),
      token('WILD', { deviation: 3, change24h: 12 }),
      token('UNKNOWN'),
    ];
    const { stable, alerts, summary } = makeDashboard({ tokens, ...ages });
    expect(stable.map(({ symbol }) => symbol)).toEqual(['A', 'B']);
    expect(alerts).toHaveLength(1);
    expect(summary).toMatchObject({ tokens: 4, rose: 2, fell: 1, unusual: 1, mentions: 7, mostMentioned: 'A' });
    expect(summary.sentences[0]).toBe('Of 4 coins, 2 rose and 1 fell in the last 24 hours.');
  });

  test.each([
    [[3, 2, 2], 'We found 7 mentions, more of A than of any other coin.'],
    [[3, 3, 1], 'We found 7 mentions of these coins.'],
    [[1], 'We found 1 mention, more of A than of any other coin.'],
    [[0, 0], 'We didn’t find any mentions of these coins.'],
  ])('summarises the mentions %j as “%s”', (mentions, sentence) => {
    const tokens = mentions.map((count, index) => token('ABC'[index] as string, { mentions: count }));
    expect(makeDashboard({ tokens, ...ages }).summary.sentences[2]).toBe(sentence);
  });

  test('is empty without tokens', () => {
    const { summary, stable } = makeDashboard({ tokens: [], updatedAt: null, sources: [] });
    expect(stable).toEqual([]);
    expect(summary).toMatchObject({ tokens: 0, mostMentioned: null, sentences: [] });
  });
});

describe('a trend', () => {
  test('has a band of usual prices from the 15th day on, and marks closing prices outside the band', () => {
    const usual = [100, 101, 99, 100, 101, 99, 100, 101, 99, 100, 101, 99, 100, 100];
    const trend = trendOf([...usual, 120, 80]);
    expect(trend?.days.slice(0, 14).every(({ band }) => band === null)).toBe(true);
    const [jump, fall] = trend?.days.slice(14) ?? [];
    expect(jump?.band?.mean).toBeCloseTo(100, 5);
    expect(jump?.outside).toBe('above');
    expect(fall?.outside).toBe('below');
    expect(trend?.days[14]?.band?.high).toBeLessThan(120);
  });

  test('lists runs of three days or more in one direction as waves', () => {
    expect(trendOf([101, 102, 110, 110, 109, 108])?.waves).toEqual([
      { from: '2026-11-01', to: '2026-11-03', direction: 'up', change: 10 },
    ]);
    expect(trendOf([99, 98, 97])?.waves).toMatchObject([{ direction: 'down', change: -3 }]);
    expect(trendOf([100, 100, 100])?.waves).toEqual([]);
  });
});

describe('the analysis', () => {
  const signal: Signals['signals'][number] = {
    id: 'sig_1',
    token: 'XRP',
    headline: 'A bank integrated XRP',
    summary: '',
    date: at,
    signal: 'integrated',
    graphMoved: false,
    type: 'Adoption',
    impact: 'high',
    confidenceScore: 90,
    confidence: { sites: 3, agreement: 1, ageHours: 1 },
    quantum: false,
    sources: [{ title: 'A bank integrated XRP', url: 'https://news.example/1', site: 'news.example', at }],
  };
  const data = {
    signals: { signals: [signal], ...ages },
    market: { tokens: [token('XRP', { change24h: 1.5, deviation: -2.1, dayChange: -4.25 })], ...ages },
    hotMeter: { coins: [hotCoin([100, 101])], ...ages },
  };

  test('describes the events of a day, and cites sources', () => {
    const { date, paragraphs, sources } = writeAnalysis(data);
    expect(date).toBe('2026-11-22');
    expect(paragraphs.map(({ title }) => title)).toEqual([
      'Prices',
      'News',
      'More news than usual, but little price movement',
    ]);
    // The text has the change of the unusual day, not of the last 24 hours.
    expect(paragraphs[0]?.text).toContain('XRP fell 4.3% on the last full day, much more than usual.');
    expect(paragraphs[1]).toMatchObject({
      text: 'A bank integrated XRP. The price didn’t move more than usual after that.',
      sources: [{ url: 'https://news.example/1' }],
    });
    expect(sources).toHaveLength(1);
  });

  test('does not mention the price movement after a signal if the movement is unknown', () => {
    const signals = { ...data.signals, signals: [{ ...signal, graphMoved: null }] };
    expect(writeAnalysis({ ...data, signals }).paragraphs[1]?.text).toBe('A bank integrated XRP.');
  });

  test('contains no forecast or advice', () => {
    const text = writeAnalysis(data)
      .paragraphs.map((paragraph) => paragraph.text)
      .join(' ');
    expect(text).not.toMatch(/\b(will|should|could|may|might|expect|buy|sell|target|soon)\b/i);
  });

  test('is empty and has no date without data', () => {
    const none = { updatedAt: null, sources: [] };
    const market = { tokens: [], ...none };
    expect(writeAnalysis({ signals: { signals: [], ...none }, market, hotMeter: { coins: [], ...none } })).toEqual({
      date: null,
      paragraphs: [],
      updatedAt: null,
      sources: [],
    });
  });
});
