import { expect, test } from 'vitest';
import { formatTaskKind } from '../src/task-kinds.ts';

test('a kind has its own name, or is formatted as a word', () => {
  expect(formatTaskKind('unlocks_nothing')).toBe('Payment to send back');
  expect(formatTaskKind('new_kind')).toBe('New kind');
});
