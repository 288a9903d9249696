import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { type Sandbox, startSandbox } from '@xrp-bridge/sandbox';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { Context } from '../src/context.ts';
import { signalsService } from '../src/index.ts';
import { createReader } from '../src/reader.ts';
import { openSources } from '../src/sources/index.ts';
import type { Source } from '../src/sources/source.ts';
import { refresh } from '../src/use-cases/refresh.ts';

export interface Fault {
  provider: 'market' | 'mentions';
  /** Name of the faulty source in the sandbox. */
  server: string;
  kind: string;
  lie?: string;
}

/** The sources that need no key, with the sandbox's provider and server that simulate them. */
export const played = {
  CoinGecko: { provider: 'market', server: 'coingecko' },
  CoinMarketCap: { provider: 'market', server: 'coinmarketcap' },
  Binance: { provider: 'market', server: 'binance' },
  Kraken: { provider: 'market', server: 'kraken' },
  'Hacker News': { provider: 'mentions', server: 'hacker-news' },
  GDELT: { provider: 'mentions', server: 'gdelt' },
  GitHub: { provider: 'mentions', server: 'github' },
  'Project feeds': { provider: 'mentions', server: 'feeds' },
} as const;
export type Played = keyof typeof played;
export const playedNames = Object.keys(played) as Played[];

interface OpenOptions {
  clock?: () => Date;
  timeoutMs?: number | undefined;
}

/** Starts the sandbox, and returns it with functions that control it. */
export async function startOutside() {
  const sandbox: Sandbox = await startSandbox({
    port: 0,
    publicUrl: 'https://bridge.example',
    webhookSecret: 'whsec_test',
  });

  const reader = createReader();

  async function control(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, await answer.text()).toBe(true);
  }

  return {
    sandbox,
    control,
    /** Opens all sources, with immediate retries and no earlier failures. */
    open: ({ clock = () => new Date(), timeoutMs = 60_000 }: OpenOptions = {}): Source[] =>
      openSources({ SIGNAL_SOURCES_URL: sandbox.signalSourcesUrl }, clock, reader, { timeoutMs, retryMs: 1 }),
    fault: (fault: Fault) => control('faults', { ...fault, forMs: 600_000 }),
    heal: ({ provider, server }: Pick<Fault, 'provider' | 'server'>) =>
      control('faults', { provider, server, kind: 'down', forMs: 0 }),
  };
}

/** The service without schedules, so that no scheduled refresh runs during a test. */
export const quietSignals = { ...signalsService, schedules: () => [] };

/** Starts the service on PostgreSQL with the sandbox's sources and a clock that tests advance. */
export async function startHarness() {
  const outside = await startOutside();
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const database = await createTestDatabase();
  const options = {
    clock,
    database,
    environment: { MODE: 'sandbox', SIGNAL_SOURCES_URL: outside.sandbox.signalSourcesUrl },
    overrides: { sources: outside.open({ clock }) },
  };
  const service: TestService<Context> = await testService(quietSignals, options);

  return {
    ...service,
    ...outside,
    open: (timeoutMs?: number) => outside.open({ clock, timeoutMs }),
    /** Replaces the sources until the end of the test. */
    replaceSources(sources: Source[]): void {
      const { context } = service;
      const before = context.sources;
      context.sources = sources;
      onTestFinished(() => {
        context.sources = before;
      });
    },
    /** Starts another instance on the same database. */
    startAnother: () => testService(quietSignals, options),
    /** Runs a refresh; if a refresh is running, waits for its end first. */
    async refresh() {
      while (!(await refresh(service.context))) await wait(100);
    },
    addMention: (story: { coin: string; title: string; url?: string; comment?: string }) =>
      outside.control('mentions', story),
    /** Advances the clocks of the service and the sandbox. */
    async pass(ms: number) {
      await outside.control('clock', { advanceMs: ms });
      aheadMs += ms;
    },
    async stop() {
      await service.stop();
      await database.drop();
      await outside.sandbox.stop();
    },
  };
}

/** Starts one harness for the tests of a file, and runs a first refresh. */
export function useHarness(): Harness {
  const harness = {} as Harness;
  beforeAll(async () => {
    Object.assign(harness, await startHarness());
    await harness.refresh();
  });
  afterAll(() => harness.stop?.());
  return harness;
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;
