import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { scaled } from './run.ts';

/** The table into which a system inserts rows. */
export interface Table {
  name: string;
  createdAt: string;
  /** An SQL statement that inserts `$1` rows like the rows that creates insert. */
  fill: string;
}

const connections = 50;
const seconds = scaled(8);
const deliveredTimeoutMs = 120_000;

/** Queries that count undelivered events. The product has them in outboxes and on the bus. */
const waitingEvents = {
  baseline: 'select count(*)::int as waiting from bench.outbox',
  product: `
    select ((select count(*) from transfer.outbox) + (select count(*) from payment.outbox) + (
      select count(*) from bus.cursor c join bus.event e on e.topic = c.topic and e.seq > c.seq
    ))::int as waiting`,
};

/**
 * Returns the successful requests per second.
 * Requests that the product refuses under load (503) are not counted, but any other failure throws.
 */
export async function measureRate(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections, duration: seconds, ...options });
  const refused = result.statusCodeStats?.['503']?.count ?? 0;
  if (result.non2xx > refused || result.errors > 0) {
    throw new Error(
      `${options.method ?? 'GET'} ${options.url}: ${result.non2xx} not answered with success, ${result.errors} failed`,
    );
  }
  return result['2xx'] / result.duration;
}

/** Waits until all events are delivered, because a delivery would slow down the next measurement. */
export async function waitForDelivery(databaseUrl: string, of: keyof typeof waitingEvents): Promise<void> {
  const end = performance.now() + deliveredTimeoutMs;
  await withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ waiting: number }>(waitingEvents[of]);
      if (rows[0]?.waiting === 0) return;
      if (performance.now() > end) throw new Error(`${rows[0]?.waiting} events of the ${of} were not delivered`);
      await wait(50);
    }
  });
}

/** Deletes the newest rows or inserts rows, until the table has `rows` rows. */
export async function resize(databaseUrl: string, { name, createdAt, fill }: Table, rows: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `delete from ${name} where id in (select id from ${name} order by ${createdAt} offset $1::int)`,
      [rows],
    );
    const counted = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    await client.query(fill, [Math.max(0, rows - (counted.rows[0]?.count ?? 0))]);
    await client.query(`vacuum analyze ${name}`);
  });
}

export async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
