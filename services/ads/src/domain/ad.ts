import { type AdPlatform, longestAdMessage, presetAdMessages } from '@xrp-bridge/contracts/ad-plan';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import type { Campaign } from './campaign.ts';

/** What a campaign shows, and where it leads. */
export interface Ad {
  message: string;
  link: string;
}

/** Where our ads are shown, where a platform will not go without a country. */
export const adCountry = 'US';

/** The ad of a campaign; one that says nothing of its own says the first of the ready messages. */
export function adOf({ adMessage }: Pick<Campaign, 'adMessage'>, site: string): Ad {
  return { message: adMessage || presetAdMessages[0], link: site };
}

/** A message as X shows it: with the link to us. */
export function postOf({ message, link }: Ad): string {
  return `${message} ${link}`;
}

/** Why a platform would refuse a message, as the operator reads it beside the field; null where it would not. */
export function findAdProblem(platform: AdPlatform, message: string): { code: string; message: string } | null {
  const longest = longestAdMessage[platform];
  const length = platform === 'x' ? postLengthOf(message) : [...message].length;
  if (length > longest) {
    const counted = platform === 'x' ? ', as X counts them' : '';
    return {
      code: 'too_long',
      message: `The ad text is ${length} characters long${counted}. ${longest} are the most there.`,
    };
  }
  if (platform === 'google' && /\p{Cc}/u.test(message)) {
    return { code: 'invalid', message: 'At Google, the ad text must stand on one line.' };
  }
  return null;
}
