import { expect, it } from 'vitest';
import { simulate } from './command.ts';

it('violates no invariant for 100 customers and an operator', async () => {
  const result = await simulate();
  expect(result).toMatchObject({ customers: 100, violations: 0, crashes: 2, outages: 8, posts: 1, readers: 4 });
  expect(result.arrived).toBeGreaterThan(50);
  for (const count of [result.refunds, result.bypasses, result.redriven]) expect(count).toBeGreaterThan(0);
  expect(result.charges).toBeGreaterThanOrEqual(result.paid);
}, 600_000);
