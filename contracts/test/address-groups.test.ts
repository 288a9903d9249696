import { expect, it } from 'vitest';
import { boldGroups, compareBoldGroups, splitAddress } from '../src/address-groups.ts';

it('the groups of an address contain the whole address, and the groups that the instruction names are bold', () => {
  const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
  const groups = splitAddress(address);
  expect(groups.join('')).toBe(address);
  const bold = boldGroups(groups.length);
  expect(groups.filter((_group, index) => bold.has(index))).toEqual(['rDTX', 'LQ7Z', 'JbHj', 'qMBh', 'mN']);
  expect(compareBoldGroups).toMatch(/first two groups, one in the middle, and the last two/);
});

it.each([
  [0, []],
  [1, [0]],
  [3, [0, 1, 2]],
  [6, [0, 1, 3, 4, 5]],
  [7, [0, 1, 3, 5, 6]],
  [9, [0, 1, 4, 7, 8]],
  [12, [0, 1, 6, 10, 11]],
])('boldGroups returns, for %i groups, the indexes %j', (count, bold) => {
  expect([...boldGroups(count)].sort((a, b) => a - b)).toEqual(bold);
});
