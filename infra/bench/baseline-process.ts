import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { Pool } from 'undici';

// The baseline does the same work with as little code as possible, in its own process like the product. A Fastify
// server calls a second Fastify server over HTTP, and the second server queries PostgreSQL. Requests are not validated,
// authenticated or traced.
//
// Its events are delivered like the product's: an event is written to an outbox in the transaction of its cause. After
// the commit a consumer in the same process moves a batch of events to its inbox and applies them, in one transaction.

const [connectionString = ''] = process.argv.slice(2);
const batchSize = 500;
const database = new pg.Pool({ connectionString, max: 50 });
await database.query('create schema if not exists bench');
await database.query('drop table if exists bench.thing, bench.outbox, bench.inbox, bench.webhook_event');
await database.query(
  'create table bench.thing (id text primary key, at timestamptz not null, status text not null, data text not null)',
);
await database.query(
  'create table bench.outbox (id bigint generated always as identity primary key, thing text, type text, data jsonb)',
);
await database.query('create table bench.inbox (event_id bigint primary key, at timestamptz not null default now())');
await database.query('create table bench.webhook_event (id text primary key, at timestamptz not null default now())');

const back = Fastify();

// PostgreSQL plans a named statement only once per connection.
const makeThing = {
  name: 'make-thing',
  text: `
    with made as (insert into bench.thing values ($1, now(), 'pending', $2) returning *),
    emitted as (insert into bench.outbox (thing, type, data) values ($1, 'created', $3))
    select * from made`,
};
const readThing = { name: 'read-thing', text: 'select * from bench.thing where id = $1' };
const storeWebhook = {
  name: 'store-webhook',
  text: 'insert into bench.webhook_event (id) values ($1) on conflict do nothing',
};
const emitPaid = {
  name: 'emit-paid',
  text: "insert into bench.outbox (thing, type, data) values ($1, 'paid', $2)",
};
const receiveEvents = {
  name: 'receive-events',
  text: `
    with received as (
      delete from bench.outbox where id in (select id from bench.outbox order by id limit ${batchSize}) returning *
    ),
    stored as (insert into bench.inbox (event_id) select id from received on conflict do nothing)
    select thing, type, data from received`,
};
const payThings = { name: 'pay-things', text: "update bench.thing set status = 'paid' where id = any ($1)" };

async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await database.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

let isDelivering = false;
let hasMore = false;

/**
 * Delivers all events of the outbox in batches.
 * A call during a delivery makes that delivery read once more.
 */
async function deliver(): Promise<void> {
  hasMore = true;
  if (isDelivering) return;
  isDelivering = true;
  while (hasMore) {
    hasMore = false;
    const received = await inTransaction(async (client) => {
      const { rows } = await client.query<{ thing: string; type: string }>(receiveEvents);
      const paid = rows.filter(({ type }) => type === 'paid').map(({ thing }) => thing);
      if (paid.length > 0) await client.query({ ...payThings, values: [paid] });
      return rows.length;
    });
    hasMore ||= received === batchSize;
  }
  isDelivering = false;
}

/** Inserts a row of `thing` and its event in one statement, as the product does. */
back.post<{ Body: { data: string } }>('/things', async ({ body }, reply) => {
  const id = crypto.randomUUID();
  const { rows } = await database.query({ ...makeThing, values: [id, body.data, { thing: id, type: 'created' }] });
  void deliver();
  return reply.code(201).send(rows[0]);
});

back.get<{ Params: { id: string } }>('/things/:id', async ({ params }) => {
  const { rows } = await database.query({ ...readThing, values: [params.id] });
  return rows[0];
});

/**
 * Handles the minimal webhook: one transaction stores the webhook and its event.
 * The consumer's transaction then makes the thing readable.
 */
back.post<{ Body: { id: string } }>('/webhooks', async ({ body: { id } }) => {
  await inTransaction(async (client) => {
    await client.query({ ...storeWebhook, values: [id] });
    await client.query({ ...emitPaid, values: [id, { thing: id, type: 'paid' }] });
  });
  void deliver();
  return { received: true };
});

back.get<{ Params: { id: string } }>('/instructions/:id', async ({ params }, reply) => {
  const { rows } = await database.query({ ...readThing, values: [params.id] });
  return reply.code(rows[0]?.status === 'paid' ? 200 : 402).send(rows[0]);
});

const hop = new Pool(await back.listen({ host: '127.0.0.1', port: 0 }), { connections: 128 });

async function pass({ method, url, body }: FastifyRequest, reply: FastifyReply) {
  const answer = await hop.request({
    method: method as 'GET' | 'POST',
    path: url,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return reply.code(answer.statusCode).send(await answer.body.json());
}

const front = Fastify();
front.get('/hello', async () => ({ id: 'x', status: 'pending' }));
front.post('/things', pass);
front.get('/things/:id', pass);
front.post('/webhooks', pass);
front.get('/instructions/:id', pass);
console.log(`Ready on ${await front.listen({ host: '127.0.0.1', port: 0 })}`);
