import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';

/** Days before the first charge of $4: the longest possible two months (31 + 31 days). */
export const trialDays = 62;

/**
 * `confirmed`: the e-mail address is confirmed, but nothing is ordered.
 * `open`: the checkout page is open. `past_due`: a renewal failed and will be retried.
 */
export const subscriptionStates = ['confirmed', 'open', 'trialing', 'active', 'past_due', 'ended'] as const;

export const subscriptionSchema = z
  .object({
    state: z.enum(subscriptionStates),
    price: z.literal('4.00'),
    trialEndsAt: z.iso.datetime().nullable(),
    renewsAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the next $4 are due; null if there is no next payment' }),
    endsAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the subscription ends or ended; null while it renews' }),
    moneyBack: z
      .object({ amount: z.string(), until: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Refundable amount, and end of the refund period of 14 days after the payment' }),
    refunded: z.string().meta({ description: 'Amount refunded so far' }),
  })
  .meta({ id: 'Subscription' });

export type Subscription = z.infer<typeof subscriptionSchema>;

/**
 * The subscriber's id.
 * It is also the id of the contact in the notification service that contains the e-mail address.
 */
const subscriberId = z.uuid();
const params = z.object({ subscriberId });

/**
 * Routes of payment for the subscription to signals.
 * Notification has verified the caller's signed mail link.
 */
export const subscriptionApi = {
  read: defineRoute({
    method: 'GET',
    path: '/subscriptions/{subscriberId}',
    summary: 'Returns a subscription',
    access: 'internal',
    params,
    reply: subscriptionSchema,
  }),

  openCheckout: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/checkout-sessions',
    summary: 'Opens the hosted checkout of a subscription, or returns the open one. Each subscriber has one trial',
    access: 'internal',
    params,
    body: z.strictObject({ email: z.email().max(254).meta({ description: 'For the hosted page only; not stored' }) }),
    reply: z.object({ url: z.url() }),
    idempotent: true,
    errors: ['already_subscribed', 'payment_provider_unavailable'],
  }),

  settle: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/settle',
    summary: 'Fetches the state of a subscription from the provider, and updates it',
    access: 'internal',
    params,
    reply: subscriptionSchema,
    idempotent: true,
    errors: ['payment_provider_unavailable'],
  }),

  cancel: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/cancel',
    summary: 'Cancels the subscription at the end of the paid month or the trial',
    access: 'internal',
    params,
    reply: subscriptionSchema,
    idempotent: true,
    errors: ['not_subscribed', 'payment_provider_unavailable'],
  }),

  moneyBack: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/money-back',
    summary: 'Refunds the payments of the last 14 days, and ends the subscription immediately',
    access: 'internal',
    params,
    reply: subscriptionSchema,
    idempotent: true,
    errors: ['not_refundable', 'payment_provider_unavailable'],
  }),
};

const facts = z.object({ subscriberId });
const about = (summary: string) => ({ summary, context: 'payment' });

export const SubscriptionStarted = defineEvent(
  'subscription.started',
  1,
  facts.extend({ trialEndsAt: z.iso.datetime().nullable() }),
  about('A subscription to the signals started: the trial runs, or the first $4 are paid.'),
);
export const SubscriptionPaid = defineEvent(
  'subscription.paid',
  1,
  facts.extend({ paymentId: z.string(), amountCents: z.int(), currency: z.string(), until: z.iso.datetime() }),
  about('A month of signals was paid for.'),
);
export const SubscriptionPaymentFailed = defineEvent(
  'subscription.payment_failed',
  1,
  facts.extend({ retryAt: z.iso.datetime().nullable() }),
  about('A month of signals could not be charged. `retryAt` is null if the provider stops trying.'),
);
export const SubscriptionCanceled = defineEvent(
  'subscription.canceled',
  1,
  facts.extend({
    endsAt: z.iso.datetime(),
    unpaid: z.boolean().optional().meta({ description: 'A month is unpaid, and may still be charged until the end' }),
  }),
  about('A subscription to the signals is set to end; no further month is charged.'),
);
export const SubscriptionRefunded = defineEvent(
  'subscription.refunded',
  1,
  facts.extend({ paymentId: z.string(), refundedCents: z.int() }),
  about('A month of signals was refunded.'),
);
export const SubscriptionEnded = defineEvent(
  'subscription.ended',
  1,
  facts.extend({ reason: z.string() }),
  about('A subscription to the signals ended: canceled, refunded or unpaid.'),
);
