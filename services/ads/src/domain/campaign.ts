import { type AdPlatform, presetAdMessages, suggestedBudgets } from '@xrp-bridge/contracts/ad-plan';
import type { CampaignStatus } from '@xrp-bridge/contracts/ads';

/**
 * A campaign at a platform.
 * It is created paused, and spends money only after an operator has started it.
 */
export interface Campaign {
  id: string;
  platform: AdPlatform;
  name: string;
  status: CampaignStatus;
  budgetCents: number;
  /**
   * Total allocated by reinvestments.
   * It does not limit the spending: the platform uses only `budgetCents`.
   */
  allocatedCents: number;
  keywords: string[];
  adMessage: string;
  targetAudience: string;
  /** The campaign's id at the platform. A draft has an id if the campaign exists there without its ad. */
  providerId: string | null;
  /** True once the ad exists at the platform. */
  hasAd: boolean;
  /** Time of a request without a reliable response. The campaign or its ad may exist at the platform. */
  sentAt: Date | null;
  problem: string | null;
  performance: PerformanceReport | null;
  createdAt: Date;
}

export interface PerformanceReport {
  spendCents: number;
  impressions: number;
  clicks: number;
  /** Time at which the platform reported the performance. */
  at: Date;
}

/** The input of a new campaign. */
export type CampaignPlan = Pick<
  Campaign,
  'platform' | 'name' | 'budgetCents' | 'keywords' | 'adMessage' | 'targetAudience'
>;

/** Returns the status of a new campaign: `by_hand` at Rumble, which has no API, otherwise `draft`. */
export function firstStatus(platform: AdPlatform): CampaignStatus {
  return platform === 'rumble' ? 'by_hand' : 'draft';
}

/**
 * Returns the campaign's name at the platform.
 * The name ends with the last 12 characters of our id, so that a search finds the campaign after a lost response.
 */
export function labelOf({ id, name }: Pick<Campaign, 'id' | 'name'>): string {
  return `${name} [${id.slice(-12)}]`;
}

/** Statuses of the campaigns that receive allocations. */
export const fundedStatuses = ['paused', 'active', 'by_hand'] as const satisfies readonly CampaignStatus[];

/**
 * Time after which a request without a response can no longer take effect at the platform.
 * If the campaign does not exist at the platform by then, the request is sent again.
 */
const settlingMs = 5 * 60_000;

/** Returns true if a request without a response may still take effect at the platform. */
export function mayStillCome({ sentAt }: Pick<Campaign, 'sentAt'>, now: Date): boolean {
  return sentAt !== null && now.getTime() - sentAt.getTime() < settlingMs;
}

/** Returns instructions for the person who creates a campaign by hand, with every text ready to copy. */
export function describeByHand(campaign: CampaignPlan): string {
  const { name, budgetCents, adMessage, keywords, targetAudience } = campaign;
  return [
    `Create the campaign “${name}” on Rumble’s own site, with a budget of $${(budgetCents / 100).toFixed(2)} a day.`,
    adMessage && `Text: ${adMessage}`,
    targetAudience && `Audience: ${targetAudience}.`,
    keywords.length > 0 && `Keywords: ${keywords.join(', ')}.`,
    'Once it’s live on Rumble, find it under “Campaigns” on our dashboard and press “Start.”',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Campaign for people who leave Robinhood.
 * Only its keywords mention Robinhood, because the ad must not suggest an affiliation.
 */
export const robinhoodPlan: CampaignPlan = {
  platform: 'google',
  name: 'Leaving Robinhood',
  budgetCents: suggestedBudgets.google * 100,
  keywords: [
    'robinhood xrp withdrawal',
    'move xrp from robinhood',
    'robinhood xrp to wallet',
    'robinhood crypto transfer',
  ],
  adMessage: presetAdMessages[0],
  targetAudience: 'People who hold XRP with a broker and want it in their own wallet',
};

const platformNames: Record<AdPlatform, string> = { google: 'Google', meta: 'Meta', rumble: 'Rumble', x: 'X' };

/** One plan per platform, each with the suggested budget. */
export const firstPlans: readonly CampaignPlan[] = (Object.entries(suggestedBudgets) as [AdPlatform, number][]).map(
  ([platform, dollars], n) => ({
    platform,
    name: `XRP to your own wallet, ${platformNames[platform]}`,
    budgetCents: dollars * 100,
    keywords: ['xrp wallet', 'move xrp to wallet', 'xrp destination tag'],
    adMessage: presetAdMessages[n] as string,
    targetAudience: 'People 45 and older who hold XRP on an exchange',
  }),
);
