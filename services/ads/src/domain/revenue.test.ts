import { expect, test } from 'vitest';
import { centsOf, keyOfClick, worthOf } from './revenue.ts';

const click = { adId: 'house-tag', kind: 'banner', visitor: 'v1' } as const;
const at = new Date('2026-11-22T12:00:00Z');

test('a click is the same for a visitor, an ad and an hour', () => {
  const key = keyOfClick(click, at);
  expect(keyOfClick(click, new Date('2026-11-22T12:59:59.999Z'))).toBe(key);
  const others = [
    keyOfClick(click, new Date('2026-11-22T13:00:00Z')),
    keyOfClick({ ...click, visitor: 'v2' }, at),
    keyOfClick({ ...click, adId: 'house-test' }, at),
  ];
  expect(new Set([key, ...others]).size).toBe(4);
});

test('we say what it is worth', () => {
  expect([worthOf('banner'), worthOf('card')]).toEqual([20, 250]);
});

test('dollars are cents, whatever their binary fraction', () => {
  expect([0.1 + 0.2, 12.5, 1.005, 19.99, 1_000_000].map(centsOf)).toEqual([30, 1_250, 100, 1_999, 100_000_000]);
});
