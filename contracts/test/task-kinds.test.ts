import { expect, test } from 'vitest';
import { formatTaskKind } from '../src/task-kinds.ts';

test('formatTaskKind returns the name of a known kind, and formats an unknown kind as words', () => {
  expect(formatTaskKind('unlocks_nothing')).toBe('Payment to refund');
  expect(formatTaskKind('new_kind')).toBe('New kind');
});
