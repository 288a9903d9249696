import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbedded } from '../src/embedded.ts';
import { createOpenFolder, type Installation } from '../src/installation.ts';
import type { Fault } from '../src/plan.ts';
import { runChaos } from '../src/run.ts';

/**
 * Begins a fault when the first customer has paid.
 * A kill then interrupts the steps after a payment, but no mail, which would be sent again only after six minutes.
 */
function atFirstCharge({ sandboxUrl }: Installation, fault: Fault): Fault {
  return {
    ...fault,
    async begin() {
      for (; ; await wait(20)) {
        const state = await (await fetch(`${sandboxUrl}/_sandbox/state`)).json();
        if ((state as { charges: unknown[] }).charges.length > 0) return await fault.begin();
      }
    },
  };
}

it('loses and doubles nothing if the product is killed, freezes, loses its connections and gets events twice', async () => {
  const folder = await createOpenFolder(await mkdtemp(join(tmpdir(), 'xrp-bridge-chaos-')));
  const started = new AsyncDisposableStack();
  onTestFinished(async () => {
    await started.disposeAsync();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const installation = await startEmbedded(folder, started, { canFill: false });
  const find = (name: string) => installation.faults.find((fault) => fault.name === name) as Fault;
  const turns = [
    { fault: atFirstCharge(installation, find('the product is killed')), afterMs: 0, forMs: 0 },
    { fault: find('the product freezes'), afterMs: 300, forMs: 2_000 },
    { fault: find('all connections to PostgreSQL end'), afterMs: 300, forMs: 0 },
    { fault: find('all events are delivered again'), afterMs: 300, forMs: 0 },
  ];
  const { signal } = new AbortController();
  const result = await runChaos(installation, { seed: '31', journeys: 8, turns, signal, isShort: true });
  expect(result).toMatchObject({ violations: [], paid: 7, arrived: 6, refunded: 2, exits: 0 });
});
