import { DeviationDetected, HotMeterRefreshed, SignalPublished, signalsApi } from '@xrp-bridge/contracts/signals';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { combine } from '../src/domain/heat.ts';
import { confidenceOf } from '../src/domain/signal.ts';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await harness.refresh();
});
afterAll(() => harness.stop());

const read = () => harness.client.call(signalsApi.readHotMeter);

describe('a refresh', () => {
  it('fills the hot meter, the hottest first, with scores that can be worked out from what they show', async () => {
    const { coins, updatedAt, sources } = await read();
    expect(coins).toHaveLength(20);
    expect(coins.map(({ heatScore }) => heatScore)).toEqual(
      coins.map(({ heatScore }) => heatScore).sort((a, b) => b - a),
    );
    for (const { heatScore, inputs, days, mentions, window } of coins) {
      expect(combine(inputs)).toBe(heatScore);
      expect(days).toHaveLength(37);
      expect(days.at(-1)?.day).toBe(window.to);
      const recent = days.slice(-7);
      const mean = recent.reduce((sum, day) => sum + day.mentions, 0) / 7;
      expect(Math.abs(inputs.mentions.recent - mean)).toBeLessThan(0.006);
      expect(mentions).toBeGreaterThanOrEqual(0);
    }
    expect(updatedAt).not.toBeNull();
    expect(sources.every(({ stale }) => !stale)).toBe(true);
  });

  it('tells of signals with their sources, and of how sure they are', async () => {
    const { signals } = await harness.client.call(signalsApi.listSignals);
    expect(signals.length).toBeGreaterThan(0);
    for (const { confidence, confidenceScore, sources } of signals) {
      expect(confidenceOf(confidence)).toBe(confidenceScore);
      expect(new Set(sources.map(({ site }) => site)).size).toBe(confidence.sites);
    }
    const highlights = await harness.client.call(signalsApi.listHighlights);
    expect(highlights.length).toBeLessThanOrEqual(3);
    const trending = await harness.client.call(signalsApi.listTrending);
    expect(trending.length).toBeLessThanOrEqual(5);
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

  it('reads what was told since, once, whoever else tells the same', async () => {
    const title = 'A Swiss insurer settled its first claims on the XRP Ledger';
    await harness.tell({ coin: 'XRP', title, url: 'https://one.example.com/a' });
    await harness.tell({ coin: 'XRP', title: `${title} today`, url: 'https://two.example.com/b' });
    const before = (await read()).coins.find(({ coin }) => coin === 'XRP');
    await harness.refresh();
    const after = (await read()).coins.find(({ coin }) => coin === 'XRP');
    expect((after?.mentions ?? 0) - (before?.mentions ?? 0)).toBe(1);
    expect(after?.read[0]?.title).toBe(title);
    await harness.refresh();
    expect((await read()).coins.find(({ coin }) => coin === 'XRP')?.mentions).toBe(after?.mentions);
  });

  it('is one at a time', async () => {
    const { context } = harness;
    await context.db.insertInto('run').values({ started_at: new Date(), ended_at: null }).execute();
    const { refresh } = await import('../src/use-cases/refresh.ts');
    expect(await refresh(context)).toBe(false);
    await context.db.updateTable('run').set({ ended_at: new Date() }).where('ended_at', 'is', null).execute();
  });
});

describe('while a source is away', () => {
  const healthOf = async (name: string) =>
    (await harness.client.call(signalsApi.listSources)).sources.find((source) => source.name === name);
  afterEach(async () => {
    for (const provider of ['market', 'mentions'] as const) await harness.fault({ provider, kind: 'down', forMs: 0 });
  });

  it.each([
    ['market', 'coingecko', 'CoinGecko'],
    ['mentions', 'hacker-news', 'Hacker News'],
    ['mentions', 'gdelt', 'GDELT'],
    ['mentions', 'github', 'GitHub'],
    ['mentions', 'feeds', 'Project feeds'],
  ] as const)('everything else goes on: %s %s', async (provider, server, name) => {
    const before = await healthOf(name);
    // What is fresh is not asked for again.
    await harness.context.db.deleteFrom('quote').execute();
    await harness.fault({ provider, server, kind: 'lying', lie: 'html' });
    await harness.refresh();
    await harness.fault({ provider, server, kind: 'down', forMs: 0 });
    expect((await read()).coins).toHaveLength(20);
    const after = await healthOf(name);
    expect(after?.at).toBe(before?.at);
    expect(after?.failures).toBe((before?.failures ?? 0) + 1);
    expect(after?.lastError).toMatch(/is no JSON|is no feed/);
    await harness.context.db.deleteFrom('quote').execute();
    await harness.refresh();
    expect(await healthOf(name)).toMatchObject({ failures: 0, lastError: null });
  });

  it('prices come from the next one', async () => {
    await harness.context.db.deleteFrom('quote').execute();
    for (const server of ['coingecko', 'coinmarketcap']) {
      await harness.fault({ provider: 'market', server, kind: 'lying', lie: 'half' });
    }
    await harness.refresh();
    const { tokens } = await harness.client.call(signalsApi.readMarket);
    expect(tokens.find(({ symbol }) => symbol === 'XRP')?.source).toBe('Binance');
    expect(tokens.find(({ symbol }) => symbol === 'XDC')?.source).toBe('Kraken');
    for (const server of ['coingecko', 'coinmarketcap']) {
      await harness.fault({ provider: 'market', server, kind: 'down', forMs: 0 });
    }
  });
});
