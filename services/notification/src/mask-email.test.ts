import { expect, it } from 'vitest';
import { maskEmail } from './mask-email.ts';

it.each([
  ['ann@example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['"odd@name"@example.com', '"•••@example.com'],
])('maskEmail masks %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
