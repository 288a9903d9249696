import { z } from 'zod';
import { type AdPlatform, adPlatforms } from './ad-plan.ts';
import { defineEvent, defineRoute } from './define.ts';
import { listQuery, listReply } from './list.ts';

export * from './ad-plan.ts';

// Posts to X from a pool of variations, campaigns at the platforms, what ads bring in, and the ads on our own pages.

/** Made by our API as paused, started by a person; by hand where there is no API. */
export const campaignStatuses = ['draft', 'paused', 'active', 'by_hand', 'ended'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/**
 * What became of a post: `planned` is about to be sent, `unclear` was sent and not answered, so that it is looked up and
 * never sent again blindly; a dry run is written down and not sent.
 */
export const postStatuses = ['planned', 'posted', 'unclear', 'failed', 'dry_run'] as const;
export type PostStatus = (typeof postStatuses)[number];

/** What a post came of. */
export const postTriggers = ['schedule', 'operator', 'test'] as const;
export type PostTrigger = (typeof postTriggers)[number];

/** Hours of the day, in UTC, in which may be posted: from the first up to the last, over midnight where it is smaller. */
const windowSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(40),
    fromHour: z.int().min(0).max(23),
    toHour: z.int().min(0).max(24),
  })
  .meta({ id: 'PostingWindow' });

export type PostingWindow = z.infer<typeof windowSchema>;

/**
 * What keeps a post from going out, whoever asks for it: no keys of X, the kill switch, one that is being sent or whose
 * answer got lost, 24 hours since the last one, as many today as may be, or no text that is fresh.
 */
export const obstacles = [
  'not_connected',
  'switched_off',
  'on_its_way',
  'unclear',
  'cooldown',
  'daily_cap',
  'empty_pool',
] as const;
export type Obstacle = (typeof obstacles)[number];

/** Who posts, when, and how much: what operators may change. */
const automationSettings = z.strictObject({
  autoPostEnabled: z.boolean().meta({ description: 'The kill switch: off, no ad is posted, by hand neither' }),
  dryRun: z.boolean().meta({ description: 'Everything but the sending' }),
  dailyCap: z.int().min(1).max(24),
  windows: z.array(windowSchema).min(1).max(8),
});

/** Spec 2 §3, "Ad automation status", and what stands beside it. */
export const automationReply = automationSettings
  .extend({
    canPost: z.boolean(),
    whyNot: z
      .enum(obstacles)
      .nullable()
      .meta({ description: 'What stands in the way; null when a post can go out now, at an operator’s word' }),
    nextPostTime: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the schedule posts next, within its hours; null while it cannot' }),
    totalPosts: z.int(),
    adPoolSize: z.int(),
    lastPost: z
      .object({ ad: z.string(), timestamp: z.iso.datetime(), window: z.string() })
      .nullable()
      .meta({ description: 'The text, when it went out, and the window that it went out in' }),
  })
  .meta({ id: 'AdAutomationStatus' });

export const previewReply = z.object({
  preview: z.object({ theme: z.string(), message: z.string() }).nullable(),
});

/** What an action came to; a toast shows the message. */
export const actionReply = z.object({ success: z.boolean(), message: z.string() });

const themeInput = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[a-z][a-z-]*$/, 'Write the theme in small letters and hyphens, like wallet-safety.');

/** A text of the pool; the service checks what X and the law ask of it. */
const variationInput = z.strictObject({ theme: themeInput, text: z.string().trim().min(1).max(1_000) });

export const variationSchema = z
  .object({
    id: z.string(),
    theme: z.string(),
    text: z.string(),
    weightedLength: z.int().meta({ description: 'As X counts it, of 280' }),
    timesPosted: z.int(),
    lastPostedAt: z.iso.datetime().nullable(),
    retiredAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AdVariation' });

export type Variation = z.infer<typeof variationSchema>;

export const postSchema = z
  .object({
    id: z.string(),
    theme: z.string(),
    text: z.string(),
    status: z.enum(postStatuses),
    trigger: z.enum(postTriggers).meta({ description: 'A test is an operator’s try of the connection' }),
    operator: z.string().nullable().meta({ description: 'Who wanted it at once; null but for that trigger' }),
    window: z.string(),
    plannedAt: z.iso.datetime(),
    postedAt: z.iso.datetime().nullable(),
    postId: z.string().nullable().meta({ description: "X's id of it" }),
    why: z.string().nullable().meta({ description: 'Why it failed, or what is unclear' }),
  })
  .meta({ id: 'AdPost' });

export const keywordsInput = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^[^\p{Cc}]*$/u, 'A keyword must stand on one line.'),
  )
  .max(20);

const oneLine = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}]*$/u, 'This must stand on one line.');

/** What a campaign may cost a day, in dollars. */
const budgetInput = z
  .number()
  .min(1, 'The budget must be at least $1.')
  .max(10_000, 'The budget must be at most $10,000.');

/** Spec 2 §3, "Ad campaign (create payload)". The platform comes as the form names it: "google-ads", "x-ads". */
export const createCampaignBody = z.strictObject({
  platform: z.enum([...adPlatforms, 'google-ads', 'meta-ads', 'x-ads', 'rumble-ads']),
  campaignName: oneLine.min(1).max(120),
  budget: budgetInput,
  keywords: keywordsInput.default([]),
  adMessage: z
    .string()
    .trim()
    .max(500)
    .default('')
    .meta({ description: 'At most 90 characters at Google, 256 as X counts them at X; left out, the first ready one' }),
  targetAudience: oneLine.max(300).default(''),
});

const performanceSchema = z
  .object({
    spend: z.string().meta({ description: 'In US dollars, decimal' }),
    impressions: z.int(),
    clicks: z.int(),
    ctr: z.number().meta({ description: 'Clicks per impression, as a fraction' }),
    at: z.iso.datetime().meta({ description: 'When the platform said so' }),
  })
  .meta({ id: 'CampaignPerformance' });

export const campaignSchema = z
  .object({
    id: z.string(),
    platform: z.enum(adPlatforms),
    name: z.string(),
    status: z.enum(campaignStatuses),
    budget: z.object({ amount: z.string() }).meta({ description: 'A day, in US dollars, decimal' }),
    allocated: z.string().meta({ description: 'What reinvestment has given it in all, decimal' }),
    keywords: z.array(z.string()),
    adMessage: z.string(),
    targetAudience: z.string(),
    providerId: z.string().nullable(),
    hasAd: z.boolean().meta({
      description: 'Whether we made its ad with it: not of one that is made by hand, nor of one from before we did',
    }),
    performance: performanceSchema.nullable().meta({ description: 'Null until the platform has said anything' }),
    problem: z.string().nullable().meta({ description: 'What is wrong with it at its platform, if anything' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Campaign' });

export type Campaign = z.infer<typeof campaignSchema>;

/** The platform as the service names it, of what a form calls it. */
export function platformOf(name: z.infer<typeof createCampaignBody>['platform']): AdPlatform {
  return name.replace('-ads', '') as AdPlatform;
}

const decimalAmount = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^\d{1,9}(?:\.\d{1,2})?$/, 'Write the amount like 12.50.')
    .transform(Number),
]);

/**
 * Spec 2 §7: a click names `adNetwork` or `campaignId` and is worth what we say; a record of an operator names neither
 * of these by itself, and its amount counts.
 */
export const adRevenueBody = z.strictObject({
  source: z.string().trim().min(1).max(100),
  amount: decimalAmount.refine((value) => value >= 0.01 && value <= 1_000_000, 'The amount must be more than 0.'),
  currency: z.literal('USD').default('USD'),
  adNetwork: z.string().trim().min(1).max(60).optional(),
  campaignId: z.string().trim().min(1).max(100).optional(),
});

export const revenueRecordSchema = z
  .object({
    id: z.string(),
    source: z.string(),
    amount: z.string(),
    currency: z.literal('USD'),
    adNetwork: z.string().nullable(),
    campaignId: z.string().nullable(),
    kind: z.enum(['click', 'record']),
    state: z.enum(['estimate', 'confirmed', 'replaced']).meta({
      description: 'A click is an estimate until it is confirmed, or replaced by the report of its network',
    }),
    at: z.iso.datetime(),
    reinvestedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AdRevenueRecord' });

/** Clicks whose revenue is an estimate: how many, and their sum. */
export const confirmationSchema = z
  .object({ records: z.int(), total: z.string().meta({ description: 'Decimal' }) })
  .meta({ id: 'AdRevenueConfirmation' });

/** What a reinvestment does, or would do: half of the records, to the campaigns that take money, by their budgets. */
export const reinvestmentSchema = z
  .object({
    records: z.int(),
    total: z.string().meta({ description: 'Of the records, decimal' }),
    reinvested: z.string().meta({ description: 'Half of it, rounded down to the cent once for all records' }),
    allocations: z.array(z.object({ campaignId: z.string(), name: z.string(), amount: z.string() })),
    possible: z.boolean(),
    why: z.string().nullable().meta({ description: 'Why it is not possible' }),
  })
  .meta({ id: 'Reinvestment' });

const reinvestmentQuery = z.object({ recordId: z.string().max(100).optional() });

export const adSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    imageUrl: z.string().nullable().meta({ description: 'On our own address' }),
    clickUrl: z.string().meta({ description: 'A path of ours, or an https address' }),
    source: z.enum(['house', 'coinzilla', 'bitmedia']),
  })
  .meta({ id: 'Ad' });

export const adsReply = z.object({ ads: z.array(adSchema).max(3) });

/** What the operators' dashboard takes from the ads. */
const figuresReply = z.object({
  adRevenueCents: z.int(),
  unreinvestedCents: z.int(),
  activeCampaigns: z.int(),
  shouldReinvest: z.boolean(),
  advertisingInitialized: z.boolean(),
});

/** The answer of an outside service as it came, for whoever tries the connection. */
export const rawReply = z.object({ success: z.boolean(), status: z.int().nullable(), result: z.unknown() });

const byOperator = { operator: z.string() };
const withId = z.object({ id: z.string() });

/** What the ads service answers. */
export const adsApi = {
  readAutomation: defineRoute({
    method: 'GET',
    path: '/automation',
    summary: 'Whether a post can go out, and what has gone out',
    access: 'internal',
    reply: automationReply,
  }),
  changeAutomation: defineRoute({
    method: 'PATCH',
    path: '/automation',
    summary: 'Changes who posts, when and how much',
    access: 'internal',
    body: automationSettings.partial(),
    reply: automationReply,
    idempotent: true,
  }),
  previewNextPost: defineRoute({
    method: 'GET',
    path: '/next-post',
    summary: 'What would be posted next',
    access: 'internal',
    reply: previewReply,
  }),
  postNext: defineRoute({
    method: 'POST',
    path: '/posts',
    summary: 'Posts the next ad, as far as the rules allow it',
    access: 'internal',
    body: z.strictObject({
      operator: z
        .string()
        .nullable()
        .meta({ description: 'Who wants it now; null for the schedule, which keeps hours' }),
    }),
    reply: actionReply,
    status: 200,
  }),
  listPosts: defineRoute({
    method: 'GET',
    path: '/posts',
    summary: 'What was posted, or was about to be',
    access: 'internal',
    query: listQuery(['-plannedAt', 'plannedAt'], {}),
    reply: listReply('posts', postSchema),
  }),

  listVariations: defineRoute({
    method: 'GET',
    path: '/variations',
    summary: 'The pool of texts, retired ones too',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt'], {}),
    reply: listReply('variations', variationSchema),
  }),
  addVariation: defineRoute({
    method: 'POST',
    path: '/variations',
    summary: 'Adds a text to the pool',
    access: 'internal',
    body: variationInput,
    reply: variationSchema,
    status: 201,
    errors: ['already_exists'],
  }),
  editVariation: defineRoute({
    method: 'PATCH',
    path: '/variations/{id}',
    summary: 'Changes a text of the pool, retires it or takes it back',
    access: 'internal',
    params: withId,
    body: variationInput.partial().extend({ retired: z.boolean().optional() }),
    reply: variationSchema,
    idempotent: true,
    errors: ['ad_not_found', 'already_exists'],
  }),

  listCampaigns: defineRoute({
    method: 'GET',
    path: '/campaigns',
    summary: 'Campaigns, with what their platforms say of them',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt'], { platform: z.enum(adPlatforms).optional() }),
    reply: listReply('campaigns', campaignSchema),
  }),
  createCampaign: defineRoute({
    method: 'POST',
    path: '/campaigns',
    summary: 'Makes a campaign, paused; by hand where the platform has no API',
    access: 'internal',
    body: createCampaignBody.extend({ key: z.string() }),
    reply: campaignSchema,
    status: 201,
    idempotent: true,
  }),
  changeCampaign: defineRoute({
    method: 'PATCH',
    path: '/campaigns/{id}',
    summary: 'Starts, pauses or ends a campaign at its platform',
    access: 'internal',
    params: withId,
    body: z.strictObject({ status: z.enum(['active', 'paused', 'ended']) }),
    reply: campaignSchema,
    idempotent: true,
    errors: ['campaign_not_found', 'campaign_closed', 'ad_provider_unavailable'],
  }),
  initializeRobinhood: defineRoute({
    method: 'POST',
    path: '/campaigns/robinhood',
    summary: 'Makes the campaign for people who leave Robinhood, once',
    access: 'internal',
    reply: actionReply,
    status: 200,
    idempotent: true,
  }),
  initializeAdvertising: defineRoute({
    method: 'POST',
    path: '/campaigns/initialize',
    summary: 'Makes the four campaigns of the suggested budgets, once, and switches automatic posting on',
    access: 'internal',
    reply: actionReply,
    status: 200,
    idempotent: true,
  }),

  testX: defineRoute({
    method: 'POST',
    path: '/x/test',
    summary: 'Tries the connection to X: who we are, a post, what is left of the limits, a campaign',
    access: 'internal',
    body: z.discriminatedUnion('what', [
      z.strictObject({ what: z.literal('auth') }),
      z.strictObject({ what: z.literal('rate_limits') }),
      z.strictObject({ what: z.literal('post'), message: z.string() }),
      z.strictObject({
        what: z.literal('campaign'),
        campaignName: z.string(),
        budget: budgetInput,
        keywords: keywordsInput,
      }),
    ]),
    reply: rawReply,
    status: 200,
  }),

  recordClick: defineRoute({
    method: 'POST',
    path: '/clicks',
    summary: 'Counts a click, one for each visitor, ad and day',
    access: 'internal',
    body: z.strictObject({
      adId: z.string(),
      kind: z.enum(['banner', 'card']),
      adNetwork: z.string().optional(),
      visitor: z.string().meta({ description: 'A hash that changes every day: nobody can be found by it' }),
    }),
    reply: z.object({ counted: z.boolean() }),
    status: 200,
    idempotent: true,
  }),
  recordRevenue: defineRoute({
    method: 'POST',
    path: '/revenue',
    summary: 'Books what an operator says that ads have brought in',
    access: 'internal',
    body: adRevenueBody.extend({ key: z.string(), ...byOperator }),
    reply: revenueRecordSchema,
    status: 201,
    idempotent: true,
  }),
  listRevenue: defineRoute({
    method: 'GET',
    path: '/revenue',
    summary: 'What ads have brought in',
    access: 'internal',
    query: listQuery(['-at', 'at'], { unreinvested: z.stringbool().optional() }),
    reply: listReply('revenue', revenueRecordSchema),
  }),
  readEstimates: defineRoute({
    method: 'GET',
    path: '/revenue/estimates',
    summary: 'The click revenue that waits for a confirmation',
    access: 'internal',
    reply: confirmationSchema,
  }),
  confirmRevenue: defineRoute({
    method: 'POST',
    path: '/revenue/confirmation',
    summary: 'Confirms all estimates of click revenue',
    access: 'internal',
    reply: confirmationSchema,
    status: 200,
    idempotent: true,
  }),
  previewReinvestment: defineRoute({
    method: 'GET',
    path: '/reinvestment',
    summary: 'What a reinvestment would do now: of one record, or of all',
    access: 'internal',
    query: reinvestmentQuery,
    reply: reinvestmentSchema,
    errors: ['revenue_not_found'],
  }),
  reinvest: defineRoute({
    method: 'POST',
    path: '/reinvestment',
    summary: 'Gives half of what waits to the campaigns: of one record, or of all',
    access: 'internal',
    body: z.strictObject({ recordId: z.string().optional(), ...byOperator }),
    reply: reinvestmentSchema,
    status: 200,
    errors: ['revenue_not_found'],
  }),
  readAccounting: defineRoute({
    method: 'GET',
    path: '/accounting',
    summary: 'The balances of the ads’ books, and whether they add up',
    access: 'internal',
    reply: z.object({ balanced: z.boolean(), accounts: z.record(z.string(), z.string()) }),
  }),
  readFigures: defineRoute({
    method: 'GET',
    path: '/figures',
    summary: 'Running totals of revenue and campaigns',
    access: 'internal',
    reply: figuresReply,
  }),

  pickAds: defineRoute({
    method: 'GET',
    path: '/slots/{placement}',
    summary: 'At most three ads for a place on our pages, in any order',
    access: 'internal',
    params: z.object({ placement: z.enum(['banner', 'inline', 'sidebar']) }),
    reply: adsReply,
  }),
  readPicture: defineRoute({
    method: 'GET',
    path: '/pictures/{id}',
    summary: 'The picture of an ad of others, made anew by us',
    access: 'internal',
    params: z.object({ id: z.string() }),
    reply: z.object({ webp: z.string().meta({ description: 'Its bytes, in base64' }) }),
    errors: ['ad_not_found'],
  }),
};

export const AdPosted = defineEvent(
  'ad.posted',
  1,
  z.object({ postId: z.string(), theme: z.string(), at: z.iso.datetime() }),
  { summary: 'An ad went out on X.', context: 'ads' },
);
export const AdPostFailed = defineEvent(
  'ad.post_failed',
  1,
  z.object({ postId: z.string(), theme: z.string(), reason: z.string() }),
  { summary: 'An ad was not posted, after all tries.', context: 'ads' },
);
export const AdClicked = defineEvent(
  'ad.clicked',
  1,
  z.object({ recordId: z.string(), adId: z.string(), network: z.string(), amountCents: z.int() }),
  { summary: 'A visitor followed an ad of our pages; the amount is an estimate.', context: 'ads' },
);
export const AdRevenueRecorded = defineEvent(
  'ad_revenue.recorded',
  1,
  z.object({ recordId: z.string(), source: z.string(), amountCents: z.int() }),
  { summary: 'Ad revenue was confirmed: typed by an operator, reported by a network, or clicks.', context: 'ads' },
);
export const AdRevenueReinvested = defineEvent(
  'ad_revenue.reinvested',
  1,
  z.object({ reinvestmentId: z.string(), records: z.int(), totalCents: z.int(), reinvestedCents: z.int() }),
  { summary: 'Half of what waited went to the campaigns.', context: 'ads' },
);
export const CampaignCreated = defineEvent(
  'campaign.created',
  1,
  z.object({
    campaignId: z.string(),
    platform: z.string(),
    budgetCents: z.int(),
    status: z.string(),
    /** What a person does, where the platform has no API. */
    todo: z.string().nullable(),
  }),
  { summary: 'A campaign was made, at its platform or as a task.', context: 'ads' },
);
export const CampaignEnded = defineEvent(
  'campaign.ended',
  1,
  z.object({ campaignId: z.string(), platform: z.string() }),
  { summary: 'A campaign was ended for good, or given up before it was made.', context: 'ads' },
);
