import { formatCents, prices } from './prices.ts';

// Advertising decisions of the product owner. This file contains data only and imports no server code, because the
// operators' pages import it.

/** Platforms of campaigns. Rumble has no public API, so its campaigns become tasks with texts to copy. */
export const adPlatforms = ['google', 'meta', 'rumble', 'x'] as const;
export type AdPlatform = (typeof adPlatforms)[number];

/** Suggested budget for each platform, in dollars (spec 2, "Campaigns tab"). */
export const suggestedBudgets: Record<AdPlatform, number> = { google: 50, meta: 30, rumble: 20, x: 25 };

/**
 * Budgets in the plan text, in dollars a day.
 * Unlike `suggestedBudgets`, the text has no budget for X. The specification contains both lists, so both are shown.
 */
export const plannedDailyBudgets = { google: 50, meta: 30, rumble: 20 } as const;

/** Default budget in the form for a new campaign, in dollars. */
export const initialCampaignBudget = 100;

/** Share of the ad revenue that goes back into campaigns once the threshold is reached (ADR 0041). */
export const reinvestment = { share: 0.5, thresholdCents: 2_500 } as const;

/**
 * Estimated revenue of one click, in cents.
 * The server sets it and ignores the browser's value (ADR 0041).
 */
export const clickRevenueCents = { banner: 20, card: 250 } as const;

/** Maximum length of a post, counted as X counts (twitter-text). */
export const longestPost = 280;

/** Ad placements and their heights, in units of 4 px (spec 2, "Ads"). */
export const placements = { banner: 24, inline: 32, sidebar: 48 } as const;
export type Placement = keyof typeof placements;

const guide = `$${formatCents(prices.guide)}`;
const withConcierge = `$${formatCents(prices.bundle)}`;

/** The line with the prices in every text for operators, so that all these texts name the same prices. */
export const priceLine = `from ${guide}; ${withConcierge} with concierge`;

/**
 * The eight preset texts of spec 2, "Campaigns tab".
 * No text predicts a price, makes a promise or names a partner.
 */
export const presetAdMessages = [
  `Move your XRP to your own wallet, one step at a time. A guide for ${guide}.`,
  'XRP on an exchange isn’t in your hands. We’ll guide you to your own wallet.',
  'Not sure which address to use? We check it on the XRP network before you send.',
  'Does your wallet need a destination tag? We’ll tell you before you press send.',
  'Send a small test first. We’ll figure out how much and watch for it to arrive.',
  'You don’t need an account with us. We guide you, and you do the sending.',
  'Made for first-timers: large type, plain words, one thing at a time.',
  `You pay once: ${priceLine}. We don’t take a cut of your XRP.`,
] as const;

/**
 * Texts beside the message in a Google text ad, which needs three headlines and two descriptions.
 * See https://developers.google.com/google-ads/api/docs/responsive-search-ads/overview
 */
export const searchAd = {
  headlines: ['Your XRP, in your own wallet', 'One step at a time', `A guide for ${guide}`],
  description: 'Plain words, large type, and your address checked on the XRP network before you send.',
} as const;

/** Google's limits for a headline and a description, in characters. */
export const longestSearchAd = { headline: 30, description: 90 } as const;

/**
 * Maximum length of a campaign's message by platform.
 * On X, our link counts as 23 characters, and a space precedes the link.
 */
export const longestAdMessage: Record<AdPlatform, number> = {
  google: longestSearchAd.description,
  meta: 500,
  rumble: 500,
  x: longestPost - 24,
};

/** Texts that operators copy for use elsewhere, with the same prices and facts as the pages. */
export const marketingTexts: readonly { title: string; text: string }[] = [
  {
    title: 'In one sentence',
    text: `We guide you step by step as you move XRP from an exchange to your own wallet (${priceLine}).`,
  },
  {
    title: 'Why now',
    text: 'On an exchange, someone else holds the keys to your XRP. In your own wallet, you do.',
  },
  {
    title: 'What makes us different',
    text: 'We check your address on the XRP network before you send. We tell you if it needs a tag. We figure out the size of your first test and watch for it to arrive.',
  },
  {
    title: 'What we never do',
    text: 'We never touch your XRP. We never ask for your recovery phrase, and we never contact you first.',
  },
  {
    title: 'For a profile page',
    text: `Guidance from A to B for XRP. ${guide} for the guide. Not financial advice.`,
  },
];
