import type { Placement } from '@xrp-bridge/contracts/ad-plan';
import type { Context } from '../context.ts';
import { findNetworkAd, findNetworkAds } from '../network-store.ts';
import type { NetworkAdTable } from '../tables.ts';
import { type Ad, houseAds } from './house.ts';

/** The number of ads that each placement shows in turn (spec 2, "Ads"). */
const perPlace = 3;
/** Maximum number of network ads among the three ads of a placement. */
const mostNetworkAds = 2;
/** Placements. Inline and sidebar are on the same page, so they must show different ads. */
const places: readonly Placement[] = ['banner', 'inline', 'sidebar'];
/** Interval at which our own ads change. */
const turnMs = 5 * 60_000;

/** Returns three ads for a placement: network ads, then our own, which change every five minutes. */
export async function pickAds({ db, clock }: Pick<Context, 'db' | 'clock'>, placement: Placement): Promise<Ad[]> {
  const now = clock();
  const others = (await findNetworkAds(db, now))
    .filter((_, n) => placement === 'banner' || n % 2 === (placement === 'inline' ? 0 : 1))
    .slice(0, mostNetworkAds)
    .map(toAd);
  const first = (Math.floor(now.getTime() / turnMs) + places.indexOf(placement)) * perPlace;
  const own = Array.from({ length: perPlace - others.length }, (_, n) => houseAds[(first + n) % houseAds.length] as Ad);
  return [...others, ...own];
}

/** Finds one of our ads, or a stored ad of a network. */
export async function findAd({ db }: Pick<Context, 'db'>, id: string): Promise<Ad | null> {
  const own = houseAds.find((ad) => ad.id === id);
  if (own) return own;
  const other = await findNetworkAd(db, id);
  return other && toAd(other);
}

function toAd(row: NetworkAdTable): Ad {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.picture_id && `/api/ad-pictures/${row.picture_id}`,
    clickUrl: row.click_url,
    source: row.network,
  };
}
