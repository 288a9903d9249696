import { expect, it } from 'vitest';
import { findWrongHotMeter, findWrongMarket } from './page-checks.ts';

type HotMeter = Parameters<typeof findWrongHotMeter>[0];
type Coin = HotMeter['coins'][number];
type Market = Parameters<typeof findWrongMarket>[0];

const now = Date.UTC(2026, 10, 2, 12);
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const fresh = { name: 'news', at: ago(5), stale: false };

const rise = { recent: 5, usual: 3, spread: 1 };
const days = Array.from({ length: 37 }, (_, place) => ({
  day: new Date(now - (37 - place) * 86_400_000).toISOString().slice(0, 10),
  close: place === 36 ? 1.1 : 1,
  mentions: 2,
  development: 1,
}));
const coin: Coin = {
  coin: 'XRP',
  name: 'XRP',
  mentions: 14,
  priceChange: '+10.0%',
  // 10 × (0.6 × 2 + 0.4 × 1 − 0.5 × 0.5) / 2.5
  heatScore: 5.4,
  signalWords: [],
  inputs: {
    mentions: { ...rise, sample: 74, z: 2 },
    development: { ...rise, sample: 37, z: 1 },
    price: { change: 0.1, spread: 0.2, z: 0.5 },
  },
  window: { from: days[0]?.day ?? '', to: days[36]?.day ?? '' },
  scoredAt: ago(5),
  days,
  closeBefore: 1,
  sources: [],
  read: [],
};
const checkCoin = (changed: Partial<Coin>) =>
  findWrongHotMeter({ coins: [{ ...coin, ...changed }], updatedAt: ago(5), sources: [fresh] }, now);
const { mentions, development, price } = coin.inputs;

it('finds nothing wrong with a right hot meter', () => {
  expect(checkCoin({})).toEqual([]);
});

it.each<[string, Partial<Coin>, string]>([
  ['another score than the formula’s', { heatScore: 5.5 }, 'The score of XRP is 5.5 instead of 5.4.'],
  [
    'a value out of bounds',
    { heatScore: 10, inputs: { mentions: { ...mentions, z: 6 }, development, price } },
    'A value of XRP is out of bounds.',
  ],
  [
    'sums that are not those of the days',
    { inputs: { mentions, development: { ...development, sample: 38 }, price } },
    'The sums of XRP are not those of its days.',
  ],
  [
    'another change of the price',
    { inputs: { mentions, development, price: { ...price, change: 0.11 } } },
    'The price change of XRP is 0.11.',
  ],
  ['a score of the future', { scoredAt: ago(-11) }, 'XRP was scored in the future.'],
  ['an impossible price', { closeBefore: 1.6 }, 'A price of XRP is impossible.'],
])('finds in a hot meter: %s', (_name, changed, found) => {
  expect(checkCoin(changed)).toEqual([found]);
});

it.each<[string, HotMeter['sources'][number], string[]]>([
  ['a fresh source', { name: 'news', at: ago(8 * 60), stale: false }, []],
  ['an old source', { name: 'news', at: ago(10 * 60), stale: true }, []],
  ['a source that has never answered', { name: 'news', at: null, stale: true }, []],
  [
    'an old source that is shown as fresh',
    { name: 'news', at: ago(10 * 60), stale: false },
    ['The source news is 10 hours old, and stale: false.'],
  ],
  [
    'a fresh source that is shown as stale',
    { name: 'news', at: ago(60), stale: true },
    ['The source news is 1 hours old, and stale: true.'],
  ],
  ['a source of the future', { name: 'news', at: ago(-11), stale: false }, ['The source news answered in the future.']],
])('accepts or reports the age of %s', (_name, source, found) => {
  expect(findWrongHotMeter({ coins: [], updatedAt: null, sources: [source] }, now)).toEqual(found);
  expect(findWrongMarket({ tokens: [], updatedAt: null, sources: [source] }, now)).toEqual(found);
});

it.each<[string, string, boolean, string[]]>([
  ['a fresh price', ago(4 * 60), false, []],
  ['an old price', ago(5 * 60), true, []],
  ['an old price that is shown as fresh', ago(5 * 60), false, ['The price of XRP is 5 hours old, and stale: false.']],
  ['a fresh price that is shown as stale', ago(60), true, ['The price of XRP is 1 hours old, and stale: true.']],
  ['a price of the future', ago(-11), false, ['The price of XRP is from the future.']],
])('accepts or reports the age of %s', (_name, lastUpdate, stale, found) => {
  const token: Market['tokens'][number] = {
    symbol: 'XRP',
    name: 'XRP',
    price: '1.10',
    change24h: 1,
    volume24h: null,
    marketCap: null,
    mentions: 2,
    mentionChange: null,
    lastUpdate,
    description: '',
    realWorldUsage: '',
    describedOn: '2026-11-01',
    deviation: null,
    deviationDay: null,
    dayChange: null,
    level: null,
    isAlert: false,
    source: 'exchange',
    stale,
  };
  expect(findWrongMarket({ tokens: [token], updatedAt: ago(5), sources: [fresh] }, now)).toEqual(found);
});
