import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { Pool } from 'undici';

// The baseline does the same work with as little code as possible, in its own process like the product. A Fastify
// server calls a second Fastify server over HTTP, and the second server queries PostgreSQL. Requests are not validated,
// authenticated or traced, and no event bus delivers the events.

const [connectionString = ''] = process.argv.slice(2);
const database = new pg.Pool({ connectionString, max: 50 });
await database.query('create schema if not exists bench');
await database.query('drop table if exists bench.thing, bench.event');
await database.query(
  'create table bench.thing (id text primary key, at timestamptz not null, status text not null, data text not null)',
);
await database.query(
  'create table bench.event (id bigint generated always as identity primary key, thing text, data jsonb not null)',
);

const back = Fastify();

// PostgreSQL plans a named statement only once per connection.
const makeThing = {
  name: 'make-thing',
  text: `
    with made as (insert into bench.thing values ($1, now(), 'pending', $2) returning *),
    emitted as (insert into bench.event (thing, data) values ($1, $3))
    select * from made`,
};
const readThing = { name: 'read-thing', text: 'select * from bench.thing where id = $1' };
const storeEvent = {
  name: 'store-event',
  text: `
    with stored as (insert into bench.event (thing, data) values ($1, $2))
    select pg_notify('bench', $1)`,
};
const payThing = { name: 'pay-thing', text: "update bench.thing set status = 'paid' where id = $1" };

/** Inserts a row of `thing` and its event in one statement, as the product does. */
back.post<{ Body: { data: string } }>('/things', async ({ body }, reply) => {
  const id = crypto.randomUUID();
  const { rows } = await database.query({ ...makeThing, values: [id, body.data, { thing: id, type: 'bench' }] });
  return reply.code(201).send(rows[0]);
});

back.get<{ Params: { id: string } }>('/things/:id', async ({ params }) => {
  const { rows } = await database.query({ ...readThing, values: [params.id] });
  return rows[0];
});

/**
 * Handles the minimal webhook.
 * One statement stores the event and notifies the listener, and the listener then updates a row.
 */
back.post<{ Body: { id: string } }>('/webhooks', async ({ body }) => {
  await database.query({ ...storeEvent, values: [body.id, { thing: body.id, type: 'bench' }] });
  return { received: true };
});
const listener = new pg.Client({ connectionString });
await listener.connect();
listener.on('notification', ({ payload }) => {
  void database.query({ ...payThing, values: [payload] });
});
await listener.query('listen bench');

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
