import { parseArgs } from 'node:util';

export const usage = `Usage: npm run simulate -- [options]
  --seed N         the seed of all random choices (1)
  --days N         simulated days (1). If N is not a whole number, the run consists of quarters of a day
  --customers N    customers a day (500)
  --subscribers N  subscribers to signals a day (20)
  --marketing N    operators of the ads a day (8)
  --readers N      readers of newsletters a day (8)
  --visitors N     visitors of the hot meter a day; 0 also leaves out the signals (0)
  --instances N    instances of each service, whose clocks differ (2)
  --save FOLDER    saves the world after each day. A run goes on from the last whole day in the folder
  --trace FILE     writes each step to a file
  --plant BUG      plants a bug, which must be found (src/planted-bugs.ts)`;

export interface Options {
  seed: string;
  days: number;
  /** Length of a part of the run, at whose end the world is saved: a day or a quarter of a day. */
  partDays: number;
  customers: number;
  subscribers: number;
  marketing: number;
  readers: number;
  visitors: number;
  instances: number;
  save: string | undefined;
  trace: string | undefined;
  plant: string | undefined;
  /** The part that the process runs, counted from 1; undefined for the process that starts the others. */
  part: number | undefined;
  /** The number of steps from which the invariants are checked after each step. */
  eachStepFrom: number;
}

/** Reads the command line. Returns null if an option is wrong. */
export function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      days: { type: 'string', default: '1' },
      customers: { type: 'string', default: '500' },
      subscribers: { type: 'string', default: '20' },
      marketing: { type: 'string', default: '8' },
      readers: { type: 'string', default: '8' },
      visitors: { type: 'string', default: '0' },
      instances: { type: 'string', default: '2' },
      save: { type: 'string' },
      trace: { type: 'string' },
      plant: { type: 'string' },
      // Set for the processes that the command starts.
      part: { type: 'string' },
      'each-step-from': { type: 'string' },
    },
  });
  const { seed, save, trace, plant, part } = values;
  const days = Number(values.days);
  const customers = Number(values.customers);
  const subscribers = Number(values.subscribers);
  const marketing = Number(values.marketing);
  const readers = Number(values.readers);
  const visitors = Number(values.visitors);
  const instances = Number(values.instances);
  const areCounts = [subscribers, marketing, readers, visitors].every((count) => count >= 0);
  if (!(areCounts && days >= 0.25 && customers >= 1 && instances >= 1)) return null;
  return {
    seed,
    days,
    partDays: Number.isInteger(days) ? 1 : 0.25,
    customers,
    subscribers,
    marketing,
    readers,
    visitors,
    instances,
    save,
    trace,
    plant,
    part: part === undefined ? undefined : Number(part),
    eachStepFrom: Number(values['each-step-from'] ?? Number.POSITIVE_INFINITY),
  };
}
