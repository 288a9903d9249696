import { expect, test } from 'vitest';
import { centsOf, keyOfClick, worthOf } from './revenue.ts';

const click = { adId: 'house-tag', kind: 'banner', visitor: 'v1' } as const;
const day = '2026-11-22';

test('a click has one key per visitor, ad and day', () => {
  const keys = [
    keyOfClick(click, day),
    keyOfClick(click, '2026-11-23'),
    keyOfClick({ ...click, visitor: 'v2' }, day),
    keyOfClick({ ...click, adId: 'house-test' }, day),
  ];
  expect(new Set(keys).size).toBe(4);
  expect(keyOfClick({ ...click }, day)).toBe(keys[0]);
});

test('a click on a network’s banner is worth $0.20, a click on its card $2.50, and a click on our own ad nothing', () => {
  const worth = (network: string) => [worthOf('banner', network), worthOf('card', network)];
  expect([worth('coinzilla'), worth('bitmedia'), worth('house'), worth('made up')]).toEqual([
    [20, 250],
    [20, 250],
    [0, 0],
    [0, 0],
  ]);
});

test('centsOf rounds dollar amounts to whole cents', () => {
  expect([0.1 + 0.2, 12.5, 1.005, 19.99, 1_000_000].map(centsOf)).toEqual([30, 1_250, 100, 1_999, 100_000_000]);
});
