import { describe, expect, test } from 'vitest';
import { type Payment, type ProviderReport, refundableParts } from './payment.ts';
import { doesNotMatch, paidTooLate, paidTwice, refundFailed, refundRequested, settledByRefund } from './task.ts';

const paidAt = new Date('2026-11-01T10:00:00Z');
const days = (count: number) => new Date(paidAt.getTime() + count * 86_400_000);
const guide: Payment = {
  id: 'pay_1',
  orderId: 'a1b2',
  orderKind: 'transfer',
  product: 'guide',
  amountCents: 400,
  refundedCents: 0,
  status: 'succeeded',
  channel: 'intent',
  attempt: 1,
  intentId: 'pi_1',
  sessionId: null,
  opensGuide: true,
  opensConcierge: false,
  unlocks: true,
  failure: null,
  refundRequestedAt: null,
  refundRequest: null,
  createdAt: paidAt,
  paidAt,
  providerPaidAt: null,
  traceparent: null,
  openedBy: null,
};
const concierge: Payment = {
  ...guide,
  id: 'pay_2',
  product: 'concierge',
  amountCents: 1376,
  opensGuide: false,
  opensConcierge: true,
};
const bundle: Payment = { ...guide, id: 'pay_3', product: 'bundle', amountCents: 1776, opensConcierge: true };
const all = (amountCents: number) => ({ product: 'all', amountCents });

const report: ProviderReport = {
  state: 'paid',
  intentId: 'pi_2',
  sessionId: null,
  amountCents: 300,
  currency: 'usd',
  paidAt: null,
  decline: null,
};

describe('the refund of a task', () => {
  test.each([
    ['all of a guide', guide, false, 1, all(400)],
    ['all of a concierge that was added', concierge, true, 1, all(1376)],
    ['all of a bundle', bundle, false, 1, all(1776)],
    [
      'only the concierge of a bundle whose XRP has arrived',
      bundle,
      true,
      1,
      { product: 'concierge', amountCents: 1376 },
    ],
    [
      'the rest of the concierge',
      { ...bundle, refundedCents: 376 },
      true,
      1,
      { product: 'concierge', amountCents: 1000 },
    ],
    [
      'the guide of a bundle whose concierge was refunded',
      { ...bundle, refundedCents: 1376, opensConcierge: false },
      false,
      30,
      all(400),
    ],
    ['null for the guide of a bundle whose concierge is open', bundle, false, 30, null],
  ] as const)('on a customer’s request is %s', (_what, payment, arrived, day, refund) => {
    const parts = refundableParts(payment, arrived, days(day));
    expect(refundRequested(payment, parts, days(day)).refund).toEqual(refund);
  });

  test('is the whole payment if no product of the payment is needed, and null if one product is needed', () => {
    expect(paidTwice(guide, [guide, bundle]).refund).toEqual(all(400));
    expect(paidTwice(bundle, [bundle, guide, concierge]).refund).toEqual(all(1776));
    expect(paidTwice(bundle, [bundle, guide]).refund).toBeNull();
    expect(paidTooLate(concierge).refund).toEqual(all(1376));
  });
});

describe('a report that does not match its payment', () => {
  test.each([
    ['wrong_amount', 'usd', 300],
    ['wrong_intent', 'usd', 300],
    ['wrong_currency', 'jpy', undefined],
    ['wrong_intent', 'jpy', undefined],
  ] as const)(
    'opens a task without a refund, and states the amount only if it is in dollars: %s in %s',
    (outcome, currency, cents) => {
      const task = doesNotMatch(guide, outcome, { ...report, currency });
      expect(task?.amountCents).toBe(cents);
      expect(task?.refund ?? null).toBeNull();
    },
  );
});

test('the task of a failed refund contains the amount of that refund', () => {
  expect(refundFailed(bundle, { id: 'ref_1', amountCents: 1376 })).toMatchObject({ cause: 'ref_1', amountCents: 1376 });
});

test('a full refund does not settle the task of a second intent', () => {
  const settled = settledByRefund(guide, 400).find(({ kinds }) => kinds.includes('unlocks_nothing'));
  expect(settled?.cause).toBe(paidTooLate(guide).cause);
  const second = doesNotMatch(guide, 'wrong_intent', report);
  expect(second?.cause).not.toBe(settled?.cause);
});
