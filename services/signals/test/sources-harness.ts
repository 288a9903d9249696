import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Findings } from '../src/domain/findings.ts';
import { createReader } from '../src/reader.ts';
import type { Source } from '../src/sources/source.ts';
import { createWeb } from '../src/sources/web.ts';
import { type Played, played, startOutside } from './harness.ts';

export const dayMs = 86_400_000;
export const now = new Date();
export const tickers = ['XRP', 'XLM', 'ALGO'];

/** Starts a sandbox that simulates the sources and their faults, for the tests of a file. */
export function useSources() {
  const reader = createReader();
  const outside = {} as Awaited<ReturnType<typeof startOutside>>;
  beforeAll(async () => {
    Object.assign(outside, await startOutside());
  });
  afterEach(() => outside.control('reset', {}));
  afterAll(async () => {
    await reader.close();
    await outside.sandbox.stop();
  });
  return {
    reader,
    outside,
    /** Opens a new source, so that no test is affected by the pauses of another. */
    open: (name: Played, timeoutMs?: number) =>
      outside.open({ timeoutMs }).find((source) => source.name === name) as Source,
    web: (name: string) => createWeb({ base: `${outside.sandbox.signalSourcesUrl}/${name}`, gapMs: 0, retryMs: 1 }),
    misbehave: (name: Played, kind: string, lie?: string) =>
      outside.fault({ ...played[name], kind, ...(lie ? { lie } : {}) }),
  };
}

export interface AllFindings extends Required<Omit<Findings, 'completed'>> {
  completed: string[];
}
export const noFindings = (): AllFindings => ({
  quotes: [],
  candles: [],
  items: [],
  counts: [],
  work: [],
  refused: 0,
  completed: [],
});

interface FetchOptions {
  from?: Date;
  to?: Date;
  /** Object to which all findings are added, including the findings before a failure. */
  all?: AllFindings;
}

/** Fetches from a source, and returns all findings together. */
export async function fetchAll(
  source: Source,
  requested = tickers,
  { from = new Date(now.getTime() - 10 * dayMs), to = now, all = noFindings() }: FetchOptions = {},
): Promise<AllFindings> {
  for await (const one of source.fetch({ now: to, since: from, sinceOf: () => from, coins: requested })) {
    all.quotes.push(...(one.quotes ?? []));
    all.candles.push(...(one.candles ?? []));
    all.items.push(...(one.items ?? []));
    all.counts.push(...(one.counts ?? []));
    all.work.push(...(one.work ?? []));
    all.refused += one.refused ?? 0;
    if (one.completed) all.completed.push(one.completed);
  }
  return all;
}

export function expectSound({ quotes, candles, items }: AllFindings): void {
  for (const { price, change24h, at } of quotes) {
    expect(price).toBeGreaterThan(0);
    expect(Math.abs(change24h)).toBeLessThan(100);
    expect(Math.abs(at.getTime() - now.getTime())).toBeLessThan(10 * 60_000);
  }
  for (const { close, day } of candles) {
    expect(close).toBeGreaterThan(0);
    expect(day < now.toISOString().slice(0, 10)).toBe(true);
  }
  for (const { url, title, text, publishedAt } of items) {
    expect(url).toMatch(/^https:\/\//);
    expect(title).not.toBe('');
    expect(`${title} ${text}`).not.toMatch(/[<>]|alert\(1\)/);
    expect(publishedAt.getTime()).toBeLessThanOrEqual(now.getTime() + 10 * 60_000);
  }
}
