import { signalsApi } from '@xrp-bridge/contracts/signals';
import { describe, expect, it } from 'vitest';
import type { Source } from '../src/sources/source.ts';
import { type Played, played, playedNames, useHarness } from './harness.ts';

// What a source brings in each of its failures and lies stands in `sources.test.ts`. Here one breaks or lies while another
// goes on: no call says anything wrong, and operators see it.

const lies = ['strings', 'nan', 'future', 'script', 'entities'] as const;
type What = 'error' | (typeof lies)[number];

const harness = useHarness();

/** One that always answers, and at once. */
const healthy: Source = {
  name: 'Healthy',
  kind: 'mentions',
  pausedUntil: () => null,
  async *ask() {
    yield { items: [] };
  },
};

const healthOf = async (name: string) => {
  const { sources } = await harness.client.call(signalsApi.listSources);
  return sources.find((source) => source.name === name);
};

/** All that pages are given. */
const readPages = async () => ({
  meter: await harness.client.call(signalsApi.readHotMeter),
  market: await harness.client.call(signalsApi.readMarket),
  signals: await harness.client.call(signalsApi.listSignals),
  highlights: await harness.client.call(signalsApi.listHighlights),
  trending: await harness.client.call(signalsApi.listTrending),
});

/** Looks anew when prices are old, at that source and at the one that always answers. */
async function look(name: Played, what?: What): Promise<void> {
  await harness.pass(20 * 60_000);
  if (what)
    await harness.fault({ ...played[name], ...(what === 'error' ? { kind: what } : { kind: 'lying', lie: what }) });
  harness.context.sources = [...harness.open().filter((source) => source.name === name), healthy];
  await harness.refresh();
  if (what) await harness.heal(played[name]);
}

/** Nothing unsound is on any page, and nothing of it is of a time to come. */
async function readSoundPages() {
  const pages = await readPages();
  expect(pages.meter.coins).toHaveLength(20);
  expect(pages.market.tokens).toHaveLength(20);
  expect(JSON.stringify(pages)).not.toMatch(/<script|alert\(1\)|lollol|NaN|Infinity/);
  const latest = [pages.meter.updatedAt, ...pages.market.tokens.map(({ lastUpdate }) => lastUpdate)];
  for (const at of latest) expect(Date.parse(at ?? '')).toBeLessThanOrEqual(harness.context.clock().getTime());
  return pages;
}

it.each(playedNames)('%s fails alone, is seen to, and answers again', async (name) => {
  await look(name);
  const [before, otherBefore] = [await healthOf(name), await healthOf('Healthy')];
  expect(before).toMatchObject({ failures: 0, lastError: null, stale: false });
  await look(name, 'error');
  const { meter } = await readSoundPages();
  expect(await healthOf(name)).toMatchObject({ at: before?.at, failures: 1, lastError: expect.stringMatching(/./) });
  expect(meter.sources.find((source) => source.name === name)).toMatchObject({ at: before?.at });
  // The one that answered is of now.
  const other = await healthOf('Healthy');
  expect(Date.parse(other?.at ?? '')).toBeGreaterThan(Date.parse(otherBefore?.at ?? ''));
  await look(name);
  expect(await healthOf(name)).toMatchObject({ failures: 0, lastError: null });
});

describe.each(['CoinGecko', 'Project feeds'] as const)('no page shows what %s makes up', (name) => {
  it.each(lies)('%s', async (lie) => {
    const before = await healthOf(name);
    await look(name, lie);
    const after = await healthOf(name);
    await readSoundPages();
    if (lie === 'nan' && name === 'CoinGecko') {
      // Prices alone come first: the others are not asked while these are fresh.
      expect(after).toMatchObject({ failures: (before?.failures ?? 0) + 1, lastError: expect.stringMatching(/read/) });
    } else if (after?.failures === 0 && (lie === 'future' || lie === 'entities')) {
      expect(after.refused).toBeGreaterThan(before?.refused ?? 0);
    }
  });
});
