import { z } from 'zod';
import { transferIdSchema } from './transfer.ts';

/** A `signals` payment belongs to a subscription, so its order id is the subscriber's id. */
export const products = ['guide', 'concierge', 'bundle', 'signals'] as const;

/**
 * `open` and `failed` (declined, may be retried) can still be paid; `canceled` cannot. `refunded` is
 * fully refunded; after a partial refund the payment stays `succeeded`. `bypassed`: paid another way, confirmed by an
 * operator.
 */
export const paymentStatuses = ['open', 'failed', 'succeeded', 'canceled', 'refunded', 'bypassed'] as const;

export const paymentSchema = z
  .object({
    id: z.string(),
    transferId: transferIdSchema.meta({
      description: 'Of its order: a transfer, a concierge bought without one, or a subscriber',
    }),
    product: z.enum(products),
    amount: z.string(),
    refunded: z.string().meta({ description: 'Paid back so far' }),
    currency: z.literal('USD'),
    status: z.enum(paymentStatuses),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why the provider last declined it, in words for the customer' }),
    refundRequestedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Payment' });

export type Payment = z.infer<typeof paymentSchema>;

/** All charges of a transfer, for its owner. A concierge added later is a separate payment. */
export const receiptSchema = z
  .object({
    reference: z.string().meta({ description: 'What a person quotes in place of the transfer’s id' }),
    payee: z.string().meta({ description: 'As the card statement names it' }),
    payments: z
      .array(
        z.object({
          product: z.enum(products),
          amount: z.string(),
          currency: z.literal('USD'),
          paidAt: z.iso.datetime(),
          refunded: z.string().meta({ description: 'Paid back so far' }),
          refundedAt: z.iso.datetime().nullable().meta({ description: 'When money last went back' }),
        }),
      )
      .meta({ description: 'Oldest first; empty where nothing was charged here' }),
  })
  .meta({ id: 'Receipt' });

export type Receipt = z.infer<typeof receiptSchema>;
