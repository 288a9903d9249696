import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';
import { ledgerBalanceSchema } from './ledger.ts';
import { ages, hotCoinSchema, marketTokenSchema, shownCitationSchema } from './signals.ts';
import { conciergeStates, transferIdSchema } from './transfer.ts';

/**
 * A transfer's id, or a separate random 128-bit id if the concierge was bought without a transfer.
 * Such an order includes a guide, which the owner's next transfer redeems instead of a payment.
 */
export const orderIdSchema = transferIdSchema;

/** The parts of an order that its owner can currently request a refund for, by the refund terms. */
export const refundableSchema = z.object({
  amount: z.string().meta({ description: 'In US dollars, all of it together' }),
  concierge: z.boolean().meta({ description: 'The concierge is part of it, and is closed by it: within 14 days' }),
  guide: z.boolean().meta({
    description:
      'So is the guide that came with it: while no transfer has used it. A transfer’s guide is asked back there',
  }),
});

/** Access that an order grants, derived from the state of its payments alone. */
const orderAccessSchema = z.object({
  orderId: orderIdSchema,
  state: z.enum(conciergeStates),
  transferId: transferIdSchema.nullable().meta({ description: 'Null while the order has no transfer' }),
  guide: z.boolean().meta({ description: 'Its guide can be used: it is open, or still waits for a transfer' }),
  guideCredit: z.boolean().meta({ description: 'Holds a paid guide that no transfer has redeemed yet' }),
  boughtAt: z.iso.datetime().nullable(),
  refundRequestedAt: z.iso.datetime().nullable(),
  refundableUntil: z.iso.datetime().nullable().meta({ description: 'Null where it cannot be asked back, or was' }),
  refundable: refundableSchema.nullable().meta({ description: 'Null where nothing can be asked back, or was' }),
});

export type OrderAccess = z.infer<typeof orderAccessSchema>;

/** The limit is higher than the number of orders a browser can store. */
const orderIds = z.array(orderIdSchema).max(60);

/** Routes of payment for the concierge. The BFF calls them with the order ids that the browser holds. */
export const conciergeApi = {
  readOrderAccess: defineRoute({
    method: 'POST',
    path: '/concierge/standings',
    summary: 'What orders give access to; those that nobody ever opened are left out',
    access: 'internal',
    body: z.strictObject({
      orderIds,
      /** Fetch the state of open payments from the provider first: the customer is back from its page. */
      settle: z.boolean().default(false),
    }),
    reply: z.object({ orders: z.array(orderAccessSchema) }),
    status: 200,
    idempotent: true,
    errors: ['payment_provider_unavailable'],
  }),

  openCheckout: defineRoute({
    method: 'POST',
    path: '/concierge/checkout-sessions',
    summary: 'Opens a hosted checkout page for the concierge without a transfer, or finds the one that is open',
    access: 'internal',
    body: z.strictObject({ orderId: orderIdSchema }),
    reply: z.object({ url: z.url() }),
    idempotent: true,
    errors: ['already_owned', 'transfer_closed', 'payment_provider_unavailable'],
  }),

  redeemGuide: defineRoute({
    method: 'POST',
    path: '/concierge/guide-credits/redeem',
    summary: 'Pays for a transfer with the guide of a concierge that was bought without one; once',
    access: 'internal',
    body: z.strictObject({ orderIds, transferId: transferIdSchema }),
    reply: z.object({ redeemed: z.boolean() }),
    status: 200,
    idempotent: true,
  }),
};

// ── Portal ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** An unusual last day of a coin: more than 1 sigma away from the days before. */
export const deviationAlertSchema = z
  .object({
    symbol: z.string(),
    name: z.string(),
    day: z.iso.date().meta({ description: 'The last full day, in UTC' }),
    sigma: z.number().meta({ description: 'Of that day’s return from those of 30 days; with its sign' }),
    level: z.enum(['High', 'Moderate']).meta({ description: 'High above 2 sigma' }),
    price: z.string(),
    dayChange: z.number().meta({ description: 'Percent, from the close before that day to its own' }),
    at: z.iso.datetime(),
    source: z.string(),
    stale: z.boolean(),
  })
  .meta({ id: 'DeviationAlert' });

export const dashboardReply = z.object({
  stable: z.array(marketTokenSchema).meta({ description: 'Whose last day was within 1 sigma, the calmest first' }),
  alerts: z.array(deviationAlertSchema).meta({ description: 'The most unusual first' }),
  summary: z.object({
    tokens: z.int().meta({ description: 'How many were looked at' }),
    rose: z.int(),
    fell: z.int(),
    unusual: z.int(),
    mentions: z.int().meta({ description: 'Of all of them, in the last 24 hours' }),
    mostMentioned: z.string().nullable().meta({ description: 'Ticker; null where two are equal' }),
    sentences: z.array(z.string()).meta({ description: 'The same in plain words, in the past tense' }),
  }),
  ...ages,
});

export const alertsReply = z.object({ alerts: z.array(deviationAlertSchema), ...ages });

/** Price against mentions, day by day. */
export const trendSchema = z
  .object({
    coin: z.string().meta({ description: 'Ticker' }),
    name: z.string(),
    days: z.array(
      z.object({
        day: z.iso.date(),
        close: z.number(),
        mentions: z.int(),
        band: z.object({ mean: z.number(), low: z.number(), high: z.number() }).nullable().meta({
          description: 'Mean and 2 sigma of the 14 closes before this day; null while there are fewer',
        }),
        outside: z.enum(['above', 'below']).nullable().meta({ description: 'Of the band' }),
      }),
    ),
    waves: z
      .array(
        z.object({
          from: z.iso.date(),
          to: z.iso.date(),
          direction: z.enum(['up', 'down']),
          change: z.number().meta({ description: 'Percent, from the close before the first day to that of the last' }),
        }),
      )
      .meta({ description: 'Runs of 3 days or more in one direction, the oldest first' }),
    mentions: hotCoinSchema.shape.inputs.shape.mentions,
    priceChange: z.string(),
    scoredAt: z.iso.datetime(),
  })
  .meta({ id: 'Trend' });

export const trendsReply = z.object({ trends: z.array(trendSchema), ...ages });

/** Past events, in the past tense, with their sources. */
export const analysisReply = z.object({
  date: z.iso.date().nullable().meta({ description: 'Of the newest figures; null while there are none' }),
  paragraphs: z.array(z.object({ title: z.string(), text: z.string(), sources: z.array(shownCitationSchema) })),
  ...ages,
});

/** Balance of one address on the ledger. The server does not store it. */
export const balanceSchema = ledgerBalanceSchema
  .extend({
    address: z.string(),
    price: z.object({ usd: z.string(), at: z.iso.datetime(), source: z.string() }).nullable(),
  })
  .meta({ id: 'Balance' });

// ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const orderFacts = z.object({
  orderId: orderIdSchema,
  paymentId: z.string(),
  amountCents: z.int(),
  currency: z.string(),
});
const about = (summary: string) => ({ summary, context: 'payment' });

export const ConciergeBought = defineEvent(
  'concierge.bought',
  1,
  orderFacts.extend({ paidAt: z.iso.datetime() }),
  about('The concierge was bought without a transfer; its guide waits for one.'),
);
export const ConciergeRefunded = defineEvent(
  'concierge.refunded',
  1,
  orderFacts.extend({
    refundedCents: z.int(),
    /** `concierge`, `guide`, `all` or `nothing`. */
    closes: z.string(),
  }),
  about('A concierge bought without a transfer was paid back, whole or in part.'),
);
export const ConciergeRefundRequested = defineEvent(
  'concierge.refund_requested',
  1,
  z.object({ orderId: orderIdSchema, paymentId: z.string(), requestedAt: z.iso.datetime() }),
  about('The owner of a concierge bought without a transfer asks for the money back; an operator decides.'),
);
export const ConciergeGuideRedeemed = defineEvent(
  'concierge.guide_redeemed',
  1,
  z.object({ orderId: orderIdSchema, transferId: transferIdSchema }),
  about('The order of a concierge bought without a transfer is now that of a transfer, which it pays for.'),
);
