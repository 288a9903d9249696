import { type Placement, placements } from '@xrp-bridge/contracts/ad-plan';
import { defineStored, inThisTab } from '../../lib/storage.ts';

/** The places whose ad was closed: it stays away until the tab is closed. */
export const closedAds = defineStored<readonly Placement[]>('ads-closed', parsePlacements, [], inThisTab);

function parsePlacements(value: unknown): readonly Placement[] | undefined {
  return Array.isArray(value) && value.every((each) => Object.hasOwn(placements, String(each))) ? value : undefined;
}

/** The least height of an ad, so that each of our own fits. Units of 4 px; 24, 32 and 48 on a wide window. */
export const heights: Record<Placement, string> = {
  banner: 'min-h-24 max-sm:min-h-61',
  inline: 'min-h-32 max-sm:min-h-61',
  sidebar: 'min-h-48',
};
