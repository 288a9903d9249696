import { exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { destinationCheckSchema } from '@xrp-bridge/contracts/ledger';
import { exchangeGuides } from '@xrp-bridge/guidance/guides/exchange-guides';
import { findHardSentences } from '@xrp-bridge/text/reading-age';
import { describe, expect, it } from 'vitest';
import type { LedgerTransaction } from './arrivals.ts';
import {
  type AccountFacts,
  addressToRead,
  type DestinationRequest,
  expectArrival,
  type Finding,
  isSharedAddress,
  isSharedByMany,
  judgeDestination,
} from './destination.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const kraken = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
const now = new Date('2026-11-20T12:00:00Z');
const fees = { reserveBaseDrops: 1_000_000n, baseFeeDrops: 10n };

const ordinary: AccountFacts = {
  balanceDrops: 55_000_000n,
  requiresTag: false,
  depositAuthorization: false,
  refusesXrp: false,
  masterKeyDisabled: false,
  regularKey: null,
  sharedByMany: false,
};
const account = (over: Partial<AccountFacts> = {}): Finding => ({
  found: 'account',
  account: { ...ordinary, ...over },
  ledgerIndex: 100,
});
const nothing: Finding = { found: 'nothing', ledgerIndex: 100 };
const unknown: Finding = { found: 'unknown' };

function judge(finding: Finding, request: Partial<DestinationRequest> = {}, with_ = fees) {
  const answer = judgeDestination({ address, tag: '', amountDrops: '0', ...request }, finding, with_, now);
  expect(destinationCheckSchema.safeParse(answer).error).toBeUndefined();
  return { ...answer, codes: answer.reasons.map(({ code }) => code) };
}

const blackHole = { masterKeyDisabled: true, regularKey: 'rrrrrrrrrrrrrrrrrrrrBZbvji' };
const rich = { balanceDrops: 1_000_000_000_001n };

describe('the verdict on a destination', () => {
  it.each([
    ['ok for an ordinary wallet', account(), {}, 'ok', ['valid']],
    [
      'ok for a wallet that advises against sending XRP',
      account({ refusesXrp: true }),
      {},
      'ok',
      ['valid', 'incoming_refused'],
    ],
    ['ok for an ordinary wallet with a tag', account(), { tag: '7' }, 'ok', ['valid', 'tag_unneeded']],
    ['new for an unfunded wallet', nothing, {}, 'new', ['not_funded']],
    ['new for an unfunded wallet with a tag', nothing, { tag: '0' }, 'new', ['not_funded', 'tag_unneeded']],
    ['tag_required for a missing tag', account({ requiresTag: true }), {}, 'tag_required', ['tag_needed']],
    ['ok for a required tag that is given', account({ requiresTag: true }), { tag: '0' }, 'ok', ['tag_needed']],
    ['exchange for more than a million XRP', account(rich), {}, 'exchange', ['exchange_balance']],
    ['exchange for many senders with tags', account({ sharedByMany: true }), {}, 'exchange', ['exchange_history']],
    ['exchange for a known exchange', account(), { address: kraken }, 'exchange', ['exchange_known']],
    [
      'blocked for deposit authorization',
      account({ depositAuthorization: true }),
      {},
      'blocked',
      ['deposit_authorization'],
    ],
    ['blocked for a black hole', account(blackHole), {}, 'blocked', ['black_hole']],
    ['unknown for an unreadable ledger', unknown, {}, 'unknown', ['ledger_unavailable']],
    [
      'exchange for a known exchange, even if the ledger is unreadable',
      unknown,
      { address: kraken },
      'exchange',
      ['exchange_known'],
    ],
    [
      'exchange for a known exchange, even if the account is not funded',
      nothing,
      { address: kraken },
      'exchange',
      ['exchange_known'],
    ],
    [
      'invalid for a wrong checksum',
      nothing,
      { address: 'rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9' },
      'invalid',
      ['checksum'],
    ],
    ['invalid for a known black hole', nothing, { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji' }, 'invalid', ['black_hole']],
    ['invalid for an invalid tag', account(), { tag: '-1' }, 'invalid', ['tag_invalid']],
    ['invalid for an empty address', nothing, { address: '' }, 'invalid', ['missing']],
  ] as const)('is %s', (_, finding, request, verdict, codes) => {
    expect(judge(finding, request)).toMatchObject({ verdict, codes });
  });

  it('is ok for a disabled master key alone, because the regular key may be the owner’s', () => {
    expect(judge(account({ masterKeyDisabled: true, regularKey: kraken })).verdict).toBe('ok');
    expect(judge(account({ regularKey: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' })).verdict).toBe('ok');
    expect(judge(account({ ...rich, balanceDrops: 1_000_000_000_000n })).verdict).toBe('ok');
  });

  it('is the most severe one that applies, and has all reasons that apply', () => {
    const worst = account({ ...blackHole, ...rich, depositAuthorization: true, requiresTag: true, sharedByMany: true });
    expect(judge(worst)).toMatchObject({
      verdict: 'blocked',
      codes: ['black_hole', 'deposit_authorization', 'exchange_balance', 'exchange_history', 'tag_needed'],
    });
    expect(judge(account({ ...rich, requiresTag: true }))).toMatchObject({
      verdict: 'exchange',
      codes: ['exchange_balance', 'tag_needed'],
    });
    expect(judge(account(blackHole), { tag: '4294967296' }).verdict).toBe('invalid');
  });

  it('has the address and the tag of an X-address, and is invalid if a different tag is given too', () => {
    const tagged = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';
    expect(judge(account(), { address: tagged })).toMatchObject({ verdict: 'ok', address, tag: '123456' });
    expect(judge(account(), { address: tagged, tag: '123456' }).verdict).toBe('ok');
    expect(judge(account(), { address: tagged, tag: '7' })).toMatchObject({
      verdict: 'invalid',
      codes: ['tag_conflict'],
      address: null,
      tag: null,
    });
    expect(addressToRead({ address: tagged, tag: '', amountDrops: '0' })).toBe(address);
    expect(addressToRead({ address: tagged, tag: '7', amountDrops: '0' })).toBeNull();
  });

  it('does not contain a pasted secret', () => {
    const seed = 'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9';
    const answer = judge(nothing, { address: seed });
    expect(answer).toMatchObject({ verdict: 'invalid', codes: ['secret'], address: null });
    expect(JSON.stringify(answer)).not.toContain(seed);
  });
});

describe('the amounts of a verdict', () => {
  it('include the live reserve and a sufficient first amount for a new wallet', () => {
    const high = { reserveBaseDrops: 2_500_000n, baseFeeDrops: 12n };
    const answer = judge(nothing, { exchange: 'binance' }, high);
    expect(answer).toMatchObject({ reserveXrp: '2.5', networkFeeXrp: '0.000012', firstAmountXrp: '4' });
    expect(answer.reasons[0]?.text).toContain('at least 2.5 XRP');
  });

  it.each([
    ['binance', '1000000', true],
    // Binance's documented fee is 0.2 XRP.
    ['binance', '1199999', true],
    ['binance', '1200000', false],
    [undefined, '999999', true],
    [undefined, '1000000', false],
  ] as const)(
    'for exchange %s, %s drops to a new wallet: amount_too_small is %s',
    (exchange, amountDrops, tooSmall) => {
      const { codes, reasons } = judge(nothing, { exchange, amountDrops });
      expect(codes.includes('amount_too_small')).toBe(tooSmall);
      if (tooSmall)
        expect(reasons.find(({ code }) => code === 'amount_too_small')?.text).toContain('Send at least 2 XRP');
    },
  );

  it('report amount_too_small for a funded wallet only if the amount does not exceed the exchange’s fee', () => {
    expect(judge(account(), { exchange: 'binance', amountDrops: '500000' }).codes).not.toContain('amount_too_small');
    expect(judge(account(), { exchange: 'binance', amountDrops: '200000' }).codes).toContain('amount_too_small');
  });

  it('include the same first amount for every balance', () => {
    for (const exchange of exchangeIds) {
      const { firstAmountXrp } = judge(nothing, { exchange });
      expect(judge(account(), { exchange }).firstAmountXrp).toBe(firstAmountXrp);
      expect(judge({ found: 'unknown' }, { exchange }).firstAmountXrp).toBe(firstAmountXrp);
    }
  });

  it('cause no reason if no amount is stated', () => {
    expect(judge(nothing, { amountDrops: '0' }).codes).toEqual(['not_funded']);
  });

  it('include no first amount for an unsafe destination', () => {
    for (const finding of [account(rich), account({ depositAuthorization: true })]) {
      expect(judge(finding, { amountDrops: '1', exchange: 'kraken' })).toMatchObject({ firstAmountXrp: null });
    }
    expect(judge(nothing, { address: 'r' }).firstAmountXrp).toBeNull();
    expect(judge(unknown).firstAmountXrp).toBe('2');
  });
});

describe('the expected arrival', () => {
  const hours = (exchange: DestinationRequest['exchange'], answers: object) => {
    const { earliest, latest } = expectArrival(exchange, answers, now);
    const after = (iso: string) => Math.floor((Date.parse(iso) - now.getTime()) / 3_600_000);
    return [after(earliest), after(latest)];
  };

  it.each([
    // Bitfinex holds withdrawals for 5 days after a new password, and for up to 12 hours at any time.
    ['bitfinex', { passwordChanged: true }, [120, 121]],
    ['bitfinex', { passwordChanged: false }, [0, 13]],
    ['bitfinex', {}, [0, 121]],
    // Gemini may hold withdrawals to a new address for 7 days.
    ['gemini', { newAddress: true }, [0, 169]],
    ['gemini', { newAddress: false }, [0, 1]],
    // Coinbase documents no duration for recent purchases, so the longest documented hold applies instead.
    ['coinbase', { recentPurchase: true, newAddress: false }, [0, 1441]],
    ['coinbase', { recentPurchase: false, newAddress: false }, [0, 1]],
    ['coinbase', {}, [0, 49]],
    // A customer who has sent to this address before has already passed Robinhood's first-time hold.
    ['robinhood', { newAddress: false, recentPurchase: false }, [0, 1]],
  ] as const)('from %s, with the answers %j, is between %j hours after the start', (exchange, answers, expected) => {
    expect(hours(exchange, answers)).toEqual(expected);
  });

  it.each(exchangeIds)('from %s has an earliest time before the latest time, for every set of answers', (exchange) => {
    for (const newAddress of [true, false, undefined]) {
      for (const passwordChanged of [true, false, undefined]) {
        for (const recentPurchase of [true, false, undefined]) {
          const { earliest, latest } = expectArrival(exchange, { newAddress, passwordChanged, recentPurchase }, now);
          expect(Date.parse(earliest)).toBeGreaterThan(now.getTime());
          expect(Date.parse(latest)).toBeGreaterThan(Date.parse(earliest));
        }
      }
    }
  });

  it('is explained with the guide’s texts for certain and possible holds, and without other holds', () => {
    const text = (when: string) => exchangeGuides.kraken.holds.find((hold) => hold.appliesWhen === when)?.text;
    const { reasons } = judge(account(), { exchange: 'kraken', passwordChanged: true, recentPurchase: false });
    expect(reasons).toEqual([
      expect.objectContaining({ code: 'valid' }),
      { code: 'hold_possible', text: text('newAddress') },
      { code: 'hold', text: text('passwordChanged') },
    ]);
    expect(judge(account()).codes).toEqual(['valid']);
  });
});

it('an address counts as shared if it is listed, requires a tag or has many senders, but not for a high balance alone', () => {
  expect(isSharedAddress(kraken, unknown)).toBe(true);
  expect(isSharedAddress(address, account({ requiresTag: true }))).toBe(true);
  expect(isSharedAddress(address, account({ sharedByMany: true }))).toBe(true);
  for (const finding of [account(rich), nothing, unknown]) expect(isSharedAddress(address, finding)).toBe(false);
});

describe('isSharedByMany', () => {
  const payment = (index: number, over: Partial<LedgerTransaction> = {}): LedgerTransaction => ({
    hash: String(index).padStart(64, '0'),
    validated: true,
    ledgerIndex: index + 1,
    closedAt: now,
    type: 'Payment',
    sender: `sender ${index}`,
    destination: address,
    destinationTag: String(10_000 + index),
    partialPayment: false,
    result: 'tesSUCCESS',
    delivered: 5_000_000n,
    ...over,
  });
  const payments = (count: number, over: (index: number) => Partial<LedgerTransaction> = () => ({})) =>
    Array.from({ length: count }, (_, index) => payment(index, over(index)));

  it.each([
    ['true for ten senders with long tags', payments(10), true],
    ['false for nine senders', payments(9), false],
    ['false for ten payments of one sender', payments(10, () => ({ sender: 'one' })), false],
    ['false for payments with short tags', payments(10, () => ({ destinationTag: '9999' })), false],
    ['false for payments without tags', payments(10, () => ({ destinationTag: null })), false],
    [
      'false if half of the payments have a tag',
      payments(10, (index) => (index % 2 ? {} : { destinationTag: null })),
      false,
    ],
    [
      'true if six of ten payments have a tag',
      payments(10, (index) => (index < 6 ? {} : { destinationTag: null })),
      true,
    ],
    ['false for dust', payments(10, () => ({ delivered: 1_000n })), false],
    ['false for tokens', payments(10, () => ({ delivered: 'token' })), false],
    ['false for payments to other addresses', payments(10, () => ({ destination: kraken })), false],
    ['false without payments', [], false],
  ])('is %s', (_, transactions, shared) => {
    expect(isSharedByMany(address, transactions)).toBe(shared);
  });
});

it('every reason is readable at the age of eleven', () => {
  const kinds: Partial<AccountFacts>[] = [
    ...[{}, blackHole, rich, { requiresTag: true }, { depositAuthorization: true }],
    ...[{ refusesXrp: true }, { sharedByMany: true }],
  ];
  const questions = exchangeIds.flatMap((exchange) => [
    ...['', '7'].map((tag) => ({ exchange, tag })),
    ...['10', '1500000'].map((amountDrops) => ({ exchange, amountDrops })),
    { exchange, address: kraken },
  ]);
  const answers = [nothing, unknown, ...kinds.map((kind) => account(kind))].flatMap((finding) =>
    questions.map((request) => judge(finding, request)),
  );
  expect(new Set(answers.flatMap(({ codes }) => codes)).size).toBe(14);
  // The texts of holds belong to the guides and are tested there.
  const ours = answers.flatMap(({ reasons }) => reasons.filter(({ code }) => !code.startsWith('hold')));
  expect(findHardSentences(ours.map(({ text }) => text))).toEqual([]);
});
