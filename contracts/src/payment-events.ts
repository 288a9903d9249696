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
    /** Time of the payment. It is earlier than the event's time if a transfer redeems a prepaid guide. */
    paidAt: z.iso.datetime().optional(),
    /** Time of the payment at the provider, in whole seconds. `paidAt` is the time of its report. */
    providerPaidAt: z.iso.datetime().optional(),
  }),
  { summary: 'The provider confirmed a payment.' },
);
export const PaymentFailed = defineEvent(
  'payment.failed',
  1,
  paymentFacts.extend({ declineCode: z.string().nullable() }),
  {
    summary: 'The provider declined a payment. The customer can try again.',
  },
);
export const PaymentBypassed = defineEvent('payment.bypassed', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'An operator unlocked a transfer that was paid another way.',
});
/** Time of the open refund request for a payment of the transfer; null if no request is open. */
const openRequest = { refundRequestedAt: z.iso.datetime().nullable().optional() };

const refundFacts = paymentFacts.extend({
  refundedCents: z.int(),
  /** Time of the refunded payment. */
  paidAt: z.iso.datetime().optional(),
  ...openRequest,
});

export const PaymentRefunded = defineEvent(
  'payment.refunded',
  1,
  refundFacts.extend({
    /** Access that the refund ends: `concierge`, `guide` or `all`. */
    closes: z.string(),
  }),
  { summary: 'A payment was refunded, and the access that it gave is closed.' },
);
export const MoneyReturned = defineEvent('payment.money_returned', 1, refundFacts, {
  summary: 'Money was refunded without closing any access: goodwill, or a double payment.',
});
export const MoneyReceived = defineEvent('payment.money_received', 1, paymentFacts, {
  summary: 'A payment arrived for a refunded or closed order, so it unlocks nothing. An operator decides.',
});
export const OrderClosed = defineEvent('payment.order_closed', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'An order was closed: its open payments are canceled at the provider.',
});
export const RefundRequested = defineEvent(
  'payment.refund_requested',
  1,
  z.object({
    transferId: transferIdSchema,
    paymentId: z.string(),
    reason: z.string().default('customer_asked'),
    /** Time of the customer's request, which covers all payments of the order. */
    requestedAt: z.iso.datetime().optional(),
  }),
  { summary: 'A refund was requested or is overdue. An operator decides.' },
);
export const RefundRequestClosed = defineEvent(
  'payment.refund_request_closed',
  1,
  z.object({ transferId: transferIdSchema, paymentId: z.string(), ...openRequest }),
  { summary: 'An operator closed a customer’s refund request without a refund. The customer can request it again.' },
);
export const ConciergeActivated = defineEvent(
  'concierge.activated',
  1,
  z.object({ paymentId: z.string(), transferId: transferIdSchema }),
  {
    summary: 'A customer owns the concierge.',
    context: 'payment',
  },
);
export const AccountingChecked = defineEvent(
  'accounting.checked',
  1,
  z.object({
    balanced: z.boolean(),
    differences: z.int().meta({ description: 'Number of payments that differ from the provider' }),
    days: z.int().meta({ description: 'The number of days that were compared' }),
  }),
  {
    summary: 'The accounting entries were checked, and compared with the payment provider.',
    context: 'payment',
  },
);
