import { expect, test } from 'vitest';
import { createDuplicateFinder, similarityOf, wordsOf } from './duplicates.ts';

const dayMs = 86_400_000;
const headline = (id: string, text: string, day = 0, topics = ['XRP']) => ({
  id,
  text,
  at: new Date(Date.UTC(2026, 4, 12) + day * dayMs),
  topics,
});

test('the duplicate finder finds a headline with nearly the same words', () => {
  const finder = createDuplicateFinder(dayMs);
  expect(finder.add(headline('a', 'A Japanese bank settled its first payments on the XRP Ledger'))).toBeNull();
  expect(finder.add(headline('b', 'Japanese bank settled first payments on XRP Ledger'))).toBe('a');
  expect(finder.add(headline('c', 'A Japanese bank will not settle payments on Stellar'))).toBeNull();
  expect(finder.add(headline('d', 'A JAPANESE BANK SETTLED ITS FIRST PAYMENTS ON THE XRP LEDGER!'))).toBe('a');
});

test('the duplicate finder ignores equal headlines outside the time limit or without a common topic', () => {
  const finder = createDuplicateFinder(3 * dayMs);
  const title = 'Why holders are nervous about the token';
  expect(finder.add(headline('a', title))).toBeNull();
  expect(finder.add(headline('b', title, 3))).toBe('a');
  expect(finder.add(headline('c', title, -3))).toBe('a');
  expect(finder.add(headline('d', title, 3.1))).toBeNull();
  expect(finder.add(headline('e', title, -3.1))).toBeNull();
  expect(finder.add(headline('f', title, 0, ['XLM']))).toBeNull();
  expect(finder.add(headline('g', title, 1, ['ALGO', 'XLM']))).toBe('f');
});

test('the duplicate finder does not compare stop words', () => {
  expect([...wordsOf('The bank is in the house')]).toEqual(['bank', 'house']);
  const finder = createDuplicateFinder(dayMs);
  finder.add(headline('a', 'It is on the way to the top'));
  expect(finder.add(headline('b', 'It is on the way to the end'))).toBeNull();
});

test('similarityOf returns a value from 0 to 1, independent of the order of the texts', () => {
  const [one, other] = ['Move your XRP to your own wallet', 'Your own wallet: move XRP'];
  expect(similarityOf(one, one)).toBe(1);
  expect(similarityOf(one, other)).toBe(1);
  expect(similarityOf(one, 'Move your furniture')).toBeCloseTo(2 / 6);
  expect(similarityOf('Move your furniture', one)).toBeCloseTo(2 / 6);
  expect(similarityOf(one, 'Nothing alike')).toBe(0);
  expect(similarityOf('', '')).toBe(0);
});
