import type { SimulatedDatabase } from './database.ts';
import type { Marketer } from './marketers.ts';

const hourMs = 3_600_000;
/** Minimum time between two ads on X. The rule is the specification's, so it is not imported. */
const cooldownMs = 24 * hourMs;
/** Time after a day in which the report of an ad network is read. */
const reportMs = 6 * hourMs;
/** Ads reads the reports of seven days, so an older one may never be read after a leap of the clock. */
const oldestReportMs = 6 * 24 * hourMs;
/** The statuses of a campaign at its platform, by our own. */
const statusAtPlatform: Record<string, string> = { paused: 'PAUSED', active: 'ACTIVE', ended: 'REMOVED' };

/** Our side of what the invariants compare. */
interface AdWorld {
  database: SimulatedDatabase;
  marketers: readonly Marketer[];
}

/** The sandbox's objects that the invariants compare with our ads. */
export interface AdState {
  posts: { id: string; createdAt: string }[];
  campaigns: { platform: string; id: string; name: string; status: string }[];
  adReports: { network: string; day: string; cents: number }[];
}

/** Selects sums that must be equal: of the reinvestments, and of the accounting. */
const wrongSums = `
  select 'the reinvestment ' || id as what, records || ' records of ' || total_cents || ', half ' || reinvested_cents as one,
    record.count || ' records of ' || record.cents || ', half ' || allocated.cents as other
  from ads.reinvestment cross join lateral (
    select count(*), coalesce(sum(amount_cents), 0) as cents from ads.revenue_record where reinvestment_id = reinvestment.id
  ) record cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from ads.allocation where reinvestment_id = reinvestment.id
  ) allocated
  union all select 'the accounting of the ads', '0', coalesce(sum(amount_cents), 0)::text from ads.accounting_entry
  union all select 'the confirmed ad revenue', (
    select coalesce(sum(amount_cents), 0)::text from ads.revenue_record where confirmed_at is not null
  ), (select coalesce(sum(amount_cents), 0)::text from ads.accounting_entry where account = 'ad_receivable')
  union all select 'half of the reinvested revenue', (
    select coalesce(sum(amount_cents) / 2, 0)::text from ads.revenue_record where reinvested_at is not null
  ), (select coalesce(sum(amount_cents), 0)::text from ads.accounting_entry where account = 'campaign_budget')`;

/** Finds posts within the cooldown, campaigns that exist twice, and revenue that is counted twice. */
export async function findWrongAds({ database, marketers }: AdWorld, state: AdState): Promise<string[]> {
  const times = state.posts.map(({ createdAt }) => Date.parse(createdAt)).toSorted((one, other) => one - other);
  const pauses = times.slice(1).map((at, place) => at - (times[place] as number));
  const names = state.campaigns.map(({ platform, name }) => `${platform} ${name}`);
  const sums = await database.read<{ what: string; one: string; other: string }>(
    `select * from (${wrongSums}) sums where one <> other`,
  );
  return [
    ...pauses.filter((ms) => ms < cooldownMs).map((ms) => `Two ads were posted within ${ms / 60_000} minutes.`),
    ...names.filter((name, place) => names.indexOf(name) < place).map((name) => `The campaign ${name} exists twice.`),
    ...sums.map(({ what, one, other }) => `A sum differs: ${what} is ${one}, but also ${other}.`),
    ...marketers.flatMap(({ name, failure }) => (failure ? [`${name} gave up: ${failure}`] : [])),
  ];
}

/**
 * Finds posts, campaigns and revenue that differ from the third parties once everything is at rest.
 * @param runningSince time of the last start or leap of the clock
 */
export async function findMissingAds(
  { database, marketers }: AdWorld,
  state: AdState,
  runningSince: number,
): Promise<string[]> {
  const since = Date.now() - hourMs;
  const posts = await database.read<{ id: string }>(
    `select coalesce(provider_id, id) as id from ads.post
     where status in ('posted', 'unclear') and coalesce(sent_at, planned_at) < to_timestamp(${since / 1_000})`,
  );
  const campaigns = await database.read<{ id: string; status: string }>(
    "select coalesce(provider_id, id) as id, status from ads.campaign where platform <> 'rumble'",
  );
  const days = await database.read<{ network: string; day: string; cents: number; isReported: boolean }>(
    `select ad_network as network, sum(amount_cents)::int as cents, bool_or(kind = 'record') as "isReported",
       coalesce(substring(key from 'report \\w+ (.*)'), to_char(at at time zone 'UTC', 'YYYY-MM-DD')) as day
     from ads.revenue_record where confirmed_at is not null and ad_network is not null group by 1, 4`,
  );
  const [{ cents } = { cents: 0 }] = await database.read<{ cents: number }>(
    "select coalesce(sum(amount_cents), 0)::int as cents from ads.revenue_record where kind = 'record' and ad_network is null",
  );
  const entered = marketers.reduce((sum, { enteredCents }) => sum + enteredCents, 0);
  const differing = [
    ...differencesOf(
      posts.map(({ id }) => `post ${id}`),
      state.posts.filter(({ createdAt }) => Date.parse(createdAt) < since).map(({ id }) => `post ${id}`),
    ),
    ...differencesOf(
      campaigns.map(({ id, status }) => `campaign ${id} ${statusAtPlatform[status]}`),
      state.campaigns.map(({ id, status }) => `campaign ${id} ${status}`),
    ),
  ];
  return [
    ...differing.map((what) => `Only we, or only the third party, have this: ${what}.`),
    ...state.adReports.flatMap(({ network, day, cents: reported }) => {
      const { cents: counted = 0, isReported = false } =
        days.find((one) => one.network === network && one.day === day) ?? {};
      const at = Date.parse(day);
      const isDue = at > runningSince - oldestReportMs && at + 24 * hourMs + reportMs < Date.now();
      // Before the report, an operator may have confirmed more clicks than the network then reports.
      const isWrong = isReported ? counted !== reported : isDue && counted < reported;
      return isWrong ? [`${network} reported ${reported} cents for ${day}, but ${counted} are counted.`] : [];
    }),
    ...(cents === entered ? [] : [`The operators entered ${entered} cents of revenue, but ${cents} are stored.`]),
    ...marketers.flatMap(({ name, act }) => (act ? [`${name} is still waiting for a page: ${act}.`] : [])),
  ];
}

function differencesOf(ours: readonly string[], theirs: readonly string[]): string[] {
  return [...ours.filter((one) => !theirs.includes(one)), ...theirs.filter((one) => !ours.includes(one))];
}
