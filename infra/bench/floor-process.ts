import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { Pool } from 'undici';

// The least that a product of our kind does, in a process of its own as the product has one: a Fastify that asks another
// by HTTP, which asks PostgreSQL. Nothing is validated, guarded, traced or told to anybody.

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

// Named, so that each connection plans it once.
const makeThing = {
  name: 'make-thing',
  text: `
    with made as (insert into bench.thing values ($1, now(), 'pending', $2) returning *),
    told as (insert into bench.event (thing, data) values ($1, $3))
    select * from made`,
};
const readThing = { name: 'read-thing', text: 'select * from bench.thing where id = $1' };
const keepEvent = {
  name: 'keep-event',
  text: `
    with kept as (insert into bench.event (thing, data) values ($1, $2))
    select pg_notify('bench', $1)`,
};
const payThing = { name: 'pay-thing', text: "update bench.thing set status = 'paid' where id = $1" };

/** Two rows by one statement, as the product writes them: a fact, and that it is to be told. */
back.post<{ Body: { data: string } }>('/things', async ({ body }, reply) => {
  const id = crypto.randomUUID();
  const { rows } = await database.query({ ...makeThing, values: [id, body.data, { thing: id, type: 'bench' }] });
  return reply.code(201).send(rows[0]);
});

back.get<{ Params: { id: string } }>('/things/:id', async ({ params }) => {
  const { rows } = await database.query({ ...readThing, values: [params.id] });
  return rows[0];
});

/** What a webhook cannot do with less: it is kept and whoever waits for it notified, by one statement, who makes it readable. */
back.post<{ Body: { id: string } }>('/webhooks', async ({ body }) => {
  await database.query({ ...keepEvent, values: [body.id, { thing: body.id, type: 'bench' }] });
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
