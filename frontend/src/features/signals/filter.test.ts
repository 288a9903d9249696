import { spec } from '@xrp-bridge/contracts/testing';
import { expect, test } from 'vitest';
import { isHot } from './filter.ts';

const calm = { confidenceScore: 75, impact: 'medium', graphMoved: true } as const;

test.each([
  ['is hot with high confidence', { confidenceScore: 90 }, true],
  ['is hot with high impact', { impact: 'high' }, true],
  ['is hot with an unchanged price', { graphMoved: false }, true],
  ['is not hot with confidence 75, medium impact and a moved price', {}, false],
  ['is not hot with an unknown price movement', { graphMoved: null }, false],
] as const)(`${spec('signals.7')} a signal %s`, (_, more, hot) => {
  expect(isHot({ ...calm, ...more })).toBe(hot);
});
