import type { Alert, Token } from './api.ts';

// Invented coins and numbers. They are always shown under "Sample".

/** The values of a row in the list of calm coins. */
export type TokenRow = Pick<Token, 'symbol' | 'name' | 'price' | 'change24h' | 'mentions'>;
/** The values of a row in the list of unusual days. */
export type AlertRow = Pick<Alert, 'symbol' | 'name' | 'sigma' | 'level' | 'dayChange'> & Partial<Pick<Alert, 'day'>>;

export const sampleTokens: readonly TokenRow[] = [
  { symbol: 'AAA', name: 'Coin A', price: '2.41', change24h: 0.4, mentions: 120 },
  { symbol: 'BBB', name: 'Coin B', price: '0.38', change24h: -0.2, mentions: 64 },
];

export const sampleAlerts: readonly AlertRow[] = [
  { symbol: 'CCC', name: 'Coin C', sigma: 2.6, level: 'High', dayChange: 9.1 },
  { symbol: 'DDD', name: 'Coin D', sigma: -1.4, level: 'Moderate', dayChange: -4.8 },
];

export const sampleCloses = [4, 5, 4, 6, 5, 7, 9, 8, 10, 9, 11, 10] as const;
