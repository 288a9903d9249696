import { transactionCheckSchema } from '@xrp-bridge/contracts/ledger';
import { failedResults } from '@xrp-bridge/guidance/transaction-results';
import { describe, expect, it } from 'vitest';
import type { LedgerTransaction } from './arrivals.ts';
import { type Expected, explainTransaction } from './transaction.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const other = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
const now = new Date('2026-11-20T12:00:00Z');
const hash = 'E'.repeat(64);

const payment: LedgerTransaction = {
  hash,
  validated: true,
  ledgerIndex: 101,
  closedAt: new Date('2026-11-20T11:59:50Z'),
  type: 'Payment',
  sender: other,
  destination: address,
  destinationTag: null,
  partialPayment: false,
  result: 'tesSUCCESS',
  delivered: 25_500_000n,
};

function explain(found: LedgerTransaction | 'unreadable' | null, expected: Expected | null = null) {
  const answer = explainTransaction({ hash, found, expected, reserveXrp: '1.5', now });
  expect(transactionCheckSchema.safeParse(answer).error).toBeUndefined();
  return answer;
}

it('an explanation has the delivered amount, the destination, the time and a link', () => {
  expect(explain(payment)).toMatchObject({
    outcome: 'delivered',
    hash,
    code: 'tesSUCCESS',
    deliveredXrp: '25.5',
    destination: address,
    destinationTag: null,
    ledgerIndex: 101,
    at: '2026-11-20T11:59:50.000Z',
    lookAgainAt: null,
    links: [
      { url: `https://livenet.xrpl.org/transactions/${hash}` },
      { url: `https://xrpscan.com/tx/${hash}` },
      { url: `https://bithomp.com/explorer/${hash}` },
    ],
  });
});

describe('an explanation for a transfer', () => {
  it('states that the payment arrived at the customer’s address, and shows no address', () => {
    const answer = explain(payment, { address, tag: null });
    expect(answer).toMatchObject({ outcome: 'delivered', title: expect.stringMatching(/at your address$/) });
    expect(JSON.stringify(answer)).not.toContain(address);
  });

  it('states that the payment went to another address, and does not show that address', () => {
    const answer = explain({ ...payment, destination: other }, { address, tag: null });
    expect(answer.outcome).toBe('other_recipient');
    expect(JSON.stringify(answer)).not.toContain(other);
  });

  it('states that a partial payment did not deliver its stated amount, even at the right address', () => {
    const answer = explain({ ...payment, partialPayment: true, delivered: 25n }, { address, tag: null });
    expect(answer).toMatchObject({ outcome: 'partial', deliveredXrp: '0.000025' });
    const elsewhere = explain({ ...payment, partialPayment: true, destination: other }, { address, tag: null });
    expect(elsewhere.outcome).toBe('other_recipient');
  });

  it('states that the payment has a different tag, if the tag is not the customer’s', () => {
    expect(explain(payment, { address, tag: '7' }).title).toMatch(/a different tag$/);
    expect(explain({ ...payment, destinationTag: '7' }, { address, tag: '7' }).title).toMatch(/at your address$/);
  });
});

describe('the outcome of a transaction', () => {
  it.each([
    ['not_xrp for a token', { delivered: 'token' as const }, 'not_xrp'],
    ['partial for a partial payment', { partialPayment: true, delivered: 25n }, 'partial'],
    ['partial for a partial payment to another address', { partialPayment: true, destination: other }, 'partial'],
    ['other_transaction for another transaction type', { type: 'EscrowFinish', delivered: null }, 'other_transaction'],
    [
      'pending for a transaction that is not validated',
      { validated: false, result: null, delivered: null, ledgerIndex: null },
      'pending',
    ],
    ['pending for a transaction whose result is not final', { validated: false }, 'pending'],
  ])('is %s', (_, change, outcome) => {
    expect(explain({ ...payment, ...change }).outcome).toBe(outcome);
  });

  it('is explained with the time of the next check if it is pending, not_found or unknown', () => {
    expect(explain({ ...payment, validated: false }).lookAgainAt).toBe('2026-11-20T12:00:05.000Z');
    expect(explain(null)).toMatchObject({ outcome: 'not_found', lookAgainAt: '2026-11-20T12:01:00.000Z', code: null });
    expect(explain('unreadable')).toMatchObject({ outcome: 'unknown', lookAgainAt: '2026-11-20T12:01:00.000Z' });
  });
});

describe('a failed payment', () => {
  it.each(Object.keys(failedResults))('with the code %s has its own text, with the live reserve', (code) => {
    const answer = explain({ ...payment, result: code, delivered: null });
    expect(answer).toMatchObject({ outcome: 'failed', code, title: failedResults[code]?.title, deliveredXrp: null });
    expect(JSON.stringify(answer)).not.toContain('{reserve}');
    expect(answer.next.length).toBeGreaterThan(1);
  });

  it('is explained with the required reserve if the wallet is unfunded', () => {
    const answer = explain({ ...payment, result: 'tecNO_DST_INSUF_XRP', delivered: null });
    expect(answer.text).toContain('at least 1.5 XRP');
  });

  it('with an unlisted result code returns the code and a general title', () => {
    expect(explain({ ...payment, result: 'tecOVERSIZE', delivered: null })).toMatchObject({
      outcome: 'failed',
      code: 'tecOVERSIZE',
      title: 'The payment failed',
    });
  });
});
