import { isPublicHttps } from '@xrp-bridge/contracts/public-address';

/** The parts of a network's ad that we show: plain text and a link. */
export interface NetworkAd {
  title: string;
  description: string;
  /** Address of the ad's picture. We fetch the picture and show our own copy. */
  pictureUrl: string | null;
  clickUrl: string;
}

const longest = { title: 60, description: 140 } as const;

/** Matches markup, control characters, and characters that change the direction of the text. */
const markup = /[<>{}]|&[a-z#]|\p{Cc}|[\u202a-\u202e\u2066-\u2069]/iu;

/**
 * Validates a network's ad: short plain text and a public https address.
 * @returns the trimmed ad, or null if it must not be shown
 */
export function checkNetworkAd(ad: NetworkAd): NetworkAd | null {
  const title = ad.title.trim();
  const description = ad.description.trim();
  const isShort = title.length > 0 && title.length <= longest.title && description.length <= longest.description;
  if (!isShort || markup.test(title) || markup.test(description)) return null;
  if (!isPublicHttps(ad.clickUrl)) return null;
  const pictureUrl = ad.pictureUrl && isPublicHttps(ad.pictureUrl) ? ad.pictureUrl : null;
  return { title, description, pictureUrl, clickUrl: new URL(ad.clickUrl).href };
}

type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** Returns the type of a picture from its first bytes, or null if the type is not supported. */
export function typeOfPicture(bytes: Uint8Array): PictureType | null {
  const begins = (text: string, at = 0) => [...text].every((letter, n) => bytes[at + n] === letter.charCodeAt(0));
  if (begins('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (begins('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp';
  return null;
}
