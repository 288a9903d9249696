import { AdClicked, AdRevenueRecorded, adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readReports } from '../src/use-cases/confirm-revenue.ts';
import { fetchNetworkAds } from '../src/use-cases/fetch-network-ads.ts';
import { day, hour, useAds } from './harness.ts';

const t = useAds({ instances: 2 });

const click = (changes: Partial<BodyInputOf<typeof adsApi.recordClick>> = {}) =>
  t.client
    .call(adsApi.recordClick, {
      body: { adId: 'coinzilla', kind: 'banner', adNetwork: 'coinzilla', visitor: 'ann', ...changes },
    })
    .then(({ counted }) => counted);
const record = (changes: Partial<BodyInputOf<typeof adsApi.recordRevenue>> = {}) =>
  t.client.call(adsApi.recordRevenue, {
    body: { source: 'Sponsor', amount: '12.50', key: 'key-1', operator: 'Olga', ...changes },
  });
const total = async () => (await t.client.call(adsApi.readAdTotals)).adRevenueCents;

const estimates = () => t.client.call(adsApi.readEstimates);

async function clicksToday(): Promise<number> {
  const today = t.clock().toISOString().slice(0, 10);
  const { days } = await t.client.call(operationsApi.readDailyTotals, { query: { from: today, to: today } });
  return days.find(({ name }) => name === 'clicks')?.value ?? 0;
}

async function insertNetworkAds(count: number): Promise<void> {
  const ads = Array.from({ length: count }, (_, n) => ({
    id: `coinzilla-${n}`,
    network: 'coinzilla' as const,
    title: `Ad ${n}`,
    description: '',
    picture_id: null,
    click_url: 'https://shop.example.com/',
    until: new Date(t.clock().getTime() + day),
  }));
  await t.context.db.insertInto('network_ad').values(ads).execute();
}

/** Checks that the journal balances and equals the running total. */
async function checkJournal(): Promise<void> {
  const { balanced, accounts } = await t.client.call(adsApi.readAccounting);
  expect(balanced).toBe(true);
  expect(accounts.ad_receivable).toBe(((await total()) / 100).toFixed(2));
}

/** Returns the revenue that a call adds, in cents. */
async function gain(work: () => Promise<unknown>): Promise<number> {
  const before = await total();
  await work();
  await checkJournal();
  return (await total()) - before;
}

describe('clicks on ads', () => {
  it('count once per visitor, ad and day, even if they are sent repeatedly to two instances', async () => {
    await t.toNoon();
    const send = (visitor: string) =>
      Promise.all(
        t.instances.flatMap(({ client }) =>
          Array.from({ length: 5 }, () =>
            client.call(adsApi.recordClick, {
              body: { adId: 'coinzilla', kind: 'banner', adNetwork: 'coinzilla', visitor },
            }),
          ),
        ),
      );
    await send('ann');
    await send('ben');
    expect(await estimates()).toEqual({ records: 2, total: '0.40' });
    await t.advance(hour);
    expect(await click({ visitor: 'ann' })).toBe(false);
    await t.advance(day);
    expect(await click({ visitor: 'ann' })).toBe(true);
    expect(await estimates()).toEqual({ records: 3, total: '0.60' });
    const clicked = await t.events(AdClicked);
    expect(clicked.map(({ amountCents, network }) => [amountCents, network])).toEqual(
      Array.from({ length: 3 }, () => [20, 'coinzilla']),
    );
  });

  it('count without revenue if the ad or campaign is our own', async () => {
    const body = { platform: 'rumble', campaignName: 'Shown', budget: 20, key: 'shown' } as const;
    const { id } = await t.client.call(adsApi.createCampaign, { body });
    const before = [await estimates(), await clicksToday()];
    expect(await click({ visitor: 'cleo', adId: 'house-tag', adNetwork: 'coinzilla' })).toBe(true);
    expect(await click({ visitor: 'cleo', adId: 'house-ask', kind: 'card' })).toBe(true);
    expect(await click({ visitor: 'cleo', adId: id, kind: 'card' })).toBe(true);
    expect([await estimates(), await clicksToday()]).toEqual([before[0], (before[1] as number) + 3]);
  });

  it('count once per visitor for all unknown banners together, and never for an unknown card', async () => {
    expect(await click({ kind: 'card', adId: 'nope', visitor: 'dan' })).toBe(false);
    const invented = Array.from({ length: 30 }, (_, n) =>
      click({ adId: `made-up-${n}`, adNetwork: `n${n}`, visitor: 'dan' }),
    );
    expect((await Promise.all(invented)).filter(Boolean)).toHaveLength(1);
  });

  it('count at most 20 times per visitor and day, also in a burst', async () => {
    await insertNetworkAds(30);
    const burst = (visitor: string) =>
      Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          (t.instances[n % 2] as (typeof t.instances)[number]).client.call(adsApi.recordClick, {
            body: { adId: `coinzilla-${n}`, kind: 'card', visitor },
          }),
        ),
      );
    const counted = (await burst('eve')).filter((answer) => answer.counted);
    expect(counted).toHaveLength(20);
    await t.advance(day);
    expect(await click({ visitor: 'eve' })).toBe(true);
  });
});

describe('click revenue', () => {
  it('is not booked and not reinvested until an operator confirms all of it at once', async () => {
    await click({ visitor: 'fay' });
    const waiting = await estimates();
    expect(waiting.records).toBeGreaterThan(0);
    const list = (unreinvested?: boolean) =>
      t.client.call(adsApi.listRevenue, {
        query: { search: 'xrp-bridge-cpc', ...(unreinvested === undefined ? {} : { unreinvested }), limit: 200 },
      });
    const [newest] = (await list()).revenue;
    expect(newest).toMatchObject({ state: 'estimate', amount: '0.20', adNetwork: 'coinzilla' });
    expect((await list(true)).revenue).toEqual([]);
    const preview = { query: { recordId: newest?.id as string } };
    expect(await t.client.call(adsApi.previewReinvestment, preview)).toMatchObject({
      possible: false,
      why: 'This revenue is an estimate. Confirm it first.',
    });
    const cents = Math.round(Number(waiting.total) * 100);
    const confirm = () => t.client.call(adsApi.confirmRevenue);
    expect(
      await gain(async () => {
        const answers = await Promise.all([confirm(), confirm()]);
        expect(answers.map(({ records }) => records).sort()).toEqual([0, waiting.records]);
      }),
    ).toBe(cents);
    expect(await estimates()).toEqual({ records: 0, total: '0.00' });
    expect((await list(true)).revenue.length).toBe(waiting.records);
    const recorded = await t.events(AdRevenueRecorded);
    expect(recorded.filter(({ source }) => source === 'confirmed clicks')).toMatchObject([{ amountCents: cents }]);
  });

  it('is replaced once by the network’s daily report, minus the revenue of clicks that were already confirmed', async () => {
    await t.reset();
    await t.toNoon();
    await click({ visitor: 'gus' });
    await t.client.call(adsApi.confirmRevenue);
    await click({ visitor: 'hal' });
    await click({ visitor: 'hal', adNetwork: 'bitmedia', adId: 'bitmedia' });
    // The sandbox's networks report 0.05 for each served ad.
    for (let n = 0; n < 8; n++) await fetchNetworkAds(t.context);
    const report = () => Promise.all(t.instances.map(({ context }) => readReports(context)));
    expect(await gain(report)).toBe(0);
    expect(await estimates()).toEqual({ records: 2, total: '0.40' });
    await t.advance(day);
    expect(await gain(report)).toBe(40 - 20 + 40);
    expect(await gain(report)).toBe(0);
    expect(await estimates()).toEqual({ records: 0, total: '0.00' });
    const { revenue } = await t.client.call(adsApi.listRevenue, { query: { search: 'report', limit: 200 } });
    expect(revenue.map(({ amount, adNetwork, state }) => [amount, adNetwork, state]).sort()).toEqual([
      ['0.20', 'coinzilla', 'confirmed'],
      ['0.40', 'bitmedia', 'confirmed'],
    ]);
  });

  it('stays an estimate while the report cannot be read', async () => {
    await t.toNoon();
    await click({ visitor: 'ida' });
    await t.advance(day);
    await t.fault('coinzilla', 'error');
    expect(await gain(() => readReports(t.context))).toBe(0);
    expect((await estimates()).records).toBe(1);
    await t.heal('coinzilla');
    await t.client.call(adsApi.confirmRevenue);
  });
});

describe('an operator’s revenue record', () => {
  it('is booked once, even if its form is sent repeatedly', async () => {
    expect(
      await gain(async () => {
        const all = await Promise.all(Array.from({ length: 6 }, () => record({ key: 'pressed-twice' })));
        expect(new Set(all.map(({ id }) => id)).size).toBe(1);
      }),
    ).toBe(1_250);
    await expect(record({ key: 'pressed-twice', amount: '1.00' })).rejects.toMatchObject({ code: 'already_exists' });
    const recorded = await t.events(AdRevenueRecorded);
    expect(recorded.filter(({ source }) => source === 'Sponsor')).toHaveLength(1);
  });

  it.each([
    [0.01, 1],
    ['19.99', 1_999],
    [0.1 + 0.2, 30],
    [1_000_000, 100_000_000],
  ])('with the amount %s is booked exactly to the cent', async (amount, cents) => {
    expect(await gain(() => record({ key: `cents-${cents}`, amount }))).toBe(cents);
  });

  it.each([0, -1, 0.001, 1e9, '1,50', '12.345', '', 'NaN'])('with the amount %j is rejected', async (amount) => {
    await expect(record({ key: `wrong-${amount}`, amount })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is found by its source, and filtered by whether it was reinvested', async () => {
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

it('the journal is append-only: entries cannot be updated or deleted', async () => {
  const { db } = t.context;
  await expect(sql`update accounting_entry set amount_cents = 1`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`delete from accounting_entry`.execute(db)).rejects.toThrow('append-only');
  await checkJournal();
});
