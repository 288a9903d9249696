import { expect, it } from 'vitest';
import { createServerBackoff } from './server-backoff.ts';

const [a, b] = ['wss://a.example', 'wss://b.example'] as const;

it('a server’s back-off doubles up to half a minute, until it is reset', () => {
  let now = 0;
  const backoff = createServerBackoff({ now: () => now });
  const lengths = [5_000, 10_000, 20_000, 30_000, 30_000].map(() => {
    backoff.start(a);
    const length = backoff.msUntilAvailable([a]);
    now += length - 1;
    expect(backoff.isBackedOff(a)).toBe(true);
    now += 1;
    expect(backoff.isBackedOff(a)).toBe(false);
    return length;
  });
  expect(lengths).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
  backoff.reset(a);
  backoff.start(a);
  expect(backoff.msUntilAvailable([a])).toBe(5_000);
});

it('the server back-off requires no wait while one server is available', () => {
  const backoff = createServerBackoff({ now: () => 0 });
  backoff.start(a);
  expect(backoff.msUntilAvailable([a, b])).toBe(0);
  expect(backoff.isBackedOff(b)).toBe(false);
});
