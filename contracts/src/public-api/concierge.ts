import { z } from 'zod';
import {
  alertsReply,
  analysisReply,
  balanceSchema,
  dashboardReply,
  refundableSchema,
  trendsReply,
} from '../concierge.ts';
import { defineRoute } from '../define.ts';
import { addressPattern, emailInput, requiredEmail } from '../inputs.ts';
import { newslettersSchema, notificationApi, resumeToken } from '../notification.ts';
import { subscriptionSchema } from '../subscription.ts';
import { conciergeStates } from '../transfer.ts';
import { publish } from './publish.ts';

const ok = z.object({ ok: z.literal(true) });
const byToken = z.strictObject({ token: resumeToken });

/**
 * The concierge access of the calling browser.
 * The values come from the browser's order that owns the concierge, or else from a refunded order. `guideCredit` is
 * true if any of the browser's orders has an unused guide.
 */
const conciergeAccess = z
  .object({
    state: z.enum(conciergeStates),
    guide: z.boolean().meta({
      description: 'Whether the guide bought with the concierge can be used, also after a refund',
    }),
    guideCredit: z
      .boolean()
      .meta({ description: 'Whether a paid guide is available for the next transfer, which is then free' }),
    transferId: z
      .string()
      .nullable()
      .meta({ description: 'The transfer with which the concierge was bought, or which redeemed its guide' }),
    boughtAt: z.iso.datetime().nullable(),
    refundRequestedAt: z.iso.datetime().nullable(),
    refundableUntil: z.iso.datetime().nullable().meta({
      description: 'End of the refund period of the concierge; null if it is not refundable or already refunded',
    }),
    refundable: refundableSchema.nullable().meta({
      description: 'What can be refunded now, which may be the guide alone; null if nothing is refundable',
    }),
    email: z.boolean().meta({ description: 'Whether there is an e-mail address for sign-in links' }),
  })
  .meta({ id: 'ConciergeOwnership' });

// ── Purchase and access: open, because the buyer does not own the concierge yet ──────────────────────────────────────

export const ConciergeCheckout = defineRoute({
  method: 'POST',
  path: '/api/concierge-checkout',
  summary:
    'Opens the hosted checkout of the concierge, with a guide unless one is paid. For a transfer, only its owner may call it; without a transfer, the answer sets a signed order cookie',
  access: 'open',
  body: z.strictObject({
    transferId: z.string().optional(),
    email: emailInput.optional(),
    key: z.uuid().optional().meta({ description: 'Idempotency key for an order without a transfer' }),
  }),
  reply: z.object({ url: z.url() }),
  idempotent: true,
  errors: [
    'transfer_not_found',
    'already_owned',
    'transfer_closed',
    'not_your_transfer',
    'rate_limited',
    'payment_provider_unavailable',
    'service_unavailable',
    'maintenance',
  ],
});

export const GetConciergeOwnership = defineRoute({
  method: 'GET',
  path: '/api/concierge/me',
  summary: 'Returns what this browser owns of the concierge; needs no cookie',
  access: 'open',
  reply: conciergeAccess,
});

export const CompleteConcierge = defineRoute({
  method: 'POST',
  path: '/api/concierge/complete',
  summary:
    'After the return from the hosted page: fetches the payment state from the provider and returns what this browser owns',
  access: 'open',
  reply: conciergeAccess,
  idempotent: true,
  errors: ['payment_provider_unavailable'],
});

export const RequestConciergeLink = publish(notificationApi.requestConciergeLink, {
  path: '/api/concierge/sign-in-link',
  access: 'open',
});

export const SignInToConcierge = defineRoute({
  method: 'POST',
  path: '/api/concierge/sign-in',
  summary: 'Exchanges the single-use token of a sign-in link for the cookie of the concierge',
  access: 'open',
  body: byToken,
  reply: conciergeAccess,
  errors: ['link_expired'],
});

// ── Portal: for owners ───────────────────────────────────────────────────────────────────────────────────────────────

export const RegisterConcierge = defineRoute({
  method: 'POST',
  path: '/api/concierge/register',
  summary: 'Replaces the e-mail address for sign-in links, and mails a first link',
  access: 'entitled',
  body: z.strictObject({ email: requiredEmail }),
  reply: ok,
  status: 200,
  idempotent: true,
});

export const RequestConciergeRefund = defineRoute({
  method: 'POST',
  path: '/api/concierge/refund-request',
  summary:
    'Requests a refund of what `refundable` lists: the concierge within 14 days, its guide until it is used. An operator decides',
  access: 'entitled',
  body: z.strictObject({ reason: z.string().max(500).optional(), email: emailInput.optional() }),
  reply: z.object({ requested: z.literal(true) }),
  status: 200,
  idempotent: true,
  errors: ['not_refundable', 'payment_provider_unavailable'],
});

export const GetConciergeDashboard = defineRoute({
  method: 'GET',
  path: '/api/concierge/dashboard',
  summary: 'Returns stable tokens, deviation alerts and a summary of the market',
  access: 'entitled',
  reply: dashboardReply,
});

export const GetConciergeAlerts = defineRoute({
  method: 'GET',
  path: '/api/concierge/alerts',
  summary: 'Lists the coins whose last day was unusual',
  access: 'entitled',
  reply: alertsReply,
});

export const GetConciergeTrends = defineRoute({
  method: 'GET',
  path: '/api/concierge/trends',
  summary: 'Returns price and mentions by day, with the 2-sigma band and past waves',
  access: 'entitled',
  reply: trendsReply,
});

export const GetConciergeAnalysis = defineRoute({
  method: 'GET',
  path: '/api/concierge/analysis',
  summary: 'Returns an analysis of past market events, with sources and date',
  access: 'entitled',
  reply: analysisReply,
});

export const LookUpBalance = defineRoute({
  method: 'POST',
  path: '/api/concierge/portfolio',
  summary: 'Returns the balance of one public address on the ledger; nothing is stored',
  access: 'entitled',
  body: z.strictObject({
    address: z
      .string()
      .max(200)
      .trim()
      .meta({ pattern: `^\\s*(${addressPattern})\\s*$` }),
  }),
  reply: balanceSchema,
  status: 200,
  idempotent: true,
});

export const GetNewsletters = defineRoute({
  method: 'GET',
  path: '/api/concierge/newsletters',
  summary: 'Returns the newsletters of this owner',
  access: 'entitled',
  reply: newslettersSchema,
});

export const PutNewsletters = defineRoute({
  method: 'PUT',
  path: '/api/concierge/newsletters',
  summary: 'Sets the newsletters. An unconfirmed address receives a confirmation mail first',
  access: 'entitled',
  body: z.strictObject({ email: emailInput.optional(), market: z.boolean(), alerts: z.boolean() }),
  reply: newslettersSchema,
});

// ── Newsletters and subscription: authorized by the signed links in mails ────────────────────────────────────────────

export const ConfirmNewsletters = publish(notificationApi.confirmNewsletters, {
  path: '/api/newsletters/confirm',
  access: 'open',
});

export const Unsubscribe = publish(notificationApi.unsubscribe, {
  path: '/api/newsletters/unsubscribe',
  access: 'open',
});

export const ReadSubscription = defineRoute({
  method: 'POST',
  path: '/api/signal-subscriptions/read',
  summary:
    'Returns the subscription of a signed mail link; fetches the state from the provider while its checkout is open',
  access: 'open',
  body: byToken,
  reply: subscriptionSchema,
  status: 200,
  idempotent: true,
  errors: ['link_expired', 'payment_provider_unavailable'],
});

export const SubscriptionCheckout = defineRoute({
  method: 'POST',
  path: '/api/signal-subscriptions/checkout',
  summary:
    'Opens the hosted checkout of the subscription after the e-mail is confirmed: $4 a month after a 2-month trial',
  access: 'open',
  body: byToken,
  reply: z.object({ url: z.url() }),
  status: 200,
  idempotent: true,
  errors: ['link_expired', 'already_subscribed', 'payment_provider_unavailable', 'maintenance'],
});

export const CancelSubscription = defineRoute({
  method: 'POST',
  path: '/api/signal-subscriptions/cancel',
  summary: 'Cancels the subscription at the end of the paid month or the trial',
  access: 'open',
  body: byToken,
  reply: subscriptionSchema,
  status: 200,
  idempotent: true,
  errors: ['link_expired', 'not_subscribed', 'payment_provider_unavailable'],
});

export const SubscriptionMoneyBack = defineRoute({
  method: 'POST',
  path: '/api/signal-subscriptions/money-back',
  summary: 'Refunds the payments of the last 14 days, and ends the subscription immediately',
  access: 'open',
  body: byToken,
  reply: subscriptionSchema,
  status: 200,
  idempotent: true,
  errors: ['link_expired', 'not_refundable', 'payment_provider_unavailable'],
});
