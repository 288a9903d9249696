import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import Fastify from 'fastify';
import pg from 'pg';
import { type Quantiles, quantiles, rate } from './measure.ts';

/** Transactions per second that write two rows, straight through pg: what a create costs the database at the least. */
export async function bareTransactions(databaseUrl: string, connections: number, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  try {
    await pool.query('create schema if not exists bench');
    await pool.query('drop table if exists bench.a, bench.b');
    await pool.query('create table bench.a (id text primary key, at timestamptz not null, data text not null)');
    await pool.query(
      'create table bench.b (id bigint generated always as identity primary key, a text not null, data jsonb not null)',
    );
    return await rate(connections, seconds, async () => {
      const client = await pool.connect();
      try {
        const id = randomBytes(16).toString('hex');
        await client.query('begin');
        await client.query('insert into bench.a values ($1, now(), $2)', [id, 'x'.repeat(60)]);
        await client.query('insert into bench.b (a, data) values ($1, $2)', [
          id,
          { id, type: 'bench', data: { at: 1 } },
        ]);
        await client.query('commit');
      } finally {
        client.release();
      }
    });
  } finally {
    await pool.end();
  }
}

/** A Fastify that answers a small constant. */
export async function startBareFastify(): Promise<{ url: string; stop(): Promise<void> }> {
  const app = Fastify();
  app.get('/', async () => ({ id: 'x', status: 'pending' }));
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() };
}

/** Its requests per second. */
export async function bareFastify(connections: number, seconds: number): Promise<number> {
  const { url, stop } = await startBareFastify();
  const result = await autocannon({ url, connections, duration: seconds });
  await stop();
  return result.requests.average;
}

/** From an INSERT with NOTIFY to its arrival at a listening connection: the least that a hop between services costs. */
export async function insertNotifyDelivery(databaseUrl: string, count: number): Promise<Quantiles> {
  const listener = new pg.Client({ connectionString: databaseUrl });
  const sender = new pg.Client({ connectionString: databaseUrl });
  await Promise.all([listener.connect(), sender.connect()]);
  try {
    await sender.query('create schema if not exists bench');
    await sender.query('create table if not exists bench.n (id int, data jsonb)');
    await listener.query('listen bench');
    const durations: number[] = [];
    for (let index = 0; index < count; index++) {
      const arrived = new Promise<void>((resolve) => listener.once('notification', () => resolve()));
      const started = performance.now();
      await sender.query('begin');
      await sender.query('insert into bench.n values ($1, $2)', [index, { index }]);
      await sender.query("select pg_notify('bench', '')");
      await sender.query('commit');
      await arrived;
      durations.push(performance.now() - started);
    }
    return quantiles(durations);
  } finally {
    await Promise.all([listener.end(), sender.end()]);
  }
}
