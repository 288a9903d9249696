import { type Placement, placements } from '@xrp-bridge/contracts/ad-plan';
import { defineStored, inThisTab } from '../../lib/storage.ts';

/** The placements whose ad the visitor has closed. They stay closed until the tab is closed. */
export const closedAds = defineStored<readonly Placement[]>('ads-closed', parsePlacements, [], inThisTab);

function parsePlacements(value: unknown): readonly Placement[] | undefined {
  return Array.isArray(value) && value.every((each) => Object.hasOwn(placements, String(each))) ? value : undefined;
}

/** The minimum height of an ad. Each house ad fits into it. */
export const heights: Record<Placement, string> = {
  banner: 'min-h-24 max-sm:min-h-61',
  inline: 'min-h-32 max-sm:min-h-61',
  sidebar: 'min-h-48',
};
