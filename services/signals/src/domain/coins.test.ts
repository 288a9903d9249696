import { findHardSentences } from '@xrp-bridge/text/reading-age';
import { describe, expect, it } from 'vitest';
import { coins } from './coins.ts';

describe('the texts about coins', () => {
  it('have a reading age of at most eleven', () => {
    expect(findHardSentences(coins.flatMap(({ description, usage }) => [description, usage]))).toEqual([]);
  });
});
