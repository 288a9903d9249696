import { findCampaignByKey } from '../campaign-store.ts';
import type { Context } from '../context.ts';
import { firstPlans, robinhoodPlan } from '../domain/campaign.ts';
import { lockAutomation, updateAutomation } from '../post-store.ts';
import { planCampaign } from './make-campaign.ts';

interface InitializeResult {
  success: boolean;
  message: string;
}

const firstOf = (platform: string) => `first ${platform}`;

/** Plans the campaign for people who leave Robinhood, once. Later calls return its status. */
export async function initializeRobinhood(context: Context): Promise<InitializeResult> {
  const planned = await context.transact((tx) => planCampaign(context, tx, robinhoodPlan, 'robinhood'));
  if (planned) return { success: true, message: 'Campaign initialized successfully' };
  const campaign = await findCampaignByKey(context.db, 'robinhood');
  return { success: true, message: `This campaign already exists. Its status is ${campaign?.status ?? 'draft'}` };
}

/**
 * Plans the first campaigns, one per platform, and enables automatic posting.
 * Later calls change nothing.
 */
export async function initializeAdvertising(context: Context): Promise<InitializeResult> {
  const planned = await context.transact(async (tx) => {
    let count = 0;
    for (const plan of firstPlans) if (await planCampaign(context, tx, plan, firstOf(plan.platform))) count += 1;
    // A later call must not enable posting that an operator has switched off.
    if (count > 0) {
      await lockAutomation(tx);
      await updateAutomation(tx, { enabled: true });
    }
    return count;
  });
  return {
    success: true,
    message:
      planned > 0
        ? `Creating ${planned} paused ${planned === 1 ? 'campaign' : 'campaigns'} (you’ll get a task for Rumble). Auto-posting is on`
        : 'Advertising is already set up',
  };
}

export async function isAdvertisingInitialized({ db }: Pick<Context, 'db'>): Promise<boolean> {
  return (await findCampaignByKey(db, firstOf('google'))) !== null;
}
