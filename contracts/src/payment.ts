import { z } from 'zod';
import { defineRoute } from './define.ts';
import { listQuery, listReply } from './list.ts';
import { paymentSchema, receiptSchema } from './receipt.ts';
import { transferIdSchema } from './transfer.ts';

export * from './payment-events.ts';
export * from './receipt.ts';

const paymentErrors = [
  'already_paid',
  'already_owned',
  'payment_required',
  'transfer_closed',
  'rate_limited',
  'payment_provider_unavailable',
] as const;

/** The visitor who opens a payment, as the BFF's hash of the day. Absent while rate limits are off. */
export const payingVisitor = z.string().max(100).optional();

/**
 * Outcomes of a signed webhook event.
 * `wrong…`: the event contradicts its payment, and an operator must investigate.
 */
export const webhookOutcomes = [
  'settled',
  'declined',
  'canceled',
  'refunded',
  'refund_failed',
  'disputed',
  'unchanged',
  'ignored',
  'not_ours',
  'wrong_amount',
  'wrong_currency',
  'wrong_mode',
  'wrong_intent',
] as const;

/** The id of the payment to refund. */
export const refundedPaymentId = z.string().max(100).meta({
  description: 'The payment to refund; required if several payments of the transfer are refundable',
});

/** Accounts of the double-entry journal. */
export const accounts = [
  'stripe_clearing',
  'revenue_guide',
  'revenue_concierge',
  'revenue_signals',
  'refunds_guide',
  'refunds_concierge',
  'refunds_signals',
] as const;

const heldSchema = z.object({ paid: z.string().max(20), refunded: z.string().max(20) });

/**
 * The amounts of one payment in the accounting entries and at the provider.
 * Null if the payment is missing there.
 */
export const differingAmounts = { booked: heldSchema.nullable(), provider: heldSchema.nullable() };

const differenceSchema = z.object({
  paymentId: z.string().nullable(),
  /** The subscription of a charge that was not booked before this call; null for any other charge. */
  subscriptionId: z.string().nullable(),
  intentId: z.string(),
  ...differingAmounts,
});

/** Routes of payment for the BFF, which passes the transfer's data. The payment service sets the price. */
export const paymentApi = {
  openIntent: defineRoute({
    method: 'POST',
    path: '/intents',
    summary: 'Opens a card payment for a transfer, or returns the open one',
    access: 'internal',
    body: z.strictObject({
      transferId: transferIdSchema,
      purpose: z.enum(['transfer', 'concierge']),
      serviceFee: z.enum(['4.00', '17.76']),
      transferStatus: z.string(),
      visitor: payingVisitor,
    }),
    reply: z.object({ clientSecret: z.string(), paymentId: z.string(), amount: z.string() }),
    idempotent: true,
    errors: paymentErrors,
  }),

  openCheckout: defineRoute({
    method: 'POST',
    path: '/checkout-sessions',
    summary: 'Opens a hosted checkout page for the concierge after a paid guide, or for both together',
    access: 'internal',
    body: z.strictObject({ transferId: transferIdSchema, transferStatus: z.string(), visitor: payingVisitor }),
    reply: z.object({ url: z.url() }),
    idempotent: true,
    errors: paymentErrors,
  }),

  settle: defineRoute({
    method: 'POST',
    path: '/transfers/{transferId}/settle',
    summary: 'Fetches a transfer’s payments from the provider, and settles the paid ones',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    reply: z.object({ paid: z.boolean(), payments: z.array(paymentSchema) }),
    idempotent: true,
    errors: ['payment_provider_unavailable'],
  }),

  list: defineRoute({
    method: 'GET',
    path: '/payments',
    summary: 'Lists payments; searchable by ids of payments, transfers and the provider',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt'], { transferId: transferIdSchema.optional() }),
    reply: listReply('payments', paymentSchema),
  }),

  refund: defineRoute({
    method: 'POST',
    path: '/refunds/{transferId}',
    summary: 'Refunds one payment of a transfer: all of it, or only the concierge',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    body: z.strictObject({
      product: z.enum(['all', 'concierge']),
      paymentId: refundedPaymentId.optional(),
      reason: z.string().max(500).optional(),
    }),
    reply: z.object({ payments: z.array(paymentSchema) }),
    idempotent: true,
    errors: ['not_refundable', 'payment_provider_unavailable'],
  }),

  requestRefund: defineRoute({
    method: 'POST',
    path: '/refund-requests/{transferId}',
    summary: 'Requests a refund for the customer',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    body: z.strictObject({ arrived: z.boolean() }),
    reply: z.object({ payments: z.array(paymentSchema) }),
    idempotent: true,
    errors: ['not_refundable', 'payment_provider_unavailable'],
  }),

  bypass: defineRoute({
    method: 'POST',
    path: '/bypasses/{transferId}',
    summary: 'Bypasses the payment of a transfer that was paid another way, for an operator',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    body: z.strictObject({
      operator: z.string(),
      reason: z.string().max(500).optional(),
      /** The price in dollars that the customer paid in another way. 17.76 includes the concierge. */
      serviceFee: z.enum(['4.00', '17.76']).default('4.00'),
    }),
    reply: z.object({ transferId: transferIdSchema, bypassed: z.literal(true) }),
    idempotent: true,
    errors: ['already_paid', 'transfer_closed'],
  }),

  readEntitlement: defineRoute({
    method: 'GET',
    path: '/entitlements/{transferId}',
    summary: 'Returns the access that a transfer’s payments give',
    access: 'internal',
    params: z.object({ transferId: transferIdSchema }),
    reply: z.object({ guide: z.boolean(), concierge: z.boolean() }),
  }),

  readReceipt: defineRoute({
    method: 'GET',
    path: '/transfers/{id}/receipt',
    summary: 'Returns the charges and refunds of a transfer',
    access: 'internal',
    params: z.object({ id: transferIdSchema }),
    reply: receiptSchema,
  }),

  receiveWebhook: defineRoute({
    method: 'POST',
    path: '/webhooks/stripe',
    summary: 'Receives a signed event of the payment provider: raw bytes and the header stripe-signature',
    access: 'internal',
    reply: z.object({ received: z.literal(true) }),
    idempotent: true,
    errors: ['invalid_signature', 'invalid_input', 'too_large', 'not_ready', 'payment_provider_unavailable'],
    bodyLimit: 1024 * 1024,
  }),

  listWebhookEvents: defineRoute({
    method: 'GET',
    path: '/webhook-events',
    summary: 'Lists the payment provider’s webhook events with their outcome, newest first',
    access: 'internal',
    query: listQuery(['-at', 'at'], { outcome: z.enum(webhookOutcomes).optional() }),
    reply: listReply(
      'events',
      z.object({
        id: z.string(),
        type: z.string(),
        outcome: z.enum(webhookOutcomes),
        /** The payment id in the event; the payment may not exist. */
        paymentId: z.string().nullable(),
        receivedAt: z.iso.datetime(),
      }),
    ),
  }),

  readAccounting: defineRoute({
    method: 'GET',
    path: '/accounting',
    summary: 'Returns the balances of the double-entry journal, and whether they add up',
    access: 'internal',
    reply: z.object({
      /**
       * True if the transactions and the journal each sum to zero, and the clearing account equals payments
       * minus refunds.
       */
      balanced: z.boolean(),
      totals: z.record(z.enum(accounts), z.string()),
      paid: z.string(),
      refunded: z.string(),
    }),
  }),

  reconcileAccounting: defineRoute({
    method: 'POST',
    path: '/accounting/reconciliation',
    summary:
      'Compares the accounting entries with the provider, payment by payment, before fees. Books missed subscription payments first',
    access: 'internal',
    query: z.object({ days: z.coerce.number().int().min(1).max(90).default(7) }),
    reply: z.object({
      agrees: z.boolean(),
      booked: heldSchema,
      provider: heldSchema,
      differences: z.array(differenceSchema),
      /** Differences whose amounts an owner has accepted. */
      accepted: z.array(differenceSchema.extend({ acceptedAt: z.iso.datetime() })),
      /** Subscription payments whose webhook was lost. This call books them in the journal. */
      found: z.array(z.object({ paymentId: z.string(), paid: z.string() })),
    }),
    idempotent: true,
    errors: ['payment_provider_unavailable'],
  }),

  acceptDifference: defineRoute({
    method: 'POST',
    path: '/accounting/differences/{intentId}/accept',
    summary:
      'Accepts a difference that cannot be resolved. It is reported again only if its amounts change within a week of the payment',
    access: 'internal',
    params: z.object({ intentId: z.string().regex(/^\w{1,255}$/) }),
    body: z.object(differingAmounts),
    reply: z.object({ acceptedAt: z.iso.datetime() }),
    status: 200,
    idempotent: true,
  }),
};
