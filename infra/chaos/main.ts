import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createRandom } from '../simulate/src/random.ts';
import { startDistributedInstallation } from './src/distributed.ts';
import { startEmbedded } from './src/embedded.ts';
import { createOpenFolder, type Installation } from './src/installation.ts';
import { planFaults } from './src/plan.ts';
import { runChaos } from './src/run.ts';

const usage = `Usage: npm run chaos -- [options]
  --seed N        the seed of the customers and of the faults (1)
  --journeys N    number of customers (400)
  --fault TEXT    only the faults whose name contains TEXT (all); a pair without such a fault is skipped
  --hold          after a violation, leave everything running until Ctrl-C
  --pair NAME     embedded: one process with its own database; distributed: one process per service, Kafka and Redis
                  (both, one after the other)`;

/** Number of journeys in one round of all faults. */
const journeysPerRound = 200;

const pairs: Readonly<Record<string, (folder: string, started: AsyncDisposableStack) => Promise<Installation>>> = {
  embedded: startEmbedded,
  distributed: startDistributedInstallation,
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    journeys: { type: 'string', default: '400' },
    fault: { type: 'string', default: '' },
    hold: { type: 'boolean', default: false },
    pair: { type: 'string', multiple: true, default: Object.keys(pairs) },
  },
});
const { seed, fault, hold, pair: names } = values;
const journeys = Number(values.journeys);
if (!Number.isInteger(journeys) || journeys < 1 || names.some((name) => !(name in pairs))) {
  console.error(usage);
  process.exit(2);
}

const ending = new AbortController();
// A further signal has no effect, so that no process and no mounted disk is left behind.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort());
const folder = await createOpenFolder(await mkdtemp(path.join(tmpdir(), 'xrp-bridge-chaos-')));
let runs = 0;
try {
  for (const pair of names) {
    if (ending.signal.aborted) break;
    console.log(`The pair ${pair} with seed ${seed}:`);
    const startedAt = performance.now();
    const started = new AsyncDisposableStack();
    try {
      const installation = await (pairs[pair] as (typeof pairs)[string])(folder, started);
      const faults = installation.faults.filter(({ name }) => name.includes(fault));
      if (faults.length === 0) {
        const all = installation.faults.map(({ name }) => `  ${name}`).join('\n');
        console.log(`No fault of this pair has “${fault}” in its name. Its faults are:\n${all}`);
        continue;
      }
      runs++;
      const turns = planFaults(createRandom(`${seed} faults`), faults, Math.ceil(journeys / journeysPerRound));
      const result = await runChaos(installation, { seed, journeys, turns, signal: ending.signal });
      const { violations, ...counts } = result;
      if (violations.length > 0) {
        process.exitCode = 1;
        console.log(`Seed ${seed} violates an invariant with the pair ${pair}:\n${violations.join('\n')}\n`);
      }
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      console.log(JSON.stringify({ seed, pair, ...counts, violations: violations.length, seconds }));
      if (violations.length > 0 && hold) {
        const output = path.join(folder, `${pair}.log`);
        await writeFile(output, installation.output());
        console.log(
          `The database is ${await installation.findDatabase()}, and the output of the processes is ${output}.`,
        );
        if (!ending.signal.aborted) await once(ending.signal, 'abort');
      }
    } catch (error) {
      if (!ending.signal.aborted || (error as Error).name !== 'AbortError') throw error;
      process.exitCode = 1;
      console.log('Stopped before the end: nothing was checked.');
    } finally {
      await started.disposeAsync();
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
if (runs === 0) process.exitCode = 2;
