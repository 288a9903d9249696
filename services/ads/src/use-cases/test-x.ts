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
import { insertTestPost, readAutomation, readPast, readPostingTime } from '../post-store.ts';
import { createId } from '../store.ts';
import { NoAnswer, type XReply } from '../x-client.ts';

type TestRequest = BodyOf<typeof adsApi.testX>;
type TestResult = ReplyOf<typeof adsApi.testX>;

/**
 * Tests the connection to X and returns its raw response.
 * @throws ProblemError `invalid_input` for a text that is too long for X
 */
export async function testX(context: Context, request: TestRequest): Promise<TestResult> {
  const { x } = context;
  try {
    switch (request.what) {
      case 'auth':
        return raw(await x.readAccount());
      case 'rate_limits':
        return { ...raw(await x.readAccount()), result: x.limits() };
      case 'post':
        return await sendTestPost(context, request.message);
      case 'campaign':
        return await createTestCampaign(context, request);
    }
  } catch (error) {
    if ([NoAnswer, Refused, NotNow, Unclear].some((kind) => error instanceof kind))
      return refusal((error as Error).message);
    throw error;
  }
}

/** Unlike an ad, a test post is not looked up on the account. */
const mayBeThere = 'The post may still be on X, so check there before you try again.';

/**
 * Posts a test text.
 * The dry run and the daily cap apply, but not the rules for ads (switch, cooldown, pool).
 */
async function sendTestPost({ db, x }: Context, text: string): Promise<TestResult> {
  const length = postLengthOf(text);
  if (length > longestPost) {
    const message = `This post is ${length} characters long by X’s count. The limit is ${longestPost}.`;
    throw new ProblemError('invalid_input', message, { errors: [{ field: 'message', code: 'too_long', message }] });
  }
  const automation = await readAutomation(db);
  if (automation.dryRun) return { success: true, status: null, result: { dryRun: true, text } };
  const now = await readPostingTime(db);
  if (isDayFull({ automation, past: await readPast(db, now) }, now))
    return refusal('You’ve reached today’s post limit. It resets at midnight UTC.');
  const store = async (providerId: string | null, why: string | null) =>
    insertTestPost(db, { text, at: await readPostingTime(db), providerId, why });
  let answer: XReply;
  try {
    answer = await x.sendTestPost(text);
  } catch (error) {
    const { message } = error as Error;
    const why = error instanceof NoAnswer && error.sent ? `${message} ${mayBeThere}` : message;
    await store(null, why);
    if (!(error instanceof NoAnswer)) throw error;
    return refusal(why);
  }
  if (answer.status >= 500) {
    const why = `X returned error ${answer.status}. ${mayBeThere}`;
    await store(null, why);
    return { success: false, status: answer.status, result: { error: why, answer: answer.body } };
  }
  const { id } = (answer.body as { data?: { id?: string } } | null)?.data ?? {};
  if (answer.status < 300 && id) await store(id, null);
  else await store(null, `X returned ${answer.status}.`);
  return raw(answer);
}

/**
 * Creates a paused campaign with keywords and removes it again.
 * The campaign gets no ad, so that nothing remains at X. If something does remain, the result contains its id or label.
 */
async function createTestCampaign(
  { clock, platforms, settings }: Context,
  plan: TestRequest & { what: 'campaign' },
): Promise<TestResult> {
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
    id = await x.create(campaign, adOf(campaign, settings.PUBLIC_URL));
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return { success: false, status: null, result: { error: error.message, mayBeThereAs: labelOf(campaign) } };
  }
  const errors: string[] = [];
  const addError = (error: Error) => void errors.push(error.message);
  await x.addKeywords(campaign, id).catch(addError);
  let takenAway = true;
  await x.setStatus(id, 'ended').catch((error: Error) => {
    takenAway = false;
    addError(error);
  });
  const result = { id, made: 'paused', takenAway };
  if (errors.length === 0) return { success: true, status: 201, result };
  return { success: false, status: null, result: { ...result, error: errors.join(' ') } };
}

function raw({ status, body }: XReply): TestResult {
  return { success: status < 300, status, result: body };
}

function refusal(error: string): TestResult {
  return { success: false, status: null, result: { error } };
}
