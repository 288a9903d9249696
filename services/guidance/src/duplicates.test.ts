import { expect, test } from 'vitest';
import { createDuplicateFinder, likenessOf, wordsOf } from './duplicates.ts';

test('the same in other words is a duplicate of the first', () => {
  const finder = createDuplicateFinder();
  expect(finder.add('a', 'A Japanese bank settled its first payments on the XRP Ledger')).toBeNull();
  expect(finder.add('b', 'Japanese bank settled first payments on XRP Ledger')).toBe('a');
  expect(finder.add('c', 'A Japanese bank will not settle payments on Stellar')).toBeNull();
  expect(finder.add('d', 'A JAPANESE BANK SETTLED ITS FIRST PAYMENTS ON THE XRP LEDGER!')).toBe('a');
});

test('words of every day do not make two headlines alike', () => {
  expect([...wordsOf('The bank is in the house')]).toEqual(['bank', 'house']);
  const finder = createDuplicateFinder();
  finder.add('a', 'It is on the way to the top');
  expect(finder.add('b', 'It is on the way to the end')).toBeNull();
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
