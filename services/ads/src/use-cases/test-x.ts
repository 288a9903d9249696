import { longestPost } from '@xrp-bridge/contracts/ad-plan';
import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyOf, ReplyOf } from '@xrp-bridge/contracts/define';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import { ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { adOf } from '../domain/ad.ts';
import { type Campaign, labelOf } from '../domain/campaign.ts';
import { isDayFull } from '../domain/post.ts';
import { NotNow, Refused, Unclear } from '../platforms/api.ts';
import { insertTry, readAutomation, readPast, readPostingTime } from '../post-store.ts';
import { createId } from '../store.ts';
import { NoAnswer, type XReply } from '../x-client.ts';

type Asked = BodyOf<typeof adsApi.testX>;
type Raw = ReplyOf<typeof adsApi.testX>;

/**
 * Tries the connection to X, and answers with what it says, as it comes.
 * @throws ProblemError `invalid_input` for a text that is too long for X
 */
export async function testX(context: Context, asked: Asked): Promise<Raw> {
  const { x } = context;
  try {
    switch (asked.what) {
      case 'auth':
        return raw(await x.readAccount());
      case 'rate_limits':
        return { ...raw(await x.readAccount()), result: x.limits() };
      case 'post':
        return await tryPost(context, asked.message);
      case 'campaign':
        return await tryCampaign(context, asked);
    }
  } catch (error) {
    if ([NoAnswer, Refused, NotNow, Unclear].some((kind) => error instanceof kind))
      return refusal((error as Error).message);
    throw error;
  }
}

/** Nobody looks for a try by itself, as for an ad. */
const mayBeThere = 'It may be on X all the same: look there before you try again.';

/** Outside the cooldown, the pool and the kill switch, for it is no ad; the dry run and the daily cap hold. */
async function tryPost({ db, x }: Context, text: string): Promise<Raw> {
  const length = postLengthOf(text);
  if (length > longestPost) {
    const message = `This is ${length} characters long, as X counts them. ${longestPost} are the most.`;
    throw new ProblemError('invalid_input', message, { errors: [{ field: 'message', code: 'too_long', message }] });
  }
  const automation = await readAutomation(db);
  if (automation.dryRun) return { success: true, status: null, result: { dryRun: true, text } };
  const now = await readPostingTime(db);
  if (isDayFull({ automation, past: await readPast(db, now) }, now)) return refusal('Today’s posts are used up (UTC).');
  const note = async (providerId: string | null, why: string | null) =>
    insertTry(db, { text, at: await readPostingTime(db), providerId, why });
  let answer: XReply;
  try {
    answer = await x.tryPost(text);
  } catch (error) {
    const { message } = error as Error;
    const why = error instanceof NoAnswer && error.sent ? `${message}. ${mayBeThere}` : message;
    await note(null, why);
    if (!(error instanceof NoAnswer)) throw error;
    return refusal(why);
  }
  if (answer.status >= 500) {
    const why = `X answered ${answer.status}. ${mayBeThere}`;
    await note(null, why);
    return { success: false, status: answer.status, result: { error: why, answer: answer.body } };
  }
  const { id } = (answer.body as { data?: { id?: string } } | null)?.data ?? {};
  if (answer.status < 300 && id) await note(id, null);
  else await note(null, `X answered ${answer.status}.`);
  return raw(answer);
}

/**
 * A campaign with its keywords that is made, paused, and taken away again: a try leaves nothing behind, and so it gets no
 * ad. Where something is left all the same, the answer says what.
 */
async function tryCampaign({ clock, platforms, settings }: Context, plan: Asked & { what: 'campaign' }): Promise<Raw> {
  const campaign: Campaign = {
    id: createId('camp'),
    platform: 'x',
    name: plan.campaignName,
    status: 'draft',
    budgetCents: Math.round(plan.budget * 100),
    allocatedCents: 0,
    keywords: plan.keywords,
    adMessage: '',
    targetAudience: '',
    providerId: null,
    hasAd: false,
    sentAt: null,
    problem: null,
    performance: null,
    createdAt: clock(),
  };
  const { x } = platforms;
  let id: string;
  try {
    id = await x.make(campaign, adOf(campaign, settings.PUBLIC_URL));
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return { success: false, status: null, result: { error: error.message, mayBeThereAs: labelOf(campaign) } };
  }
  const errors: string[] = [];
  const noteFailure = (error: Error) => void errors.push(error.message);
  await x.addKeywords(campaign, id).catch(noteFailure);
  let takenAway = true;
  await x.setStatus(id, 'ended').catch((error: Error) => {
    takenAway = false;
    noteFailure(error);
  });
  const result = { id, made: 'paused', takenAway };
  if (errors.length === 0) return { success: true, status: 201, result };
  return { success: false, status: null, result: { ...result, error: errors.join('; ') } };
}

function raw({ status, body }: XReply): Raw {
  return { success: status < 300, status, result: body };
}

function refusal(error: string): Raw {
  return { success: false, status: null, result: { error } };
}
