import { describe, expect, it } from 'vitest';
import { closesProduct, dueReceipts, type Payment, type TransferState } from './notification.ts';

const guide: Payment = {
  id: 'p1',
  product: 'guide',
  amountCents: 400,
  paidAt: new Date('2026-11-21T10:00:00Z'),
  refunded: false,
  conciergeRefunded: false,
};
const transfer: TransferState = { id: 't1', released: null, fromExchange: 'kraken', toWallet: 'ledger', payments: [] };

const idsOf = (changes: Partial<TransferState>) => dueReceipts({ ...transfer, ...changes }).map((mail) => mail.id);

describe('receipts', () => {
  it('are due when the instructions are released and the payment is known, not before', () => {
    expect(idsOf({})).toEqual([]);
    expect(idsOf({ released: 'paid' })).toEqual([]);
    expect(idsOf({ payments: [guide] })).toEqual([]);
    expect(idsOf({ released: 'paid', payments: [guide] })).toEqual(['t1-receipt']);
  });

  it('are due without a payment for a bypassed transfer', () => {
    const [mail] = dueReceipts({ ...transfer, released: 'bypassed' });
    expect(mail).toMatchObject({
      id: 't1-receipt',
      facts: { payment: null, fromExchange: 'kraken', toWallet: 'ledger' },
    });
  });

  it('contain the product, the amount and the time of payment', () => {
    const [mail] = dueReceipts({ ...transfer, released: 'paid', payments: [guide] });
    expect(mail?.facts).toMatchObject({
      payment: { product: 'guide', amountCents: 400, paidAt: '2026-11-21T10:00:00.000Z' },
    });
  });

  it('are sent once for a guide paid twice, and once for a concierge', () => {
    const again = { ...guide, id: 'p2' };
    const concierge: Payment = { ...guide, id: 'p3', product: 'concierge', amountCents: 1376 };
    expect(idsOf({ released: 'paid', payments: [guide, again, concierge] })).toEqual([
      't1-receipt',
      't1-concierge-receipt-p3',
    ]);
  });

  it('are not due for refunded payments', () => {
    const refunded = { ...guide, refunded: true };
    expect(idsOf({ released: 'paid', payments: [refunded] })).toEqual([]);
    expect(idsOf({ released: 'paid', payments: [refunded, { ...guide, id: 'p2' }] })).toEqual(['t1-receipt']);
    expect(idsOf({ payments: [{ ...refunded, product: 'concierge' }] })).toEqual([]);
  });
});

it('a refund of a bundle’s concierge does not close the bundle', () => {
  expect(closesProduct('all', 'bundle')).toBe(true);
  expect(closesProduct('guide', 'guide')).toBe(true);
  expect(closesProduct('guide', 'bundle')).toBe(true);
  expect(closesProduct('concierge', 'concierge')).toBe(true);
  expect(closesProduct('concierge', 'bundle')).toBe(false);
  expect(closesProduct('guide', 'concierge')).toBe(false);
});
