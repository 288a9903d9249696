import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';
import { ledgerBalanceSchema } from './ledger.ts';
import { payingVisitor } from './payment.ts';
import { ages, hotCoinSchema, marketTokenSchema, shownCitationSchema } from './signals.ts';
import { conciergeStates, transferIdSchema } from './transfer.ts';

/**
 * A transfer's id, or a separate random 128-bit id if the concierge was bought without a transfer.
 * Such an order includes a guide, which the owner's next transfer redeems instead of a payment.
 */
export const orderIdSchema = transferIdSchema;

/** The parts of an order for which its owner can currently request a refund under the refund terms. */
export const refundableSchema = z.object({
  amount: z.string().meta({ description: 'Total in US dollars' }),
  concierge: z
    .boolean()
    .meta({ description: 'Whether the concierge is included (within 14 days); the refund closes it' }),
  guide: z.boolean().meta({
    description:
      'Whether its guide is included, while no transfer has used it. A transfer’s guide is refunded with the transfer',
  }),
});

/** Access that an order grants, derived only from the state of its payments. */
const orderAccessSchema = z.object({
  orderId: orderIdSchema,
  state: z.enum(conciergeStates),
  transferId: transferIdSchema.nullable().meta({ description: 'Null if the order has no transfer' }),
  guide: z.boolean().meta({ description: 'Whether its guide is released, or available for a transfer' }),
  guideCredit: z.boolean().meta({ description: 'Whether it has a paid guide that no transfer has redeemed' }),
  boughtAt: z.iso.datetime().nullable(),
  refundRequestedAt: z.iso.datetime().nullable(),
  refundableUntil: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'End of the refund period; null if not refundable or already refunded' }),
  refundable: refundableSchema.nullable().meta({ description: 'Null if nothing is refundable, or all was refunded' }),
});

export type OrderAccess = z.infer<typeof orderAccessSchema>;

/** The limit is higher than the number of order ids that a browser can store. */
const orderIds = z.array(orderIdSchema).max(60);

/** Routes of payment for the concierge. The BFF calls them with the order ids that the browser holds. */
export const conciergeApi = {
  readOrderAccess: defineRoute({
    method: 'POST',
    path: '/concierge/standings',
    summary: 'Returns the access of orders, without those that never had a checkout',
    access: 'internal',
    body: z.strictObject({
      orderIds,
      /** True to fetch open payments from the provider first, after a return from the provider's page. */
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
    summary: 'Opens a hosted checkout page for the concierge without a transfer, or returns the open one',
    access: 'internal',
    body: z.strictObject({ orderId: orderIdSchema, visitor: payingVisitor }),
    reply: z.object({ url: z.url() }),
    idempotent: true,
    errors: ['already_owned', 'transfer_closed', 'rate_limited', 'payment_provider_unavailable'],
  }),

  redeemGuide: defineRoute({
    method: 'POST',
    path: '/concierge/guide-credits/redeem',
    summary: 'Pays for a transfer with the guide credit of a concierge; each credit pays once',
    access: 'internal',
    body: z.strictObject({ orderIds, transferId: transferIdSchema }),
    reply: z.object({ redeemed: z.boolean() }),
    status: 200,
    idempotent: true,
  }),
};

// ── Portal ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A coin whose last full day was unusual: more than 1 sigma from the days before. */
export const deviationAlertSchema = z
  .object({
    symbol: z.string(),
    name: z.string(),
    day: z.iso.date().meta({ description: 'The last full day (UTC)' }),
    sigma: z.number().meta({ description: 'Signed deviation of that day’s return from the returns of 30 days' }),
    level: z.enum(['High', 'Moderate']).meta({ description: '`High` above 2 sigma' }),
    price: z.string(),
    dayChange: z.number().meta({ description: 'Change in percent, from the previous day’s close to that day’s close' }),
    at: z.iso.datetime(),
    source: z.string(),
    stale: z.boolean(),
  })
  .meta({ id: 'DeviationAlert' });

export const dashboardReply = z.object({
  stable: z
    .array(marketTokenSchema)
    .meta({ description: 'Tokens whose last day was within 1 sigma, smallest deviation first' }),
  alerts: z.array(deviationAlertSchema).meta({ description: 'Largest deviation first' }),
  summary: z.object({
    tokens: z.int().meta({ description: 'Number of tokens with data' }),
    rose: z.int(),
    fell: z.int(),
    unusual: z.int(),
    mentions: z.int().meta({ description: 'Mentions of all tokens in the last 24 hours' }),
    mostMentioned: z.string().nullable().meta({ description: 'Ticker; null if two are equal' }),
    sentences: z.array(z.string()).meta({ description: 'The summary in sentences, in the past tense' }),
  }),
  ...ages,
});

export const alertsReply = z.object({ alerts: z.array(deviationAlertSchema), ...ages });

/** A coin's daily prices and mentions. */
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
          description: 'Mean and 2-sigma band of the 14 closes before this day; null if there are fewer',
        }),
        outside: z
          .enum(['above', 'below'])
          .nullable()
          .meta({ description: 'Side of the band on which the close is; null inside' }),
      }),
    ),
    waves: z
      .array(
        z.object({
          from: z.iso.date(),
          to: z.iso.date(),
          direction: z.enum(['up', 'down']),
          change: z
            .number()
            .meta({ description: 'Change in percent, from the close before the first day to the last close' }),
        }),
      )
      .meta({ description: 'Runs of at least 3 days in one direction, oldest first' }),
    mentions: hotCoinSchema.shape.inputs.shape.mentions,
    priceChange: z.string(),
    scoredAt: z.iso.datetime(),
  })
  .meta({ id: 'Trend' });

export const trendsReply = z.object({ trends: z.array(trendSchema), ...ages });

/** Paragraphs about past events, with their sources. */
export const analysisReply = z.object({
  date: z.iso.date().nullable().meta({ description: 'Date of the newest data; null if there are none' }),
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
  about('The concierge was bought without a transfer. Its guide credit pays for the next transfer.'),
);
export const ConciergeRefunded = defineEvent(
  'concierge.refunded',
  1,
  orderFacts.extend({
    refundedCents: z.int(),
    /** Access that the refund ends: `concierge`, `guide`, `all` or `nothing`. */
    closes: z.string(),
  }),
  about('A concierge bought without a transfer was refunded, fully or in part.'),
);
export const ConciergeRefundRequested = defineEvent(
  'concierge.refund_requested',
  1,
  z.object({ orderId: orderIdSchema, paymentId: z.string(), requestedAt: z.iso.datetime() }),
  about('The owner of a concierge bought without a transfer requested a refund. An operator decides.'),
);
export const ConciergeGuideRedeemed = defineEvent(
  'concierge.guide_redeemed',
  1,
  z.object({ orderId: orderIdSchema, transferId: transferIdSchema }),
  about('A transfer redeemed the guide credit of a concierge bought without a transfer.'),
);
