import type { SimulatedDatabase } from './database.ts';
import type { Visitor } from './visitors.ts';

const hourMs = 3_600_000;
/** Maximum time between two refreshes: four hours, and one more for crashes and slow sources. */
const refreshMs = 5 * hourMs;

/** Finds hot meters that were not refreshed in time, or whose prices are not the stored ones. */
export async function findWrongSignals(options: {
  database: SimulatedDatabase;
  visitors: readonly Visitor[];
  /** Time since which the product has run. */
  since: number;
}): Promise<string[]> {
  const { database, visitors, since } = options;
  if (visitors.length === 0) return [];
  const [run] = await database.read<{ startedAt: Date | null }>(
    'select max(started_at) as "startedAt" from signals.run',
  );
  const age = Date.now() - Math.max(since, run?.startedAt?.getTime() ?? 0);
  const differing = await database.read<{ coin: string; day: string }>(`
    select heat.coin, shown->>'day' as day from signals.heat, jsonb_array_elements(facts->'days') shown
      join signals.candle on candle.day = (shown->>'day')::date
    where candle.coin = heat.coin and (shown->>'day')::date < (heat.at at time zone 'UTC')::date
      and candle.close <> (shown->>'close')::float8`);
  const missing = await database.read<{ coin: string }>(`
    select coin from signals.quote where not exists (
      select from signals.heat where heat.coin = quote.coin and heat.at >= (select max(started_at) from signals.run)
    ) and not exists (select from signals.source where error is not null) and exists (select from signals.run)`);
  return [
    ...(age > refreshMs ? [`The last refresh of the signals was ${age / hourMs} hours ago.`] : []),
    ...differing.map(({ coin, day }) => `The hot meter shows another price of ${coin} on ${day} than is stored.`),
    ...missing.map(({ coin }) => `${coin} was not scored by the last refresh, although all sources answered.`),
    ...visitors.flatMap(({ name, failure }) => (failure ? [`${name} saw: ${failure}`] : [])),
  ];
}
