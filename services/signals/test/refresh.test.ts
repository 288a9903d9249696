import { randomUUID } from 'node:crypto';
import {
  DeviationDetected,
  HotMeterRefreshed,
  SignalPublished,
  signalsApi,
  UnusualDayFound,
} from '@xrp-bridge/contracts/signals';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { runBackTest } from '../src/back-test.ts';
import { describedOn } from '../src/domain/coins.ts';
import type { SignalFacts } from '../src/domain/facts.ts';
import { combine, scoreHeat } from '../src/domain/heat.ts';
import { confidenceOf } from '../src/domain/signal.ts';
import { velocityOf } from '../src/domain/trend.ts';
import { insertItems } from '../src/item-store.ts';
import { keepPartitions } from '../src/partitions.ts';
import { countMentions } from '../src/score-store.ts';
import { eachOf, type Source } from '../src/sources/source.ts';
import { BadAnswer } from '../src/sources/web.ts';
import { keepCounts, keepWork, readLastRun } from '../src/store.ts';
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
const listSignals = async () => (await harness.client.call(signalsApi.listSignals)).signals;
const readXrp = async () => (await read()).coins.find(({ coin }) => coin === 'XRP');

describe('a refresh', () => {
  it('fills the hot meter, the hottest first, from sources that all answer', async () => {
    const { coins, updatedAt, sources } = await read();
    const scores = coins.map(({ heatScore }) => heatScore);
    expect(scores).toHaveLength(20);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(updatedAt).not.toBeNull();
    // Three flames are seen.
    expect(scores[0]).toBeGreaterThanOrEqual(8);
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
    // Some are told by three, in words of their own.
    expect(
      signals.some(
        ({ confidence, sources }) => confidence.sites >= 3 && new Set(sources.map(({ title }) => title)).size >= 3,
      ),
    ).toBe(true);
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

  it('tells nothing a second time when an earlier report of it comes late', async () => {
    const { db, clock } = harness.context;
    const readKept = () => db.selectFrom('signal').select(['id', 'coin', 'first_at', 'facts']).execute();
    const kept = (await readKept()).map(({ facts, ...row }) => ({ ...row, facts: facts as SignalFacts }));
    // One that stands alone: a report of an hour before it belongs to nothing else.
    const alone = kept.find(({ id, coin, first_at: at }) => {
      const daysOld = (clock().getTime() - at.getTime()) / (24 * hourMs);
      const apart = (other: Date) => (at.getTime() - other.getTime()) / hourMs;
      const alike = kept.filter((one) => one.id !== id && one.coin === coin);
      return daysOld < 25 && alike.every(({ first_at }) => apart(first_at) < 0 || apart(first_at) > 80);
    });
    if (!alone) throw new Error('the sandbox tells too much');
    const { coin, facts } = alone;
    const url = 'https://late.example.com/report';
    const report = { coin, deeds: [facts.deed], sentence: facts.summary };
    const published_at = new Date(alone.first_at.getTime() - hourMs);
    const place = { url, title: facts.summary, site: 'late.example.com', source: 'GDELT', language: 'en' };
    const more = { published_at, coins: [coin], reports: [report], quantum: false, duplicate_of: null };
    await insertItems(db, [{ id: randomUUID(), ...place, ...more }]);
    await scoreCoins(harness.context, clock());
    const after = await readKept();
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)));
    const joined = after.filter(({ id }) => id === alone.id).map((row) => row.facts as SignalFacts);
    expect(joined.map(({ headline, reported }) => [headline, reported[0]?.url])).toEqual([[facts.headline, url]]);
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
    const together = (await harness.published(UnusualDayFound.type)).length;
    try {
      await db.deleteFrom('deviation').where('coin', '=', candle.coin).where('day', '=', day).execute();
      await setClose(close * 2);
      for (let look = 0; look < 2; look++) await scoreCoins(harness.context, new Date(now.getTime() + look));
      const fresh = (await told()).slice(before);
      const sigma = expect.toSatisfy((value: number) => value > 2);
      expect(fresh.map(({ data }) => data)).toEqual([{ ...candle, sigma, level: 'High' }]);
      const found = (await harness.published(UnusualDayFound.type)).slice(together);
      expect(found.map(({ data }) => data)).toEqual([{ day, coins: [{ coin: 'XRP', sigma }] }]);
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

describe('the first look', () => {
  it('counts the days long ago as it does those of now', async () => {
    const { db, clock } = harness.context;
    const middle = new Date(clock().getTime() - 19 * 24 * hourMs);
    const counted = async (of: '<' | '>=') =>
      Number(
        (
          await db
            .selectFrom('mention_hour')
            .select(({ fn }) => fn.sum('mentions').as('sum'))
            .where('coin', '=', 'BTC')
            .where('hour', of, middle)
            .where('hour', '<=', clock())
            .executeTakeFirstOrThrow()
        ).sum,
      );
    const [before, after] = [await counted('<'), await counted('>=')];
    expect(before / after).toBeGreaterThan(0.6);
    expect(after / before).toBeGreaterThan(0.6);
  });

  it('goes back as far as a score looks; and the next ones as far as is known of each, and no further', async () => {
    const { context } = harness;
    const { sources } = context;
    /** How many hours back each was asked about. */
    const asked = { well: 0, gone: 0 };
    const source: Source = {
      name: 'Two parts',
      kind: 'mentions',
      pausedUntil: () => null,
      ask: ({ now, sinceOf }) =>
        eachOf(['well', 'gone'] as const, String, async function* (part) {
          asked[part] = (now.getTime() - sinceOf(part).getTime()) / hourMs;
          if (part === 'gone') throw new BadAnswer('is no JSON');
          yield {};
        }),
    };
    onTestFinished(async () => {
      context.sources = sources;
      await context.db.deleteFrom('source').where('name', '=', source.name).execute();
    });
    context.sources = [source];
    const firstLook = 38 * 24 + 2;
    await harness.refresh();
    expect(asked).toEqual({ well: firstLook, gone: firstLook });
    await harness.pass(4 * hourMs);
    await harness.refresh();
    // Only what got no answer is asked for from the beginning.
    expect(asked.well).toBeLessThan(7);
    expect(asked.gone).toBe(firstLook);
    const { sources: health } = await harness.client.call(signalsApi.listSources);
    const of = health.find(({ name }) => name === source.name);
    expect(of).toMatchObject({ stale: false, failures: 2, lastError: 'gone: is no JSON' });
    expect(Date.parse(of?.at ?? '')).toBeGreaterThan(context.clock().getTime() - hourMs);
    const until = new Date(context.clock().getTime() - 100 * 24 * hourMs);
    await context.db.updateTable('known').set({ until }).where('source', '=', source.name).execute();
    await harness.refresh();
    expect(asked).toEqual({ well: firstLook, gone: firstLook });

    // As it was before each was kept by itself: all of it is known up to one time.
    const known_until = new Date(context.clock().getTime() - 6 * hourMs);
    await context.db.deleteFrom('known').where('source', '=', source.name).execute();
    await context.db.updateTable('source').set({ known_until }).where('name', '=', source.name).execute();
    await harness.refresh();
    for (const hours of Object.values(asked)) expect(hours).toBeCloseTo(8, 0);
  });

  it('that comes late for one coin finds what others have told of it long ago', async () => {
    const { context } = harness;
    const { sources, db, clock } = context;
    const publishedAt = new Date(clock().getTime() - 20 * 24 * hourMs);
    const title = 'Litecoin miners moved a warehouse of old machines to Paraguay';
    const placeOf = (site: string) => ({ url: `https://${site}/paraguay`, site, title });
    const silent = { coins: ['LTC'], reports: [], quantum: false, duplicate_of: null };
    const known = { ...placeOf('first.example.com'), source: 'GDELT', language: 'en', published_at: publishedAt };
    await insertItems(db, [{ id: randomUUID(), ...known, ...silent }]);
    let isGone = true;
    const source: Source = {
      name: 'Late',
      kind: 'mentions',
      pausedUntil: () => null,
      ask: () =>
        eachOf(['BTC', 'LTC'] as const, String, async function* (coin) {
          if (coin === 'BTC') return;
          if (isGone) throw new BadAnswer('is no JSON');
          yield { items: [{ ...placeOf('late.example.com'), text: '', publishedAt, language: 'en' }] };
        }),
    };
    onTestFinished(async () => {
      context.sources = sources;
      await db.deleteFrom('source').where('name', '=', source.name).execute();
    });
    context.sources = [source];
    await harness.refresh();
    isGone = false;
    await harness.refresh();
    const told = db.selectFrom('item').select('duplicate_of').where('url', '=', placeOf('late.example.com').url);
    expect(await told.execute()).toEqual([{ duplicate_of: expect.any(String) }]);
  });
});

it('compares what was said of a coin by the sources that have told all of it', async () => {
  const { db, clock } = harness.context;
  await harness.refresh();
  const hour = new Date(Math.floor(clock().getTime() / hourMs - 3) * hourMs);
  await keepCounts(
    db,
    'GDELT',
    ['BTC', 'ETH'].map((coin) => ({ coin, hour, mentions: 100 })),
  );
  const readMentions = async () => {
    const { tokens } = await harness.client.call(signalsApi.readMarket);
    return ['BTC', 'ETH'].map((coin) => tokens.find(({ symbol }) => symbol === coin)?.mentions ?? 0);
  };
  const [btc = 0, eth = 0] = await readMentions();
  // It has had no good answer for one of them since.
  const until = new Date(clock().getTime() - 24 * hourMs);
  await db.updateTable('source').set({ known_until: until }).where('name', '=', 'GDELT').execute();
  await db.updateTable('known').set({ until }).where('source', '=', 'GDELT').where('part', '=', 'BTC').execute();
  const [btcAfter, ethAfter] = await readMentions();
  expect(ethAfter).toBe(eth);
  expect(btcAfter).toBeLessThanOrEqual(btc - 100);
});

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
