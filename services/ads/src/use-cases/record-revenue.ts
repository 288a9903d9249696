import { AdClicked, AdRevenueRecorded } from '@xrp-bridge/contracts/ads';
import { ProblemError } from '@xrp-bridge/runtime';
import { addFigure } from '@xrp-bridge/runtime/figures';
import { findCampaign } from '../campaign-store.ts';
import type { Context } from '../context.ts';
import { revenueEntries } from '../domain/reinvestment.ts';
import { type Click, centsOf, keyOfClick, keyOfRecord, worthOf } from '../domain/revenue.ts';
import { findAd } from '../networks/slots.ts';
import { bookEntries, findRevenue, insertRevenue, type RevenueRecord } from '../revenue-store.ts';

/** The clicks counted so far, as a figure. */
const clicksFigure = 'clicks';
const clickSource = 'xrp-bridge-cpc';
const networks = ['house', 'coinzilla', 'bitmedia'];

/**
 * Books a click: once for a visitor, an ad and an hour. Which ad it was is what we know ourselves: names that are made up
 * count as one, so that nobody makes money of them.
 * @returns false when it was not counted
 */
export async function recordClick(
  context: Context,
  { adId, kind, visitor, adNetwork }: Click & { adNetwork?: string | undefined },
): Promise<boolean> {
  const { db, transact, clock, emit } = context;
  const ad = await findAd(context, adId);
  const isCampaign = kind === 'card' && (await findCampaign(db, adId)) !== null;
  // A card is worth more than ten banners: it must be one of ours.
  if (kind === 'card' && !ad && !isCampaign) return false;
  const at = clock();
  const network = ad?.source ?? (networks.includes(adNetwork ?? '') ? (adNetwork as string) : 'other');
  const key = keyOfClick({ adId: ad || isCampaign ? adId : network, kind, visitor }, at);
  return transact(async (tx) => {
    const cents = worthOf(kind);
    const record = await insertRevenue(tx, {
      kind: 'click',
      key,
      source: clickSource,
      amount_cents: cents,
      ad_network: kind === 'banner' ? network : null,
      campaign_id: kind === 'card' ? adId : null,
      at,
    });
    if (!record) return false;
    const about = { about_id: record.id };
    await bookEntries(tx, {
      transactionId: record.id,
      kind: 'click',
      entries: revenueEntries('click', cents),
      at,
      about,
    });
    await addFigure(tx, at, clicksFigure);
    emit(tx, AdClicked, record.id, { recordId: record.id, adId: ad ? adId : network, network, amountCents: cents });
    return true;
  });
}

/**
 * Books what an operator says that ads have brought in. The same key again is the same record.
 * @throws ProblemError already_exists when the key came with something else before
 */
export async function recordRevenue(
  { db, transact, clock, emit }: Context,
  given: {
    key: string;
    source: string;
    amount: number;
    adNetwork?: string | undefined;
    campaignId?: string | undefined;
  },
): Promise<RevenueRecord> {
  const at = clock();
  const cents = centsOf(given.amount);
  const key = keyOfRecord(given.key);
  const added = await transact(async (tx) => {
    const record = await insertRevenue(tx, {
      kind: 'record',
      key,
      source: given.source,
      amount_cents: cents,
      ad_network: given.adNetwork ?? null,
      campaign_id: given.campaignId ?? null,
      at,
    });
    if (!record) return null;
    const entries = revenueEntries('record', cents);
    await bookEntries(tx, { transactionId: record.id, kind: 'record', entries, at, about: { about_id: record.id } });
    emit(tx, AdRevenueRecorded, record.id, { recordId: record.id, source: given.source, amountCents: cents });
    return record;
  });
  if (added) return added;
  const before = (await findRevenue(db, { key })) as RevenueRecord;
  if (before.source !== given.source || before.amount_cents !== cents) throw new ProblemError('already_exists');
  return before;
}
