import autocannon from 'autocannon';
import pg from 'pg';
import { report } from './keep-results.ts';
import type { Lateness, LoopDelay } from './loop-delay.ts';
import { median } from './measure.ts';
import { scaled } from './scale.ts';

export interface Both<Measured> {
  product: Measured;
  floor: Measured;
}

/** What is loaded, and where its rows are. */
export interface Loaded {
  creating: autocannon.Options;
  reading: autocannon.Options;
  loop: LoopDelay;
  table: { name: string; createdAt: string };
  /** A statement that inserts `$1` rows as creating inserts them. */
  fill: string;
}

/** Answers per second, and how late the event loop was meanwhile. */
export interface Speed {
  rate: number;
  late: Lateness;
}

/** One entry per round. */
export interface Speeds {
  creates: Both<Speed>[];
  reads: Both<Speed>[];
}

const connections = 50;
const seconds = scaled(8);
const rounds = 3;

/** One after the other, for they share the machine. */
export async function ofBoth<Subject, Measured>(
  { floor, product }: Both<Subject>,
  measure: (subject: Subject) => Promise<Measured>,
): Promise<Both<Measured>> {
  return { floor: await measure(floor), product: await measure(product) };
}

/**
 * Measures creates and reads in rounds, in which floor and product alternate: what slows the machine for a while slows both.
 * Each round begins with `rows` rows, and adds those that it creates.
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

/** Reports the round with the median share of the floor, and how far the others lie from it. */
export function reportShares(name: string, measured: readonly Both<Speed>[], atLeast: number): void {
  const shareOf = ({ product, floor }: Both<Speed>) => product.rate / floor.rate;
  const shares = measured.map(shareOf);
  const middle = measured.find((round) => shareOf(round) === median(shares));
  report({
    name,
    value: middle?.product.rate ?? Number.NaN,
    unit: '/s',
    floor: middle?.floor.rate,
    spread: [Math.min(...shares), Math.max(...shares)],
    aim: { atLeast, of: 'floor' },
  });
}

/** @returns calls that succeed per second. Creates that the product refuses under load are not among them. */
export async function load(asked: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections, duration: seconds, ...asked });
  const refused = result.statusCodeStats?.['503']?.count ?? 0;
  if (result.non2xx > refused || result.errors > 0) {
    throw new Error(
      `${asked.method ?? 'GET'} ${asked.url}: ${result.non2xx} not answered with success, ${result.errors} failed`,
    );
  }
  return result['2xx'] / result.duration;
}

async function measure(asked: autocannon.Options, loop: LoopDelay): Promise<Speed> {
  await loop.read();
  return { rate: await load(asked), late: await loop.read() };
}

/** Deletes the newest rows, or inserts what is missing. */
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
