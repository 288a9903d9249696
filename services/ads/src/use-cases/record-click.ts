import { AdClicked } from '@xrp-bridge/contracts/ads';
import { addDailyTotal } from '@xrp-bridge/runtime/daily-totals';
import { findCampaign } from '../campaign-store.ts';
import { countClicks, insertClick, lockVisitor } from '../click-store.ts';
import type { Context } from '../context.ts';
import { type Click, dayOf, isPayingNetwork, keyOfClick, mostClicksPerDay, worthOf } from '../domain/revenue.ts';
import { findAd } from '../networks/slots.ts';
import { insertRevenue } from '../revenue-store.ts';
import { createId } from '../store.ts';

/** Name of the daily total of clicks. */
const clicksTotal = 'clicks';
const clickSource = 'xrp-bridge-cpc';

/**
 * Counts a click once per visitor, ad and day, and records its revenue as an estimate.
 * All unknown ad ids count as one ad of the network, so that invented ids earn no more than one click.
 * @returns false when the click was not counted
 */
export async function recordClick(
  context: Context,
  { adId, kind, visitor, adNetwork }: Click & { adNetwork?: string | undefined },
): Promise<boolean> {
  const { db, transact, clock, emit } = context;
  const ad = await findAd(context, adId);
  const isCampaign = kind === 'card' && (await findCampaign(db, adId)) !== null;
  // A click on a card earns more than ten clicks on banners, so clicks on cards of unknown ads are not counted.
  if (kind === 'card' && !ad && !isCampaign) return false;
  const at = clock();
  const day = dayOf(at);
  const network = ad?.source ?? (!isCampaign && isPayingNetwork(adNetwork) ? adNetwork : 'house');
  const clicked = ad || isCampaign ? adId : network;
  const cents = worthOf(kind, network);
  return transact(async (tx) => {
    await lockVisitor(tx, visitor);
    if ((await countClicks(tx, day, visitor)) >= mostClicksPerDay) return false;
    if (!(await insertClick(tx, { day, visitor, ad_id: clicked }))) return false;
    const id = createId('click');
    if (cents > 0) {
      await insertRevenue(tx, {
        id,
        kind: 'click',
        key: keyOfClick({ adId: clicked, visitor }, day),
        source: clickSource,
        amount_cents: cents,
        ad_network: network,
        campaign_id: kind === 'card' ? adId : null,
        at,
        confirmed_at: null,
      });
    }
    await addDailyTotal(tx, at, clicksTotal);
    emit(tx, AdClicked, id, { recordId: id, adId: clicked, network, amountCents: cents });
    return true;
  });
}
