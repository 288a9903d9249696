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
import { emailInput, requiredEmail } from '../inputs.ts';
import { newslettersSchema, notificationApi, resumeToken } from '../notification.ts';
import { subscriptionSchema } from '../subscription.ts';
import { conciergeStates } from '../transfer.ts';
import { publish } from './publish.ts';

const ok = z.object({ ok: z.literal(true) });
const byToken = z.strictObject({ token: resumeToken });

/** Access of the calling browser: from the best of its orders; `guideCredit` from any of them. */
const conciergeAccess = z
  .object({
    state: z.enum(conciergeStates),
    guide: z.boolean().meta({
      description: 'The guide that it was bought with can be used: after a refund, whether that one stays',
    }),
    guideCredit: z.boolean().meta({ description: 'A paid guide waits for the next transfer, which will cost nothing' }),
    transferId: z.string().nullable().meta({ description: 'The transfer that it was bought with, or redeemed by' }),
    boughtAt: z.iso.datetime().nullable(),
    refundRequestedAt: z.iso.datetime().nullable(),
    refundableUntil: z.iso.datetime().nullable().meta({
      description: 'Of the concierge itself; null where it cannot be asked back, or was',
    }),
    refundable: refundableSchema.nullable().meta({
      description: 'What can be asked back here now: also the guide alone. Null where nothing can, or was',
    }),
    email: z.boolean().meta({ description: 'Whether sign-in links have an address to go to' }),
  })
  .meta({ id: 'ConciergeOwnership' });

// ── Purchase and access: open, because the buyer does not own the concierge yet ──────────────────────────────────────

export const ConciergeCheckout = defineRoute({
  method: 'POST',
  path: '/api/concierge-checkout',
  summary:
    'Opens the hosted checkout of the concierge after a paid guide, else of both; without a transfer the answer sets a signed order cookie. With a transfer it is for its owner',
  access: 'open',
  body: z.strictObject({
    transferId: z.string().optional(),
    email: emailInput.optional(),
    key: z.uuid().optional().meta({ description: 'Of an order without a transfer: the same again is the same one' }),
  }),
  reply: z.object({ url: z.url() }),
  idempotent: true,
  errors: [
    'transfer_not_found',
    'already_owned',
    'transfer_closed',
    'not_your_transfer',
    'payment_provider_unavailable',
    'service_unavailable',
    'maintenance',
  ],
});

export const GetConciergeOwnership = defineRoute({
  method: 'GET',
  path: '/api/concierge/me',
  summary: 'What this browser owns of the concierge: nothing is needed to ask',
  access: 'open',
  reply: conciergeAccess,
});

export const CompleteConcierge = defineRoute({
  method: 'POST',
  path: '/api/concierge/complete',
  summary: 'Back from the hosted page: asks the payment provider for the truth, and answers what this browser owns',
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
  summary: 'Exchanges the token of a sign-in link for the cookie of the concierge, once',
  access: 'open',
  body: byToken,
  reply: conciergeAccess,
  errors: ['link_expired'],
});

// ── Portal: for owners ───────────────────────────────────────────────────────────────────────────────────────────────

export const RegisterConcierge = defineRoute({
  method: 'POST',
  path: '/api/concierge/register',
  summary: 'Keeps the address that sign-in links go to, in place of the one before, and mails a first one',
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
    'Asks back what `refundable` says: the concierge within 14 days, a guide that came with it until it is used; an operator decides',
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
  summary: 'Stable tokens, deviation alerts and a summary of the market',
  access: 'entitled',
  reply: dashboardReply,
});

export const GetConciergeAlerts = defineRoute({
  method: 'GET',
  path: '/api/concierge/alerts',
  summary: 'Coins whose last day was unusual',
  access: 'entitled',
  reply: alertsReply,
});

export const GetConciergeTrends = defineRoute({
  method: 'GET',
  path: '/api/concierge/trends',
  summary: 'Price against mentions with the 2-sigma band, and the waves that there were',
  access: 'entitled',
  reply: trendsReply,
});

export const GetConciergeAnalysis = defineRoute({
  method: 'GET',
  path: '/api/concierge/analysis',
  summary: 'What happened in the market, in the past tense, with its sources and its date',
  access: 'entitled',
  reply: analysisReply,
});

export const LookUpBalance = defineRoute({
  method: 'POST',
  path: '/api/concierge/portfolio',
  summary: 'What the ledger says one public address holds; read only, and nothing of it is kept',
  access: 'entitled',
  body: z.strictObject({ address: z.string().trim().max(200) }),
  reply: balanceSchema,
  status: 200,
  idempotent: true,
});

export const GetNewsletters = defineRoute({
  method: 'GET',
  path: '/api/concierge/newsletters',
  summary: 'Which newsletters go to this owner',
  access: 'entitled',
  reply: newslettersSchema,
});

export const PutNewsletters = defineRoute({
  method: 'PUT',
  path: '/api/concierge/newsletters',
  summary: 'Chooses newsletters; an address that has not said so yet is asked by mail first',
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
  summary: 'How the subscription stands that a signed link of a mail is about; asks the provider where it is open',
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
  summary: 'Opens the hosted page of the subscription, once the e-mail is confirmed: $4 a month after a 2-month trial',
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
  summary: 'Nothing more is charged; it lasts until the end of what is paid, or of the trial',
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
  summary: 'Pays back what was paid in the last 14 days, and ends the subscription at once',
  access: 'open',
  body: byToken,
  reply: subscriptionSchema,
  status: 200,
  idempotent: true,
  errors: ['link_expired', 'not_refundable', 'payment_provider_unavailable'],
});
