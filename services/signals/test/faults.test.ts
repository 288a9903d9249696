import { signalsApi } from '@xrp-bridge/contracts/signals';
import { describe, expect, it } from 'vitest';
import type { Source } from '../src/sources/source.ts';
import { type Played, played, playedNames, useHarness } from './harness.ts';

// `sources.test.ts` tests the findings of a faulty source. These tests cover the service while one source fails or returns
// wrong data and another works: no response contains wrong data, and operators see the failure.

const lies = ['strings', 'nan', 'future', 'script', 'entities'] as const;
type Misbehaviour = 'error' | (typeof lies)[number];

const harness = useHarness();

/** A source that always answers immediately. */
const healthy: Source = {
  name: 'Healthy',
  kind: 'mentions',
  pausedUntil: () => null,
  async *fetch() {
    yield { items: [] };
  },
};

const healthOf = async (name: string) => {
  const { sources } = await harness.client.call(signalsApi.listSources);
  return sources.find((source) => source.name === name);
};

/** Returns the responses for all pages. */
const readPages = async () => ({
  meter: await harness.client.call(signalsApi.readHotMeter),
  market: await harness.client.call(signalsApi.readMarket),
  signals: await harness.client.call(signalsApi.listSignals),
  highlights: await harness.client.call(signalsApi.listHighlights),
  trending: await harness.client.call(signalsApi.listTrending),
});

/** Makes the stored prices old, then refreshes from the named source and from the healthy source. */
async function refreshFrom(name: Played, fault?: Misbehaviour): Promise<void> {
  await harness.pass(20 * 60_000);
  if (fault)
    await harness.fault({ ...played[name], ...(fault === 'error' ? { kind: fault } : { kind: 'lying', lie: fault }) });
  harness.context.sources = [...harness.open().filter((source) => source.name === name), healthy];
  await harness.refresh();
  if (fault) await harness.heal(played[name]);
}

/** Returns the responses. Expects no invalid values and no times in the future. */
async function readSoundPages() {
  const pages = await readPages();
  expect(pages.meter.coins).toHaveLength(20);
  expect(pages.market.tokens).toHaveLength(20);
  expect(JSON.stringify(pages)).not.toMatch(/<script|alert\(1\)|lollol|NaN|Infinity/);
  const latest = [pages.meter.updatedAt, ...pages.market.tokens.map(({ lastUpdate }) => lastUpdate)];
  for (const at of latest) expect(Date.parse(at ?? '')).toBeLessThanOrEqual(harness.context.clock().getTime());
  return pages;
}

it.each(playedNames)(
  'a failure of %s affects no other source, is listed for operators, and ends with the next success',
  async (name) => {
    await refreshFrom(name);
    const [before, otherBefore] = [await healthOf(name), await healthOf('Healthy')];
    expect(before).toMatchObject({ failures: 0, lastError: null, stale: false });
    await refreshFrom(name, 'error');
    const { meter } = await readSoundPages();
    expect(await healthOf(name)).toMatchObject({ at: before?.at, failures: 1, lastError: expect.stringMatching(/./) });
    expect(meter.sources.find((source) => source.name === name)).toMatchObject({ at: before?.at });
    // The data of the healthy source is up to date.
    const other = await healthOf('Healthy');
    expect(Date.parse(other?.at ?? '')).toBeGreaterThan(Date.parse(otherBefore?.at ?? ''));
    await refreshFrom(name);
    expect(await healthOf(name)).toMatchObject({ failures: 0, lastError: null });
  },
);

describe.each(['CoinGecko', 'Project feeds'] as const)('wrong data of %s', (name) => {
  it.each(lies)('appears on no page: %s', async (lie) => {
    const before = await healthOf(name);
    await refreshFrom(name, lie);
    const after = await healthOf(name);
    await readSoundPages();
    if (lie === 'nan' && name === 'CoinGecko') {
      // CoinGecko is always requested here, because the prices have aged.
      expect(after).toMatchObject({ failures: (before?.failures ?? 0) + 1, lastError: expect.stringMatching(/read/) });
    } else if (after?.failures === 0 && (lie === 'future' || lie === 'entities')) {
      expect(after.refused).toBeGreaterThan(before?.refused ?? 0);
    }
  });
});
