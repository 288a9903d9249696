import { randomUUID } from 'node:crypto';
import {
  DeviationDetected,
  HotMeterRefreshed,
  SignalPublished,
  signalsApi,
  UnusualDayFound,
} from '@xrp-bridge/contracts/signals';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SignalFacts } from '../src/domain/facts.ts';
import { combine, scoreHeat } from '../src/domain/heat.ts';
import { confidenceOf } from '../src/domain/signal.ts';
import { insertItems } from '../src/item-store.ts';
import { eachOf, type Source } from '../src/sources/source.ts';
import { BadAnswer } from '../src/sources/web.ts';
import { upsertCounts } from '../src/store.ts';
import { scoreCoins } from '../src/use-cases/score-coins.ts';
import { useHarness } from './harness.ts';

const hourMs = 3_600_000;
const harness = useHarness();

const read = () => harness.client.call(signalsApi.readHotMeter);
const readXrp = async () => (await read()).coins.find(({ coin }) => coin === 'XRP');

describe('a refresh', () => {
  it('fills the hot meter with 20 coins, hottest first, and leaves no source stale', async () => {
    const { coins, updatedAt, sources } = await read();
    const scores = coins.map(({ heatScore }) => heatScore);
    expect(scores).toHaveLength(20);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(updatedAt).not.toBeNull();
    // By the specification, a score of 8 or more shows three flames.
    expect(scores[0]).toBeGreaterThanOrEqual(8);
    expect(sources.map(({ name }) => name)).toContain('GDELT');
    expect(sources.every(({ stale }) => !stale)).toBe(true);
  });

  it('stores each score with all values from which the score is computed', async () => {
    for (const { heatScore, inputs, days, closeBefore, mentions, window } of (await read()).coins) {
      const recomputed = scoreHeat({
        mentions: days.map((day) => day.mentions),
        development: days.map((day) => day.development),
        closes: [closeBefore, ...days.map((day) => day.close)],
      });
      expect(recomputed).toEqual({ ...inputs, score: heatScore });
      expect(combine(inputs)).toBe(heatScore);
      expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([37, window.from, window.to]);
      expect(days.slice(-7).reduce((sum, day) => sum + day.mentions, 0)).toBe(mentions);
    }
  });

  it('stores signals with their sources, and with a confidence computed from these sources', async () => {
    const { signals } = await harness.client.call(signalsApi.listSignals);
    expect(signals.length).toBeGreaterThan(0);
    // Some signals have three sites with different titles.
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

  it('emits each signal once', async () => {
    const refreshed = await harness.published(HotMeterRefreshed.type);
    expect(refreshed.at(-1)?.data).toMatchObject({ coins: 20, staleSources: [] });
    const { signals } = await harness.client.call(signalsApi.listSignals);
    const emitted = await harness.published(SignalPublished.type);
    await harness.refresh();
    expect((await harness.published(SignalPublished.type)).length).toBe(emitted.length);
    expect(new Set(emitted.map(({ subject }) => subject)).size).toBe(emitted.length);
    expect(signals.every(({ id }) => emitted.some(({ subject }) => subject === id))).toBe(true);
    for (const { data } of await harness.published(DeviationDetected.type))
      expect(data).toMatchObject({ level: 'High' });
  });

  it('adds a report that arrives late to the stored signal, and creates no new signal', async () => {
    const { db, clock } = harness.context;
    const readStored = () => db.selectFrom('signal').select(['id', 'coin', 'first_at', 'facts']).execute();
    const stored = (await readStored()).map(({ facts, ...row }) => ({ ...row, facts: facts as SignalFacts }));
    // No earlier signal of the coin is near this signal, so a report one hour earlier can only belong to this signal.
    const alone = stored.find(({ id, coin, first_at: at }) => {
      const daysOld = (clock().getTime() - at.getTime()) / (24 * hourMs);
      const apart = (other: Date) => (at.getTime() - other.getTime()) / hourMs;
      const alike = stored.filter((one) => one.id !== id && one.coin === coin);
      return daysOld < 25 && alike.every(({ first_at }) => apart(first_at) < 0 || apart(first_at) > 80);
    });
    if (!alone) throw new Error('the sandbox has no isolated signal');
    const { coin, facts } = alone;
    const url = 'https://late.example.com/report';
    const report = { coin, deeds: [facts.deed], sentence: facts.summary };
    const published_at = new Date(alone.first_at.getTime() - hourMs);
    const place = { url, title: facts.summary, site: 'late.example.com', source: 'GDELT', language: 'en' };
    const more = { published_at, coins: [coin], reports: [report], quantum: false, duplicate_of: null };
    await insertItems(db, [{ id: randomUUID(), ...place, ...more }]);
    await scoreCoins(harness.context, clock());
    const after = await readStored();
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(stored.map(({ id }) => id)));
    const joined = after.filter(({ id }) => id === alone.id).map((row) => row.facts as SignalFacts);
    expect(joined.map(({ headline, reported }) => [headline, reported[0]?.url])).toEqual([[facts.headline, url]]);
  });

  it('emits an unusual day once although the day is scored twice, and never emits a usual day', async () => {
    const { db, clock } = harness.context;
    const now = clock();
    const day = new Date(now.getTime() - 24 * hourMs).toISOString().slice(0, 10);
    const candle = { coin: 'XRP', day };
    const ofDay = db.selectFrom('candle').select('close').where('coin', '=', candle.coin).where('day', '=', day);
    const { close } = await ofDay.executeTakeFirstOrThrow();
    const setClose = (price: number) =>
      db.updateTable('candle').set({ close: price }).where('coin', '=', candle.coin).where('day', '=', day).execute();
    const listEmitted = async () =>
      (await harness.published(DeviationDetected.type)).filter(({ subject }) => subject === candle.coin);
    const before = (await listEmitted()).length;
    const together = (await harness.published(UnusualDayFound.type)).length;
    try {
      await db.deleteFrom('deviation').where('coin', '=', candle.coin).where('day', '=', day).execute();
      await setClose(close * 2);
      for (let run = 0; run < 2; run++) await scoreCoins(harness.context, new Date(now.getTime() + run));
      const fresh = (await listEmitted()).slice(before);
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
    const emittedCoins = all.filter(({ data }) => (data as { day: string }).day === day).map(({ subject }) => subject);
    expect(emittedCoins.filter((coin) => usual.includes(coin))).toEqual([]);
  });

  it('counts a new story once although two sites report the story', async () => {
    const title = 'A Swiss insurer settled its first claims on the XRP Ledger';
    await harness.refresh();
    const before = await readXrp();
    await harness.addMention({ coin: 'XRP', title, url: 'https://one.example.com/a' });
    await harness.addMention({ coin: 'XRP', title: `${title} today`, url: 'https://two.example.com/b' });
    await harness.refresh();
    const after = await readXrp();
    expect((after?.mentions ?? 0) - (before?.mentions ?? 0)).toBe(1);
    // The first report counts; the other report is its copy.
    expect(after?.read[0]?.title.startsWith(title)).toBe(true);
    await harness.refresh();
    expect((await readXrp())?.mentions).toBe(after?.mentions);
  });
});

describe('the first fetch', () => {
  const deleteSource = async ({ name }: Source) =>
    void (await harness.context.db.deleteFrom('source').where('name', '=', name).execute());

  it('counts the mentions of old days as completely as those of recent days', async () => {
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

  it('covers the scoring period; later fetches of each coin or repository continue from its last success', async () => {
    const { context } = harness;
    /** Hours of data that the last fetch requested for each part of the source. */
    const requestedHours = { well: 0, gone: 0 };
    const source: Source = {
      name: 'Two parts',
      kind: 'mentions',
      pausedUntil: () => null,
      fetch: ({ now, sinceOf }) =>
        eachOf(['well', 'gone'] as const, String, async function* (part) {
          requestedHours[part] = (now.getTime() - sinceOf(part).getTime()) / hourMs;
          if (part === 'gone') throw new BadAnswer('is no JSON');
          yield {};
        }),
    };
    onTestFinished(() => deleteSource(source));
    harness.replaceSources([source]);
    const firstFetch = 38 * 24 + 2;
    await harness.refresh();
    expect(requestedHours).toEqual({ well: firstFetch, gone: firstFetch });
    await harness.pass(4 * hourMs);
    await harness.refresh();
    // Only the part without an answer is requested from the beginning.
    expect(requestedHours.well).toBeLessThan(7);
    expect(requestedHours.gone).toBe(firstFetch);
    const { sources: health } = await harness.client.call(signalsApi.listSources);
    const of = health.find(({ name }) => name === source.name);
    expect(of).toMatchObject({ stale: false, failures: 2, lastError: 'gone: is no JSON' });
    expect(Date.parse(of?.at ?? '')).toBeGreaterThan(context.clock().getTime() - hourMs);
    const complete_until = new Date(context.clock().getTime() - 100 * 24 * hourMs);
    await context.db.updateTable('source_part').set({ complete_until }).where('source', '=', source.name).execute();
    await harness.refresh();
    expect(requestedHours).toEqual({ well: firstFetch, gone: firstFetch });

    // A source without stored parts continues from `source.complete_until`.
    const wholeUntil = new Date(context.clock().getTime() - 6 * hourMs);
    await context.db.deleteFrom('source_part').where('source', '=', source.name).execute();
    await context.db
      .updateTable('source')
      .set({ complete_until: wholeUntil })
      .where('name', '=', source.name)
      .execute();
    await harness.refresh();
    for (const hours of Object.values(requestedHours)) expect(hours).toBeCloseTo(8, 0);
  });

  it('detects a copy of an old story when a source delivers a coin’s items late', async () => {
    const { context } = harness;
    const { db, clock } = context;
    const publishedAt = new Date(clock().getTime() - 20 * 24 * hourMs);
    const title = 'Litecoin miners moved a warehouse of old machines to Paraguay';
    const placeOf = (site: string) => ({ url: `https://${site}/paraguay`, site, title });
    const silent = { coins: ['LTC'], reports: [], quantum: false, duplicate_of: null };
    const original = { ...placeOf('first.example.com'), source: 'GDELT', language: 'en', published_at: publishedAt };
    await insertItems(db, [{ id: randomUUID(), ...original, ...silent }]);
    let isGone = true;
    const source: Source = {
      name: 'Late',
      kind: 'mentions',
      pausedUntil: () => null,
      fetch: () =>
        eachOf(['BTC', 'LTC'] as const, String, async function* (coin) {
          if (coin === 'BTC') return;
          if (isGone) throw new BadAnswer('is no JSON');
          yield { items: [{ ...placeOf('late.example.com'), text: '', publishedAt, language: 'en' }] };
        }),
    };
    onTestFinished(() => deleteSource(source));
    harness.replaceSources([source]);
    await harness.refresh();
    isGone = false;
    await harness.refresh();
    const delivered = db.selectFrom('item').select('duplicate_of').where('url', '=', placeOf('late.example.com').url);
    expect(await delivered.execute()).toEqual([{ duplicate_of: expect.any(String) }]);
  });
});

it('a coin’s mentions include only sources that are complete for that coin', async () => {
  const { db, clock } = harness.context;
  await harness.refresh();
  const hour = new Date(Math.floor(clock().getTime() / hourMs - 3) * hourMs);
  await upsertCounts(
    db,
    'GDELT',
    ['BTC', 'ETH'].map((coin) => ({ coin, hour, mentions: 100 })),
  );
  const readMentions = async () => {
    const { tokens } = await harness.client.call(signalsApi.readMarket);
    return ['BTC', 'ETH'].map((coin) => tokens.find(({ symbol }) => symbol === coin)?.mentions ?? 0);
  };
  const [btc = 0, eth = 0] = await readMentions();
  // The source's data for BTC ends 24 hours ago.
  const until = new Date(clock().getTime() - 24 * hourMs);
  await db.updateTable('source').set({ complete_until: until }).where('name', '=', 'GDELT').execute();
  await db
    .updateTable('source_part')
    .set({ complete_until: until })
    .where('source', '=', 'GDELT')
    .where('part', '=', 'BTC')
    .execute();
  const [btcAfter, ethAfter] = await readMentions();
  expect(ethAfter).toBe(eth);
  expect(btcAfter).toBeLessThanOrEqual(btc - 100);
});
