import { AdPosted, AdRevenueReinvested, adsApi } from '@xrp-bridge/contracts/ads';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '../src/context.ts';
import { postNext, postWhenDue } from '../src/use-cases/post-next.ts';
import { reinvestWhenDue } from '../src/use-cases/reinvest.ts';
import { anyTime, day, minute, startAds } from './harness.ts';

const stepMs = 60 * minute;
const steps = (7 * day) / stepMs;

/** Faults of X, weighted by repetition. */
const faults = [
  ...Array.from({ length: 6 }, () => ({ kind: 'down', forMs: 0 })),
  { kind: 'down' },
  { kind: 'error' },
  { kind: 'rate-limited' },
  { kind: 'lying', lie: 'unanswered' },
  { kind: 'lying', lie: 'error-after' },
  { kind: 'lying', lie: 'half' },
];

/** Returns a seeded random generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Runs the schedule on an instance that crashes while it posts.
 * @param isPosted true to crash after X has published the post, false to crash before the request
 * @returns true if a post was due and the instance crashed
 */
async function crashWhilePosting(context: Context, isPosted: boolean): Promise<boolean> {
  const post = context.x.post;
  let crash = () => {};
  const crashed = new Promise<true>((resolve) => {
    crash = () => resolve(true);
  });
  const crashing = async (text: string) => {
    if (isPosted) await post(text);
    crash();
    return new Promise<never>(() => {});
  };
  const finished = postWhenDue({ ...context, x: { ...context.x, post: crashing } });
  return Promise.race([crashed, finished.then(() => false)]);
}

test('after a week of random crashes and faults of X, the posts follow the posting rules and the accounting entries balance', async () => {
  const t = await startAds({ instances: 2 });
  onTestFinished(() => t.stop());
  const random = createRandom(20261122);
  const contexts = t.instances.map(({ context }) => context);
  const themeOf = new Map((await t.variations()).map(({ text, theme }) => [text, theme]));
  await t.setAutomation({ autoPostEnabled: true, windows: anyTime });
  // Rumble has no API, so the campaigns receive allocations at once.
  for (const [campaignName, budget] of [
    ['First', 30],
    ['Second', 20],
  ] as const) {
    const body = { platform: 'rumble', campaignName, budget, key: campaignName } as const;
    await t.client.call(adsApi.createCampaign, { body });
  }

  let crashes = 0;
  for (let step = 0; step < steps; step++) {
    await t.advance(stepMs);
    if (random() < 0.4) {
      const fault = faults[Math.floor(random() * faults.length)] as (typeof faults)[number];
      await t.control('POST', 'faults', { provider: 'x', forMs: 3 * day, ...fault });
    }
    const operator = random() < 0.05;
    if (random() < 0.5 && (await crashWhilePosting(t.context, random() < 0.5))) crashes++;
    if (random() < 0.3) {
      const amount = Math.ceil(random() * 1_999) / 100;
      const record = {
        key: `record ${step}`,
        operator: 'Ann',
        source: 'A partner',
        amount,
        currency: 'USD' as const,
      };
      // The record is sent twice, as by a double click.
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
  // These runs bring all open posts to a final state.
  await t.heal('x');
  for (let n = 0; n < 60; n++) {
    await t.advance(minute);
    await t.runSchedule();
  }

  expect(crashes).toBeGreaterThan(0);
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

  // The stored posts equal the posts on the account, and one event was emitted for each post.
  const posts = await t.posts();
  const posted = posts.filter(({ status }) => status === 'posted');
  expect(posted.map(({ postId }) => postId).toSorted()).toEqual(onX.map(({ id }) => id).toSorted());
  expect((await t.events(AdPosted)).map(({ postId }) => postId).toSorted()).toEqual(
    posted.map(({ id }) => id).toSorted(),
  );
  expect(posts.filter(({ status }) => status === 'unclear' || status === 'planned')).toEqual([]);

  // Exactly half of the reinvested revenue is allocated, and each record is reinvested once.
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
