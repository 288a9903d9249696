import { z } from 'zod';

/**
 * States of a post.
 * `planned`: about to be sent. `unclear`: sent without an answer, so the post is looked up on the account before it may
 * be sent again. `dry_run`: stored but not sent.
 */
export const postStatuses = ['planned', 'posted', 'unclear', 'failed', 'dry_run'] as const;
export type PostStatus = (typeof postStatuses)[number];

export const postTriggers = ['schedule', 'operator', 'test'] as const;
export type PostTrigger = (typeof postTriggers)[number];

/** Hours of the day (UTC) that allow posting. A window with `toHour` < `fromHour` spans midnight. */
const windowSchema = z
  .strictObject({
    name: z.string().max(40).trim().min(1),
    fromHour: z.int().min(0).max(23),
    toHour: z.int().min(0).max(24),
  })
  .meta({ id: 'PostingWindow' });

export type PostingWindow = z.infer<typeof windowSchema>;

/**
 * Reasons why no post can be sent, neither by schedule nor by hand.
 * `on_its_way`: another post is being sent. `unclear`: the answer to a post got lost. `cooldown`: less than 24 hours
 * since the last post. `empty_pool`: no text may be posted yet.
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

/** Settings of automatic posting that operators can change. */
export const automationSettings = z.strictObject({
  autoPostEnabled: z.boolean().meta({ description: 'Kill switch: if false, no ad is posted, not even by hand' }),
  dryRun: z.boolean().meta({ description: 'Whether posts are prepared but not sent' }),
  dailyCap: z.int().min(1).max(24),
  windows: z.array(windowSchema).min(1).max(8),
});

/** Spec 2 §3, "Ad automation status", with additional fields. */
export const automationReply = automationSettings
  .extend({
    canPost: z.boolean(),
    whyNot: z
      .enum(obstacles)
      .nullable()
      .meta({ description: 'Why no post is possible now; null if an operator can post' }),
    nextPostTime: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Next post of the schedule within its hours; null if it cannot post' }),
    totalPosts: z.int(),
    adPoolSize: z.int(),
    lastPost: z
      .object({ ad: z.string(), timestamp: z.iso.datetime(), window: z.string() })
      .nullable()
      .meta({ description: 'Text, time and posting window of the last post' }),
  })
  .meta({ id: 'AdAutomationStatus' });

export const previewReply = z.object({
  preview: z.object({ theme: z.string(), message: z.string() }).nullable(),
});

const themeInput = z
  .string()
  .max(40)
  .trim()
  .min(1)
  .regex(/^[a-z][a-z-]*$/, 'Use lowercase letters and hyphens for the theme, like wallet-safety.');

/** A text of the ad pool. The service checks the text against X's rules and the law. */
export const variationInput = z.strictObject({ theme: themeInput, text: z.string().max(1_000).trim().min(1) });

export const variationSchema = z
  .object({
    id: z.string(),
    theme: z.string(),
    text: z.string(),
    weightedLength: z.int().meta({ description: 'Length as X counts it; at most 280' }),
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
    trigger: z.enum(postTriggers).meta({ description: '`test` is an operator’s test of the connection' }),
    operator: z.string().nullable().meta({ description: 'The operator who posted it; null for other triggers' }),
    window: z.string(),
    plannedAt: z.iso.datetime(),
    postedAt: z.iso.datetime().nullable(),
    postId: z.string().nullable().meta({ description: 'The id of the post on X' }),
    why: z.string().nullable().meta({ description: 'Why it failed, or why its outcome is unknown' }),
  })
  .meta({ id: 'AdPost' });
