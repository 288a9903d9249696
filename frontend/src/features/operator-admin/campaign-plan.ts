import { type AdPlatform, adPlatforms } from '@xrp-bridge/contracts/ad-plan';

/** What each platform is called. */
export const platformNames: Record<AdPlatform, string> = {
  google: 'Google Ads',
  meta: 'Meta Ads',
  rumble: 'Rumble Ads',
  x: 'X Ads',
};

/** A platform as the call names it: in small letters, with hyphens (spec 2 §3). */
export type PlatformName = `${AdPlatform}-ads`;

export const platforms = adPlatforms.map((id) => ({ id, name: platformNames[id], asked: `${id}-ads` as PlatformName }));

/** Keywords as they are typed, with commas between them; said twice they count once. */
export function parseKeywords(typed: string): string[] {
  const words = typed.split(/[,\n\r]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}
