import { spec } from '@xrp-bridge/contracts/testing';
import { expect, test } from 'vitest';
import { isHot } from './filter.ts';

const calm = { confidenceScore: 75, impact: 'medium', graphMoved: true } as const;

test.each([
  ['sure', { confidenceScore: 90 }, true],
  ['weighty', { impact: 'high' }, true],
  ['not answered by the price', { graphMoved: false }, true],
  ['none of it', {}, false],
  ['of a price that is not known', { graphMoved: null }, false],
] as const)(`${spec('signals.7')} a signal that is %s is hot or is not`, (_, more, hot) => {
  expect(isHot({ ...calm, ...more })).toBe(hot);
});
