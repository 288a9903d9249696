import { z } from 'zod';
import { defineRoute } from '../define.ts';

// The spec's flows send an amount. The server accepts and ignores it.
const paymentBody = z.strictObject({ transferId: z.string(), amount: z.unknown().optional() });

export const CreatePaymentIntent = defineRoute({
  method: 'POST',
  path: '/api/create-payment-intent',
  summary: 'Opens the card payment of a transfer, or returns the open one',
  access: 'owner',
  ownerOf: 'body.transferId',
  body: paymentBody,
  reply: z.object({ clientSecret: z.string() }),
  errors: [
    'already_paid',
    'transfer_closed',
    'already_owned',
    'rate_limited',
    'payment_provider_unavailable',
    'maintenance',
  ],
});

export const CreateConciergePayment = defineRoute({
  method: 'POST',
  path: '/api/create-concierge-payment',
  summary: 'Opens the card payment of the concierge upgrade after a paid guide',
  access: 'owner',
  ownerOf: 'body.transferId',
  body: paymentBody,
  reply: z.object({ clientSecret: z.string() }),
  errors: ['payment_required', 'already_owned', 'rate_limited', 'payment_provider_unavailable', 'maintenance'],
});

export const StripeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/stripe',
  summary: 'Receives the payment provider’s signed events, which are forwarded as raw bytes',
  access: 'open',
  reply: z.object({ received: z.literal(true) }),
  errors: ['invalid_signature', 'invalid_input', 'not_ready', 'payment_provider_unavailable', 'service_unavailable'],
  bodyLimit: 1024 * 1024,
});
