import { spawnSync } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startThrowawayPostgres } from '../postgres/embedded-postgres.ts';
import { installChance } from './src/chance.ts';
import { installFetch } from './src/fetch.ts';
import { installNetwork } from './src/network.ts';
import { plantBug } from './src/planted-bugs.ts';
import { realNow } from './src/real.ts';
import { createScheduler } from './src/scheduler.ts';
import { installTime } from './src/time.ts';

const usage = `Usage: npm run simulate -- [options]
  --seed N         the seed of all random choices (1)
  --days N         simulated days; 0.25 is a quarter of a day (1)
  --customers N    customers a day (500)
  --subscribers N  subscribers to signals a day (20)
  --marketing N    operators of the ads a day (8)
  --trace FILE     writes each step to a file
  --plant BUG      plants a bug, which must be found (src/planted-bugs.ts)`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    customers: { type: 'string', default: '500' },
    subscribers: { type: 'string', default: '20' },
    marketing: { type: 'string', default: '8' },
    trace: { type: 'string' },
    plant: { type: 'string' },
    /** Set by the run that searches the first step after which an invariant is violated. */
    'each-step-from': { type: 'string' },
  },
});
const { seed } = values;
const days = Number(values.days);
const customersPerDay = Number(values.customers);
const subscribersPerDay = Number(values.subscribers);
const marketersPerDay = Number(values.marketing);
if (!(days >= 0.25 && customersPerDay >= 1 && subscribersPerDay >= 0 && marketersPerDay >= 0)) {
  console.error(usage);
  process.exit(2);
}

/** Virtual time of the start. */
const startAt = Date.UTC(2026, 10, 2);
const startedAt = realNow();
const postgres = await startThrowawayPostgres();
const databaseUrl = postgres.url;
const trace = values.trace === undefined ? undefined : openSync(values.trace, 'w');
const onStep = (line: string) => {
  if (trace !== undefined) writeSync(trace, `${line}\n`);
};
const scheduler = createScheduler({ seed, startAt, onStep });
const restoreTimers = installTime(scheduler);
installChance(seed);
const network = installNetwork(scheduler);
installFetch();
if (values.plant !== undefined) plantBug(values.plant);

const eachStepFrom = Number(values['each-step-from'] ?? Number.POSITIVE_INFINITY);
let code = 1;
try {
  // The product is loaded after the replacements, because its modules read the clock when they load.
  const { runSimulation } = await import('./src/run.ts');
  const perDay = { customersPerDay, subscribersPerDay, marketersPerDay };
  const outcome = await runSimulation({ scheduler, network, databaseUrl, seed, days, ...perDay, eachStepFrom });
  const { violations, checkedSteps, customers, ...counts } = outcome;
  const { steps, traceHash, lastSteps } = scheduler.report();
  code = violations.length > 0 ? 1 : 0;
  const isSearchable = checkedSteps !== null && checkedSteps < eachStepFrom && eachStepFrom > steps;
  // The cause of a planted bug is known, so its first step is not searched.
  if (violations.length > 0 && isSearchable && values.plant === undefined) {
    console.log(`Seed ${seed} violates an invariant after step ${checkedSteps}. Searching for the first such step.`);
    code = searchStep(checkedSteps);
  } else {
    const seconds = (realNow() - startedAt) / 1_000;
    if (violations.length > 0) {
      console.log(`The last ${lastSteps.length} steps:\n${lastSteps.join('\n')}\n`);
      console.log(`Seed ${seed} violates an invariant within ${steps} steps:\n${violations.join('\n')}\n`);
    }
    const paid = customers.filter((customer) => customer.paid > 0).length;
    const arrived = customers.filter(({ hasArrived }) => hasArrived).length;
    const realTimes = Math.round((days * 86_400) / seconds);
    const result = { seed, days, customers: customers.length, paid, arrived, ...counts };
    console.log(JSON.stringify({ ...result, violations: violations.length, steps, traceHash, seconds, realTimes }));
  }
} catch (error) {
  console.log(`The last steps:\n${scheduler.report().lastSteps.join('\n')}\n`);
  console.error(error);
}
restoreTimers();
await postgres.stop();
process.exit(code);

/** Repeats the run with a check after each step from `steps` on. It ends at the first violation. */
function searchStep(steps: number): number {
  const given = [...process.execArgv, ...process.argv.slice(1), '--each-step-from', String(steps)];
  return spawnSync(process.execPath, given, { stdio: 'inherit' }).status ?? 1;
}
