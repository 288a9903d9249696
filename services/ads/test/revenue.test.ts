import { AdClicked, AdRevenueRecorded, adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ads, hour, startAds } from './harness.ts';

let t: Ads;
beforeAll(async () => {
  t = await startAds({ instances: 2 });
});
afterAll(() => t?.stop());

const click = (changes: Partial<BodyInputOf<typeof adsApi.recordClick>> = {}) =>
  t.client
    .call(adsApi.recordClick, {
      body: { adId: 'house-tag', kind: 'banner', adNetwork: 'house', visitor: 'ann', ...changes },
    })
    .then(({ counted }) => counted);
const record = (changes: Partial<BodyInputOf<typeof adsApi.recordRevenue>> = {}) =>
  t.client.call(adsApi.recordRevenue, {
    body: { source: 'Sponsor', amount: '12.50', key: 'key-1', operator: 'Olga', ...changes },
  });
const total = async () => (await t.client.call(adsApi.readFigures)).adRevenueCents;

/** The running totals are what the books hold, and these balance. */
async function checkBooks(): Promise<void> {
  const { balanced, accounts } = await t.client.call(adsApi.readAccounting);
  expect(balanced).toBe(true);
  expect(accounts.ad_receivable).toBe(((await total()) / 100).toFixed(2));
}

/** What a call brings in, in cents. */
async function gain(work: () => Promise<unknown>): Promise<number> {
  const before = await total();
  await work();
  await checkBooks();
  return (await total()) - before;
}

describe('a click', () => {
  it('counts once for a visitor, an ad and an hour, however often and wherever it is told', async () => {
    await t.toNoon();
    const tell = (visitor: string) =>
      Promise.all(
        t.instances.flatMap(({ client }) =>
          Array.from({ length: 5 }, () =>
            client.call(adsApi.recordClick, { body: { adId: 'house-tag', kind: 'banner', visitor } }),
          ),
        ),
      );
    expect(await gain(() => tell('ann'))).toBe(20);
    expect(await gain(() => tell('ben'))).toBe(20);
    expect(await gain(() => click({ adId: 'house-price' }))).toBe(20);
    await t.advance(hour);
    expect(await gain(() => click())).toBe(20);
    const told = await t.events(AdClicked);
    expect(told).toHaveLength(4);
    expect(told.every(({ amountCents, network }) => amountCents === 20 && network === 'house')).toBe(true);
  });

  it('is worth what we say: 0.20 on a banner, 2.50 on a card of ours', async () => {
    expect(await gain(() => click({ visitor: 'cleo' }))).toBe(20);
    expect(await gain(() => click({ visitor: 'cleo', kind: 'card', adId: 'house-ask' }))).toBe(250);
    const body = { platform: 'rumble', campaignName: 'Shown', budget: 20, key: 'shown' } as const;
    const { id } = await t.client.call(adsApi.createCampaign, { body });
    expect(await gain(() => click({ visitor: 'cleo', kind: 'card', adId: id }))).toBe(250);
  });

  it('on what does not exist brings nothing for a card, and once an hour for a banner', async () => {
    expect(await click({ kind: 'card', adId: 'nope', visitor: 'dan' })).toBe(false);
    const flood = () =>
      Promise.all(
        Array.from({ length: 200 }, (_, n) => click({ adId: `made-up-${n}`, adNetwork: `n${n}`, visitor: 'dan' })),
      );
    expect(await gain(flood)).toBe(20);
  });

  it('is counted by the day', async () => {
    const day = t.clock().toISOString().slice(0, 10);
    const clicks = async () => {
      const { days } = await t.client.call(operationsApi.readFigures, { query: { from: day, to: day } });
      return days.find(({ name }) => name === 'clicks')?.value ?? 0;
    };
    const before = await clicks();
    await Promise.all(['e1', 'e2', 'e3', 'e4'].map((visitor) => click({ visitor })));
    expect(await clicks()).toBe(before + 4);
  });
});

describe('an operator’s record', () => {
  it('is booked once, however often its form is sent', async () => {
    expect(
      await gain(async () => {
        const all = await Promise.all(Array.from({ length: 6 }, () => record({ key: 'pressed-twice' })));
        expect(new Set(all.map(({ id }) => id)).size).toBe(1);
      }),
    ).toBe(1_250);
    await expect(record({ key: 'pressed-twice', amount: '1.00' })).rejects.toMatchObject({ code: 'already_exists' });
    const told = await t.events(AdRevenueRecorded);
    expect(told.filter(({ source }) => source === 'Sponsor')).toHaveLength(1);
  });

  it.each([
    [0.01, 1],
    ['19.99', 1_999],
    [0.1 + 0.2, 30],
    [1_000_000, 100_000_000],
  ])('of %s is booked to the cent', async (amount, cents) => {
    expect(await gain(() => record({ key: `cents-${cents}`, amount }))).toBe(cents);
  });

  it.each([0, -1, 0.001, 1e9, '1,50', '12.345', '', 'NaN'])('of %s is none', async (amount) => {
    await expect(record({ key: `wrong-${amount}`, amount })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is found in the list, by what it is and whether it is reinvested', async () => {
    await record({ key: 'listed', source: 'Podcast =HYPERLINK()', amount: '3.00' });
    const list = (query: object) => t.client.call(adsApi.listRevenue, { query }).then(({ revenue }) => revenue);
    expect(await list({ search: 'podcast' })).toMatchObject([
      { source: 'Podcast =HYPERLINK()', amount: '3.00', kind: 'record', currency: 'USD', reinvestedAt: null },
    ]);
    expect(await list({ search: 'podcast', unreinvested: false })).toEqual([]);
    const first = await t.client.call(adsApi.listRevenue, { query: { limit: 2 } });
    const second = await t.client.call(adsApi.listRevenue, { query: { limit: 2, cursor: first.nextCursor as string } });
    const ids = [...first.revenue, ...second.revenue].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });
});

it('the books cannot be changed, only added to', async () => {
  const { db } = t.context;
  await expect(sql`update accounting_entry set amount_cents = 1`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`delete from accounting_entry`.execute(db)).rejects.toThrow('append-only');
  await checkBooks();
});
