import { formatDrops, parseDrops } from '@xrp-bridge/contracts/drops';
import { exchangeIds } from '@xrp-bridge/contracts/exchanges';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeGuides } from '../src/guides/exchange-guides.ts';
import { official } from '../src/guides/guide.ts';
import { decideSendNow, drops, firstAmountXrp, sendNowForOthers } from '../src/send-now.ts';

function decide(over: Partial<Parameters<typeof decideSendNow>[0]> = {}) {
  return decideSendNow({ amountXrp: '5000', arrivedXrp: '0', testFirst: true, testXrp: '2', ...over });
}

describe('decideSendNow', () => {
  it.each([
    [
      'a test if the total is large',
      {},
      'test',
      '2',
      'Now enter 2 XRP. This is your test. You’ll send the rest once it arrives.',
    ],
    [
      'a test if the total is not stated',
      { amountXrp: null },
      'test',
      '2',
      'Now enter 2 XRP. This is your test. You’ll send the rest once it arrives.',
    ],
    [
      'the whole amount if it is at most five times the test',
      { amountXrp: '10' },
      'all',
      '10',
      'Now enter 10 XRP. This is the full amount.',
    ],
    [
      'a test if the total is above five times the test',
      { amountXrp: '10.000001' },
      'test',
      '2',
      'Now enter 2 XRP. This is your test. You’ll send the rest once it arrives.',
    ],
    [
      'the whole amount if no test is sent',
      { testFirst: false },
      'all',
      '5000',
      'Now enter 5,000 XRP. This is the full amount.',
    ],
    [
      'no amount for a single payment, if the total is not stated',
      { testFirst: false, amountXrp: null },
      'all',
      null,
      'Now enter all of your XRP.',
    ],
    ['the rest', { arrivedXrp: '2' }, 'rest', '4998', 'Now enter 4,998 XRP. This is the rest.'],
    [
      'the rest after a test that a fee has reduced',
      { arrivedXrp: '1.8' },
      'rest',
      '4998',
      'Now enter 4,998 XRP. This is the rest.',
    ],
    [
      'the rest if more than the test has arrived',
      { arrivedXrp: '1000.5' },
      'rest',
      '3999.5',
      'Now enter 3,999.5 XRP. This is the rest.',
    ],
    [
      'the rest without an amount, if the total is not stated',
      { arrivedXrp: '2', amountXrp: null },
      'rest',
      null,
      'Now enter the rest of your XRP.',
    ],
    [
      'the rest after an arrival without a test',
      { arrivedXrp: '100', testFirst: false },
      'rest',
      '4900',
      'Now enter 4,900 XRP. This is the rest.',
    ],
    [
      'the rest without an amount, if everything has arrived',
      { arrivedXrp: '5000' },
      'rest',
      null,
      'Now enter the rest of your XRP.',
    ],
    [
      'the rest if the total is below the test',
      { amountXrp: '1.9', arrivedXrp: '1.5' },
      'rest',
      '0.4',
      'Now enter 0.4 XRP. This is the rest.',
    ],
  ] as const)('returns %s', (_name, over, kind, amountXrp, text) => {
    expect(decide(over)).toMatchObject({ kind, amountXrp, text });
  });

  it.each([
    ['the rest of a known total', {}, '4998'],
    ['no rest if the total is unknown', { amountXrp: null }, null],
    ['no rest if no test is sent', { testFirst: false }, null],
    ['no rest once XRP has arrived', { arrivedXrp: '2' }, null],
  ])('returns the test amount, and %s', (_name, over, restXrp) => {
    expect(decide(over)).toMatchObject({ testXrp: '2', restXrp });
  });

  const xrp = fc.bigInt({ min: 1n, max: 100_000_000_000n * 1_000_000n }).map(formatDrops);
  const given = fc.record({
    amountXrp: fc.option(xrp),
    arrivedXrp: fc.oneof(fc.constant('0'), xrp),
    testFirst: fc.boolean(),
    exchange: fc.constantFrom(...exchangeIds),
    reserve: fc.constantFrom('0.2', '1', '10'),
  });

  it('returns a positive amount, at most the stated total, and a text that contains the amount', () => {
    fc.assert(
      fc.property(given, ({ exchange, reserve, ...about }) => {
        const { fee, minimum } = exchangeGuides[exchange];
        const testXrp = firstAmountXrp(reserve, fee, minimum);
        const { kind, amountXrp, text } = decide({ ...about, testXrp });
        if (amountXrp === null) expect(text).toMatch(/^Now enter (?:all|the rest) of your XRP\.$/);
        else {
          expect(parseDrops(amountXrp)).toMatchObject({ ok: true });
          expect(drops(amountXrp)).toBeGreaterThan(0n);
          expect(text.replaceAll(',', '')).toContain(`Now enter ${amountXrp} XRP. `);
          if (about.amountXrp !== null) expect(drops(amountXrp)).toBeLessThanOrEqual(drops(about.amountXrp));
        }
        if (about.arrivedXrp !== '0') expect(kind).toBe('rest');
        else if (!about.testFirst) expect([kind, amountXrp]).toEqual(['all', about.amountXrp]);
        else if (kind === 'test') expect(amountXrp).toBe(testXrp);
        else expect([kind, amountXrp]).toEqual(['all', about.amountXrp]);
      }),
      { numRuns: 3000 },
    );
  });

  it('is not used for callers other than the owner, because sendNowForOthers contains no amount', () => {
    expect(sendNowForOthers.amountXrp).toBeNull();
    expect(sendNowForOthers.text).not.toMatch(/\d/);
  });
});

describe('firstAmountXrp', () => {
  const xrpAmount = (value: string | null) => ({ value, ...official('test') });

  it.each([
    ['1', null, null, '2'],
    ['1', '0.2', null, '2'],
    ['1', '1.5', null, '3'],
    ['0.5', null, null, '2'],
    ['10', '0.02', null, '11'],
    ['1', null, '20', '20'],
  ])('for reserve %s, fee %s and minimum %s (null: unknown) returns %s XRP', (reserve, fee, minimum, amount) => {
    expect(firstAmountXrp(reserve, xrpAmount(fee), xrpAmount(minimum))).toBe(amount);
  });

  it('throws if the reserve is not an amount', () => {
    expect(() => firstAmountXrp('one', xrpAmount(null), xrpAmount(null))).toThrow(/Not an XRP amount/);
  });
});
