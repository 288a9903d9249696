import type { Context } from '../context.ts';
import { findNetworkAd, findNetworkAds } from '../network-store.ts';
import type { NetworkAdTable } from '../tables.ts';
import { type Ad, houseAds } from './house.ts';

/** So many ads take turns in one place (spec 2, "Ads"). */
const perPlace = 3;
/** Of them, so many of others. */
const ofNetworks = 2;
/** After so long another of our own come up. */
const turnMs = 5 * 60_000;

/** The ads for one place: those of others that there are, and our own beside them, which take turns. */
export async function pickAds({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Ad[]> {
  const now = clock();
  const others = (await findNetworkAds(db, now)).slice(0, ofNetworks).map(toAd);
  const turn = Math.floor(now.getTime() / turnMs);
  const own = Array.from(
    { length: perPlace - others.length },
    (_, n) => houseAds[(turn * perPlace + n) % houseAds.length] as Ad,
  );
  return [...others, ...own];
}

/** An ad that we show, or have shown. */
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
