import { createHash } from 'node:crypto';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { checkNetworkAd, type NetworkAd } from '../domain/network-ad.ts';
import { deleteOldNetworkAds, upsertNetworkAd, upsertPicture } from '../network-store.ts';
import type { Network } from '../networks/network.ts';
import { reencodePicture } from '../networks/picture.ts';

/**
 * The job has one attempt, because the next run is minutes away, and until then our own ads fill the
 * slots.
 */
export const FetchNetworkAds = defineJob('fetch-network-ads', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 120_000,
});

/** Time for which an ad is shown after its last fetch. */
const shownMs = 30 * 60_000;
const retentionMs = 7 * 24 * 3_600_000;

/** Fetches the ads of every configured network and stores those that pass the checks. */
export async function fetchNetworkAds(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  for (const network of context.networks.filter(({ configured }) => configured)) {
    try {
      for (const ad of await network.fetchAds(signal)) await storeAd(context, network, ad, signal);
    } catch (error) {
      log.warn({ err: error, network: network.name }, 'an ad network does not answer');
    }
  }
  await deleteOldNetworkAds(db, new Date(clock().getTime() - retentionMs));
}

async function storeAd(context: Context, { name }: Network, received: NetworkAd, signal?: AbortSignal): Promise<void> {
  const { db, clock, log, fetchPicture } = context;
  const ad = checkNetworkAd(received);
  if (!ad) {
    log.warn({ network: name }, 'an ad of a network is not shown: it is not plain words with an https link');
    return;
  }
  const id = `${name}-${hashOf(ad.title, ad.description, ad.clickUrl)}`;
  let pictureId: string | null = null;
  if (ad.pictureUrl) {
    try {
      const picture = await reencodePicture(await fetchPicture(ad.pictureUrl, signal));
      pictureId = hashOf(picture);
      await upsertPicture(db, pictureId, picture, clock());
    } catch (error) {
      // The ad is shown without a picture.
      log.warn({ err: error, network: name }, 'the picture of an ad is not shown');
    }
  }
  const until = new Date(clock().getTime() + shownMs);
  await upsertNetworkAd(db, { ...ad, id, network: name, pictureId, until });
}

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, 32);
}
