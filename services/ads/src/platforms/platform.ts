import type { Ad } from '../domain/ad.ts';
import type { Campaign, PerformanceReport } from '../domain/campaign.ts';

/** A campaign's performance, as a platform reports it. */
export type CampaignPerformance = Omit<PerformanceReport, 'at'>;

/** A campaign that exists at its platform. `providerId` is the platform's id. */
export interface PlatformCampaign {
  providerId: string;
  createdAt: Date;
}

/**
 * A platform that runs campaigns.
 * Each call @throws Refused, NotNow, Unclear (see api.ts).
 */
export interface Platform {
  /** False if keys are missing. The platform is then not used. */
  configured: boolean;
  /** Creates a paused campaign, named by its label. @returns the platform's id of the campaign */
  create(campaign: Campaign, ad: Ad, signal?: AbortSignal): Promise<string>;
  /** Finds a campaign by its label. @returns null if there is no such campaign */
  find(label: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * Creates the missing parts of a campaign's ad and targeting.
   * Searches for each part first, so that repeated calls create nothing twice. Does nothing if `create` includes the
   * ad.
   */
  addAd(campaign: Campaign, providerId: string, ad: Ad, signal?: AbortSignal): Promise<void>;
  setStatus(providerId: string, status: 'active' | 'paused' | 'ended'): Promise<void>;
  /**
   * Reads the performance of campaigns since their creation, by the platform's ids.
   * The map has null for a campaign that does not exist at the platform, and no entry for a campaign without data.
   */
  readPerformance(
    campaigns: readonly PlatformCampaign[],
    signal?: AbortSignal,
  ): Promise<Map<string, CampaignPerformance | null>>;
}
