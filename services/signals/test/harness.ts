import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { type Sandbox, startSandbox } from '@xrp-bridge/sandbox';
import { expect, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { signalsService } from '../src/index.ts';
import { refresh } from '../src/use-cases/refresh.ts';

export type Lie = { provider: 'market' | 'mentions'; server?: string; kind: string; lie?: string; forMs?: number };

/** The whole service on PostgreSQL, with the sandbox's market and mentions as the outside world. */
export async function startHarness(options: { clock?: () => Date; environment?: Record<string, string> } = {}) {
  const sandbox: Sandbox = await startSandbox({
    port: 0,
    publicUrl: 'https://bridge.example',
    webhookSecret: 'whsec_test',
  });
  const service: TestService<Context> = await testService(signalsService, {
    ...(options.clock ? { clock: options.clock } : {}),
    environment: { MODE: 'sandbox', SIGNAL_SOURCES_URL: sandbox.signalSourcesUrl, ...options.environment },
  });

  async function control(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(await answer.text().then(() => answer.ok)).toBe(true);
  }

  return {
    ...service,
    sandbox,
    /** Looks anew, once the look that comes by itself is over. */
    refresh: () => vi.waitFor(async () => expect(await refresh(service.context)).toBe(true), { timeout: 120_000 }),
    fault: ({ forMs = 600_000, ...fault }: Lie) => control('faults', { ...fault, forMs }),
    tell: (story: { coin: string; title: string; url?: string; comment?: string }) => control('mentions', story),
    async stop() {
      await service.stop();
      await sandbox.stop();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;
