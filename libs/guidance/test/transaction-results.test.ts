import { describe, expect, it } from 'vitest';
import * as results from '../src/transaction-results.ts';
import { asksForSecret, holdsPhoneNumber, sentences, textsIn } from './plain-words.ts';

const { failedResults, ...others } = results;
const all = Object.entries({ ...failedResults, ...others });

describe.each(all)('the explanation of %s', (_, words) => {
  it('contains what happened and what to do, without technical terms or requests for secrets', () => {
    expect(words.title.length).toBeLessThanOrEqual(70);
    expect(words.next.length).toBeGreaterThan(0);
    for (const text of textsIn({ title: words.title, text: words.text, next: words.next })) {
      expect(text).not.toMatch(/\btec[A-Z]|\bdrops\b|\bnull\b/);
      expect(holdsPhoneNumber(text), text).toBe(false);
      for (const sentence of sentences(text)) {
        expect(asksForSecret(sentence), sentence).toBe(false);
        expect(sentence.split(/\s+/).length, sentence).toBeLessThanOrEqual(35);
      }
    }
  });

  it('contains its source and date', () => {
    expect(words.source).toMatch(/^https:/);
    expect(words.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

it('the most frequent failures have an explanation', () => {
  expect(Object.keys(failedResults)).toEqual(
    expect.arrayContaining(
      'tecNO_DST_INSUF_XRP tecNO_DST tecDST_TAG_NEEDED tecNO_PERMISSION tecUNFUNDED_PAYMENT tecPATH_DRY'.split(' '),
    ),
  );
  for (const words of Object.values(failedResults)) expect(words.next.join(' ')).toMatch(/still at the exchange/);
});
