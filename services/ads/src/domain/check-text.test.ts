import { longestPost } from '@xrp-bridge/contracts/ad-plan';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkText, findNearDuplicate } from './check-text.ts';
import { seedPool } from './pool.ts';

const codesOf = (text: string) => checkText(text).map(({ code }) => code);

describe('the seed pool', () => {
  const pool = Object.entries(seedPool).flatMap(([theme, texts]) => texts.map((text) => ({ theme, text })));

  it('has at least 40 texts and 8 themes', () => {
    expect(pool.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(seedPool).length).toBeGreaterThanOrEqual(8);
    for (const theme of Object.keys(seedPool)) expect(theme).toMatch(/^[a-z][a-z-]*$/);
  });

  it.each(pool)('contains only texts that may be posted: $text', ({ text }) => {
    expect(checkText(text)).toEqual([]);
  });

  it('contains no near duplicates', () => {
    const twice = pool.filter(({ text }, place) => findNearDuplicate(text, pool.slice(0, place)));
    expect(twice).toEqual([]);
  });
});

test.each([
  ['Ad: we guide you.', []],
  ['#ad We guide you.', []],
  ['We guide you, step by step. #AD', []],
  ['We guide you.', ['no_disclosure']],
  [`${'We guide you. '.repeat(3)}#ad`, ['no_disclosure']],
  ['#adventure awaits', ['no_disclosure']],
  ['Read this ad: it is one', ['no_disclosure']],
  ['Ad: guaranteed to arrive', ['promise']],
  ['Ad: a risk-free way', ['promise']],
  ['Ad: moves without risk', ['promise']],
  ['Ad: XRP will rise', ['price_prediction']],
  ['Ad: our price prediction', ['price_prediction']],
  ['Ad: Double your coins', ['price_prediction']],
  ['Ad: partnered with an exchange', ['affiliation']],
  ['Ad: endorsed by Ripple', ['affiliation']],
  ['Ad: the official Coinbase way', ['affiliation']],
  ['Ad: a giveaway for you', ['bait']],
  ['Ad: a quantum-secure wallet', ['bait']],
  ['Ad: hello @someone', ['mention']],
  ['Ad: <b>hello</b>', ['markup']],
  ['Ad: <img src=x onerror=alert(1)>', ['markup']],
  ['Ad: hello\u0007', ['control_character']],
  ['Ad: hello \u202Etxt.exe', ['control_character']],
  ['Ad: two\nlines', []],
  [`Ad: from $${formatCents(prices.guide)}, or $${formatCents(prices.bundle)}`, []],
  ['Ad: only $3.99', ['wrong_price']],
  ['Ad: worth $1,000', ['wrong_price']],
])('the text %j has the problems %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes);
});

test('a text of 280 characters, as X counts them, may be posted; a text of 281 is rejected with its length', () => {
  const filled = (length: number) => `Ad: ${'a'.repeat(length - 4)}`;
  expect(checkText(filled(longestPost))).toEqual([]);
  expect(checkText(filled(longestPost + 1))).toEqual([
    { code: 'too_long', message: 'This post is 281 characters long by X’s count. The limit is 280.' },
  ]);
  expect(codesOf(`Ad: ${'👋'.repeat(138)}`)).toEqual([]);
  expect(codesOf(`Ad: ${'👋'.repeat(139)}`)).toEqual(['too_long']);
  expect(codesOf(`Ad: https://example.com/${'a'.repeat(400)}`)).toEqual([]);
});

test('checkText accepts any text as input, and its messages never contain the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 12, maxLength: 300 }), (text) => {
      for (const { message } of checkText(text)) expect(message).not.toContain(text);
    }),
    { numRuns: 2_000 },
  );
});

test('texts with nearly the same words are near duplicates, texts on other subjects are not', () => {
  const others = [{ text: 'Ad: Before you send everything, send a little, and watch it arrive on the XRP Ledger.' }];
  expect(
    findNearDuplicate('Ad: Before sending everything, send a little! Watch it arrive on the XRP Ledger', others),
  ).toBe(others[0]);
  expect(findNearDuplicate(others[0]?.text.toUpperCase() ?? '', others)).toBe(others[0]);
  expect(findNearDuplicate('Ad: Write your recovery words on paper.', others)).toBeUndefined();
  expect(findNearDuplicate('🙂', [{ text: '🙂' }])).toEqual({ text: '🙂' });
});
