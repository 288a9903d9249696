import type { Highlight, HotCoin } from './api.ts';

// Rows that the specification shows until a source has data. They always appear under "Sample".

/** The values in a row of the hot meter. */
export type HotRow = Pick<HotCoin, 'coin' | 'mentions' | 'priceChange' | 'heatScore' | 'signalWords'>;

export const sampleCoins: readonly HotRow[] = [
  { coin: 'XRP', mentions: 42, priceChange: '+1.2%', heatScore: 8.7, signalWords: ['settle', 'integrate'] },
  { coin: 'XLM', mentions: 31, priceChange: '-0.4%', heatScore: 7.1, signalWords: ['issue', 'launch'] },
  { coin: 'ALGO', mentions: 18, priceChange: '+0.3%', heatScore: 5.2, signalWords: ['upgrade', 'record'] },
  { coin: 'HBAR', mentions: 15, priceChange: '-1.8%', heatScore: 4.6, signalWords: ['track', 'join'] },
  { coin: 'QNT', mentions: 6, priceChange: '+2.9%', heatScore: 2.3, signalWords: ['select', 'test'] },
];

export const sampleHighlights: readonly Pick<Highlight, 'id' | 'title' | 'description'>[] = [
  {
    id: 'sample-1',
    title: 'A bank settles its first payments',
    description: 'This is what a report about a payment looks like.',
  },
  {
    id: 'sample-2',
    title: 'A fund is issued on a blockchain',
    description: 'This is what a report about a fund looks like.',
  },
  { id: 'sample-3', title: 'A network is upgraded', description: 'This is what a report about an upgrade looks like.' },
];
