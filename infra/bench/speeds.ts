import autocannon from 'autocannon';
import pg from 'pg';
import type { Lateness, LoopDelay } from './loop-delay.ts';
import { median } from './measure.ts';
import { scaled } from './scale.ts';
import { report } from './store-results.ts';

export interface Both<Measured> {
  product: Measured;
  baseline: Measured;
}

/** The requests of a load, and the table into which they insert rows. */
export interface Loaded {
  creating: autocannon.Options;
  reading: autocannon.Options;
  loop: LoopDelay;
  table: { name: string; createdAt: string };
  /** An SQL statement that inserts `$1` rows like the rows that the `creating` requests insert. */
  fill: string;
}

/** Answers per second, and the event loop delay during the load. */
export interface Speed {
  rate: number;
  late: Lateness;
}

/** The measurements of all rounds, one entry per round. */
export interface Speeds {
  creates: Both<Speed>[];
  reads: Both<Speed>[];
}

const connections = 50;
const seconds = scaled(8);
const rounds = 3;

/**
 * Measures the baseline and then the product.
 * They share the machine, so they are not measured at the same time.
 */
export async function ofBoth<Subject, Measured>(
  { baseline, product }: Both<Subject>,
  measure: (subject: Subject) => Promise<Measured>,
): Promise<Both<Measured>> {
  return { baseline: await measure(baseline), product: await measure(product) };
}

/**
 * Measures creates and reads in rounds that alternate between baseline and product, so that a
 * temporarily slow machine affects both.
 * Each round starts with `rows` rows, and the creates add more rows.
 */
export async function measureSpeeds(databaseUrl: string, subjects: Both<Loaded>, rows: number): Promise<Speeds> {
  const speeds: Speeds = { creates: [], reads: [] };
  for (let round = 0; round < rounds; round++) {
    await ofBoth(subjects, (subject) => resize(databaseUrl, subject, rows));
    speeds.creates.push(await ofBoth(subjects, ({ creating, loop }) => measure(creating, loop)));
    speeds.reads.push(await ofBoth(subjects, ({ reading, loop }) => measure(reading, loop)));
  }
  return speeds;
}

/** Reports the round with the median ratio to the baseline, and the range of the ratios. */
export function reportShares(name: string, measured: readonly Both<Speed>[], atLeast: number): void {
  const shareOf = ({ product, baseline }: Both<Speed>) => product.rate / baseline.rate;
  const shares = measured.map(shareOf);
  const middle = measured.find((round) => shareOf(round) === median(shares));
  report({
    name,
    value: middle?.product.rate ?? Number.NaN,
    unit: '/s',
    baseline: middle?.baseline.rate,
    spread: [Math.min(...shares), Math.max(...shares)],
    aim: { atLeast, of: 'baseline' },
  });
}

/**
 * Returns the successful requests per second.
 * Requests that the product refuses under load (503) are not counted, but any other failure throws.
 */
export async function load(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections, duration: seconds, ...options });
  const refused = result.statusCodeStats?.['503']?.count ?? 0;
  if (result.non2xx > refused || result.errors > 0) {
    throw new Error(
      `${options.method ?? 'GET'} ${options.url}: ${result.non2xx} not answered with success, ${result.errors} failed`,
    );
  }
  return result['2xx'] / result.duration;
}

async function measure(options: autocannon.Options, loop: LoopDelay): Promise<Speed> {
  await loop.read();
  return { rate: await load(options), late: await loop.read() };
}

/** Deletes the newest rows or inserts rows, until the table has `rows` rows. */
export async function resize(databaseUrl: string, { table, fill }: Loaded, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { name, createdAt } = table;
    await client.query(
      `delete from ${name} where id in (select id from ${name} order by ${createdAt} offset $1::int)`,
      [rows],
    );
    const counted = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    await client.query(fill, [Math.max(0, rows - (counted.rows[0]?.count ?? 0))]);
    await client.query(`vacuum analyze ${name}`);
  } finally {
    await client.end();
  }
}
