import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { measureRate } from './rates.ts';
import { inRounds, ofBoth, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';
import { startSystem } from './system.ts';

const creates = scaled(300_000);
const restMs = scaled(60_000);

/** Measures the memory a minute after many creates. Each round starts the servers anew, on new data. */
export async function benchMemory(folder: string): Promise<void> {
  await inRounds((round) =>
    stopping(async (started) => {
      const system = await startSystem(started, path.join(folder, `memory-${round}`));
      await ofBoth(system, async ({ creating, waitForDelivery }) => {
        await measureRate({ ...creating, amount: creates });
        await waitForDelivery();
      });
      await wait(restMs);
      const name = `a minute after ${creates.toLocaleString('en-US')} creates`;
      const { product, baseline } = system;
      const most = { unit: 'MB', baseline: baseline.memoryMb() } as const;
      report({ name: `memory ${name}, product process`, value: product.ownMemoryMb(), ...most, aim: { atMost: 300 } });
      report({ name: `memory ${name}, with the sandbox`, value: product.memoryMb(), ...most });
    }),
  );
}
