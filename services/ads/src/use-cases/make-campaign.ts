import { isDeepStrictEqual } from 'node:util';
import { CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import { defineJob, PermanentFailure, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import {
  claimDraft,
  findCampaign,
  findCampaignMadeAs,
  insertCampaign,
  setCampaignStatus,
  updateDraft,
} from '../campaign-store.ts';
import type { Context } from '../context.ts';
import { adOf } from '../domain/ad.ts';
import {
  type Campaign,
  type CampaignPlan,
  describeByHand,
  firstStatus,
  labelOf,
  mayStillCome,
} from '../domain/campaign.ts';
import { NotNow, Refused } from '../platforms/api.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Tables } from '../store.ts';

/** Tried for some eight hours; then operators see it, and may have it tried again. */
export const MakeCampaign = defineJob('make-campaign', {
  data: z.object({ campaignId: z.string() }),
  attempts: 11,
  backoffMs: 30_000,
  timeoutMs: 120_000,
});

/**
 * Plans a campaign. Its platform makes it in a job that leaves with the transaction; where there is no API, a person does.
 * @returns null when what is made once was made before
 */
export async function planCampaign(
  { clock, emit, enqueue }: Pick<Context, 'clock' | 'emit' | 'enqueue'>,
  tx: Tx<Tables>,
  plan: CampaignPlan,
  madeOnceAs?: string,
): Promise<Campaign | null> {
  const status = firstStatus(plan.platform);
  const campaign = await insertCampaign(tx, plan, { status, at: clock(), ...(madeOnceAs ? { madeOnceAs } : {}) });
  if (!campaign) return null;
  if (status === 'by_hand')
    emit(tx, CampaignCreated, campaign.id, { ...factsOf(campaign), todo: describeByHand(plan) });
  else enqueue(tx, MakeCampaign, { campaignId: campaign.id }, { jobId: campaign.id });
  return campaign;
}

/**
 * Plans what an operator asks for. The same key again is the same campaign.
 * @throws ProblemError already_exists when the key came with something else before
 */
export async function createCampaign(context: Context, plan: CampaignPlan, key: string): Promise<Campaign> {
  const madeOnceAs = `form ${key}`;
  const planned = await context.transact((tx) => planCampaign(context, tx, plan, madeOnceAs));
  if (planned) return planned;
  const before = (await findCampaignMadeAs(context.db, madeOnceAs)) as Campaign;
  if (!isDeepStrictEqual({ ...before, ...plan }, before)) throw new ProblemError('already_exists');
  return before;
}

/**
 * Has the platform make a draft with its ad, once: what is there is looked for first, and what was sent without an answer
 * is made anew only when it can no longer come.
 * @throws Error to be tried again; PermanentFailure when the platform says no
 */
export async function makeCampaign(context: Context, campaignId: string, signal?: AbortSignal): Promise<void> {
  const { db, clock, settings } = context;
  const campaign = await findCampaign(db, campaignId);
  if (campaign?.status !== 'draft') return;
  const platform = platformOf(context, campaign);
  if (!platform.configured) {
    const problem = 'No keys of this platform are set.';
    await updateDraft(db, campaignId, { problem });
    throw new PermanentFailure(problem);
  }
  const unfound = (error: unknown) => explain(context, campaignId, error);
  const there = campaign.providerId ?? (await platform.find(labelOf(campaign), signal).catch(unfound));
  // A campaign that is found is the answer that got lost; of its ad, nobody but the platform knows.
  const isAnswered = there !== null && campaign.providerId === null;
  if (!isAnswered && mayStillCome(campaign, clock())) {
    throw new Error('What became of the last attempt is not clear yet');
  }
  // Of two who come as far as this, one goes on.
  const claim = { id: campaignId, sentAt: clock(), providerId: there };
  if (!(await claimDraft(db, campaign, claim))) throw new Error(taken);
  const notTaken = (error: unknown) => error instanceof Refused || error instanceof NotNow;
  const unmade = (error: unknown) => explain(context, campaignId, error, notTaken(error) ? { sentAt: null } : {});
  const ad = adOf(campaign, settings.PUBLIC_URL);
  const providerId = there ?? (await platform.make(campaign, ad, signal).catch(unmade));
  // Who has found meanwhile what was made here goes on with it.
  if (!there && !(await claimDraft(db, claim, { sentAt: clock(), providerId }))) throw new Error(taken);
  await platform.addAd(campaign, providerId, ad, signal).catch(unmade);
  await adopt(context, campaign);
}

const taken = 'Somebody else is making it';

/** Says beside the campaign why it is not made. A no for good is not asked for again. */
async function explain({ db }: Context, id: string, error: unknown, more: { sentAt?: null } = {}): Promise<never> {
  const problem = (error as Error).message;
  await updateDraft(db, id, { problem, ...more });
  throw error instanceof Refused ? new PermanentFailure(problem) : error;
}

/** The platform has it, with its ad: from here on it is told there what to do. */
async function adopt({ transact, emit }: Context, campaign: Campaign): Promise<void> {
  await transact(async (tx) => {
    const made = { status: 'paused', hasAd: true, problem: null, sentAt: null } as const;
    if (!(await updateDraft(tx, campaign.id, made))) return;
    emit(tx, CampaignCreated, campaign.id, { ...factsOf(campaign), status: 'paused', todo: null });
  });
}

/**
 * Starts, pauses or ends a campaign, at its platform first.
 * @throws ProblemError campaign_not_found, campaign_closed, ad_provider_unavailable
 */
export async function changeCampaign(
  context: Context,
  id: string,
  status: 'active' | 'paused' | 'ended',
): Promise<Campaign> {
  const { db, transact } = context;
  const campaign = await findCampaign(db, id);
  if (!campaign) throw new ProblemError('campaign_not_found');
  if (campaign.status === status) return campaign;
  if (campaign.status === 'ended') throw new ProblemError('campaign_closed');
  if (campaign.status === 'draft') await endDraft(context, campaign, status);
  else {
    if (campaign.providerId) await tellPlatform(context, campaign, campaign.providerId, status);
    await transact(async (tx) => {
      const isChanged = await setCampaignStatus(tx, id, status);
      if (isChanged && status === 'ended') tellOfEnd(context, tx, campaign);
    });
  }
  return (await findCampaign(db, id)) as Campaign;
}

/** A draft of which nothing is on its way can be given up, at its platform too where it has no ad yet; nothing else. */
async function endDraft(context: Context, campaign: Campaign, status: string): Promise<void> {
  const { id, sentAt, providerId } = campaign;
  const notYet = new ProblemError('ad_provider_unavailable', 'The platform has not made this campaign yet.');
  if (sentAt !== null || status !== 'ended') throw notYet;
  if (providerId) await tellPlatform(context, campaign, providerId, 'ended');
  await context.transact(async (tx) => {
    if (!(await updateDraft(tx, id, { status: 'ended', problem: null }))) throw notYet;
    tellOfEnd(context, tx, campaign);
  });
}

function tellOfEnd({ emit }: Context, tx: Tx<Tables>, { id, platform }: Campaign): void {
  emit(tx, CampaignEnded, id, { campaignId: id, platform });
}

async function tellPlatform(
  context: Context,
  campaign: Campaign,
  providerId: string,
  status: 'active' | 'paused' | 'ended',
): Promise<void> {
  try {
    await platformOf(context, campaign).setStatus(providerId, status);
  } catch (error) {
    // What was removed there cannot be removed again, and has ended all the same.
    if (status === 'ended' && error instanceof Refused && (await isGone(context, campaign))) return;
    context.log.warn({ err: error, campaign: campaign.id }, 'a platform did not change a campaign');
    throw new ProblemError('ad_provider_unavailable', `The platform did not do it: ${(error as Error).message}.`);
  }
}

/** By its label, for a platform may still tell of one that was removed; false where that cannot be asked. */
async function isGone(context: Context, campaign: Campaign): Promise<boolean> {
  return platformOf(context, campaign)
    .find(labelOf(campaign))
    .then((id) => id === null)
    .catch(() => false);
}

function platformOf({ platforms }: Context, { platform }: Campaign): Platform {
  const found = platforms[platform as keyof typeof platforms];
  if (!found) throw new Error(`${platform} has no API`);
  return found;
}

function factsOf({ id, platform, budgetCents, status }: Campaign) {
  return { campaignId: id, platform, budgetCents, status };
}
