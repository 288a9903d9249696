import { randomUUID } from 'node:crypto';
import { HotMeterRefreshed, signalsApi } from '@xrp-bridge/contracts/signals';
import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { runBackTest } from '../src/back-test.ts';
import { describedOn } from '../src/domain/coins.ts';
import { velocityOf } from '../src/domain/trend.ts';
import { insertItems } from '../src/item-store.ts';
import { keepPartitions } from '../src/partitions.ts';
import { countMentions } from '../src/score-store.ts';
import type { Source } from '../src/sources/source.ts';
import { keepWork, readLastRun } from '../src/store.ts';
import { refresh, refreshWhenDue } from '../src/use-cases/refresh.ts';
import { useHarness } from './harness.ts';

const hourMs = 3_600_000;
const harness = useHarness();

const read = () => harness.client.call(signalsApi.readHotMeter);
const listSignals = async () => (await harness.client.call(signalsApi.listSignals)).signals;
const countRefreshes = async () => (await harness.published(HotMeterRefreshed.type)).length;

it('counts what is said in comments once each, whatever their story is called', async () => {
  const { db } = harness.context;
  const title = 'Ask: who runs an Algorand node at home?';
  const counted = async () => {
    const rows = db.selectFrom('item').select('url').where('title', '=', title).where('duplicate_of', 'is', null);
    return (await rows.execute()).length;
  };
  const comments = ['I run an Algorand node on an old laptop.', 'Ours was too noisy, so we rent a server now.'];
  for (const comment of [...comments, comments[0] as string]) await harness.tell({ coin: 'ALGO', title, comment });
  await harness.refresh();
  expect(await counted()).toBe(2);
  // Also when it comes later.
  await harness.tell({ coin: 'ALGO', title, comment: comments[1] as string });
  await harness.refresh();
  expect(await counted()).toBe(2);
});

describe('one run at a time', () => {
  // How runs follow one another does not depend on what they bring.
  it('goes on, of all instances', async () => {
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

  it('begins when four hours have gone by, and not before', async () => {
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

  it('begins at once when an operator wants it', async () => {
    harness.replaceSources([]);
    const before = await countRefreshes();
    expect(await harness.client.call(signalsApi.refresh)).toEqual({ started: true });
    await expect.poll(countRefreshes).toBe(before + 1);
    // It has told of it, and may not be over yet.
    await harness.refresh();
  });
});

it('scores what is there while a source is slow, and the rest when it has come', async () => {
  const before = await countRefreshes();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow: Source = {
    name: 'Slow',
    kind: 'mentions',
    pausedUntil: () => null,
    async *ask() {
      await answered;
      yield { items: [] };
    },
  };
  harness.replaceSources([...harness.context.sources, slow]);
  const refreshed = refresh(harness.context, { patienceMs: 1 });
  try {
    await expect.poll(countRefreshes, { timeout: 150_000 }).toBe(before + 1);
  } finally {
    answer();
  }
  expect(await refreshed).toBe(true);
  expect(await countRefreshes()).toBe(before + 2);
});

test('the back-test begins where prices, texts and work are known, and says what it finds', async () => {
  const { db, clock } = harness.context;
  const now = clock();
  const first = new Date(now.getTime() - 60 * 24 * hourMs);
  const day = first.toISOString().slice(0, 10);
  const nothingYet = /^There is nothing to try it on yet: it takes 45 days, and all is known since 20\d\d-\d\d-\d\d\.$/;
  // Days of which nothing is known of the work would only look calm.
  const withoutWork = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('work_day').execute();
    throw new Error(await runBackTest(tx as never, now));
  });
  await expect(withoutWork).rejects.toThrow('There is nothing to try it on yet.');
  // The first look brings prices of a longer time than texts and work.
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
  await keepWork(db, [{ coin: 'XRP', repository: 'XRPLF/rippled', day, commits: 0, releases: 0 }]);
  // 61 days, of which 45 are needed to try one; of 20 coins.
  expect(await runBackTest(db as never, now)).toMatch(
    /after a heat of 8 or more: (?:no such day|\d+\.\d % \(\d+ of \d+ days\))\n {2}after any day: +\d+\.\d % \(\d+ of 340 days\)$/,
  );
});

it('that is ended leaves everything as it was, and is begun anew', async () => {
  const { context } = harness;
  const stop = new AbortController();
  const before = await readLastRun(context.db);
  const meter = await read();
  const { sources } = context;
  harness.replaceSources(
    sources.map((source) => ({
      ...source,
      async *ask(question) {
        for await (const findings of source.ask(question)) {
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

it('that is ended waits for no source’s answer', async () => {
  const { context } = harness;
  const stop = new AbortController();
  const silent = {
    async *ask() {
      stop.abort(new Error('the service stops'));
      yield await new Promise<never>(() => {});
    },
  };
  harness.replaceSources(context.sources.map((source) => ({ ...source, ...silent })));
  await harness.pass(hourMs);
  await expect(refresh(context, { signal: stop.signal })).rejects.toThrow('the service stops');
});

describe('what was known before stays while nobody tells', () => {
  /** Looks anew after so many hours, without some sources. */
  async function lookWithout(hours: number, isSilent: (source: Source) => boolean): Promise<void> {
    const { sources } = harness.context;
    harness.context.sources = sources.filter((source) => !isSilent(source));
    await harness.pass(hours * hourMs);
    await harness.refresh();
    harness.context.sources = sources;
  }
  const readMarket = async () => (await harness.client.call(signalsApi.readMarket)).tokens;
  const readTrending = () => harness.client.call(signalsApi.listTrending);
  const speak = async () => (await readMarket()).map(({ mentions, mentionChange }) => ({ mentions, mentionChange }));

  it('of anything that is written: no coin is spoken of less, and none cools down', async () => {
    await harness.refresh();
    const [spoken, trending, { coins }] = [await speak(), await readTrending(), await read()];
    expect(trending.length).toBeGreaterThan(0);
    await lookWithout(12, ({ kind }) => kind === 'mentions');
    expect(await speak()).toEqual(spoken);
    expect(await readTrending()).toEqual(trending);
    expect((await read()).coins).toEqual(coins);
  });

  it('of what one source writes: it counts in neither of the two days', async () => {
    await harness.refresh();
    await lookWithout(12, ({ name }) => name === 'GDELT');
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
      const known = of(last, symbol);
      expect([mentions, mentionChange]).toEqual([known, velocityOf(known, of(before, symbol))]);
    }
    expect((await readTrending()).map(({ source }) => source).join()).not.toContain('GDELT');
  });

  it('of what is built: only a coin without public code is scored anew, and the meter is as new as that', async () => {
    await harness.refresh();
    const before = new Map((await read()).coins.map((row) => [row.coin, row]));
    await lookWithout(50, ({ kind }) => kind === 'development');
    const { coins, updatedAt } = await read();
    const anew = coins.filter(({ coin, scoredAt }) => before.get(coin)?.scoredAt !== scoredAt);
    expect(anew.map(({ coin }) => coin)).toEqual(['QNT']);
    expect(updatedAt).toBe(anew[0]?.scoredAt);
    for (const row of coins.filter(({ coin }) => coin !== 'QNT')) expect(row).toEqual(before.get(row.coin));
  });
});

describe('prices', () => {
  it('come from the next source where one fails, and from the one after it for what that lacks', async () => {
    await harness.pass(hourMs);
    for (const server of ['coingecko', 'coinmarketcap'])
      await harness.fault({ provider: 'market', server, kind: 'lying', lie: 'half' });
    await harness.refresh();
    const { tokens } = await harness.client.call(signalsApi.readMarket);
    const sourceOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.source;
    expect([sourceOf('XRP'), sourceOf('XDC')]).toEqual(['Binance', 'Kraken']);
    // An exchange gives no market cap, and that of another source and time is not shown as if it did.
    const [xrp] = tokens.filter(({ symbol }) => symbol === 'XRP');
    expect(xrp).toMatchObject({ marketCap: null, volume24h: expect.stringMatching(/^\d+$/), describedOn });
    // Whoever is not asked because nobody has to stand in does not get old.
    const named = (await read()).sources.map(({ name }) => name);
    expect([named.includes('Binance'), named.includes('CoinGecko')]).toEqual([true, false]);
    for (const server of ['coingecko', 'coinmarketcap']) await harness.heal({ provider: 'market', server });
  });

  it('stay as they were, each with its age, while no source answers; so do the hot meter and signals', async () => {
    const prices = async () => (await harness.client.call(signalsApi.readMarket)).tokens;
    const { context } = harness;
    // One after which the price has moved.
    const moved = (await listSignals())[0]?.id as string;
    const facts = sql`facts || '{"graphMoved": true}'`;
    await context.db.updateTable('signal').set({ facts }).where('id', '=', moved).execute();
    const [before, meter, told] = [await prices(), await read(), await listSignals()];
    const { sources } = context;
    context.sources = [];
    const since = context.clock();
    await harness.pass(50 * hourMs);
    await harness.refresh();
    expect(await prices()).toEqual(before.map((token) => ({ ...token, stale: true })));
    const still = new Map((await listSignals()).map(({ id, graphMoved }) => [id, graphMoved]));
    expect(still.get(moved)).toBe(true);
    for (const { id, graphMoved } of told) if (still.has(id)) expect(still.get(id)).toBe(graphMoved);
    const after = await read();
    expect(after.coins).toEqual(meter.coins);
    expect(after.updatedAt).toBe(meter.updatedAt);
    expect(after.sources.every(({ stale }) => stale)).toBe(true);
    const last = (await harness.published(HotMeterRefreshed.type)).at(-1);
    expect(last?.data).toMatchObject({ coins: 0, staleSources: after.sources.map(({ name }) => name) });

    // What is read for the first time meanwhile says nothing of a price.
    context.sources = sources.filter(({ kind }) => kind === 'mentions');
    await harness.refresh();
    const fresh = (await listSignals()).filter(({ date }) => Date.parse(date) > since.getTime());
    expect(fresh.length).toBeGreaterThan(0);
    expect(fresh.filter(({ graphMoved }) => graphMoved !== null)).toEqual([]);
  });
});

test('nothing is kept for more than 400 days, nor its place', async () => {
  const { db, clock } = harness.context;
  const grown = ['candle', 'heat', 'item', 'mention_hour', 'seen', 'signal', 'work_day', 'deviation', 'run'] as const;
  const countAll = async () => {
    const counts = grown.map((table) => db.selectFrom(table).select(({ fn }) => fn.countAll<string>().as('n')));
    return Promise.all(counts.map(async (count) => Number((await count.executeTakeFirstOrThrow()).n)));
  };
  const places = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_class where relispartition and relkind = 'r'`.execute(
        db,
      )
    ).rows[0]?.n;
  expect((await countAll()).every((count) => count > 0)).toBe(true);
  const before = await places();
  await keepPartitions(db, new Date(clock().getTime() + 460 * 86_400_000));
  expect(await countAll()).toEqual(grown.map(() => 0));
  expect(Math.abs(((await places()) ?? 0) - (before ?? 0))).toBeLessThanOrEqual(5);
});
