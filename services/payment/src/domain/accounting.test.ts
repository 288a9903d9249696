import type { Entry } from '@xrp-bridge/contracts/accounting';
import { expect, test } from 'vitest';
import { refundEntries, saleEntries } from './accounting.ts';
import type { Payment } from './payment.ts';

const paidAt = new Date('2026-11-01T12:00:00Z');

const bundle: Payment = {
  id: 'pay_1',
  orderId: '0'.repeat(32),
  orderKind: 'transfer',
  product: 'bundle',
  amountCents: 1776,
  refundedCents: 0,
  status: 'succeeded',
  channel: 'intent',
  attempt: 1,
  intentId: 'pi_1',
  sessionId: null,
  opensGuide: true,
  opensConcierge: true,
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
const guide: Payment = { ...bundle, product: 'guide', amountCents: 400, opensConcierge: false };

const sum = (entries: Entry[]) => entries.reduce((total, entry) => total + entry.amountCents, 0);

test('a bundle is booked as two sales', () => {
  expect(saleEntries(bundle)).toEqual([
    { account: 'stripe_clearing', amountCents: 1776 },
    { account: 'revenue_guide', amountCents: -400 },
    { account: 'revenue_concierge', amountCents: -1376 },
  ]);
  expect(saleEntries(guide)).toEqual([
    { account: 'stripe_clearing', amountCents: 400 },
    { account: 'revenue_guide', amountCents: -400 },
  ]);
});

test('a month of signals has its own revenue and refund accounts', () => {
  const month: Payment = { ...guide, product: 'signals', orderKind: 'subscription', opensGuide: false };
  expect(saleEntries(month)).toEqual([
    { account: 'stripe_clearing', amountCents: 400 },
    { account: 'revenue_signals', amountCents: -400 },
  ]);
  expect(refundEntries(month, 400)).toEqual([
    { account: 'stripe_clearing', amountCents: -400 },
    { account: 'refunds_signals', amountCents: 400 },
  ]);
});

test('the entries of every partial refund of a bundle balance', () => {
  for (const before of [0, 1, 400, 1375, 1376, 1775]) {
    for (let cents = 1; before + cents <= 1776; cents += 125) {
      const entries = refundEntries({ ...bundle, refundedCents: before }, cents);
      expect(sum(entries)).toBe(0);
      expect(entries[0]).toEqual({ account: 'stripe_clearing', amountCents: -cents });
      expect(entries.every((entry) => entry.amountCents !== 0)).toBe(true);
    }
  }
  expect(refundEntries(bundle, 1376)).toEqual([
    { account: 'stripe_clearing', amountCents: -1376 },
    { account: 'refunds_concierge', amountCents: 1376 },
  ]);
});
