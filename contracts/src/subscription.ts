import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';

/** Two months at their longest (31 + 31 days), before the first $4. */
export const trialDays = 62;

/**
 * `confirmed`: the e-mail is confirmed, and nothing is ordered. `open`: the checkout page is open.
 * `past_due`: a renewal failed and will be retried.
 */
export const subscriptionStates = ['confirmed', 'open', 'trialing', 'active', 'past_due', 'ended'] as const;

export const subscriptionSchema = z
  .object({
    state: z.enum(subscriptionStates),
    price: z.literal('4.00'),
    trialEndsAt: z.iso.datetime().nullable(),
    renewsAt: z.iso.datetime().nullable().meta({ description: 'When the next $4 are due; null when none will be' }),
    endsAt: z.iso.datetime().nullable().meta({ description: 'When it ends, or ended; null while it goes on' }),
    moneyBack: z
      .object({ amount: z.string(), until: z.iso.datetime() })
      .nullable()
      .meta({ description: 'What can be had back, and until when: 14 days after it was paid' }),
    refunded: z.string().meta({ description: 'Paid back so far' }),
  })
  .meta({ id: 'Subscription' });

export type Subscription = z.infer<typeof subscriptionSchema>;

/** The subscriber's id: notification's contact with the e-mail address. */
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
    summary: 'How a subscription stands',
    access: 'internal',
    params,
    reply: subscriptionSchema,
  }),

  openCheckout: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/checkout-sessions',
    summary: 'Opens the hosted page of a subscription, or finds the open one; the trial is given once',
    access: 'internal',
    params,
    body: z.strictObject({ email: z.email().max(254).meta({ description: 'For the page only: it is not kept here' }) }),
    reply: z.object({ url: z.url() }),
    idempotent: true,
    errors: ['already_subscribed', 'payment_provider_unavailable'],
  }),

  settle: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/settle',
    summary: 'Asks the provider for the truth about a subscription',
    access: 'internal',
    params,
    reply: subscriptionSchema,
    idempotent: true,
    errors: ['payment_provider_unavailable'],
  }),

  cancel: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/cancel',
    summary: 'Nothing more is charged; it lasts until the end of what is paid, or of the trial',
    access: 'internal',
    params,
    reply: subscriptionSchema,
    idempotent: true,
    errors: ['not_subscribed', 'payment_provider_unavailable'],
  }),

  moneyBack: defineRoute({
    method: 'POST',
    path: '/subscriptions/{subscriberId}/money-back',
    summary: 'Pays back what was paid in the last 14 days, and ends the subscription at once',
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
  about('Somebody subscribed to the signals: the trial runs, or the first $4 are paid.'),
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
  about('A month of signals could not be charged; the provider tries again, or gives up.'),
);
export const SubscriptionCanceled = defineEvent(
  'subscription.canceled',
  1,
  facts.extend({
    endsAt: z.iso.datetime(),
    unpaid: z.boolean().optional().meta({ description: 'A month is not paid, and may still be charged until the end' }),
  }),
  about('A subscription to the signals is set to end; no further month is charged.'),
);
export const SubscriptionRefunded = defineEvent(
  'subscription.refunded',
  1,
  facts.extend({ paymentId: z.string(), refundedCents: z.int() }),
  about('A month of signals was paid back.'),
);
export const SubscriptionEnded = defineEvent(
  'subscription.ended',
  1,
  facts.extend({ reason: z.string() }),
  about('A subscription to the signals is over: canceled, paid back or never paid.'),
);
