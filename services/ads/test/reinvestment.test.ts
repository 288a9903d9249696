import { AdRevenueReinvested, adsApi } from '@xrp-bridge/contracts/ads';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reinvestWhenDue } from '../src/use-cases/reinvest.ts';
import { type Ads, startAds } from './harness.ts';

let t: Ads;
beforeEach(async () => {
  t = await startAds({ instances: 2 });
});
afterEach(() => t?.stop());

let records = 0;
async function record(amount: string): Promise<string> {
  const body = { source: 'Sponsor', amount, key: `key-${++records}`, operator: 'Olga' };
  return (await t.client.call(adsApi.recordRevenue, { body })).id;
}

/** Creates a campaign that receives allocations at once, because Rumble has no API. */
const addCampaign = (campaignName: string, budget: number) =>
  t.client.call(adsApi.createCampaign, { body: { platform: 'rumble', campaignName, budget, key: campaignName } });

const reinvest = (recordId?: string, at = 0) =>
  (t.instances[at] as (typeof t.instances)[number]).client.call(adsApi.reinvest, {
    body: { operator: 'Olga', ...(recordId ? { recordId } : {}) },
  });
const preview = () => t.client.call(adsApi.previewReinvestment);
const adTotals = () => t.client.call(adsApi.readAdTotals);

const cents = (amount: string) => Math.round(Number(amount) * 100);

/**
 * Checks that tables, journal and events agree.
 * Exactly half of the amount of the reinvested records is allocated.
 */
async function checkHalf(): Promise<{ records: number; cents: number }> {
  const { rows } = await sql<
    Record<'records' | 'recordCents' | 'half' | 'reinvestmentCents' | 'allocations' | 'allocated', number>
  >`
    select
      (select count(*) from revenue_record where reinvested_at is not null)::int as records,
      (select coalesce(sum(amount_cents), 0) from revenue_record where reinvested_at is not null)::int as "recordCents",
      (select coalesce(sum(reinvested_cents), 0) from reinvestment)::int as half,
      (select coalesce(sum(total_cents), 0) from reinvestment)::int as "reinvestmentCents",
      (select coalesce(sum(amount_cents), 0) from allocation)::int as allocations,
      (select coalesce(sum(allocated_cents), 0) from campaign)::int as allocated`.execute(t.context.db);
  const row = rows[0] as (typeof rows)[number];
  expect(row.half).toBe(Math.floor(row.recordCents / 2));
  expect(row.reinvestmentCents).toBe(row.recordCents);
  expect([row.allocations, row.allocated]).toEqual([row.half, row.half]);
  const { balanced, accounts } = await t.client.call(adsApi.readAccounting);
  expect([balanced, cents(accounts.campaign_budget ?? '')]).toEqual([true, row.half]);
  const reinvestments = await t.events(AdRevenueReinvested);
  expect(reinvestments.reduce((sum, { reinvestedCents }) => sum + reinvestedCents, 0)).toBe(row.half);
  return { records: row.records, cents: row.recordCents };
}

it('a reinvestment is possible once $25.00 of revenue is waiting, and matches its preview', async () => {
  await addCampaign('One', 50);
  await record('24.99');
  expect(await preview()).toMatchObject({
    possible: false,
    why: 'There’s less than $25.00 to reinvest.',
    reinvested: '12.49',
  });
  expect(await reinvest()).toMatchObject({ possible: false, records: 0 });
  expect((await adTotals()).shouldReinvest).toBe(false);
  await record('0.01');
  expect((await adTotals()).shouldReinvest).toBe(true);
  const would = await preview();
  expect(would).toMatchObject({ possible: true, records: 2, total: '25.00', reinvested: '12.50' });
  expect(await preview()).toEqual(would);
  expect(await reinvest()).toEqual(would);
  expect(await adTotals()).toMatchObject({ unreinvestedCents: 0, shouldReinvest: false, adRevenueCents: 2_500 });
  await checkHalf();
});

it('due revenue records can be reinvested one by one, even if less than $25.00 is left', async () => {
  await addCampaign('One', 50);
  const ids = [await record('20.01'), await record('3.01'), await record('2.01')];
  for (const id of ids) expect(await reinvest(id)).toMatchObject({ records: 1, possible: true });
  expect(await checkHalf()).toEqual({ records: 3, cents: 2_503 });
  expect(await reinvest(ids[0])).toMatchObject({ records: 0, possible: false });
  // A later record waits until $25.00 have accumulated again.
  const late = await record('1.00');
  expect(await reinvest(late)).toMatchObject({ records: 0, possible: false });
  expect(await checkHalf()).toEqual({ records: 3, cents: 2_503 });
});

it('the preview of one revenue record matches its reinvestment', async () => {
  await addCampaign('One', 50);
  const ids = [await record('20.01'), await record('3.01')];
  const would = (recordId: string) => t.client.call(adsApi.previewReinvestment, { query: { recordId } });
  const tooLittle = { possible: false, why: 'There’s less than $25.00 to reinvest.', records: 1 };
  for (const id of ids) expect(await would(id)).toMatchObject(tooLittle);
  ids.push(await record('2.01'));
  for (const id of ids) {
    const expected = await would(id);
    expect(expected).toMatchObject({ possible: true, records: 1 });
    expect(await would(id)).toEqual(expected);
    expect(await reinvest(id)).toEqual(expected);
    expect(await would(id)).toMatchObject({ possible: false, records: 0 });
  }
  await expect(would('nope')).rejects.toMatchObject({ code: 'revenue_not_found' });
});

it('a reinvestment is divided among campaigns by their budgets, to the cent', async () => {
  const names = { Google: 50, Meta: 30, Rumble: 20, X: 25 };
  for (const [name, budget] of Object.entries(names)) await addCampaign(name, budget);
  await record('25.03');
  const { reinvested, allocations } = await reinvest();
  expect(reinvested).toBe('12.51');
  expect(Object.fromEntries(allocations.map(({ name, amount }) => [name, amount]))).toEqual({
    Google: '5.01',
    Meta: '3.00',
    Rumble: '2.00',
    X: '2.50',
  });
  await checkHalf();
});

it('concurrent reinvestments on two instances reinvest each record once, even while clicks arrive', async () => {
  await addCampaign('One', 50);
  await addCampaign('Two', 33);
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await record(`${3 + n}.0${n % 10}`));
  const clicks = Array.from({ length: 20 }, async (_, n) => {
    const body = { adId: 'coinzilla', kind: 'banner', adNetwork: 'coinzilla', visitor: `v${n}` } as const;
    await t.client.call(adsApi.recordClick, { body });
    await t.client.call(adsApi.confirmRevenue);
  });
  const answers = await Promise.all([
    ...ids.flatMap((id, n) => [reinvest(id, n % 2), reinvest(id, (n + 1) % 2)]),
    ...[0, 1, 0, 1].map((at) => reinvest(undefined, at)),
  ]);
  await Promise.all(clicks);
  const { records: reinvested } = await checkHalf();
  expect(answers.reduce((sum, { records }) => sum + records, 0)).toBe(reinvested);
  // In the end, all due records are reinvested, and less than $25.00 of later clicks is waiting.
  while ((await adTotals()).shouldReinvest) await reinvest();
  expect((await adTotals()).unreinvestedCents).toBeLessThan(2_500);
  const { cents: total } = await checkHalf();
  expect(total + (await adTotals()).unreinvestedCents).toBe((await adTotals()).adRevenueCents);
});

it('an odd cent that is left over is added to the next reinvestment', async () => {
  await addCampaign('One', 50);
  await record('25.01');
  expect((await reinvest()).reinvested).toBe('12.50');
  await record('25.01');
  expect((await reinvest()).reinvested).toBe('12.51');
  await checkHalf();
});

it('revenue is not reinvested while no campaign can receive it', async () => {
  await record('100.00');
  expect(await preview()).toMatchObject({ possible: false, why: 'There’s no campaign to put the money into.' });
  expect(await reinvest()).toMatchObject({ possible: false, records: 0 });
  const { id } = await addCampaign('Over', 50);
  await t.client.call(adsApi.changeCampaign, { params: { id }, body: { status: 'ended' } });
  expect(await reinvest()).toMatchObject({ possible: false, records: 0 });
  expect((await adTotals()).unreinvestedCents).toBe(10_000);
});

it('the schedule reinvests only after the threshold is reached', async () => {
  await addCampaign('One', 50);
  await record('24.00');
  await reinvestWhenDue(t.context);
  expect(await checkHalf()).toEqual({ records: 0, cents: 0 });
  await record('2.00');
  await Promise.all(t.instances.map(({ context }) => reinvestWhenDue(context)));
  expect(await checkHalf()).toEqual({ records: 2, cents: 2_600 });
});

it('the reinvestment of an unknown record returns revenue_not_found', async () => {
  await expect(reinvest('nope')).rejects.toMatchObject({ code: 'revenue_not_found' });
});
