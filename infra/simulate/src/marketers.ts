import { randomUUID } from 'node:crypto';
import type { Campaign } from '@xrp-bridge/contracts/ads';
import { createStaff, minuteMs, type Staff } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { parts, type Scheduler } from './scheduler.ts';

/** Number of things that a marketer does in one visit. */
const actsPerVisit = 10;
const pauseMs = { least: 5_000, most: 10 * minuteMs } as const;

/** A simulated operator of the ads, and what the operator has entered. */
export interface Marketer {
  name: string;
  /** The revenue that the operator has entered, in cents. */
  enteredCents: number;
  /** The operator's current action; null after the visit. */
  act: string | null;
  /** The error that ended the visit. */
  failure: string | null;
}

/** Starts operators who post ads, run campaigns, and enter and reinvest revenue. Each acts on its own. */
export function startMarketers(options: {
  scheduler: Scheduler;
  seed: string;
  /** Number of operators of the ads who came before. */
  earlier: number;
  count: number;
  periodMs: number;
}): Marketer[] {
  const { scheduler, seed, earlier, count, periodMs } = options;
  return Array.from({ length: count }, (_, place) => {
    const name = `marketer ${earlier + place + 1}`;
    const random = createRandom(`${seed} ${name}`);
    const marketer: Marketer = { name, enteredCents: 0, act: 'comes', failure: null };
    parts.run({ name }, () =>
      scheduler.schedule(`${name} comes`, random.between(0, periodMs), async () => {
        // The visit takes many steps, so this step does not wait for it.
        void visit(marketer, random)
          .catch((error: Error) => {
            marketer.failure = error.message;
          })
          .finally(() => {
            marketer.act = null;
          });
      }),
    );
    return marketer;
  });
}

async function visit(marketer: Marketer, random: Random): Promise<void> {
  const staff = createStaff(random);
  const acts = listActs(marketer, staff, random);
  await expectOk('the advertising', staff.press('POST', '/api/initialize-advertising', {}));
  for (let done = 0; done < actsPerVisit; done++) {
    await staff.think(pauseMs.least, pauseMs.most);
    const act = random.pick(acts);
    marketer.act = act.name;
    await act();
  }
}

/** Waits for an answer. @throws Error if it is a refusal */
async function expectOk(what: string, answer: ReturnType<Staff['call']>, ...allowed: number[]) {
  const { status, body } = await answer;
  if (status >= 300 && !allowed.includes(status)) throw new Error(`${what} was refused: ${status} ${body.code}`);
  return body;
}

/** Lists what an operator of the ads does. */
function listActs(marketer: Marketer, { press, call }: Staff, random: Random): (() => Promise<unknown>)[] {
  const postNow = () => expectOk('a post', press('POST', '/api/safe-ad-post', {}));
  const postDaily = () => expectOk('the daily post', press('POST', '/api/x-ads/daily-post', {}));

  /** Retires a text of the pool, or returns it to the pool. */
  async function changePool(): Promise<void> {
    const { variations } = await expectOk('the pool', call('GET', '/api/admin/ad-variations'));
    const { id, retiredAt } = random.pick(variations as { id: string; retiredAt: string | null }[]);
    await expectOk('a text', press('PATCH', `/api/admin/ad-variations/${id}`, { retired: retiredAt === null }));
  }

  async function createCampaign(): Promise<void> {
    const platform = random.pick(['google', 'meta', 'x', 'rumble']);
    const budget = Math.floor(random.between(1, 200));
    const plan = { platform, campaignName: `Campaign of ${marketer.name}`, budget, keywords: ['move xrp'] };
    await expectOk('a campaign', press('POST', '/api/ad-campaigns', { ...plan, key: randomUUID() }));
  }

  /** Starts, pauses or ends a campaign. Another operator may have ended the campaign. */
  async function changeCampaign(): Promise<void> {
    const { campaigns } = await expectOk('the campaigns', call('GET', '/api/admin/campaigns'));
    const changeable = (campaigns as Campaign[]).filter(({ status }) => status !== 'draft' && status !== 'ended');
    if (changeable.length === 0) return;
    const status = random.pick(['active', 'active', 'paused', 'ended']);
    const path = `/api/admin/campaigns/${random.pick(changeable).id}`;
    await expectOk('a change of a campaign', press('PATCH', path, { status }), 409);
  }

  async function enterRevenue(): Promise<void> {
    const cents = Math.floor(random.between(1, 3_000));
    const record = { source: `Sponsor of ${marketer.name}`, amount: cents / 100, key: randomUUID() };
    await expectOk('revenue', press('POST', '/api/ad-revenue', record));
    marketer.enteredCents += cents;
  }

  /** Clicks on an ad, as a visitor of our pages does, and confirms all clicks. */
  async function confirmClicks(): Promise<void> {
    const { ads } = await expectOk('the ads', call('GET', '/api/ads?placement=banner'));
    const { id, source } = random.pick(ads as { id: string; source: string }[]);
    const click = { source: 'banner', amount: 0.2, adNetwork: source, adId: id };
    await expectOk('a click', press('POST', '/api/ad-revenue', click));
    if (random.chance(0.5)) await expectOk('a confirmation', press('POST', '/api/admin/ad-revenue/confirmation', {}));
  }

  const reinvestAll = () => expectOk('a reinvestment', press('POST', '/api/admin/reinvestment', {}));

  async function reinvestOne(): Promise<void> {
    const { revenue } = await expectOk('the revenue', call('GET', '/api/ad-revenue/unreinvested'));
    if (revenue.length === 0) return;
    const { id } = random.pick(revenue as { id: string }[]);
    await expectOk('a reinvestment', press('POST', `/api/ad-revenue/${id}/reinvest`, {}));
  }

  return [
    postNow,
    postDaily,
    changePool,
    createCampaign,
    changeCampaign,
    enterRevenue,
    enterRevenue,
    confirmClicks,
    reinvestAll,
    reinvestOne,
  ];
}
