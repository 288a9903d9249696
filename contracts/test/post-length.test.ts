import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postLengthOf } from '../src/post-length.ts';

// As the conformance tests of twitter-text have it (validate.yml, “WeightedTweetsCounterTest”), and X's documentation.
test.each([
  ['', 0],
  ['This is a test.', 15],
  ['Hello, world! 👋', 16],
  // Wide ones count two, whatever their language.
  ['故人西辞黄鹤楼', 14],
  ['ｆｕｌｌ', 8],
  ['日本語 and English', 18],
  // Composed and decomposed are the same.
  ['café', 4],
  ['cafe\u0301', 4],
  // Emoji count two, of however many parts they are.
  ['😷', 2],
  ['👪', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['🖐🏿', 2],
  ['🇺🇸', 2],
  ['1️⃣', 2],
  ['❤️❤️', 4],
  // Links count 23, short or long.
  ['http://test.com', 23],
  ['https://test.com/a/very/long/path/that/goes/on?and=on&on=1#and-on', 23],
  ['test.com', 23],
  ['sub.test.co.uk', 23],
  ['See https://test.com.', 28],
  ['(https://test.com)', 25],
  ['https://test.com and http://other.org', 51],
  ['it.so/path', 23],
  // And these are none.
  ['it.so', 5],
  ['me@test.com', 11],
  ['$4.00 for the guide.', 20],
  ['e.g. this, i.e. that', 20],
  ['The end.Next', 12],
])('%j counts %i', (text, length) => {
  expect(postLengthOf(text)).toBe(length);
});

test('280 fit, of 281 each kind says so', () => {
  expect(postLengthOf('a'.repeat(281))).toBe(281);
  expect(postLengthOf('漢'.repeat(140))).toBe(280);
  expect(postLengthOf(`${'👋'.repeat(140)}a`)).toBe(281);
  expect(postLengthOf(`https://example.com ${'a'.repeat(256)}`)).toBe(280);
});

test('any text has a length, and a long one too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(postLengthOf(text) === 0).toBe(text === '');
    }),
  );
  for (const part of ['a.', 'a-', 'a_.', 'https://', 'a.a/', '.-'])
    expect(postLengthOf(part.repeat(500))).toBeGreaterThan(0);
});
