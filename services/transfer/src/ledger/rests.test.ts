import { expect, it } from 'vitest';
import { createRests } from './rests.ts';

const [a, b] = ['wss://a.example', 'wss://b.example'] as const;

it('a server rests longer each time, half a minute at most, until it is forgiven', () => {
  let now = 0;
  const rests = createRests({ now: () => now });
  const lengths = [5_000, 10_000, 20_000, 30_000, 30_000].map(() => {
    rests.rest(a);
    const length = rests.untilAwake([a]);
    now += length - 1;
    expect(rests.isResting(a)).toBe(true);
    now += 1;
    expect(rests.isResting(a)).toBe(false);
    return length;
  });
  expect(lengths).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
  rests.forgive(a);
  rests.rest(a);
  expect(rests.untilAwake([a])).toBe(5_000);
});

it('as long as one server is awake there is nothing to wait for', () => {
  const rests = createRests({ now: () => 0 });
  rests.rest(a);
  expect(rests.untilAwake([a, b])).toBe(0);
  expect(rests.isResting(b)).toBe(false);
});
