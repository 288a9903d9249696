import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { hashInput } from '@xrp-bridge/contracts/ledger';
import { metamaskNotice } from '@xrp-bridge/contracts/metamask';
import { describeMistake } from '@xrp-bridge/contracts/mistakes';
import { isOperatorPath, pages } from '@xrp-bridge/contracts/pages';
import { problems } from '@xrp-bridge/contracts/problem';
import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { checkDestination } from '@xrp-bridge/contracts/xrp-address';
import { describe, expect, it } from 'vitest';
import { findHardSentences, readingAge } from './reading-age.ts';

describe('the reading age', () => {
  it.each([
    // The grade is 0.39 × words + 11.8 × syllables ÷ words − 15.59. The age is five years more.
    ['The cat sat on the mat.', 0.39 * 6 + 11.8 - 10.59],
    ['Verification is temporarily unavailable today.', 0.39 * 5 + (11.8 * 18) / 5 - 10.59],
    ['Copy it from your wallet at Binance.', 0.39 * 7 + (11.8 * 8) / 7 - 10.59],
    ['Press “Confirm this withdrawal immediately” and wait.', 0],
    ['Try it again now.', 0],
  ])('is computed by the Flesch–Kincaid formula: “%s”', (sentence, age) => {
    expect(readingAge(sentence)).toBeCloseTo(age, 5);
  });

  it.each([
    'the destination tag',
    'kraken.com or help@kraken.com',
    'https://example.com/verification',
    '20 November 2026',
    '0.00001 XRP',
    'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
    'Crypto.com, Robinhood and Trust Wallet',
  ])('counts %s as short words', (given) => {
    expect(readingAge(`We see ${given} on the page`)).toBeLessThan(6);
  });
});

describe('findHardSentences', () => {
  const hard = 'Verification is temporarily unavailable today.';

  it('lists a hard sentence once, with its reading age, and without the sentences before and after it', () => {
    expect(findHardSentences([`All is well. ${hard}`, hard])).toEqual([`Age 33.84: ${hard}`]);
    expect(findHardSentences(['Please wait: verification is temporarily unavailable today.'])).toHaveLength(1);
  });

  it('lists a sentence of more than 25 words', () => {
    const long = `${'We go on and on and on and on; '.repeat(3)}so it ends.`;
    expect(findHardSentences([long])).toEqual([`30 words: ${long}`]);
    expect(findHardSentences([long.replaceAll(';', '.')])).toEqual([]);
  });

  it('allows exceptions, and lists an unused exception', () => {
    expect(findHardSentences([hard], { [hard]: 'a reason' })).toEqual([]);
    expect(findHardSentences(['All is well.'], { [hard]: 'a reason' })).toEqual([`Unused exception: ${hard}`]);
  });
});

/** Titles that the specification quotes although they are hard to read. */
const quoted = new Set<string>(['Card payment is temporarily unavailable']);

/** Error codes that only programs and operators receive. */
const notForCustomers = new Set([
  ...['invalid_json', 'invalid_signature', 'operator_required', 'internal_token_required', 'ip_not_allowed'],
  ...['set_up_required', 'owner_required', 'refund_over_limit', 'second_factor_required', 'operator_protected'],
  ...[
    'password_is_a_setting',
    'operator_not_found',
    'code_required',
    'cross_site_refused',
    'task_not_found',
    'event_not_found',
    'method_not_allowed',
    'unsupported_media_type',
  ],
]);

/** For each reason to reject a destination, one invalid destination. */
const own = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const destinations: [address: string, tag?: string][] = [
  ...['', 'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9', `pay ${own}`, `${own.slice(0, -1)}Ń`, `0x${'a1'.repeat(20)}`].map(only),
  ...[
    `T${own.slice(1)}`,
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'TVnCcNnQpv38tEjMeLFz1d7hfSBvUApfQ8c7TYUvmSZx3Yx',
    'A1'.repeat(32),
  ].map(only),
  ...[`R${own.slice(1)}`, 'pending', `${own.slice(0, -1)}0`, own.slice(0, 20), `${own.slice(0, -1)}n`].map(only),
  ...['rrrrrrrrrrrrrrrrrrrrrhoLvTp'].map(only),
  ...['-1', '1.5', '4294967296'].map((tag): [string, string] => [own, tag]),
  ['XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV', '1'],
];

function only(address: string): [string] {
  return [address];
}

function mistakesIn(schema: RouteDefinition['body'], input: unknown): string[] {
  const { error } = schema.safeParse(input, { error: describeMistake });
  return error?.issues.map(({ message }) => message) ?? [];
}

describe('an eleven-year-old can read', () => {
  it('every message about an invalid address or tag', () => {
    const refusals = destinations.map(([address, tag]) => checkDestination(address, tag ?? null));
    expect(refusals.filter(({ ok }) => ok)).toEqual([]);
    expect(new Set(refusals.map((refusal) => 'code' in refusal && refusal.code)).size).toBe(17);
    expect(findHardSentences(refusals.map((refusal) => ('text' in refusal ? refusal.text : '')))).toEqual([]);
  });

  it('every message about an invalid field', () => {
    const wrong = [undefined, null, true, [], '', ' ', '-1', '1.1234567', '1e9', '9'.repeat(12), 'x'.repeat(2000)];
    const texts = publicRoutes.flatMap((route: RouteDefinition) =>
      (['params', 'query', 'body'] as const).flatMap((part) => {
        const schema = route.access === 'operator' ? undefined : route[part];
        const fields = ['sourceAmount', 'destinationTag', 'email', 'question', 'toWallet', 'fromExchange', 'token'];
        if (!schema) return [];
        return wrong.flatMap((value) => fields.flatMap((field) => mistakesIn(schema, { [field]: value })));
      }),
    );
    const hashes = ['x', 'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9'].flatMap((hash) => mistakesIn(hashInput, hash));
    expect(findHardSentences([...texts, ...hashes])).toEqual([]);
  });

  it('the title of every problem that customers see', () => {
    const titles = Object.entries(problems).flatMap(([code, { title }]) =>
      notForCustomers.has(code) || quoted.has(title) ? [] : [title],
    );
    expect(findHardSentences(titles)).toEqual([]);
  });

  it('the hints, page titles, terms and notices in the contracts', () => {
    const texts = [
      ...[...exchanges, ...wallets].map(({ hint }) => hint),
      ...Object.values(pages).flatMap(({ path, title }) => (isOperatorPath(path) ? [] : [title])),
      ...Object.values({ ...refundTerms, ...refundWay }),
      ...[metamaskNotice.reason, ...metamaskNotice.steps.flatMap(({ title, text }) => [title, text])],
    ];
    expect(findHardSentences(texts)).toEqual([]);
  });
});
