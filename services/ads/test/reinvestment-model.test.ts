import { AdRevenueReinvested, adsApi } from '@xrp-bridge/contracts/ads';
import { formatCents } from '@xrp-bridge/contracts/prices';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reinvestWhenDue } from '../src/use-cases/reinvest.ts';
import { useCampaigns } from './campaign-harness.ts';

// Runs random sequences of revenue, campaigns and concurrent reinvestments against two instances of the real service on
// PostgreSQL. The model is a list of records and of campaigns, without the service's counters and marks.

const { t, plan, change } = useCampaigns();

interface RevenueRecord {
  id: string;
  cents: number;
  /** `due` records once waited among enough revenue, so they are reinvested even if less waits now. */
  state: 'waiting' | 'due' | 'reinvested';
}

interface Campaign {
  id: string;
  budgetCents: number;
  status: 'draft' | 'by_hand' | 'active' | 'paused' | 'ended';
  allocatedCents: number;
}

interface Model {
  /** The revenue that was reinvested before this sequence. It counts for the rounding of odd cents. */
  beforeCents: number;
  records: RevenueRecord[];
  /** The clicks that are not confirmed yet, by visitor. */
  estimates: string[];
  clicked: Set<string>;
  campaigns: Campaign[];
}

interface Real {
  /** Makes the keys of this sequence different from those of other sequences. */
  name: string;
}

const thresholdCents = 2_500;
const bannerCents = 20;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const centsOf = (amount: string) => Math.round(Number(amount) * 100);
const centsIn = (records: readonly RevenueRecord[]) => sum(records.map(({ cents }) => cents));
const half = (cents: number) => Math.floor(cents / 2);

const open = ({ records }: Model) => records.filter(({ state }) => state !== 'reinvested');
const done = ({ records }: Model) => records.filter(({ state }) => state === 'reinvested');
const funded = ({ campaigns }: Model) => campaigns.filter(({ status }) => status !== 'draft' && status !== 'ended');

/** Returns the records that a reinvestment of everything would take. */
function takes(model: Model): RevenueRecord[] {
  if (funded(model).length === 0) return [];
  if (centsIn(open(model)) >= thresholdCents) return open(model);
  return open(model).filter(({ state }) => state === 'due');
}

async function readCampaigns(): Promise<Map<string, { status: string; cents: number }>> {
  const { campaigns } = await t.client.call(adsApi.listCampaigns, { query: { limit: 200 } });
  return new Map(campaigns.map(({ id, status, allocated }) => [id, { status, cents: centsOf(allocated) }]));
}

async function readReinvested(): Promise<Set<string>> {
  const { revenue } = await t.client.call(adsApi.listRevenue, { query: { limit: 200 } });
  return new Set(revenue.filter(({ reinvestedAt }) => reinvestedAt !== null).map(({ id }) => id));
}

/** Confirmed clicks have ids that only the service knows, so they are compared by their number and sum. */
async function expectSame(model: Model): Promise<void> {
  const totals = await t.client.call(adsApi.readAdTotals);
  const isEnough = centsIn(open(model)) >= thresholdCents;
  expect(totals.unreinvestedCents).toBe(centsIn(open(model)));
  expect(totals.shouldReinvest).toBe(isEnough || open(model).some(({ state }) => state === 'due'));

  const reinvested = await readReinvested();
  for (const { id, state } of model.records) expect(reinvested.has(id)).toBe(state === 'reinvested');

  const campaigns = await readCampaigns();
  for (const { id, status, allocatedCents } of model.campaigns)
    expect(campaigns.get(id)).toEqual({ status, cents: allocatedCents });

  const taken = takes(model);
  const preview = await t.client.call(adsApi.previewReinvestment);
  expect(preview.possible).toBe(taken.length > 0);
  if (taken.length > 0) {
    const before = model.beforeCents + centsIn(done(model));
    expect(preview).toMatchObject({
      records: taken.length,
      total: formatCents(centsIn(taken)),
      reinvested: formatCents(half(before + centsIn(taken)) - half(before)),
    });
  }
  const { balanced, accounts } = await t.client.call(adsApi.readAccounting);
  expect([balanced, centsOf(accounts.campaign_budget ?? '')]).toEqual([
    true,
    half(model.beforeCents + centsIn(done(model))),
  ]);
}

type Command = fc.AsyncCommand<Model, Real>;

/** Each command ends with the comparison. */
function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real);
      await expectSame(model);
    },
    toString: () => name,
  };
}

const at = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;

/** Records revenue by a form that is sent twice. */
const record = (cents: number) =>
  command(`record ${cents}`, async ({ records }, { name }) => {
    const body = { source: 'Sponsor', amount: formatCents(cents), key: `${name} ${records.length}`, operator: 'Olga' };
    const [first, second] = await Promise.all(
      t.instances.map(({ client }) => client.call(adsApi.recordRevenue, { body })),
    );
    expect(second).toEqual(first);
    records.push({ id: first?.id as string, cents, state: 'waiting' });
  });

const click = (visitor: number) =>
  command(`click of visitor ${visitor}`, async (model, { name }) => {
    const key = `${name} ${visitor}`;
    const body = { adId: 'coinzilla', kind: 'banner', adNetwork: 'coinzilla', visitor: key } as const;
    await Promise.all(t.instances.map(({ client }) => client.call(adsApi.recordClick, { body })));
    if (!model.clicked.has(key)) model.estimates.push(key);
    model.clicked.add(key);
  });

const confirm = command('confirm the clicks', async (model) => {
  const answers = await Promise.all(t.instances.map(({ client }) => client.call(adsApi.confirmRevenue)));
  expect(sum(answers.map(({ records }) => records))).toBe(model.estimates.length);
  if (model.estimates.length === 0) return;
  const { revenue } = await t.client.call(adsApi.listRevenue, { query: { limit: 200, unreinvested: true } });
  const known = new Set(model.records.map(({ id }) => id));
  const clicks = revenue.filter(({ id }) => !known.has(id));
  expect(clicks).toHaveLength(model.estimates.length);
  for (const { id } of clicks) model.records.push({ id, cents: bannerCents, state: 'waiting' });
  model.estimates = [];
});

const addCampaign = (dollars: number, kind: 'by_hand' | 'draft') =>
  command(`add a campaign of ${dollars} dollars, ${kind}`, async (model, { name }) => {
    const campaignName = `${name} ${model.campaigns.length}`;
    const body = { platform: 'rumble', campaignName, budget: dollars, key: campaignName } as const;
    const id =
      kind === 'draft' ? await plan('x', campaignName) : (await t.client.call(adsApi.createCampaign, { body })).id;
    model.campaigns.push({ id, budgetCents: dollars * 100, status: kind, allocatedCents: 0 });
  });

const changeCampaign = (index: number, status: 'active' | 'paused' | 'ended') =>
  command(
    `change campaign ${index} to ${status}`,
    async (model) => {
      const campaign = at(model.campaigns, index);
      const refusal =
        campaign.status === 'ended' && status !== 'ended'
          ? 'campaign_closed'
          : campaign.status === 'draft' && status !== 'ended'
            ? 'ad_provider_unavailable'
            : null;
      if (refusal) {
        await expect(change(campaign.id, status)).rejects.toMatchObject({ code: refusal });
        return;
      }
      await change(campaign.id, status);
      campaign.status = status;
    },
    ({ campaigns }) => campaigns.length > 0,
  );

/** One press: everything, one record, or the schedule. */
type Press = 'all' | 'schedule' | number;

/** Reinvests by several presses at once, alternately on both instances. */
const reinvest = (presses: readonly Press[]) =>
  command(`reinvest ${presses.join(', ')}`, async (model) => {
    const targets = presses.map((press) =>
      typeof press === 'number' && model.records.length > 0 ? at(model.records, press) : null,
    );
    const before = await readCampaigns();
    const answers = await Promise.all(
      presses.map(async (press, n) => {
        const { client, context } = at(t.instances, n);
        if (press === 'schedule') return reinvestWhenDue(context);
        const recordId = targets[n]?.id;
        return client.call(adsApi.reinvest, { body: { operator: 'Olga', ...(recordId && { recordId }) } });
      }),
    );

    const due = takes(model);
    for (const one of due) one.state = 'due';
    const taken = due.filter((one) => targets.some((target) => target === null || target === one));
    const doneCents = model.beforeCents + centsIn(done(model));
    for (const one of taken) one.state = 'reinvested';
    const givenCents = half(doneCents + centsIn(taken)) - half(doneCents);

    if (!presses.includes('schedule')) {
      const reinvestments = answers.flatMap((answer) => answer ?? []);
      expect(sum(reinvestments.map(({ records }) => records))).toBe(taken.length);
      expect(sum(reinvestments.map(({ reinvested }) => centsOf(reinvested)))).toBe(givenCents);
    }

    // Each of the reinvestments may round a campaign's part up or down.
    const after = await readCampaigns();
    const budgets = sum(funded(model).map(({ budgetCents }) => budgetCents));
    for (const campaign of model.campaigns) {
      const cents = (after.get(campaign.id)?.cents ?? 0) - (before.get(campaign.id)?.cents ?? 0);
      const exact = funded(model).includes(campaign) ? (givenCents * campaign.budgetCents) / budgets : 0;
      if (exact === 0) expect(cents).toBe(0);
      else expect(Math.abs(cents - exact)).toBeLessThan(presses.length);
      campaign.allocatedCents += cents;
    }
    const given =
      sum([...after.values()].map(({ cents }) => cents)) - sum([...before.values()].map(({ cents }) => cents));
    expect(given).toBe(givenCents);
  });

/** Leaves a record that is due, although less than the threshold waits. */
const leaveDue = command('leave a due record', async (model, real) => {
  await record(2_500).run(model, real);
  await record(333).run(model, real);
  await reinvest([model.records.length - 2]).run(model, real);
});

const press = fc.oneof(fc.constantFrom<Press>('all', 'schedule'), fc.nat(8));

const commands = [
  fc.constantFrom(1, 333, 1_249, 1_250, 1_251, 2_499, 2_500).map(record),
  fc.constantFrom(1, 333, 1_249, 1_250, 1_251, 2_499, 2_500).map(record),
  fc.constant(leaveDue),
  fc.nat(3).map(click),
  fc.constant(confirm),
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.constantFrom('by_hand', 'by_hand', 'draft'))
    .map((given) => addCampaign(...given)),
  fc.tuple(fc.nat(4), fc.constantFrom('active', 'paused', 'paused', 'ended')).map((given) => changeCampaign(...given)),
  fc.nat(8).map((index) => reinvest([index])),
  fc.constantFrom<Press>('all', 'schedule').map((press) => reinvest([press])),
  fc.array(press, { minLength: 2, maxLength: 4 }).map(reinvest),
];

/**
 * Reinvests the rest of an earlier sequence, and ends its campaigns.
 * @returns the reinvested revenue of all time
 */
async function clear(name: string): Promise<number> {
  const body = { source: 'Rest', amount: '25.00', key: `${name} rest`, operator: 'Olga' };
  const campaign = { platform: 'rumble', campaignName: `${name} rest`, budget: 1, key: `${name} rest` } as const;
  await t.client.call(adsApi.confirmRevenue);
  await t.client.call(adsApi.recordRevenue, { body });
  await t.client.call(adsApi.createCampaign, { body: campaign });
  await t.client.call(adsApi.reinvest, { body: { operator: 'Olga' } });
  for (const [id, { status }] of await readCampaigns()) if (status !== 'ended') await change(id, 'ended');
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from revenue_record where reinvested_at is not null
  `.execute(t.context.db);
  return rows[0]?.cents ?? 0;
}

test('each revenue record is reinvested at most once, by the budgets, after any sequence of actions', async () => {
  let sequences = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), async (sequence) => {
      const name = `sequence ${++sequences}`;
      const beforeCents = await clear(name);
      const model: Model = { beforeCents, records: [], estimates: [], clicked: new Set(), campaigns: [] };
      // Without a campaign, nothing is reinvested.
      await addCampaign(50, 'by_hand').run(model, { name });
      await fc.asyncModelRun(() => ({ model, real: { name } }), sequence);
      const events = await t.events(AdRevenueReinvested);
      expect(sum(events.map(({ reinvestedCents }) => reinvestedCents))).toBe(half(beforeCents + centsIn(done(model))));
    }),
    // After a failure the counters of the database may be wrong, so a shorter sequence would fail for another reason.
    { numRuns: 40, endOnFailure: true },
  );
});
