import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDrops, parseDrops, readableXrp } from '../src/drops.ts';
import { addressInput, amountDropsInput, emailInput, tagInput } from '../src/inputs.ts';
import { formatCents } from '../src/prices.ts';

const maxDrops = 100_000_000_000n * 1_000_000n;

describe('XRP amounts:', () => {
  it('any number of drops is unchanged after formatting and parsing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxDrops }), (drops) => {
        expect(parseDrops(formatDrops(drops))).toEqual({ ok: true, drops });
      }),
    );
  });

  it.each([
    ['0', 0n],
    ['25', 25_000_000n],
    ['25.5', 25_500_000n],
    [' 1.000001 ', 1_000_001n],
    ['0.000001', 1n],
    ['007', 7_000_000n],
    [100, 100_000_000n],
    [0.1, 100_000n],
    ['100000000000', maxDrops],
  ])('%j is parsed as %s drops', (input, drops) => {
    expect(parseDrops(input)).toEqual({ ok: true, drops });
  });

  it.each([
    '-1',
    -1,
    '1.0000001',
    0.0000001,
    0.1 + 0.2,
    '1,5',
    '1,000.5',
    '1e3',
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'abc',
    '',
    '.',
    '1.',
    '+1',
    '0x10',
    '１２',
    '100000000000.000001',
    '9'.repeat(13),
  ])('%j is refused', (input) => {
    expect(parseDrops(input).ok).toBe(false);
  });

  it('drops are formatted without trailing zeros', () => {
    expect(formatDrops(1_500_000n)).toBe('1.5');
    expect(formatDrops('2000000')).toBe('2');
    expect(formatDrops(1n)).toBe('0.000001');
  });
});

describe('form fields:', () => {
  it('an empty amount is 0, other amounts are converted exactly, and invalid amounts are refused', () => {
    for (const empty of ['', '  ', null]) expect(amountDropsInput.parse(empty)).toBe('0');
    expect(amountDropsInput.parse('100')).toBe('100000000');
    expect(amountDropsInput.parse(100)).toBe('100000000');
    for (const wrong of ['-1', '1.0000001', {}, true, Number.NaN])
      expect(amountDropsInput.safeParse(wrong).success).toBe(false);
  });

  it('an empty tag is null, 0 is a valid tag, and only unsigned 32-bit integers are accepted', () => {
    for (const none of ['', ' ', null]) expect(tagInput.parse(none)).toBeNull();
    expect(tagInput.parse('0')).toBe('0');
    expect(tagInput.parse(0)).toBe('0');
    expect(tagInput.parse(' 0042 ')).toBe('42');
    for (const wrong of ['4294967296', 4294967296, -1, 1.5, '1.5', '12a']) {
      expect(tagInput.safeParse(wrong).success).toBe(false);
    }
  });

  it('an empty or pending address is null, and the error for an invalid address does not contain the address', () => {
    for (const none of ['', ' ', null, 'pending', ' pending ']) expect(addressInput.parse(none)).toBeNull();
    expect(addressInput.parse('rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN')).toBe('rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN');
    const wrong = addressInput.safeParse('rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9');
    expect(wrong.error?.issues).toMatchObject([{ params: { code: 'checksum' } }]);
    expect(JSON.stringify(wrong.error)).not.toContain('rN7n3473');
  });

  it('an empty e-mail address is null, and an invalid e-mail address is refused', () => {
    expect(emailInput.parse('')).toBeNull();
    expect(emailInput.parse(' someone@example.com ')).toBe('someone@example.com');
    expect(emailInput.safeParse('someone@').success).toBe(false);
  });
});

describe('readableXrp:', () => {
  it.each([
    ['0', '0 XRP'],
    ['999.5', '999.5 XRP'],
    ['4998', '4,998 XRP'],
    ['1234567.000001', '1,234,567.000001 XRP'],
    ['100000000000', '100,000,000,000 XRP'],
  ])('%s is formatted as %s', (xrp, text) => {
    expect(readableXrp(xrp)).toBe(text);
  });
});

describe('prices:', () => {
  it.each([
    [400, '4.00'],
    [1376, '13.76'],
    [5, '0.05'],
    [-1776, '-17.76'],
  ])('%i cents are formatted as %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });
});
