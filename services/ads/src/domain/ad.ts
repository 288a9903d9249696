import { type AdPlatform, longestAdMessage, presetAdMessages } from '@xrp-bridge/contracts/ad-plan';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import type { Campaign } from './campaign.ts';

/** The message of a campaign, and the URL to which the ad links. */
export interface Ad {
  message: string;
  link: string;
}

/** Country in which our ads are shown, for platforms that require a country. */
export const adCountry = 'US';

/** Returns a campaign's ad. An empty message is replaced by the first preset. */
export function adOf({ adMessage }: Pick<Campaign, 'adMessage'>, site: string): Ad {
  return { message: adMessage || presetAdMessages[0], link: site };
}

/** Formats an ad as a post: the message with the link. */
export function postOf({ message, link }: Ad): string {
  return `${message} ${link}`;
}

/** Returns the reason why a platform would refuse a message, as a field error; null if it would not. */
export function findAdProblem(platform: AdPlatform, message: string): { code: string; message: string } | null {
  const longest = longestAdMessage[platform];
  const length = platform === 'x' ? postLengthOf(message) : [...message].length;
  if (length > longest) {
    const counted = platform === 'x' ? ' by X’s count' : '';
    return {
      code: 'too_long',
      message: `The ad text is ${length} characters long${counted}. The limit is ${longest}.`,
    };
  }
  if (platform === 'google' && /\p{Cc}/u.test(message)) {
    return { code: 'invalid', message: 'Google ads need the text on one line.' };
  }
  return null;
}
