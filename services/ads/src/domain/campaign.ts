import { type AdPlatform, presetAdMessages, suggestedBudgets } from '@xrp-bridge/contracts/ad-plan';
import type { CampaignStatus } from '@xrp-bridge/contracts/ads';

/** A campaign at a platform. Whoever spends money on it has started it by hand: it is made paused. */
export interface Campaign {
  id: string;
  platform: AdPlatform;
  name: string;
  status: CampaignStatus;
  budgetCents: number;
  /** What reinvestment has set aside for it in all; what is spent is what its platform was told. */
  allocatedCents: number;
  keywords: string[];
  adMessage: string;
  targetAudience: string;
  /** The platform's id of it; of a draft, when the campaign is there and its ad is not yet. */
  providerId: string | null;
  /** Whether its ad was made with it. */
  hasAd: boolean;
  /** When it, or its ad, was handed to the platform with no answer that can be relied on: it may be there. */
  sentAt: Date | null;
  problem: string | null;
  performance: PerformanceReport | null;
  createdAt: Date;
}

export interface PerformanceReport {
  spendCents: number;
  impressions: number;
  clicks: number;
  /** When the platform said so. */
  at: Date;
}

/** What is asked of a new campaign. */
export type CampaignPlan = Pick<
  Campaign,
  'platform' | 'name' | 'budgetCents' | 'keywords' | 'adMessage' | 'targetAudience'
>;

/** How a campaign begins: at a platform without an API a person makes it. */
export function firstStatus(platform: AdPlatform): CampaignStatus {
  return platform === 'rumble' ? 'by_hand' : 'draft';
}

/** Its name at the platform ends with our id: by that it is found again, however its making went. */
export function labelOf({ id, name }: Pick<Campaign, 'id' | 'name'>): string {
  return `${name} [${id.slice(-12)}]`;
}

/** Campaigns that take part when money is reinvested. */
export const takingStatuses = ['paused', 'active', 'by_hand'] as const satisfies readonly CampaignStatus[];

/**
 * After so long a request that was not answered is over at the platform too: what is not there then was not made, and can
 * be made anew.
 */
const settlingMs = 5 * 60_000;

/** Whether what was sent for a draft, without an answer, may still come to be at its platform. */
export function mayStillCome({ sentAt }: Pick<Campaign, 'sentAt'>, now: Date): boolean {
  return sentAt !== null && now.getTime() - sentAt.getTime() < settlingMs;
}

/** What a person does who makes the campaign where there is no API: every text ready to copy. */
export function describeByHand(campaign: CampaignPlan): string {
  const { name, budgetCents, adMessage, keywords, targetAudience } = campaign;
  return [
    `Make the campaign “${name}” in Rumble’s own pages, with $${(budgetCents / 100).toFixed(2)} a day.`,
    adMessage && `Text: ${adMessage}`,
    targetAudience && `For: ${targetAudience}.`,
    keywords.length > 0 && `Keywords: ${keywords.join(', ')}.`,
    'It is in the list of campaigns: say there when it runs.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** For people who leave Robinhood. We name it among the keywords only: nobody shall think that we belong to it. */
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
  targetAudience: 'People who hold XRP at a broker and want it in their own wallet',
};

const platformNames: Record<AdPlatform, string> = { google: 'Google', meta: 'Meta', rumble: 'Rumble', x: 'X' };

/** One for each platform, of the suggested budgets. */
export const firstPlans: readonly CampaignPlan[] = (Object.entries(suggestedBudgets) as [AdPlatform, number][]).map(
  ([platform, dollars], n) => ({
    platform,
    name: `XRP to your own wallet, ${platformNames[platform]}`,
    budgetCents: dollars * 100,
    keywords: ['xrp wallet', 'move xrp to wallet', 'xrp destination tag'],
    adMessage: presetAdMessages[n] as string,
    targetAudience: 'People who hold XRP at an exchange, 45 and older',
  }),
);
