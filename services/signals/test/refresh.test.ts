import { DeviationDetected, HotMeterRefreshed, SignalPublished, signalsApi } from '@xrp-bridge/contracts/signals';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { runBackTest } from '../src/back-test.ts';
import { combine, scoreHeat } from '../src/domain/heat.ts';
import { confidenceOf } from '../src/domain/signal.ts';
import { keepPartitions } from '../src/partitions.ts';
import type { Source } from '../src/sources/source.ts';
import { readLastRun } from '../src/store.ts';
import { refresh, refreshWhenDue } from '../src/use-cases/refresh.ts';
import { scoreCoins } from '../src/use-cases/score-coins.ts';
import { type Harness, startHarness } from './harness.ts';

const hourMs = 3_600_000;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await harness.refresh();
});
afterAll(() => harness.stop());

const read = () => harness.client.call(signalsApi.readHotMeter);
const readXrp = async () => (await read()).coins.find(({ coin }) => coin === 'XRP');

describe('a refresh', () => {
  it('fills the hot meter, the hottest first, from sources that all answer', async () => {
    const { coins, updatedAt, sources } = await read();
    const scores = coins.map(({ heatScore }) => heatScore);
    expect(scores).toHaveLength(20);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(updatedAt).not.toBeNull();
    expect(sources.map(({ name }) => name)).toContain('GDELT');
    expect(sources.every(({ stale }) => !stale)).toBe(true);
  });

  it('shows with every score all that it follows from', async () => {
    for (const { heatScore, inputs, days, closeBefore, mentions, window } of (await read()).coins) {
      const again = scoreHeat({
        mentions: days.map((day) => day.mentions),
        development: days.map((day) => day.development),
        closes: [closeBefore, ...days.map((day) => day.close)],
      });
      expect(again).toEqual({ ...inputs, score: heatScore });
      expect(combine(inputs)).toBe(heatScore);
      expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([37, window.from, window.to]);
      expect(days.slice(-7).reduce((sum, day) => sum + day.mentions, 0)).toBe(mentions);
    }
  });

  it('tells of signals with their sources, and of how sure they are', async () => {
    const { signals } = await harness.client.call(signalsApi.listSignals);
    expect(signals.length).toBeGreaterThan(0);
    for (const { confidence, confidenceScore, sources } of signals) {
      expect(confidenceOf(confidence)).toBe(confidenceScore);
      expect(new Set(sources.map(({ site }) => site)).size).toBe(confidence.sites);
    }
    const highlights = await harness.client.call(signalsApi.listHighlights);
    expect(highlights).toHaveLength(3);
    for (const { velocityPercentage } of await harness.client.call(signalsApi.listTrending))
      expect(Number.isFinite(velocityPercentage)).toBe(true);
  });

  it('tells others once', async () => {
    const refreshed = await harness.published(HotMeterRefreshed.type);
    expect(refreshed.at(-1)?.data).toMatchObject({ coins: 20, staleSources: [] });
    const { signals } = await harness.client.call(signalsApi.listSignals);
    const told = await harness.published(SignalPublished.type);
    await harness.refresh();
    expect((await harness.published(SignalPublished.type)).length).toBe(told.length);
    expect(new Set(told.map(({ subject }) => subject)).size).toBe(told.length);
    expect(signals.every(({ id }) => told.some(({ subject }) => subject === id))).toBe(true);
    for (const { data } of await harness.published(DeviationDetected.type))
      expect(data).toMatchObject({ level: 'High' });
  });

  it('tells of an unusual day once, however often it is looked at, and of a usual one never', async () => {
    const { db, clock } = harness.context;
    const now = clock();
    const day = new Date(now.getTime() - 24 * hourMs).toISOString().slice(0, 10);
    const candle = { coin: 'XRP', day };
    const ofDay = db.selectFrom('candle').select('close').where('coin', '=', candle.coin).where('day', '=', day);
    const { close } = await ofDay.executeTakeFirstOrThrow();
    const setClose = (price: number) =>
      db.updateTable('candle').set({ close: price }).where('coin', '=', candle.coin).where('day', '=', day).execute();
    const told = async () =>
      (await harness.published(DeviationDetected.type)).filter(({ subject }) => subject === candle.coin);
    const before = (await told()).length;
    try {
      await db.deleteFrom('deviation').where('coin', '=', candle.coin).where('day', '=', day).execute();
      await setClose(close * 2);
      for (let look = 0; look < 2; look++) await scoreCoins(harness.context, new Date(now.getTime() + look));
      const fresh = (await told()).slice(before);
      const sigma = expect.toSatisfy((value: number) => value > 2);
      expect(fresh.map(({ data }) => data)).toEqual([{ ...candle, sigma, level: 'High' }]);
    } finally {
      await setClose(close);
    }
    const unusual = await db.selectFrom('deviation').select(['coin', 'sigma']).where('day', '=', day).execute();
    const usual = unusual.filter(({ sigma }) => Math.abs(sigma) <= 2).map(({ coin }) => coin);
    expect(usual.length).toBeGreaterThan(0);
    const all = await harness.published(DeviationDetected.type);
    const toldOf = all.filter(({ data }) => (data as { day: string }).day === day).map(({ subject }) => subject);
    expect(toldOf.filter((coin) => usual.includes(coin))).toEqual([]);
  });

  it('reads what was told since, once, whoever else tells the same', async () => {
    const title = 'A Swiss insurer settled its first claims on the XRP Ledger';
    await harness.refresh();
    const before = await readXrp();
    await harness.tell({ coin: 'XRP', title, url: 'https://one.example.com/a' });
    await harness.tell({ coin: 'XRP', title: `${title} today`, url: 'https://two.example.com/b' });
    await harness.refresh();
    const after = await readXrp();
    expect((after?.mentions ?? 0) - (before?.mentions ?? 0)).toBe(1);
    // The one that was read first is the one that counts.
    expect(after?.read[0]?.title.startsWith(title)).toBe(true);
    await harness.refresh();
    expect((await readXrp())?.mentions).toBe(after?.mentions);
  });
});

describe('one run at a time', () => {
  const countOf = async () => (await harness.published(HotMeterRefreshed.type)).length;

  it('goes on, of all instances', async () => {
    const other = await harness.startAnother();
    try {
      const before = await countOf();
      const done = await Promise.all([refresh(harness.context), refresh(other.context), refresh(other.context)]);
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await countOf()).toBe(before + 1);
      expect(await refresh(other.context)).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it('begins when four hours have gone by, and not before', async () => {
    const { context } = harness;
    await refreshWhenDue(context);
    const before = await countOf();
    await harness.pass(3.9 * hourMs);
    await refreshWhenDue(context);
    expect(await countOf()).toBe(before);
    await harness.pass(0.1 * hourMs);
    await refreshWhenDue(context);
    expect(await countOf()).toBe(before + 1);
  });

  it('begins at once when an operator wants it', async () => {
    const before = await countOf();
    expect(await harness.client.call(signalsApi.refresh)).toEqual({ started: true });
    await expect.poll(countOf).toBe(before + 1);
    // It has told of it, and may not be over yet.
    await harness.refresh();
  });
});

it('scores what is there while a source is slow, and the rest when it has come', async () => {
  const countOf = async () => (await harness.published(HotMeterRefreshed.type)).length;
  const before = await countOf();
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
  const { sources } = harness.context;
  harness.context.sources = [...sources, slow];
  const refreshed = refresh(harness.context, { patienceMs: 1 });
  try {
    await expect.poll(countOf, { timeout: 150_000 }).toBe(before + 1);
  } finally {
    answer();
  }
  expect(await refreshed).toBe(true);
  expect(await countOf()).toBe(before + 2);
  harness.context.sources = sources;
});

test('the back-test says what it finds in what is kept', async () => {
  expect(await runBackTest(harness.context.db as never, harness.context.clock())).toMatch(
    /after a heat of 8 or more: .+\n {2}after any day: +\d+\.\d % \(\d+ of \d{3,} days\)/,
  );
});

it('that is ended leaves everything as it was, and is begun anew', async () => {
  const { context } = harness;
  const stop = new AbortController();
  const before = await readLastRun(context.db);
  const meter = await read();
  const { sources } = context;
  context.sources = sources.map((source) => ({
    ...source,
    async *ask(question) {
      for await (const findings of source.ask(question)) {
        stop.abort(new Error('the service stops'));
        yield findings;
      }
    },
  }));
  await harness.pass(hourMs);
  await expect(refresh(context, { signal: stop.signal })).rejects.toThrow('the service stops');
  context.sources = sources;
  expect([await readLastRun(context.db), await read()]).toEqual([before, meter]);
  expect(await refresh(context)).toBe(true);
});

it('that is ended waits for no source’s answer', async () => {
  const { context } = harness;
  const { sources } = context;
  const stop = new AbortController();
  context.sources = sources.map((source) => ({
    ...source,
    async *ask() {
      stop.abort(new Error('the service stops'));
      yield await new Promise<never>(() => {});
    },
  }));
  await harness.pass(hourMs);
  await expect(refresh(context, { signal: stop.signal })).rejects.toThrow('the service stops');
  context.sources = sources;
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
    // Whoever is not asked because nobody has to stand in does not get old.
    const named = (await read()).sources.map(({ name }) => name);
    expect([named.includes('Binance'), named.includes('CoinGecko')]).toEqual([true, false]);
    for (const server of ['coingecko', 'coinmarketcap']) await harness.heal({ provider: 'market', server });
  });

  it('stay as they were, each with its age, while no source answers; so does the hot meter', async () => {
    const prices = async () => (await harness.client.call(signalsApi.readMarket)).tokens;
    const [before, meter] = [await prices(), await read()];
    harness.context.sources = [];
    await harness.pass(50 * hourMs);
    await harness.refresh();
    expect(await prices()).toEqual(
      before.map((token) => ({ ...token, stale: true, mentions: 0, mentionChange: null })),
    );
    const after = await read();
    expect(after.coins).toEqual(meter.coins);
    expect(after.updatedAt).toBe(meter.updatedAt);
    expect(after.sources.every(({ stale }) => stale)).toBe(true);
    const last = (await harness.published(HotMeterRefreshed.type)).at(-1);
    expect(last?.data).toMatchObject({ coins: 0, staleSources: after.sources.map(({ name }) => name) });
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
