import { AdPosted, AdRevenueReinvested, adsApi } from '@xrp-bridge/contracts/ads';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '../src/context.ts';
import { postNext, postWhenDue } from '../src/use-cases/post-next.ts';
import { reinvestWhenDue } from '../src/use-cases/reinvest.ts';
import { anyTime, day, minute, startAds } from './harness.ts';

const stepMs = 60 * minute;
const steps = (7 * day) / stepMs;

/** What can happen to X, each as often as it stands here. */
const weather = [
  ...Array.from({ length: 6 }, () => ({ kind: 'down', forMs: 0 })),
  { kind: 'down' },
  { kind: 'error' },
  { kind: 'rate-limited' },
  { kind: 'lying', lie: 'unanswered' },
  { kind: 'lying', lie: 'error-after' },
  { kind: 'lying', lie: 'half' },
];

/** Chance that can be repeated (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the schedule does on an instance that dies while it posts: before X hears of it, or before it hears of X. */
async function dieWhilePosting(context: Context, isHeard: boolean): Promise<boolean> {
  const post = context.x.post;
  let die = () => {};
  const dead = new Promise<true>((resolve) => {
    die = () => resolve(true);
  });
  const dying = async (text: string) => {
    if (isHeard) await post(text);
    die();
    return new Promise<never>(() => {});
  };
  const alive = postWhenDue({ ...context, x: { ...context.x, post: dying } });
  return Promise.race([dead, alive.then(() => false)]);
}

test('a week of two instances that die, and an X that fails by chance', async () => {
  const t = await startAds({ instances: 2 });
  onTestFinished(() => t.stop());
  const chance = chanceOf(20261122);
  const contexts = t.instances.map(({ context }) => context);
  const themeOf = new Map((await t.variations()).map(({ text, theme }) => [text, theme]));
  await t.setAutomation({ autoPostEnabled: true, windows: anyTime });
  // By hand, so that nobody is asked: where money goes is what counts here.
  for (const [campaignName, budget] of [
    ['First', 30],
    ['Second', 20],
  ] as const) {
    const body = { platform: 'rumble', campaignName, budget, key: campaignName } as const;
    await t.client.call(adsApi.createCampaign, { body });
  }

  let deaths = 0;
  for (let step = 0; step < steps; step++) {
    await t.advance(stepMs);
    if (chance() < 0.4) {
      const fault = weather[Math.floor(chance() * weather.length)] as (typeof weather)[number];
      await t.control('POST', 'faults', { provider: 'x', forMs: 3 * day, ...fault });
    }
    const operator = chance() < 0.05;
    if (chance() < 0.5 && (await dieWhilePosting(t.context, chance() < 0.5))) deaths++;
    if (chance() < 0.3) {
      const amount = Math.ceil(chance() * 1_999) / 100;
      const record = {
        key: `record ${step}`,
        operator: 'Ann',
        source: 'A partner',
        amount,
        currency: 'USD' as const,
      };
      // Sent twice, as a nervous double click does.
      const send = () => t.client.call(adsApi.recordRevenue, { body: record });
      await Promise.all([send(), send()]);
    }
    await Promise.all(
      contexts.flatMap((context) => [
        postWhenDue(context),
        ...(operator ? [postNext(context, 'Ann')] : []),
        reinvestWhenDue(context),
      ]),
    );
  }
  // Whatever is still under way comes to its end.
  await t.heal('x');
  for (let n = 0; n < 60; n++) {
    await t.advance(minute);
    await t.look();
  }

  expect(deaths).toBeGreaterThan(0);
  const onX = (await t.onX()).toReversed();
  const made = onX.map(({ text, createdAt }) => ({ theme: themeOf.get(text), text, at: Date.parse(createdAt) }));
  expect(made.length).toBeGreaterThanOrEqual(5);
  expect(made.length).toBeLessThanOrEqual(8);
  for (const [place, { theme, at }] of made.entries()) {
    const before = made[place - 1];
    expect(theme).toBeDefined();
    if (!before) continue;
    expect(at - before.at).toBeGreaterThanOrEqual(day);
    expect(theme).not.toBe(before.theme);
  }
  expect(new Set(made.map(({ text }) => text)).size).toBe(made.length);

  // What we have written down is what stands there, no more and no less, and each was told of once.
  const posts = await t.posts();
  const posted = posts.filter(({ status }) => status === 'posted');
  expect(posted.map(({ postId }) => postId).toSorted()).toEqual(onX.map(({ id }) => id).toSorted());
  expect((await t.events(AdPosted)).map(({ postId }) => postId).toSorted()).toEqual(
    posted.map(({ id }) => id).toSorted(),
  );
  expect(posts.filter(({ status }) => status === 'unclear' || status === 'planned')).toEqual([]);

  // Half of what was reinvested, to the cent, each record once.
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  const { revenue } = await t.client.call(adsApi.listRevenue, { query: { limit: 200 } });
  const reinvested = revenue.filter(({ reinvestedAt }) => reinvestedAt !== null);
  const halves = await t.events(AdRevenueReinvested);
  expect(halves.length).toBeGreaterThan(3);
  expect(sum(halves.map(({ records }) => records))).toBe(reinvested.length);
  expect(sum(halves.map(({ totalCents }) => totalCents))).toBe(sum(reinvested.map(({ amount }) => cents(amount))));
  const half = Math.floor(sum(reinvested.map(({ amount }) => cents(amount))) / 2);
  expect(sum(halves.map(({ reinvestedCents }) => reinvestedCents))).toBe(half);
  const { campaigns } = await t.client.call(adsApi.listCampaigns, { query: {} });
  expect(sum(campaigns.map(({ allocated }) => cents(allocated)))).toBe(half);
  expect(await t.client.call(adsApi.readAccounting)).toMatchObject({ balanced: true });
}, 300_000);
