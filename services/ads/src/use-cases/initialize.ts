import { findCampaignMadeAs } from '../campaign-store.ts';
import type { Context } from '../context.ts';
import { firstPlans, robinhoodPlan } from '../domain/campaign.ts';
import { lockAutomation, updateAutomation } from '../post-store.ts';
import { planCampaign } from './make-campaign.ts';

interface Said {
  success: boolean;
  message: string;
}

const firstOf = (platform: string) => `first ${platform}`;

/** Makes the campaign for people who leave Robinhood, once; afterwards it says how that one does. */
export async function initializeRobinhood(context: Context): Promise<Said> {
  const made = await context.transact((tx) => planCampaign(context, tx, robinhoodPlan, 'robinhood'));
  if (made) return { success: true, message: 'Campaign initialized successfully' };
  const campaign = await findCampaignMadeAs(context.db, 'robinhood');
  return { success: true, message: `The campaign is there already: it is ${campaign?.status ?? 'draft'}` };
}

/** Makes the first campaigns, one for each platform, and switches automatic posting on: both once, whoever asks. */
export async function initializeAdvertising(context: Context): Promise<Said> {
  const made = await context.transact(async (tx) => {
    let count = 0;
    for (const plan of firstPlans) if (await planCampaign(context, tx, plan, firstOf(plan.platform))) count += 1;
    // Who has switched it off since does not find it on again.
    if (count > 0) {
      await lockAutomation(tx);
      await updateAutomation(tx, { enabled: true });
    }
    return count;
  });
  return {
    success: true,
    message:
      made > 0
        ? `${made} campaigns are planned: each is made paused, Rumble’s is a task. Automatic posting is on`
        : 'Advertising was initialized before',
  };
}

export async function isAdvertisingInitialized({ db }: Pick<Context, 'db'>): Promise<boolean> {
  return (await findCampaignMadeAs(db, firstOf('google'))) !== null;
}
