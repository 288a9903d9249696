import type { Ad } from '../domain/ad.ts';
import type { Campaign, PerformanceReport } from '../domain/campaign.ts';

/** What a platform says of a campaign. */
export type Performed = Omit<PerformanceReport, 'at'>;

/** A campaign that is there, by the platform's id of it. */
export interface Made {
  providerId: string;
  createdAt: Date;
}

/** Where campaigns run, by its API. Each call @throws Refused, NotNow, Unclear: see api.ts. */
export interface Platform {
  /** False without keys: then nothing is asked of it. */
  configured: boolean;
  /** Makes a campaign, paused, under its label. @returns the platform's id of it */
  make(campaign: Campaign, ad: Ad, signal?: AbortSignal): Promise<string>;
  /** Finds a campaign by its label. @returns null when there is none */
  find(label: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * Gives a campaign what it shows and to whom, as far as it has not got it: each part is looked for before it is made.
   * Nothing where a campaign is made with its ad.
   */
  addAd(campaign: Campaign, providerId: string, ad: Ad, signal?: AbortSignal): Promise<void>;
  setStatus(providerId: string, status: 'active' | 'paused' | 'ended'): Promise<void>;
  /**
   * What it says of these campaigns since they were made, by the platform's ids: null of one that it does not know. One
   * that it says nothing of is missing.
   */
  readPerformance(campaigns: readonly Made[], signal?: AbortSignal): Promise<Map<string, Performed | null>>;
}
