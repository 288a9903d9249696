import { type AdPlatform, adPlatforms } from '@xrp-bridge/contracts/ad-plan';

export const platformNames: Record<AdPlatform, string> = {
  google: 'Google Ads',
  meta: 'Meta Ads',
  rumble: 'Rumble Ads',
  x: 'X Ads',
};

/** A platform's name in API calls: lower case with a hyphen (spec 2 §3). */
export type PlatformName = `${AdPlatform}-ads`;

export const platforms = adPlatforms.map((id) => ({ id, name: platformNames[id], value: `${id}-ads` as PlatformName }));

/** Parses keywords separated by commas, without duplicates. */
export function parseKeywords(typed: string): string[] {
  const words = typed.split(/[,\n\r]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}
