import { isDeepStrictEqual } from 'node:util';
import { CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import { defineJob, PermanentFailure, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import {
  claimDraft,
  findCampaign,
  findCampaignByKey,
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

/**
 * The job is retried for about eight hours.
 * Afterwards the job is listed as failed, and operators can retry the job.
 */
export const MakeCampaign = defineJob('make-campaign', {
  data: z.object({ campaignId: z.string() }),
  attempts: 11,
  backoffMs: 30_000,
  timeoutMs: 120_000,
});

/**
 * Inserts a campaign and enqueues the job that creates it at its platform.
 * At a platform without an API, emits the instructions for the person who creates the campaign.
 * @returns null if a campaign with this idempotency key exists
 */
export async function planCampaign(
  { clock, emit, enqueue }: Pick<Context, 'clock' | 'emit' | 'enqueue'>,
  tx: Tx<Tables>,
  plan: CampaignPlan,
  idempotencyKey?: string,
): Promise<Campaign | null> {
  const status = firstStatus(plan.platform);
  const campaign = await insertCampaign(tx, plan, {
    status,
    at: clock(),
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
  if (!campaign) return null;
  if (status === 'by_hand')
    emit(tx, CampaignCreated, campaign.id, { ...factsOf(campaign), todo: describeByHand(plan) });
  else enqueue(tx, MakeCampaign, { campaignId: campaign.id }, { jobId: campaign.id });
  return campaign;
}

/**
 * Plans a campaign that an operator requests. A repeated key returns the first campaign.
 * @throws ProblemError already_exists when the key was used with another plan
 */
export async function createCampaign(context: Context, plan: CampaignPlan, key: string): Promise<Campaign> {
  const idempotencyKey = `form ${key}`;
  const planned = await context.transact((tx) => planCampaign(context, tx, plan, idempotencyKey));
  if (planned) return planned;
  const before = (await findCampaignByKey(context.db, idempotencyKey)) as Campaign;
  if (!isDeepStrictEqual({ ...before, ...plan }, before)) throw new ProblemError('already_exists');
  return before;
}

/**
 * Creates a drafted campaign and its ad at the campaign's platform, at most once.
 * The function first searches the platform for the campaign. After a lost response, the function sends the request
 * again only once the first request can no longer take effect.
 * @throws PermanentFailure if the platform refuses; any other Error for a retry
 */
export async function makeCampaign(context: Context, campaignId: string, signal?: AbortSignal): Promise<void> {
  const { db, clock, settings } = context;
  const campaign = await findCampaign(db, campaignId);
  if (campaign?.status !== 'draft') return;
  const platform = platformOf(context, campaign);
  if (!platform.configured) {
    const problem = 'This platform’s API keys aren’t set up.';
    await updateDraft(db, campaignId, { problem });
    throw new PermanentFailure(problem);
  }
  const onFindError = (error: unknown) => failWith(context, campaignId, error);
  const there = campaign.providerId ?? (await platform.find(labelOf(campaign), signal).catch(onFindError));
  // A found campaign proves that the lost request succeeded. Its ad may still be missing.
  const isAnswered = there !== null && campaign.providerId === null;
  if (!isAnswered && mayStillCome(campaign, clock())) {
    throw new Error('We don’t know yet if the last attempt worked.');
  }
  // Only one of two concurrent runs claims the draft.
  const claim = { id: campaignId, sentAt: clock(), providerId: there };
  if (!(await claimDraft(db, campaign, claim))) throw new Error(claimedElsewhere);
  const isNotCreated = (error: unknown) => error instanceof Refused || error instanceof NotNow;
  const onCreateError = (error: unknown) =>
    failWith(context, campaignId, error, isNotCreated(error) ? { sentAt: null } : {});
  const ad = adOf(campaign, settings.PUBLIC_URL);
  const providerId = there ?? (await platform.create(campaign, ad, signal).catch(onCreateError));
  // If another run has found the campaign in the meantime, that run continues with it.
  if (!there && !(await claimDraft(db, claim, { sentAt: clock(), providerId }))) throw new Error(claimedElsewhere);
  await platform.addAd(campaign, providerId, ad, signal).catch(onCreateError);
  await completeDraft(context, campaign);
}

const claimedElsewhere = 'Another process is creating this campaign.';

/** Stores the problem of a draft and throws. A refusal is permanent; other errors are retried. */
async function failWith({ db }: Context, id: string, error: unknown, more: { sentAt?: null } = {}): Promise<never> {
  const problem = (error as Error).message;
  await updateDraft(db, id, { problem, ...more });
  throw error instanceof Refused ? new PermanentFailure(problem) : error;
}

/** Marks a draft as created at its platform, with its ad, and emits `CampaignCreated`. */
async function completeDraft({ transact, emit }: Context, campaign: Campaign): Promise<void> {
  await transact(async (tx) => {
    const changes = { status: 'paused', hasAd: true, problem: null, sentAt: null } as const;
    if (!(await updateDraft(tx, campaign.id, changes))) return;
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
    if (campaign.providerId) await setPlatformStatus(context, campaign, campaign.providerId, status);
    await transact(async (tx) => {
      const isChanged = await setCampaignStatus(tx, id, status);
      if (isChanged && status === 'ended') emitEnded(context, tx, campaign);
    });
  }
  return (await findCampaign(db, id)) as Campaign;
}

/**
 * Ends a draft without a request in flight, and the campaign at the platform if there is one.
 * Any other change of a draft is refused.
 */
async function endDraft(context: Context, campaign: Campaign, status: string): Promise<void> {
  const { id, sentAt, providerId } = campaign;
  const notYet = new ProblemError('ad_provider_unavailable', 'The platform hasn’t created this campaign yet.');
  if (sentAt !== null || status !== 'ended') throw notYet;
  if (providerId) await setPlatformStatus(context, campaign, providerId, 'ended');
  await context.transact(async (tx) => {
    if (!(await updateDraft(tx, id, { status: 'ended', problem: null }))) throw notYet;
    emitEnded(context, tx, campaign);
  });
}

function emitEnded({ emit }: Context, tx: Tx<Tables>, { id, platform }: Campaign): void {
  emit(tx, CampaignEnded, id, { campaignId: id, platform });
}

async function setPlatformStatus(
  context: Context,
  campaign: Campaign,
  providerId: string,
  status: 'active' | 'paused' | 'ended',
): Promise<void> {
  try {
    await platformOf(context, campaign).setStatus(providerId, status);
  } catch (error) {
    // A platform refuses to remove a campaign twice. A campaign that no longer exists there has ended.
    if (status === 'ended' && error instanceof Refused && (await isGone(context, campaign))) return;
    context.log.warn({ err: error, campaign: campaign.id }, 'a platform did not change a campaign');
    throw new ProblemError(
      'ad_provider_unavailable',
      `The platform couldn’t make this change. ${(error as Error).message}`,
    );
  }
}

/** Returns true if a search by label finds no campaign; false if it finds a campaign or fails. */
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
