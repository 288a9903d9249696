import { z } from 'zod';
import { defineEvent } from './define.ts';
import { transferIdSchema } from './transfer.ts';

const paymentFacts = z.object({
  paymentId: z.string(),
  transferId: transferIdSchema,
  product: z.string(),
  amountCents: z.int(),
  currency: z.string(),
});

export const PaymentSucceeded = defineEvent(
  'payment.succeeded',
  1,
  paymentFacts.extend({
    /** Time of the payment. It is before the event if a transfer redeems a prepaid guide. */
    paidAt: z.iso.datetime().optional(),
  }),
  { summary: 'The provider confirmed a payment.' },
);
export const PaymentFailed = defineEvent(
  'payment.failed',
  1,
  paymentFacts.extend({ declineCode: z.string().nullable() }),
  {
    summary: 'The provider declined a payment; it can be tried again.',
  },
);
export const PaymentBypassed = defineEvent('payment.bypassed', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'An operator unlocked a transfer that was paid another way.',
});
/** Start of the open refund request for any payment of the transfer; null if no request is open. */
const openRequest = { refundRequestedAt: z.iso.datetime().nullable().optional() };

export const PaymentRefunded = defineEvent(
  'payment.refunded',
  1,
  paymentFacts.extend({
    refundedCents: z.int(),
    /** Access that the refund ends: `concierge`, `guide` or `all`. */
    closes: z.string(),
    ...openRequest,
  }),
  { summary: 'A payment was paid back, and what it had opened is closed.' },
);
export const MoneyReturned = defineEvent(
  'payment.money_returned',
  1,
  paymentFacts.extend({ refundedCents: z.int(), ...openRequest }),
  { summary: 'Money was paid back and nothing closes by it: goodwill, or what was paid twice.' },
);
export const MoneyReceived = defineEvent('payment.money_received', 1, paymentFacts, {
  summary: 'Money came in and nothing opens by it: the order is refunded or closed. An operator decides.',
});
export const OrderClosed = defineEvent('payment.order_closed', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'Nothing of an order can be paid any more: its open payments are cancelled at the provider.',
});
export const RefundRequested = defineEvent(
  'payment.refund_requested',
  1,
  z.object({
    transferId: transferIdSchema,
    paymentId: z.string(),
    reason: z.string().default('customer_asked'),
    /** Time of the customer's request, which covers all their payments. */
    requestedAt: z.iso.datetime().optional(),
  }),
  { summary: 'A refund is wanted or overdue; an operator decides.' },
);
export const RefundRequestClosed = defineEvent(
  'payment.refund_request_closed',
  1,
  z.object({ transferId: transferIdSchema, paymentId: z.string(), ...openRequest }),
  { summary: 'An operator closed a customer’s request for a refund without paying back here. It can be made again.' },
);
export const ConciergeActivated = defineEvent(
  'concierge.activated',
  1,
  z.object({ paymentId: z.string(), transferId: transferIdSchema }),
  {
    summary: 'Somebody owns the concierge service.',
    context: 'payment',
  },
);
