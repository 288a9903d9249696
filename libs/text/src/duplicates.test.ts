import { expect, test } from 'vitest';
import { createDuplicateFinder, likenessOf, wordsOf } from './duplicates.ts';

const dayMs = 86_400_000;
const told = (id: string, text: string, day = 0, topics = ['XRP']) => ({
  id,
  text,
  at: new Date(Date.UTC(2026, 4, 12) + day * dayMs),
  topics,
});

test('the same in other words is a duplicate of the first', () => {
  const finder = createDuplicateFinder(dayMs);
  expect(finder.add(told('a', 'A Japanese bank settled its first payments on the XRP Ledger'))).toBeNull();
  expect(finder.add(told('b', 'Japanese bank settled first payments on XRP Ledger'))).toBe('a');
  expect(finder.add(told('c', 'A Japanese bank will not settle payments on Stellar'))).toBeNull();
  expect(finder.add(told('d', 'A JAPANESE BANK SETTLED ITS FIRST PAYMENTS ON THE XRP LEDGER!'))).toBe('a');
});

test('what is told much later, or much earlier, is told anew; and so is what is about something else', () => {
  const finder = createDuplicateFinder(3 * dayMs);
  const title = 'Why holders are nervous about the token';
  expect(finder.add(told('a', title))).toBeNull();
  expect(finder.add(told('b', title, 3))).toBe('a');
  expect(finder.add(told('c', title, -3))).toBe('a');
  expect(finder.add(told('d', title, 3.1))).toBeNull();
  expect(finder.add(told('e', title, -3.1))).toBeNull();
  expect(finder.add(told('f', title, 0, ['XLM']))).toBeNull();
  expect(finder.add(told('g', title, 1, ['ALGO', 'XLM']))).toBe('f');
});

test('words of every day do not make two headlines alike', () => {
  expect([...wordsOf('The bank is in the house')]).toEqual(['bank', 'house']);
  const finder = createDuplicateFinder(dayMs);
  finder.add(told('a', 'It is on the way to the top'));
  expect(finder.add(told('b', 'It is on the way to the end'))).toBeNull();
});

test('likeness goes from nothing in common to everything, whoever comes first', () => {
  const [one, other] = ['Move your XRP to your own wallet', 'Your own wallet: move XRP'];
  expect(likenessOf(one, one)).toBe(1);
  expect(likenessOf(one, other)).toBe(1);
  expect(likenessOf(one, 'Move your furniture')).toBeCloseTo(2 / 6);
  expect(likenessOf('Move your furniture', one)).toBeCloseTo(2 / 6);
  expect(likenessOf(one, 'Nothing alike')).toBe(0);
  expect(likenessOf('', '')).toBe(0);
});
