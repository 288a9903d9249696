import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { startFastPostgres } from '../../postgres/embedded-postgres.ts';
import { installChance } from './chance.ts';
import { installHttpClients } from './fetch.ts';
import { installReader } from './inline-reader.ts';
import { installNetwork } from './network.ts';
import type { Options } from './options.ts';
import { plantBug } from './planted-bugs.ts';
import { realNow } from './real.ts';
import { createRunningFolder, readWorld, savePart } from './saved.ts';
import { createScheduler } from './scheduler.ts';
import { installTime } from './time.ts';

/** Virtual time of the start of the first part. */
const firstStart = Date.UTC(2026, 10, 2);

/** Runs one part of a run, and saves the world. Returns the exit code of the process. */
export async function runPart(options: Options & { part: number; save: string }): Promise<number> {
  const { seed, part, partDays, save, trace, plant, eachStepFrom } = options;
  const startedAt = realNow();
  const running = createRunningFolder(save, part);
  const world = part === 1 ? null : readWorld(save, part - 1);
  const postgres = await startFastPostgres(running);
  const traceFile = trace === undefined ? undefined : openSync(trace, part === 1 ? 'w' : 'a');
  const onStep = (line: string) => {
    if (traceFile !== undefined) writeSync(traceFile, `${line}\n`);
  };
  const partSeed = part === 1 ? seed : `${seed} part ${part}`;
  const startAt = world?.nowMs ?? firstStart;
  const scheduler = createScheduler({ seed: partSeed, startAt, earlierHash: world?.traceHash, onStep });
  const restoreTimers = installTime(scheduler);
  installChance(partSeed);
  const network = installNetwork(scheduler);
  installHttpClients();
  installReader();
  if (plant !== undefined) plantBug(plant);

  let code = 1;
  let searchFrom: number | null = null;
  let saved: Parameters<typeof savePart>[2] | undefined;
  try {
    // The product is loaded after the replacements, because its modules read the clock when they load.
    const { runDay } = await import('./run.ts');
    const outcome = await runDay({
      scheduler,
      network,
      databaseUrl: postgres.url,
      seed: partSeed,
      world,
      days: partDays,
      customersPerDay: options.customers,
      subscribersPerDay: options.subscribers,
      marketersPerDay: options.marketing,
      readersPerDay: options.readers,
      visitorsPerDay: options.visitors,
      instancesPerService: options.instances,
      eachStepFrom,
    });
    const { violations, checkedSteps, rows, counts } = outcome;
    const { steps, traceHash, lastSteps } = scheduler.report();
    const isSearchable = checkedSteps !== null && checkedSteps < eachStepFrom && eachStepFrom > steps;
    const seconds = (realNow() - startedAt) / 1_000;
    const memory = process.memoryUsage();
    const [rssMb, heapMb] = [memory.rss, memory.heapUsed].map((bytes) => Math.round(bytes / 1_000_000));
    const handles = process.getActiveResourcesInfo().length;
    // The cause of a planted bug is known, so its first step is not searched.
    if (violations.length > 0 && isSearchable && plant === undefined) {
      console.log(`Seed ${seed} violates an invariant after step ${checkedSteps}. Searching for the first such step.`);
      searchFrom = checkedSteps;
    } else {
      if (violations.length > 0) {
        console.log(`The last ${lastSteps.length} steps:\n${lastSteps.join('\n')}\n`);
        console.log(`Seed ${seed} violates an invariant within ${steps} steps of part ${part}:`);
        console.log(`${violations.join('\n')}\n`);
      } else {
        code = 0;
        const totals = world?.totals ?? {
          days: 0,
          charges: 0,
          posts: 0,
          steps: 0,
          seconds: 0,
          crashes: 0,
          outages: 0,
          logged: {},
        };
        const logged = { ...totals.logged };
        for (const [words, times] of Object.entries(counts.logged)) logged[words] = (logged[words] ?? 0) + times;
        saved = {
          ...outcome.save(),
          seed,
          traceHash,
          totals: {
            days: totals.days + partDays,
            charges: counts.charges,
            posts: counts.posts,
            steps: totals.steps + steps,
            seconds: totals.seconds + seconds,
            crashes: totals.crashes + counts.crashes,
            outages: totals.outages + counts.outages,
            logged,
          },
        };
      }
      const result = {
        seed,
        part,
        ...counts,
        violations: violations.length,
        steps,
        seconds,
        rssMb,
        heapMb,
        handles,
        rows,
      };
      console.log(JSON.stringify(result));
    }
  } catch (error) {
    console.log(`The last steps:\n${scheduler.report().lastSteps.join('\n')}\n`);
    console.error(error);
  }
  restoreTimers();
  await postgres.stop();
  if (traceFile !== undefined) closeSync(traceFile);
  if (saved) savePart(save, part, saved);
  return searchFrom === null ? code : searchStep(searchFrom);
}

/** Repeats the part with a check after each step from `steps` on. It ends at the first violation. */
function searchStep(steps: number): number {
  const given = [...process.execArgv, ...process.argv.slice(1), '--each-step-from', String(steps)];
  return spawnSync(process.execPath, given, { stdio: 'inherit' }).status ?? 1;
}
