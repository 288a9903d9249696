import { expect, it } from 'vitest';
import { isPublicHttps } from '../src/public-address.ts';

it.each([
  'https://127.0.0.1/x.png',
  'https://[::1]/x.png',
  'https://10.0.0.1/x.png',
  'https://2130706433/x.png',
  'https://localhost/x.png',
  'https://postgres/x.png',
  'https://metadata.internal/x.png',
  'https://user:secret@pictures.example.com/x.png',
  'https://pictures.example.com:8443/x.png',
  `https://pictures.example.com/${'x'.repeat(2_000)}`,
])('%s is not a public https address', (address) => {
  expect(isPublicHttps(address)).toBe(false);
});

it('https://push.example.com/send/abc is a public https address', () => {
  expect(isPublicHttps('https://push.example.com/send/abc')).toBe(true);
});
