import type { adSchema } from '@xrp-bridge/contracts/ads';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import type { z } from 'zod';

export type Ad = z.infer<typeof adSchema>;

/** Returns one of our ads. Its picture is in the frontend's `public/pictures`. */
function houseAd(name: string, title: string, description: string, clickUrl: string): Ad {
  return {
    id: `house-${name}`,
    title,
    description,
    imageUrl: `/pictures/${name}.svg`,
    clickUrl,
    source: 'house',
  };
}

/** Our own ads. Each makes a true claim and links to the page that proves the claim. */
export const houseAds: readonly Ad[] = [
  houseAd(
    'own-wallet',
    'Your own wallet, step by step',
    'Set up a wallet that only you can open.',
    '/trust-wallet-setup',
  ),
  houseAd('tag', 'Do you need a tag?', 'We’ll tell you before you press send.', '/start'),
  houseAd('small-test', 'Send a small test first', 'We’ll tell you how much to send.', '/start'),
  houseAd('address', 'We check your address', 'On the XRP network, before you send.', '/transfer-flow'),
  houseAd(
    'price',
    `A guide for $${formatCents(prices.guide)}`,
    'One fixed price, no matter how much you move.',
    '/transfer-flow',
  ),
  houseAd('ask', 'Ask us anything', 'Plain answers about moving your XRP.', '/assistant'),
  houseAd('market', 'What the market is doing', 'Signals with sources, free to read.', '/nansen'),
  houseAd('no-keys', 'You don’t need an account', 'We never ask for your recovery phrase.', '/start'),
];
