import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';
import { transferIdSchema } from './transfer.ts';

export const products = ['guide', 'concierge', 'bundle'] as const;
export const paymentStatuses = ['open', 'succeeded', 'failed', 'refunded'] as const;

export const paymentSchema = z
  .object({
    id: z.string(),
    transferId: transferIdSchema,
    product: z.enum(products),
    amount: z.string(),
    currency: z.literal('USD'),
    status: z.enum(paymentStatuses),
    /** The provider's last decline message, shown to the customer. */
    failure: z.string().nullable(),
    refundRequestedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Payment' });

export type Payment = z.infer<typeof paymentSchema>;

const paymentErrors = [
  'already_paid',
  'already_owned',
  'payment_required',
  'transfer_closed',
  'payment_provider_unavailable',
] as const;

/** Internal. The BFF has read the transfer and passes what decides the price; the amount is chosen by the service. */
export const CreateIntent = defineRoute({
  method: 'POST',
  path: '/intents',
  summary: 'Opens a card payment for a transfer, or returns the open one',
  access: 'internal',
  body: z.strictObject({
    transferId: transferIdSchema,
    purpose: z.enum(['transfer', 'concierge']),
    serviceFee: z.enum(['4.00', '17.76']),
    transferStatus: z.string(),
  }),
  reply: z.object({ clientSecret: z.string(), paymentId: z.string(), amount: z.string() }),
  idempotent: true,
  errors: paymentErrors,
});

export const CreateConciergeCheckoutSession = defineRoute({
  method: 'POST',
  path: '/checkout-sessions',
  summary: 'Opens a hosted checkout page for the concierge, alone or after a paid guide',
  access: 'internal',
  body: z.strictObject({ transferId: transferIdSchema.optional() }),
  reply: z.object({ url: z.url() }),
  errors: paymentErrors,
});

export const SettleTransfer = defineRoute({
  method: 'POST',
  path: '/transfers/{transferId}/settle',
  summary: 'Asks the provider for the truth about a transfer’s payments and settles what is paid',
  access: 'internal',
  params: z.object({ transferId: transferIdSchema }),
  reply: z.object({ paid: z.boolean(), payments: z.array(paymentSchema) }),
  idempotent: true,
  errors: ['payment_provider_unavailable'],
});

export const ListPayments = defineRoute({
  method: 'GET',
  path: '/payments',
  summary: 'Lists payments, newest first',
  access: 'internal',
  query: z.object({
    transferId: transferIdSchema.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ payments: z.array(paymentSchema) }),
});

export const RefundPayment = defineRoute({
  method: 'POST',
  path: '/refunds/{transferId}',
  summary: 'Refunds what was paid for a transfer: all of it, or only the concierge',
  access: 'internal',
  params: z.object({ transferId: transferIdSchema }),
  body: z.strictObject({ product: z.enum(['all', 'concierge']), reason: z.string().max(500).optional() }),
  reply: z.object({ payments: z.array(paymentSchema) }),
  idempotent: true,
  errors: ['not_refundable', 'payment_provider_unavailable'],
});

export const RequestRefund = defineRoute({
  method: 'POST',
  path: '/refund-requests/{transferId}',
  summary: 'The customer asks for a refund',
  access: 'internal',
  params: z.object({ transferId: transferIdSchema }),
  body: z.strictObject({ arrived: z.boolean() }),
  reply: z.object({ payments: z.array(paymentSchema) }),
  idempotent: true,
  errors: ['not_refundable', 'payment_provider_unavailable'],
});

export const BypassPayment = defineRoute({
  method: 'POST',
  path: '/bypasses/{transferId}',
  summary: 'Unlocks a transfer that was paid another way, on an operator’s word',
  access: 'internal',
  params: z.object({ transferId: transferIdSchema }),
  body: z.strictObject({ operator: z.string(), reason: z.string().max(500).optional() }),
  reply: z.object({ transferId: transferIdSchema, bypassed: z.literal(true) }),
  idempotent: true,
  errors: ['already_paid'],
});

export const GetEntitlement = defineRoute({
  method: 'GET',
  path: '/entitlements/{transferId}',
  summary: 'What a transfer’s payments give access to',
  access: 'internal',
  params: z.object({ transferId: transferIdSchema }),
  reply: z.object({ guide: z.boolean(), concierge: z.boolean() }),
});

const paymentFacts = z.object({
  paymentId: z.string(),
  transferId: transferIdSchema,
  product: z.enum(products),
  amountCents: z.int(),
  currency: z.literal('USD'),
});

export const PaymentSucceeded = defineEvent('payment.succeeded', 1, paymentFacts, {
  summary: 'The provider confirmed a payment.',
});
export const PaymentFailed = defineEvent('payment.failed', 1, paymentFacts.extend({ declineCode: z.string().nullable() }), {
  summary: 'The provider declined a payment; it can be tried again.',
});
export const PaymentBypassed = defineEvent('payment.bypassed', 1, z.object({ transferId: transferIdSchema }), {
  summary: 'An operator unlocked a transfer that was paid another way.',
});
export const PaymentRefunded = defineEvent(
  'payment.refunded',
  1,
  paymentFacts.extend({ refundedCents: z.int(), closes: z.enum(['guide', 'concierge', 'all']) }),
  { summary: 'A payment was paid back.' },
);
export const RefundRequested = defineEvent(
  'payment.refund_requested',
  1,
  z.object({ transferId: transferIdSchema, paymentId: z.string() }),
  { summary: 'A customer asked for a refund; an operator decides.' },
);
export const ConciergeActivated = defineEvent('concierge.activated', 1, z.object({ paymentId: z.string(), transferId: transferIdSchema }), {
  summary: 'Somebody owns the concierge service.',
  context: 'payment',
});
