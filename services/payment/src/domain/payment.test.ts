import { formatCents } from '@xrp-bridge/contracts/prices';
import { describe, expect, test } from 'vitest';
import {
  centsOf,
  chooseProduct,
  chooseRefund,
  closedBy,
  judge,
  nextRefund,
  type Order,
  type Payment,
  type ProviderReport,
  paysTwice,
  refundableParts,
} from './payment.ts';
import { refundRequested } from './task.ts';

const paidAt = new Date('2026-11-01T12:00:00Z');

function payment(changes: Partial<Payment> = {}): Payment {
  return {
    id: 'pay_1',
    orderId: '0'.repeat(32),
    orderKind: 'transfer',
    product: 'guide',
    amountCents: 400,
    refundedCents: 0,
    status: 'open',
    channel: 'intent',
    attempt: 1,
    intentId: 'pi_1',
    sessionId: null,
    opensGuide: false,
    opensConcierge: false,
    unlocks: true,
    failure: null,
    refundRequestedAt: null,
    refundRequest: null,
    createdAt: paidAt,
    paidAt: null,
    providerPaidAt: null,
    traceparent: null,
    openedBy: null,
    ...changes,
  };
}

const guide = payment({ status: 'succeeded', opensGuide: true, paidAt });
const concierge = payment({
  id: 'pay_2',
  product: 'concierge',
  amountCents: 1376,
  status: 'succeeded',
  opensConcierge: true,
  paidAt,
});
const bundle = payment({
  product: 'bundle',
  amountCents: 1776,
  status: 'succeeded',
  opensGuide: true,
  opensConcierge: true,
  paidAt,
});
const refundedGuide = payment({ status: 'refunded', refundedCents: 400, paidAt });

function report(changes: Partial<ProviderReport> = {}): ProviderReport {
  return {
    state: 'paid',
    intentId: 'pi_1',
    sessionId: null,
    amountCents: 400,
    currency: 'usd',
    paidAt: null,
    decline: null,
    ...changes,
  };
}

describe('chooseProduct', () => {
  const transfer: Order = { purpose: 'transfer', serviceFee: '4.00', transferStatus: 'pending' };
  const upgrade: Order = { purpose: 'concierge', transferStatus: 'instructions_sent' };
  const page: Order = { purpose: 'concierge_or_bundle', transferStatus: 'pending' };

  test.each<[string, Order, Payment[], ReturnType<typeof chooseProduct>]>([
    ['the guide', transfer, [], { product: 'guide' }],
    ['the bundle for the fee of the bundle', { ...transfer, serviceFee: '17.76' }, [], { product: 'bundle' }],
    ['the guide of an expired transfer', { ...transfer, transferStatus: 'expired' }, [], { product: 'guide' }],
    ['the guide again after a decline', transfer, [payment({ status: 'failed' })], { product: 'guide' }],
    ['no second guide', transfer, [guide], { refusal: 'already_paid' }],
    [
      'nothing after a bypass',
      transfer,
      [payment({ status: 'bypassed', opensGuide: true })],
      { refusal: 'already_paid' },
    ],
    ['nothing after a refund', transfer, [refundedGuide], { refusal: 'transfer_closed' }],
    [
      'nothing for a refunded transfer',
      { ...transfer, transferStatus: 'refunded' },
      [],
      { refusal: 'transfer_closed' },
    ],
    [
      'nothing for a completed transfer',
      { ...transfer, transferStatus: 'completed' },
      [],
      { refusal: 'transfer_closed' },
    ],
    ['the upgrade after a paid guide', upgrade, [guide], { product: 'concierge' }],
    ['no upgrade before the guide is paid', upgrade, [payment()], { refusal: 'payment_required' }],
    ['no upgrade after the guide’s refund', upgrade, [refundedGuide], { refusal: 'payment_required' }],
    ['no second upgrade', upgrade, [guide, concierge], { refusal: 'already_owned' }],
    ['no upgrade of a bundle', upgrade, [bundle], { refusal: 'already_owned' }],
    [
      'the upgrade again after its refund',
      upgrade,
      [guide, { ...concierge, status: 'refunded', opensConcierge: false }],
      { product: 'concierge' },
    ],
    ['the bundle on the hosted page', page, [], { product: 'bundle' }],
    ['only the concierge on the hosted page after a paid guide', page, [guide], { product: 'concierge' }],
    ['nothing on the hosted page after a refund', page, [refundedGuide], { refusal: 'transfer_closed' }],
  ])('sells %s', (_what, order, payments, choice) => {
    expect(chooseProduct(order, payments)).toEqual(choice);
  });
});

describe('a report of the provider', () => {
  test.each([
    ['settles an open payment', payment(), report(), 'settled'],
    ['settles a declined payment', payment({ status: 'failed' }), report(), 'settled'],
    ['settles a canceled payment', payment({ status: 'canceled' }), report(), 'settled'],
    ['settles a payment whose intent was not stored', payment({ intentId: null }), report(), 'settled'],
    ['does not change a paid payment', guide, report(), 'unchanged'],
    ['does not settle a refunded payment again', refundedGuide, report(), 'unchanged'],
    ['ignores a late decline', guide, report({ state: 'declined' }), 'unchanged'],
    ['ignores a late cancellation', guide, report({ state: 'canceled' }), 'unchanged'],
    ['declines an open payment', payment(), report({ state: 'declined' }), 'declined'],
    ['cancels a declined payment', payment({ status: 'failed' }), report({ state: 'canceled' }), 'canceled'],
    [
      'does not decline a canceled payment',
      payment({ status: 'canceled' }),
      report({ state: 'declined' }),
      'unchanged',
    ],
    ['refuses one cent less', payment(), report({ amountCents: 399 }), 'wrong_amount'],
    ['refuses one cent more', payment(), report({ amountCents: 401 }), 'wrong_amount'],
    ['refuses another currency', payment(), report({ currency: 'jpy' }), 'wrong_currency'],
    ['refuses another intent', payment(), report({ intentId: 'pi_2' }), 'wrong_intent'],
    ['detects a payment by a second intent', guide, report({ intentId: 'pi_2' }), 'wrong_intent'],
    [
      'ignores the end of an earlier page',
      payment({ sessionId: 'cs_2' }),
      report({ state: 'canceled', sessionId: 'cs_1' }),
      'wrong_intent',
    ],
  ] as const)('%s', (_what, before, reported, outcome) => {
    expect(judge(before, reported)).toBe(outcome);
  });

  test('counts as a second payment only if another payment already gives the same access', () => {
    expect(paysTwice(payment({ id: 'pay_9' }), [guide])).toBe(true);
    expect(paysTwice(bundle, [payment({ id: 'pay_9', status: 'bypassed', opensGuide: true })])).toBe(true);
    expect(paysTwice(concierge, [guide, concierge])).toBe(false);
    expect(paysTwice(guide, [{ ...guide, opensGuide: false }])).toBe(false);
  });
});

describe('refunds', () => {
  test('use the named payment, or the only payment with money left to refund', () => {
    expect(chooseRefund([guide, concierge], 'all', 'pay_2')).toEqual({ payment: concierge });
    expect(chooseRefund([guide, concierge], 'all', undefined)).toEqual({ mistake: 'required' });
    expect(chooseRefund([guide, concierge], 'concierge', undefined)).toEqual({ payment: concierge });
    expect(chooseRefund([guide, payment({ id: 'pay_3' })], 'all', undefined)).toEqual({ payment: guide });
    expect(chooseRefund([guide], 'all', 'pay_9')).toEqual({ mistake: 'unknown' });
    expect(chooseRefund([payment()], 'all', undefined)).toEqual({ payment: null });
  });

  test('are due for paid amounts that are not refunded yet', () => {
    expect(nextRefund([guide, concierge], 'all')).toEqual({ payment: guide, amountCents: 400 });
    expect(nextRefund([guide, concierge], 'concierge')).toEqual({ payment: concierge, amountCents: 1376 });
    expect(nextRefund([bundle], 'concierge')).toEqual({ payment: bundle, amountCents: 1376 });
    const rest = { ...bundle, refundedCents: 1376 };
    expect(nextRefund([rest], 'concierge')).toBeNull();
    expect(nextRefund([rest], 'all')).toEqual({ payment: rest, amountCents: 400 });
    expect(nextRefund([guide], 'concierge')).toBeNull();
    expect(nextRefund([payment(), refundedGuide, payment({ status: 'bypassed' })], 'all')).toBeNull();
  });

  test.each([
    ['the guide’s price closes the guide', guide, 400, 'guide'],
    ['a part of the guide’s price closes nothing', guide, 399, 'nothing'],
    ['the upgrade’s price closes the concierge', concierge, 1376, 'concierge'],
    ['a bundle’s price closes the guide and the concierge', bundle, 1776, 'all'],
    ['the concierge’s price of a bundle closes only the concierge', bundle, 1376, 'concierge'],
    ['less than the concierge’s price of a bundle closes nothing', bundle, 1375, 'nothing'],
    ['the rest of a bundle’s price closes the guide', { ...bundle, refundedCents: 1376 }, 400, 'guide'],
    [
      'the concierge’s price of a bundle closes all access after a refund of the guide’s price',
      { ...bundle, refundedCents: 400 },
      1376,
      'all',
    ],
  ] as const)('a refund of %s', (_what, paid, cents, closes) => {
    expect(closedBy(paid, cents, [paid])).toBe(closes);
  });

  test('close no access that another payment gives', () => {
    const bypass = payment({ id: 'pay_9', status: 'bypassed', opensGuide: true });
    expect(closedBy(guide, 400, [guide, bypass])).toBe('nothing');
    expect(closedBy(bundle, 1776, [bundle, bypass])).toBe('concierge');
    expect(closedBy(guide, 400, [guide, concierge])).toBe('guide');
  });

  const days = (count: number) => new Date(paidAt.getTime() + count * 24 * 3600_000);

  test.each([
    ['the guide until the XRP has arrived', guide, false, days(300), 400, 'the guide'],
    ['no guide after the XRP has arrived', guide, true, days(1), 0, ''],
    ['the upgrade within 14 days', concierge, true, days(14), 1376, 'the concierge'],
    ['no upgrade after 14 days', concierge, true, new Date(days(14).getTime() + 1), 0, ''],
    ['all of a bundle', bundle, false, days(14), 1776, 'the guide and the concierge'],
    ['only the guide of a bundle after 14 days', bundle, false, days(30), 400, 'the guide'],
    ['only the concierge of a bundle after the XRP has arrived', bundle, true, days(3), 1376, 'the concierge'],
    ['nothing of a bundle after both periods have ended', bundle, true, days(30), 0, ''],
    [
      'the rest of a bundle after a partial refund',
      { ...bundle, refundedCents: 1000 },
      false,
      days(3),
      776,
      'the guide and',
    ],
    ['nothing of a refunded payment', refundedGuide, false, days(1), 0, ''],
    ['nothing of an unpaid payment', payment(), false, days(1), 0, ''],
  ])('under our terms cover %s', (_what, paid, arrived, now, cents, names) => {
    const parts = refundableParts(paid, arrived, now);
    expect(centsOf(paid, parts)).toBe(cents);
    expect(parts.guide || parts.concierge).toBe(cents > 0);
    expect(refundRequested(paid, parts, now).why).toContain(
      `Amount due under our terms: $${formatCents(cents)} for ${names}`,
    );
  });

  test.each([
    ['the concierge of a bundle is open', bundle, true],
    ['the concierge of a bundle was refunded before', { ...bundle, refundedCents: 1376, opensConcierge: false }, false],
    ['the guide was bought alone', guide, false],
  ])('for only the guide require the provider’s dashboard only if the concierge is open: %s', (_what, paid, byHand) => {
    const parts = refundableParts(paid, false, days(30));
    expect([parts, centsOf(paid, parts)]).toEqual([{ guide: true, concierge: false }, 400]);
    const { why } = refundRequested(paid, parts, days(30));
    expect(why.endsWith('Refund it in the Stripe dashboard, so the customer keeps the concierge.')).toBe(byHand);
  });
});
