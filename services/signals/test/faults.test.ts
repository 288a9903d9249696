import { signalsApi } from '@xrp-bridge/contracts/signals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../src/sources/source.ts';
import { type Harness, type Played, played, playedNames, startHarness } from './harness.ts';

// Each source in turn breaks or lies, while another one goes on: no call says anything wrong, and operators see it.

const failures = ['down', 'slow', 'error', 'rate-limited', 'html', 'half', 'error-text', 'huge'] as const;
const lies = ['strings', 'nan', 'future', 'script', 'entities'] as const;
type What = (typeof failures)[number] | (typeof lies)[number];
const kinds: ReadonlySet<What> = new Set(['down', 'slow', 'error', 'rate-limited']);
const isFailure = (what: What) => failures.some((failure) => failure === what);

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await harness.refresh();
});
afterAll(() => harness.stop());

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
async function look(name: Played, fault?: What): Promise<void> {
  await harness.pass(20 * 60_000);
  const isKind = fault !== undefined && kinds.has(fault);
  if (fault) await harness.fault({ ...played[name], ...(isKind ? { kind: fault } : { kind: 'lying', lie: fault }) });
  const sources = harness.open(fault === 'slow' ? 50 : undefined);
  harness.context.sources = [...sources.filter((source) => source.name === name), healthy];
  await harness.refresh();
  if (fault) await harness.heal(played[name]);
}

describe.each(playedNames)('%s', (name) => {
  it('answers', async () => {
    await look(name);
    expect(await healthOf(name)).toMatchObject({ failures: 0, lastError: null, stale: false });
  });

  it.each([...failures, ...lies])('%s', async (what) => {
    const [before, otherBefore] = [await healthOf(name), await healthOf('Healthy')];
    await look(name, what);
    const [after, other, pages] = [await healthOf(name), await healthOf('Healthy'), await readPages()];
    // The one that answered is of now.
    expect(Date.parse(other?.at ?? '')).toBeGreaterThan(Date.parse(otherBefore?.at ?? ''));
    if (isFailure(what)) {
      const failures = (before?.failures ?? 0) + 1;
      expect(after).toMatchObject({ at: before?.at, failures, lastError: expect.stringMatching(/./) });
      expect(pages.meter.sources.find((source) => source.name === name)).toMatchObject({ at: before?.at });
    } else if (what === 'nan' && played[name].provider === 'market') {
      // Prices alone come first: the others are not asked while these are fresh.
      expect(after).toMatchObject({ failures: (before?.failures ?? 0) + 1, lastError: expect.stringMatching(/read/) });
    } else if (after?.failures === 0 && (what === 'future' || what === 'entities')) {
      expect(after.refused).toBeGreaterThan(before?.refused ?? 0);
    }
    expect(pages.meter.coins).toHaveLength(20);
    expect(pages.market.tokens).toHaveLength(20);
    expect(JSON.stringify(pages)).not.toMatch(/<script|alert\(1\)|lollol|NaN|Infinity/);
    const latest = [pages.meter.updatedAt, ...pages.market.tokens.map(({ lastUpdate }) => lastUpdate)];
    for (const at of latest) expect(Date.parse(at ?? '')).toBeLessThanOrEqual(harness.context.clock().getTime());
  });

  it('answers again', async () => {
    await look(name);
    expect(await healthOf(name)).toMatchObject({ failures: 0, lastError: null });
  });
});
