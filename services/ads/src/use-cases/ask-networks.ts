import { createHash } from 'node:crypto';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { checkNetworkAd, type NetworkAd } from '../domain/network-ad.ts';
import { forgetNetworkAds, keepNetworkAd, keepPicture } from '../network-store.ts';
import type { Network } from '../networks/network.ts';
import { remakePicture } from '../networks/picture.ts';

/** One attempt: the next is minutes away, and until then there are our own. */
export const AskNetworks = defineJob('ask-networks', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 120_000,
});

/** How long an ad of a network is shown, unless the network names it again. */
const shownMs = 30 * 60_000;
const keptMs = 7 * 24 * 3_600_000;

/** Asks every network that we have a zone of what it has for us. What does not pass the checks is never kept. */
export async function askNetworks(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  for (const network of context.networks.filter(({ configured }) => configured)) {
    try {
      for (const ad of await network.ask(signal)) await keepAd(context, network, ad, signal);
    } catch (error) {
      log.warn({ err: error, network: network.name }, 'a network of ads does not answer');
    }
  }
  await forgetNetworkAds(db, new Date(clock().getTime() - keptMs));
}

async function keepAd(context: Context, { name }: Network, said: NetworkAd, signal?: AbortSignal): Promise<void> {
  const { db, clock, log, fetchPicture } = context;
  const ad = checkNetworkAd(said);
  if (!ad) {
    log.warn({ network: name }, 'an ad of a network is not shown: it is not plain words with an https link');
    return;
  }
  const id = `${name}-${hashOf(ad.title, ad.description, ad.clickUrl)}`;
  let pictureId: string | null = null;
  if (ad.pictureUrl) {
    try {
      const picture = await remakePicture(await fetchPicture(ad.pictureUrl, signal));
      pictureId = hashOf(picture);
      await keepPicture(db, pictureId, picture, clock());
    } catch (error) {
      // Its words are shown without it.
      log.warn({ err: error, network: name }, 'the picture of an ad is not shown');
    }
  }
  const until = new Date(clock().getTime() + shownMs);
  await keepNetworkAd(db, { ...ad, id, network: name, pictureId, until });
}

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, 32);
}
