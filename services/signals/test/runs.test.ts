import { randomUUID } from 'node:crypto';
import { HotMeterRefreshed, signalsApi } from '@xrp-bridge/contracts/signals';
import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { runBackTest } from '../src/back-test.ts';
import { describedOn } from '../src/domain/coins.ts';
import { velocityOf } from '../src/domain/trend.ts';
import { insertItems } from '../src/item-store.ts';
import { maintainPartitions } from '../src/partitions.ts';
import { countMentions } from '../src/score-store.ts';
import type { Source } from '../src/sources/source.ts';
import { readLastRun, upsertWork } from '../src/store.ts';
import { refresh, refreshWhenDue } from '../src/use-cases/refresh.ts';
import { useHarness } from './harness.ts';

const hourMs = 3_600_000;
const harness = useHarness();

const read = () => harness.client.call(signalsApi.readHotMeter);
const listSignals = async () => (await harness.client.call(signalsApi.listSignals)).signals;
const countRefreshes = async () => (await harness.published(HotMeterRefreshed.type)).length;

it('the mentions include each comment once, although all comments of a story have the same title', async () => {
  const { db } = harness.context;
  const title = 'Ask: who runs an Algorand node at home?';
  const counted = async () => {
    const rows = db.selectFrom('item').select('url').where('title', '=', title).where('duplicate_of', 'is', null);
    return (await rows.execute()).length;
  };
  const comments = ['I run an Algorand node on an old laptop.', 'Ours was too noisy, so we rent a server now.'];
  for (const comment of [...comments, comments[0] as string])
    await harness.addMention({ coin: 'ALGO', title, comment });
  await harness.refresh();
  expect(await counted()).toBe(2);
  // A comment that was already counted in an earlier refresh is not counted again.
  await harness.addMention({ coin: 'ALGO', title, comment: comments[1] as string });
  await harness.refresh();
  expect(await counted()).toBe(2);
});

describe('a refresh', () => {
  // These tests need no findings, so they run without sources.
  it('runs on only one instance at a time', async () => {
    harness.replaceSources([]);
    const other = await harness.startAnother();
    other.context.sources = [];
    try {
      const before = await countRefreshes();
      const done = await Promise.all([refresh(harness.context), refresh(other.context), refresh(other.context)]);
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await countRefreshes()).toBe(before + 1);
      expect(await refresh(other.context)).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it('starts four hours after the last one, and not earlier', async () => {
    harness.replaceSources([]);
    const { context } = harness;
    await refreshWhenDue(context);
    const before = await countRefreshes();
    await harness.pass(3.9 * hourMs);
    await refreshWhenDue(context);
    expect(await countRefreshes()).toBe(before);
    await harness.pass(0.1 * hourMs);
    await refreshWhenDue(context);
    expect(await countRefreshes()).toBe(before + 1);
  });

  it('starts at once when an operator requests it', async () => {
    harness.replaceSources([]);
    const before = await countRefreshes();
    expect(await harness.client.call(signalsApi.refresh)).toEqual({ started: true });
    await expect.poll(countRefreshes).toBe(before + 1);
    // The run has emitted its event, but may not have ended yet.
    await harness.refresh();
  });
});

it('a refresh scores the available data while a source is slow, and scores again when the source has answered', async () => {
  const before = await countRefreshes();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow: Source = {
    name: 'Slow',
    kind: 'mentions',
    pausedUntil: () => null,
    async *fetch() {
      await answered;
      yield { items: [] };
    },
  };
  harness.replaceSources([...harness.context.sources, slow]);
  const refreshed = refresh(harness.context, { scoreAfterMs: 1 });
  try {
    await expect.poll(countRefreshes, { timeout: 150_000 }).toBe(before + 1);
  } finally {
    answer();
  }
  expect(await refreshed).toBe(true);
  expect(await countRefreshes()).toBe(before + 2);
});

test('the back-test covers only days with prices, texts and development activity, and returns its result as text', async () => {
  const { db, clock } = harness.context;
  const now = clock();
  const first = new Date(now.getTime() - 60 * 24 * hourMs);
  const day = first.toISOString().slice(0, 10);
  const nothingYet =
    /^There’s not enough data for the test yet\. The test needs 45 days, and our data starts on 20\d\d-\d\d-\d\d\.$/;
  // Without data on the coins' development activity (`work_day`), the back-test can test no day.
  const withoutWork = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('work_day').execute();
    throw new Error(await runBackTest(tx as never, now));
  });
  await expect(withoutWork).rejects.toThrow('There’s no data for the test yet.');
  // The first fetch stores older prices than texts and development activity, so too few days have all three.
  expect(await runBackTest(db as never, now)).toMatch(nothingYet);
  const place = {
    url: 'https://old.example.com',
    title: 'Old',
    site: 'old.example.com',
    source: 'GDELT',
    language: 'en',
  };
  const silent = { coins: [], reports: [], quantum: false, duplicate_of: null };
  await insertItems(db, [{ id: randomUUID(), ...place, ...silent, published_at: first }]);
  expect(await runBackTest(db as never, now)).toMatch(nothingYet);
  await upsertWork(db, [{ coin: 'XRP', repository: 'XRPLF/rippled', day, commits: 0, releases: 0 }]);
  // Each of the 20 coins has 61 days, and a test of one day needs 45 days, so 17 days of each coin are tested.
  expect(await runBackTest(db as never, now)).toMatch(
    /after a score of 8 or more: (?:no such day|\d+\.\d% \(\d+ of \d+ days\))\n {2}after any day: +\d+\.\d% \(\d+ of 340 days\)$/,
  );
});

it('an aborted refresh changes no score, and the next refresh succeeds', async () => {
  const { context } = harness;
  const stop = new AbortController();
  const before = await readLastRun(context.db);
  const meter = await read();
  const { sources } = context;
  harness.replaceSources(
    sources.map((source) => ({
      ...source,
      async *fetch(request) {
        for await (const findings of source.fetch(request)) {
          stop.abort(new Error('the service stops'));
          yield findings;
        }
      },
    })),
  );
  await harness.pass(hourMs);
  await expect(refresh(context, { signal: stop.signal })).rejects.toThrow('the service stops');
  context.sources = sources;
  expect([await readLastRun(context.db), await read()]).toEqual([before, meter]);
  expect(await refresh(context)).toBe(true);
});

it('an aborted refresh ends without waiting for an answer of a source', async () => {
  const { context } = harness;
  const stop = new AbortController();
  const silent = {
    async *fetch() {
      stop.abort(new Error('the service stops'));
      yield await new Promise<never>(() => {});
    },
  };
  harness.replaceSources(context.sources.map((source) => ({ ...source, ...silent })));
  await harness.pass(hourMs);
  await expect(refresh(context, { signal: stop.signal })).rejects.toThrow('the service stops');
});

describe('when sources do not respond', () => {
  /** Runs a refresh after this many hours, without some sources. */
  async function refreshWithout(hours: number, isSilent: (source: Source) => boolean): Promise<void> {
    const { sources } = harness.context;
    harness.context.sources = sources.filter((source) => !isSilent(source));
    await harness.pass(hours * hourMs);
    await harness.refresh();
    harness.context.sources = sources;
  }
  const readMarket = async () => (await harness.client.call(signalsApi.readMarket)).tokens;
  const readTrending = () => harness.client.call(signalsApi.listTrending);
  const readMentions = async () =>
    (await readMarket()).map(({ mentions, mentionChange }) => ({ mentions, mentionChange }));

  it('mentions and heat do not change', async () => {
    await harness.refresh();
    const [mentions, trending, { coins }] = [await readMentions(), await readTrending(), await read()];
    expect(trending.length).toBeGreaterThan(0);
    await refreshWithout(12, ({ kind }) => kind === 'mentions');
    expect(await readMentions()).toEqual(mentions);
    expect(await readTrending()).toEqual(trending);
    expect((await read()).coins).toEqual(coins);
  });

  it('a comparison leaves out the missing source on both days', async () => {
    await harness.refresh();
    await refreshWithout(12, ({ name }) => name === 'GDELT');
    const { db } = harness.context;
    const end = Math.floor(((await readLastRun(db))?.getTime() ?? 0) / hourMs) * hourMs;
    const countOf = async (daysAgo: number) => {
      const from = end - daysAgo * 24 * hourMs;
      return countMentions(db, new Date(from), new Date(from + 24 * hourMs));
    };
    const [last, before] = [await countOf(1), await countOf(2)];
    expect(before.some(({ source }) => source === 'GDELT')).toBe(true);
    const of = (rows: typeof last, symbol: string) =>
      rows
        .filter(({ coin, source }) => coin === symbol && source !== 'GDELT')
        .reduce((sum, { mentions }) => sum + mentions, 0);
    for (const { symbol, mentions, mentionChange } of await readMarket()) {
      const counted = of(last, symbol);
      expect([mentions, mentionChange]).toEqual([counted, velocityOf(counted, of(before, symbol))]);
    }
    expect((await readTrending()).map(({ source }) => source).join()).not.toContain('GDELT');
  });

  it('only a coin without public code gets a new score when data on development activity is missing', async () => {
    await harness.refresh();
    const before = new Map((await read()).coins.map((row) => [row.coin, row]));
    await refreshWithout(50, ({ kind }) => kind === 'development');
    const { coins, updatedAt } = await read();
    const rescored = coins.filter(({ coin, scoredAt }) => before.get(coin)?.scoredAt !== scoredAt);
    expect(rescored.map(({ coin }) => coin)).toEqual(['QNT']);
    expect(updatedAt).toBe(rescored[0]?.scoredAt);
    for (const row of coins.filter(({ coin }) => coin !== 'QNT')) expect(row).toEqual(before.get(row.coin));
  });
});

describe('prices', () => {
  it('come from the next source for coins that the first source lacks', async () => {
    await harness.pass(hourMs);
    for (const server of ['coingecko', 'coinmarketcap'])
      await harness.fault({ provider: 'market', server, kind: 'lying', lie: 'half' });
    await harness.refresh();
    const { tokens } = await harness.client.call(signalsApi.readMarket);
    const sourceOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.source;
    expect([sourceOf('XRP'), sourceOf('XDC')]).toEqual(['Binance', 'Kraken']);
    // An exchange returns no market cap. The value of another source and time is not shown instead.
    const [xrp] = tokens.filter(({ symbol }) => symbol === 'XRP');
    expect(xrp).toMatchObject({ marketCap: null, volume24h: expect.stringMatching(/^\d+$/), describedOn });
    // A price source without stored quotes is not listed, so it does not appear as old.
    const named = (await read()).sources.map(({ name }) => name);
    expect([named.includes('Binance'), named.includes('CoinGecko')]).toEqual([true, false]);
    for (const server of ['coingecko', 'coinmarketcap']) await harness.heal({ provider: 'market', server });
  });

  it('remain and are marked as stale while no source answers; the hot meter and the signals remain too', async () => {
    const prices = async () => (await harness.client.call(signalsApi.readMarket)).tokens;
    const { context } = harness;
    // The price has moved since this signal.
    const moved = (await listSignals())[0]?.id as string;
    const facts = sql`facts || '{"graphMoved": true}'`;
    await context.db.updateTable('signal').set({ facts }).where('id', '=', moved).execute();
    const [before, meter, signals] = [await prices(), await read(), await listSignals()];
    const { sources } = context;
    context.sources = [];
    const since = context.clock();
    await harness.pass(50 * hourMs);
    await harness.refresh();
    expect(await prices()).toEqual(before.map((token) => ({ ...token, stale: true })));
    const still = new Map((await listSignals()).map(({ id, graphMoved }) => [id, graphMoved]));
    expect(still.get(moved)).toBe(true);
    for (const { id, graphMoved } of signals) if (still.has(id)) expect(still.get(id)).toBe(graphMoved);
    const after = await read();
    expect(after.coins).toEqual(meter.coins);
    expect(after.updatedAt).toBe(meter.updatedAt);
    expect(after.sources.every(({ stale }) => stale)).toBe(true);
    const last = (await harness.published(HotMeterRefreshed.type)).at(-1);
    expect(last?.data).toMatchObject({ coins: 0, staleSources: after.sources.map(({ name }) => name) });

    // While no source returns prices, the price movement of a new signal is unknown (`graphMoved` is null).
    context.sources = sources.filter(({ kind }) => kind === 'mentions');
    await harness.refresh();
    const fresh = (await listSignals()).filter(({ date }) => Date.parse(date) > since.getTime());
    expect(fresh.length).toBeGreaterThan(0);
    expect(fresh.filter(({ graphMoved }) => graphMoved !== null)).toEqual([]);
  });
});

test('rows older than 400 days and their partitions are deleted', async () => {
  const { db, clock } = harness.context;
  const grown = ['candle', 'heat', 'item', 'mention_hour', 'seen', 'signal', 'work_day', 'deviation', 'run'] as const;
  const countAll = async () => {
    const counts = grown.map((table) => db.selectFrom(table).select(({ fn }) => fn.countAll<string>().as('n')));
    return Promise.all(counts.map(async (count) => Number((await count.executeTakeFirstOrThrow()).n)));
  };
  const countPartitions = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_class where relispartition and relkind = 'r'`.execute(
        db,
      )
    ).rows[0]?.n;
  expect((await countAll()).every((count) => count > 0)).toBe(true);
  const before = await countPartitions();
  await maintainPartitions(db, new Date(clock().getTime() + 460 * 86_400_000));
  expect(await countAll()).toEqual(grown.map(() => 0));
  expect(Math.abs(((await countPartitions()) ?? 0) - (before ?? 0))).toBeLessThanOrEqual(5);
});
