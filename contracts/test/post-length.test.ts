import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { postLengthOf } from '../src/post-length.ts';

// Expected lengths from X's own package (parseTweet of twitter-text 3.1.0, November 2026).
test.each([
  ['', 0],
  ['This is a test.', 15],
  ['Hello, world! 👋', 16],
  ['故人西辞黄鹤楼', 14],
  ['ｆｕｌｌ', 8],
  ['日本語 and English', 18],
  ['café', 4],
  ['cafe\u0301', 4],
  ['저찀쯿쿿', 8],
  ['한국어', 6],
  ['Привет, мир', 11],
  ['Γειά σου', 8],
  ['שלום', 4],
  ['გამარჯობა', 9],
  ['ไทย', 3],
  ['“Quotes”, ‘these’ – and — those…', 33],
  ['1′ 2″ ‰ €5 ™ ©', 17],
  ['a\u00a0b\u2003c\u200bd', 7],
  ['line\nline\r\nline', 15],
  ['\u{10000}\u{10ffff}', 4],
  ['𝒜𝓁𝓁', 6],
  ['😷', 2],
  ['👪', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['🖐🏿', 2],
  ['🇺🇸', 2],
  ['1️⃣', 2],
  ['#️⃣', 2],
  ['❤️❤️', 4],
  ['❤❤', 4],
  ['☺', 2],
  ['H🐱☺', 5],
  ['⚡️⚡', 4],
  ['👍🏽 👍', 5],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
  ['🏳️‍🌈', 2],
  ['👩🏾‍🚒', 2],
  ['🇺🇸🇩🇪', 4],
  ['🇺', 2],
  ['http://test.com', 23],
  ['https://test.com/a/very/long/path/that/goes/on?and=on&on=1#and-on', 23],
  ['test.com', 23],
  ['sub.test.co.uk', 23],
  ['See https://test.com.', 28],
  ['(https://test.com)', 25],
  ['[test.com]', 25],
  ['"test.com"', 25],
  ['“test.com”', 25],
  ['<https://test.com>', 25],
  ['https://test.com and http://other.org', 51],
  ['Test https://test.com test https://test.com test.com test', 86],
  ['it.so/path', 23],
  ['it.so', 23],
  ['t.co', 23],
  ['foo.co.jp', 23],
  ['www.example.com', 23],
  ['example.com/path/to/resource?search=foo&lang=en', 23],
  ['HTTPS://www.ExaMPLE.COM/index.html', 23],
  ['http://sports.example.com/nfl/news;_ylt=Aom0;ylu=XyZ?slug=ap-super', 23],
  ['http://test_underscore.example.com', 23],
  ['http://example.com?foo=$bar.;baz?BAZ&c=d-#top/?stories+', 24],
  ['http://☃.net/', 23],
  ['http://example.com/Русские_слова', 23],
  ['https://en.example.org/wiki/Guide_(film)', 23],
  ['(see https://en.example.org/wiki/Guide_(film))', 29],
  ['https://example.com/Up_(Album_(Edited))/x', 23],
  ['https://example.com:8080/a', 23],
  ['example.com:8080', 28],
  ['example.com?a=1', 27],
  ['https://example.com?a=1', 23],
  ['https://example.com/a, https://example.com/b; and https://example.com/c!', 78],
  ['https://example.com/@me/', 23],
  ['example.com.', 24],
  ['example.com…', 25],
  ['example.com,example.org', 47],
  ['example.com/a,b', 23],
  ['日本語example.comです', 33],
  ['見てexample.comとexample.org。', 54],
  ['http://日本語.jp', 23],
  ['https://日本語.example.com/パス', 27],
  ['shop.ninja', 23],
  ['my.photography', 23],
  ['EXAMPLE.COM', 23],
  ['example.travelersinsurance', 23],
  ['example.com-', 12],
  ['example.com_x', 25],
  ['example.com@me', 14],
  ['x.example.com+1', 15],
  ['test.xyz123', 11],
  ['me@test.com', 11],
  ['@test.com', 9],
  ['#test.com', 9],
  ['$test.com', 9],
  ['-test.com', 9],
  ['.test.com', 9],
  ['/test.com', 9],
  ['xtest.com', 23],
  ['http://test', 11],
  ['http://test.invalid', 19],
  ['test.invalid', 12],
  ['ftp://test.com', 14],
  ['http:// test.com', 31],
  ['https://', 8],
  ['http://-test.com', 16],
  ['http://test-.com', 16],
  ['foo_bar.com', 11],
  ['localhost:3000', 14],
  ['192.168.0.1', 11],
  ['http://192.168.0.1', 18],
  ['$4.00 for the guide.', 20],
  ['e.g. this, i.e. that', 20],
  ['The end.Next', 27],
  ['Ends here.So it goes', 36],
  ['U.S.A.', 6],
  ['v1.2.3', 6],
  ['a.b', 3],
  ['and/or', 6],
  ['3.30 p.m.', 9],
  ['node.js', 7],
  ['README.md', 23],
  ['XRP.', 4],
  ['Ad: One guide, one price: $4.00, paid once. https://xrp-bridge.example.com/start?from=x', 67],
])('postLengthOf %j is %i', (text, length) => {
  expect(postLengthOf(text)).toBe(length);
});

describe('an emoji that is newer than twitter-text 3.1.0', () => {
  it.each([['🫶'], ['🫱🏿‍🫲🏻'], ['❤️‍🔥'], ['🧑‍🎄'], ['🐦‍⬛'], ['👬🏿']])(
    'has the length 2, as X documents: %s',
    (emoji) => {
      expect(postLengthOf(emoji)).toBe(2);
    },
  );
});

test('postLengthOf is exact at the limit of 280 for letters, CJK, emoji and links', () => {
  expect(postLengthOf('a'.repeat(281))).toBe(281);
  expect(postLengthOf('漢'.repeat(140))).toBe(280);
  expect(postLengthOf(`${'👋'.repeat(140)}a`)).toBe(281);
  expect(postLengthOf(`https://example.com ${'a'.repeat(256)}`)).toBe(280);
});

test('postLengthOf is 0 only for an empty text, and does not hang on long repetitive texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(postLengthOf(text) === 0).toBe(text === '');
    }),
  );
  for (const part of ['a.', 'a-', 'a_.', 'https://', 'a.a/', '.-', 'a.com/(', 'a.com?!', 'https://a.com/(a(', 'com.'])
    expect(postLengthOf(part.repeat(5_000))).toBeGreaterThan(0);
});
