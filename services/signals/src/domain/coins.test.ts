import { findHardSentences } from '@xrp-bridge/text/reading-age';
import { describe, expect, it } from 'vitest';
import { coins } from './coins.ts';

describe('the texts about a coin', () => {
  it('can be read by an eleven-year-old', () => {
    expect(findHardSentences(coins.flatMap(({ description, usage }) => [description, usage]))).toEqual([]);
  });
});
