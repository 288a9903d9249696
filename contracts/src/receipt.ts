import { z } from 'zod';
import { transferIdSchema } from './transfer.ts';

/** A `signals` payment belongs to a subscription, so its order id is the subscriber's id. */
export const products = ['guide', 'concierge', 'bundle', 'signals'] as const;

/**
 * A payment in state `open` or `failed` (declined) can still be paid; a `canceled` payment cannot.
 * `refunded` means fully refunded; after a partial refund the payment stays `succeeded`. `bypassed` means that an
 * operator confirmed a payment made in another way.
 */
export const paymentStatuses = ['open', 'failed', 'succeeded', 'canceled', 'refunded', 'bypassed'] as const;

export const paymentSchema = z
  .object({
    id: z.string(),
    transferId: transferIdSchema.meta({
      description: 'The id of the order: a transfer, a concierge bought without a transfer, or a subscriber',
    }),
    product: z.enum(products),
    amount: z.string(),
    refunded: z.string().meta({ description: 'Amount refunded so far' }),
    currency: z.literal('USD'),
    status: z.enum(paymentStatuses),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the last decline by the provider, in words for the customer' }),
    refundRequestedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Payment' });

export type Payment = z.infer<typeof paymentSchema>;

/** All charges of a transfer, for its owner. A concierge added later is a separate payment. */
export const receiptSchema = z
  .object({
    reference: z.string().meta({ description: 'Short reference that customers quote instead of the transfer’s id' }),
    payee: z.string().meta({ description: 'Payee as shown on the card statement' }),
    payments: z
      .array(
        z.object({
          product: z.enum(products),
          amount: z.string(),
          currency: z.literal('USD'),
          paidAt: z.iso.datetime(),
          refunded: z.string().meta({ description: 'Amount refunded so far' }),
          refundedAt: z.iso.datetime().nullable().meta({ description: 'Time of the latest refund' }),
        }),
      )
      .meta({ description: 'Oldest first; empty if nothing was charged' }),
  })
  .meta({ id: 'Receipt' });

export type Receipt = z.infer<typeof receiptSchema>;
