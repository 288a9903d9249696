import { z } from 'zod';
import { defineEvent, defineRoute } from './define.ts';
import { listQuery, listReply } from './list.ts';

export const signalTypes = ['Institutional', 'Adoption', 'Deployment', 'Infrastructure'] as const;
export type SignalType = (typeof signalTypes)[number];

export const impacts = ['high', 'medium', 'low'] as const;
export type Impact = (typeof impacts)[number];

/** A data source: time of its last valid answer, and `stale` if that is too long ago. */
const sourceAgeSchema = z
  .object({ name: z.string(), at: z.iso.datetime().nullable(), stale: z.boolean() })
  .meta({ id: 'SourceAge' });

/** The source of a statement. */
export const citationSchema = z
  .object({ title: z.string(), url: z.url(), site: z.string(), at: z.iso.datetime() })
  .meta({ id: 'Citation' });

/** A citation as pages show it. */
export const shownCitationSchema = citationSchema
  .extend({ url: z.url().nullable().meta({ description: 'Null where operators have not allowed the publisher' }) })
  .meta({ id: 'ShownCitation' });

/** Rise of a daily count over its usual level. All numbers are rounded as displayed. */
const riseSchema = z.object({
  recent: z.number().meta({ description: 'Mean of a day, of the last 7' }),
  usual: z.number().meta({ description: 'Median of a day, of the 30 before' }),
  spread: z.number().meta({ description: 'Their robust standard deviation, at least 1' }),
  sample: z.int().meta({ description: 'How many were counted in all 37 days' }),
  z: z.number().meta({ description: '(recent − usual) / spread × sample / (sample + 10), between 0 and 5' }),
});

/** Components of a heat score. */
const heatInputsSchema = z.object({
  mentions: riseSchema,
  development: riseSchema,
  price: z.object({
    change: z.number().meta({ description: 'Over the last 7 days, as a fraction' }),
    spread: z.number().meta({ description: 'Robust standard deviation of 7 days, at least 0.01' }),
    z: z.number().meta({ description: '|change| / spread, at most 5' }),
  }),
});

export const hotCoinSchema = z
  .object({
    coin: z.string().meta({ description: 'Ticker' }),
    name: z.string(),
    mentions: z.int().meta({ description: 'Reports of things done, in the last 7 days' }),
    priceChange: z.string().meta({ description: 'Over the last 7 days, with its sign: "+4.2%"' }),
    heatScore: z.number().min(0).max(10),
    signalWords: z.array(z.string()).meta({ description: 'What was done, the most frequent first' }),
    inputs: heatInputsSchema,
    window: z.object({ from: z.iso.date(), to: z.iso.date() }),
    scoredAt: z.iso.datetime(),
    days: z
      .array(z.object({ day: z.iso.date(), close: z.number(), mentions: z.int(), development: z.int() }))
      .meta({ description: 'The 37 days that were scored, the oldest first' }),
    closeBefore: z.number().meta({ description: 'Price at the end of the day before them' }),
    sources: z.array(z.object({ name: z.string(), mentions: z.int() })).meta({ description: 'In the last 7 days' }),
    read: z.array(shownCitationSchema).meta({ description: 'The latest reports, ten at most' }),
  })
  .meta({ id: 'HotCoin' });

export const signalSchema = z
  .object({
    id: z.string(),
    token: z.string().meta({ description: 'Ticker' }),
    headline: z.string(),
    summary: z.string(),
    date: z.iso.datetime(),
    signal: z.string().meta({ description: 'What was done: "integrated"' }),
    graphMoved: z.boolean().nullable().meta({
      description: 'Whether the price has moved by more than its usual spread since; null while that is not known',
    }),
    type: z.enum(signalTypes),
    impact: z.enum(impacts),
    confidenceScore: z.int().min(0).max(100),
    confidence: z.object({ sites: z.int(), agreement: z.number(), ageHours: z.int() }).meta({
      description: 'What it is made of: 100 × (1 − 0.5^sites) × (0.5 + 0.5 × agreement) × 0.5^(ageHours / 168)',
    }),
    quantum: z.boolean().meta({ description: 'Is about quantum computers' }),
    sources: z.array(shownCitationSchema),
  })
  .meta({ id: 'Signal' });

export const marketTokenSchema = z
  .object({
    symbol: z.string(),
    name: z.string(),
    price: z.string().meta({ description: 'In US dollars, decimal' }),
    change24h: z.number().meta({ description: 'Percent' }),
    volume24h: z.string().nullable().meta({
      description: 'In US dollars, by the source: an exchange counts its own trades alone; null where it gives none',
    }),
    marketCap: z.string().nullable().meta({ description: 'In US dollars; null where the source gives none' }),
    mentions: z.int().meta({ description: 'In the last 24 hours that are known, by the sources that know them' }),
    mentionChange: z.number().nullable().meta({
      description: 'Percent, from the 24 hours before, by the same sources; null while fewer than 5 were counted',
    }),
    lastUpdate: z.iso.datetime(),
    description: z.string(),
    realWorldUsage: z.string(),
    describedOn: z.iso.date().meta({ description: 'When the description and the use were written' }),
    deviation: z.number().nullable().meta({ description: 'Of the last day’s return from those of 30 days, in sigma' }),
    deviationDay: z.iso.date().nullable().meta({ description: 'The last full day, in UTC' }),
    dayChange: z.number().nullable().meta({ description: 'Percent, from the close before that day to its own' }),
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
    velocityPercentage: z.number().meta({ description: 'One decimal' }),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'TrendingCrypto' });

/** A source's health, for operators. */
const sourceHealthSchema = sourceAgeSchema
  .extend({
    lastError: z.string().nullable(),
    failures: z.int().meta({ description: 'One after the other, up to now' }),
    refused: z.int().meta({ description: 'Rows that were no such thing, since the beginning' }),
    pausedUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SourceHealth' });

export const publisherStates = ['allowed', 'waiting', 'blocked'] as const;

const publisherSchema = z
  .object({
    domain: z.string().meta({ description: 'Registrable: all of its subdomains are the same publisher' }),
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
    'The coins with their heat and all that it is made of, the hottest first',
    hotMeterReply,
  ),
  listSignals: read('/signals', 'What was done, the newest first', signalsReply),
  readMarket: read('/market', 'Prices, volumes, mentions and deviations', marketReply),
  listHighlights: read('/highlights', 'At most three deeds worth a look', highlightsReply),
  listTrending: read('/trending', 'At most five coins that are spoken of more than the day before', trendingReply),
  listSources: read('/sources', 'How each source of the signals does', sourcesReply),
  listPublishers: defineRoute({
    method: 'GET',
    path: '/publishers',
    summary: 'Who wrote what the signals are made of, and whether it counts and is linked to',
    access: 'internal',
    query: listQuery(['-at', 'at'], { state: z.enum(publisherStates).optional() }),
    reply: listReply('publishers', publisherSchema),
  }),
  decidePublisher: defineRoute({
    method: 'POST',
    path: '/publishers/{domain}',
    summary: 'Allows a publisher, blocks it, or lets it wait again',
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
    summary: 'Looks at all sources now; one such run at a time',
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
  { summary: 'All coins were scored anew.', context: 'signals' },
);
export const SignalPublished = defineEvent(
  'signal.published',
  1,
  z.object({ signalId: z.string(), coin: z.string(), type: z.string() }),
  { summary: 'Something was done, and enough sources say so.', context: 'signals' },
);
export const DeviationDetected = defineEvent(
  'deviation.detected',
  1,
  z.object({ coin: z.string(), day: z.iso.date(), sigma: z.number(), level: z.string() }),
  { summary: 'A coin’s last day was unusual.', context: 'signals' },
);
export const UnusualDayFound = defineEvent(
  'unusual_day.found',
  1,
  z.object({ day: z.iso.date(), coins: z.array(z.object({ coin: z.string(), sigma: z.number() })).min(1) }),
  { summary: 'All coins whose last day was found to be unusual at once, to be told of together.', context: 'signals' },
);
const paragraphsSchema = z.array(z.object({ title: z.string(), text: z.string(), sources: z.array(citationSchema) }));

/** One week's events as paragraphs. */
export const marketWeekSchema = z.object({
  from: z.iso.date().meta({ description: 'A Monday' }),
  to: z.iso.date().meta({ description: 'The Sunday after it' }),
  paragraphs: paragraphsSchema,
});
export type MarketWeek = z.infer<typeof marketWeekSchema>;

export const MarketWeekWritten = defineEvent('market_week.written', 1, marketWeekSchema, {
  summary: 'What happened in a week that is over was written down.',
  context: 'signals',
});

/** One day's signals as paragraphs. */
export const signalsDaySchema = z.object({ day: z.iso.date(), paragraphs: paragraphsSchema });
export type SignalsDay = z.infer<typeof signalsDaySchema>;

export const SignalsDayWritten = defineEvent('signals_day.written', 1, signalsDaySchema, {
  summary: 'What was done, and not told by a mail before, was written down for whoever subscribes to signals.',
  context: 'signals',
});
