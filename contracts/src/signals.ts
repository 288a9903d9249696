import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';
import { listQuery, listReply } from './list.ts';

export const signalTypes = ['Institutional', 'Adoption', 'Deployment', 'Infrastructure'] as const;
export type SignalType = (typeof signalTypes)[number];

export const impacts = ['high', 'medium', 'low'] as const;
export type Impact = (typeof impacts)[number];

/** A data source, with the time of its last valid answer. `stale` is true if that time is too long ago. */
const sourceAgeSchema = z
  .object({ name: z.string(), at: z.iso.datetime().nullable(), stale: z.boolean() })
  .meta({ id: 'SourceAge' });

/** The source of a statement. */
export const citationSchema = z
  .object({ title: z.string(), url: z.url(), site: z.string(), at: z.iso.datetime() })
  .meta({ id: 'Citation' });

/** A citation as pages show it. */
export const shownCitationSchema = citationSchema
  .extend({ url: z.url().nullable().meta({ description: 'Null if operators have not allowed the publisher' }) })
  .meta({ id: 'ShownCitation' });

/** Rise of a daily count over its usual level. All numbers are rounded as pages show them. */
const riseSchema = z.object({
  recent: z.number().meta({ description: 'Daily mean of the last 7 days' }),
  usual: z.number().meta({ description: 'Daily median of the 30 days before them' }),
  spread: z.number().meta({ description: 'Robust standard deviation of those 30 days, at least 1' }),
  sample: z.int().meta({ description: 'Total count of all 37 days' }),
  z: z.number().meta({ description: '(recent − usual) / spread × sample / (sample + 10), between 0 and 5' }),
});

/** Components of a heat score. */
const heatInputsSchema = z.object({
  mentions: riseSchema,
  development: riseSchema,
  price: z.object({
    change: z.number().meta({ description: 'Change over the last 7 days, as a fraction' }),
    spread: z.number().meta({ description: 'Robust standard deviation of 7-day changes, at least 0.01' }),
    z: z.number().meta({ description: '|change| / spread, at most 5' }),
  }),
});

export const hotCoinSchema = z
  .object({
    coin: z.string().meta({ description: 'Ticker' }),
    name: z.string(),
    mentions: z.int().meta({ description: 'Number of reported events in the last 7 days' }),
    priceChange: z.string().meta({ description: 'Change over the last 7 days, with its sign: "+4.2%"' }),
    heatScore: z.number().min(0).max(10),
    signalWords: z.array(z.string()).meta({ description: 'Verbs of the reported events, most frequent first' }),
    inputs: heatInputsSchema,
    window: z.object({ from: z.iso.date(), to: z.iso.date() }),
    scoredAt: z.iso.datetime(),
    days: z
      .array(z.object({ day: z.iso.date(), close: z.number(), mentions: z.int(), development: z.int() }))
      .meta({ description: 'The 37 scored days, oldest first' }),
    closeBefore: z.number().meta({ description: 'Closing price of the day before the first of these days' }),
    sources: z
      .array(z.object({ name: z.string(), mentions: z.int() }))
      .meta({ description: 'Mentions by source in the last 7 days' }),
    read: z.array(shownCitationSchema).meta({ description: 'The latest reports, at most ten' }),
  })
  .meta({ id: 'HotCoin' });

export const signalSchema = z
  .object({
    id: z.string(),
    token: z.string().meta({ description: 'Ticker' }),
    headline: z.string(),
    summary: z.string(),
    date: z.iso.datetime(),
    signal: z.string().meta({ description: 'Verb of the reported event: "integrated"' }),
    graphMoved: z.boolean().nullable().meta({
      description: 'Whether the price has since moved by more than its usual spread; null while unknown',
    }),
    type: z.enum(signalTypes),
    impact: z.enum(impacts),
    confidenceScore: z.int().min(0).max(100),
    confidence: z.object({ sites: z.int(), agreement: z.number(), ageHours: z.int() }).meta({
      description:
        'Inputs of `confidenceScore`, which is 100 × (1 − 0.5^sites) × (0.5 + 0.5 × agreement) × 0.5^(ageHours / 168)',
    }),
    quantum: z.boolean().meta({ description: 'Whether the signal is about quantum computers' }),
    sources: z.array(shownCitationSchema),
  })
  .meta({ id: 'Signal' });

export const marketTokenSchema = z
  .object({
    symbol: z.string(),
    name: z.string(),
    price: z.string().meta({ description: 'US dollars, decimal' }),
    change24h: z.number().meta({ description: 'Percent' }),
    volume24h: z.string().nullable().meta({
      description:
        'US dollars, as reported by the source (an exchange reports only its own trades); null if not reported',
    }),
    marketCap: z.string().nullable().meta({ description: 'US dollars; null if the source does not report it' }),
    mentions: z
      .int()
      .meta({ description: 'Mentions in the latest 24 hours with data, from the sources that have data' }),
    mentionChange: z.number().nullable().meta({
      description: 'Change from the previous 24 hours in percent, from the same sources; null below 5 mentions',
    }),
    lastUpdate: z.iso.datetime(),
    description: z.string(),
    realWorldUsage: z.string(),
    describedOn: z.iso.date().meta({ description: 'Date on which `description` and `realWorldUsage` were written' }),
    deviation: z
      .number()
      .nullable()
      .meta({ description: 'Deviation of the last day’s return from the returns of 30 days, in sigma' }),
    deviationDay: z.iso.date().nullable().meta({ description: 'The last full day (UTC)' }),
    dayChange: z
      .number()
      .nullable()
      .meta({ description: 'Change in percent, from the previous day’s close to that day’s close' }),
    level: z.enum(['High', 'Moderate']).nullable(),
    isAlert: z.boolean(),
    source: z.string(),
    stale: z.boolean(),
  })
  .meta({ id: 'MarketToken' });

const highlightSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    url: z.url(),
    date: z.iso.datetime(),
    source: z.string(),
  })
  .meta({ id: 'Highlight' });

const trendingCryptoSchema = z
  .object({
    symbol: z.string(),
    mentionCount: z.int(),
    source: z.string(),
    velocityPercentage: z.number().meta({ description: 'Percent, with one decimal' }),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'TrendingCrypto' });

/** A source's health, for operators. */
const sourceHealthSchema = sourceAgeSchema
  .extend({
    lastError: z.string().nullable(),
    failures: z.int().meta({ description: 'Consecutive failures up to now' }),
    refused: z.int().meta({ description: 'Total number of rows that were refused as invalid' }),
    pausedUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SourceHealth' });

export const publisherStates = ['allowed', 'waiting', 'blocked'] as const;

const publisherSchema = z
  .object({
    domain: z.string().meta({ description: 'Registrable domain: all its subdomains are the same publisher' }),
    state: z.enum(publisherStates),
    seenAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Publisher' });

/** Age of the data in the same reply. */
export const ages = { updatedAt: z.iso.datetime().nullable(), sources: z.array(sourceAgeSchema) };

export const hotMeterReply = z.object({ coins: z.array(hotCoinSchema), ...ages });
export const signalsReply = z.object({ signals: z.array(signalSchema), ...ages });
export const marketReply = z.object({ tokens: z.array(marketTokenSchema), ...ages });
export const highlightsReply = z.array(highlightSchema).max(3);
export const trendingReply = z.array(trendingCryptoSchema).max(5);
export const sourcesReply = z.object({ sources: z.array(sourceHealthSchema) });

const read = <const Path extends string, Reply extends z.ZodType>(path: Path, summary: string, reply: Reply) =>
  defineRoute({ method: 'GET', path, summary, access: 'internal', reply });

/** Routes of the signals service. */
export const signalsApi = {
  readHotMeter: read(
    '/hot-meter',
    'Lists the coins with heat score and its inputs, highest score first',
    hotMeterReply,
  ),
  listSignals: read('/signals', 'Lists reported events of the coins, newest first', signalsReply),
  readMarket: read('/market', 'Lists prices, volumes, mentions and deviations', marketReply),
  listHighlights: read('/highlights', 'Lists at most three highlighted events', highlightsReply),
  listTrending: read('/trending', 'Lists at most five coins with more mentions than on the day before', trendingReply),
  listSources: read('/sources', 'Lists the health of each signal source', sourcesReply),
  listPublishers: defineRoute({
    method: 'GET',
    path: '/publishers',
    summary: 'Lists the publishers of the reports, with their state: allowed, waiting or blocked',
    access: 'internal',
    query: listQuery(['-at', 'at'], { state: z.enum(publisherStates).optional() }),
    reply: listReply('publishers', publisherSchema),
  }),
  decidePublisher: defineRoute({
    method: 'POST',
    path: '/publishers/{domain}',
    summary: 'Sets a publisher to allowed, blocked or waiting',
    access: 'internal',
    params: z.object({ domain: z.string().max(253) }),
    body: z.object({ state: z.enum(publisherStates) }),
    reply: z.object({ success: z.boolean(), message: z.string() }),
    status: 200,
    idempotent: true,
  }),
  refresh: defineRoute({
    method: 'POST',
    path: '/refresh',
    summary: 'Starts a refresh of all sources, unless one is running',
    access: 'internal',
    reply: z.object({ started: z.boolean() }),
    status: 202,
    idempotent: true,
  }),
};

export const HotMeterRefreshed = defineEvent(
  'hot_meter.refreshed',
  1,
  z.object({ coins: z.int(), at: z.iso.datetime(), staleSources: z.array(z.string()) }),
  { summary: 'All heat scores were recalculated.', context: 'signals' },
);
export const SignalPublished = defineEvent(
  'signal.published',
  1,
  z.object({ signalId: z.string(), coin: z.string(), type: z.string() }),
  { summary: 'A new signal was published: enough sources report the event.', context: 'signals' },
);
export const DeviationDetected = defineEvent(
  'deviation.detected',
  1,
  z.object({ coin: z.string(), day: z.iso.date(), sigma: z.number(), level: z.string() }),
  { summary: 'The last day of a coin was unusual.', context: 'signals' },
);
export const UnusualDayFound = defineEvent(
  'unusual_day.found',
  1,
  z.object({ day: z.iso.date(), coins: z.array(z.object({ coin: z.string(), sigma: z.number() })).min(1) }),
  {
    summary: 'Lists all coins with an unusual last day that were found in one run, for one common alert.',
    context: 'signals',
  },
);
const paragraphsSchema = z.array(z.object({ title: z.string(), text: z.string(), sources: z.array(citationSchema) }));

/** One week's events as paragraphs. */
export const marketWeekSchema = z.object({
  from: z.iso.date().meta({ description: 'A Monday, the first day' }),
  to: z.iso.date().meta({ description: 'The Sunday after `from`, the last day' }),
  paragraphs: paragraphsSchema,
});
export type MarketWeek = z.infer<typeof marketWeekSchema>;

export const MarketWeekWritten = defineEvent('market_week.written', 1, marketWeekSchema, {
  summary: 'The market summary of a past week was written.',
  context: 'signals',
});

/** One day's signals as paragraphs. */
export const signalsDaySchema = z.object({ day: z.iso.date(), paragraphs: paragraphsSchema });
export type SignalsDay = z.infer<typeof signalsDaySchema>;

export const SignalsDayWritten = defineEvent('signals_day.written', 1, signalsDaySchema, {
  summary: 'The daily summary of signals that no earlier mail contained was written for subscribers.',
  context: 'signals',
});
