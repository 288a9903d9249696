import { expect, test } from 'vitest';
import { createDuplicateFinder, wordsOf } from './duplicates.ts';

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
