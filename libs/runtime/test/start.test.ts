import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineEvent } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Bus } from '../src/bus/port.ts';
import { baseSettings } from '../src/config.ts';
import { migrateService, withOwner } from '../src/db.ts';
import type { ServiceClient } from '../src/http-client.ts';
import { defineJob, work } from '../src/job.ts';
import { migrateQueues } from '../src/queue-postgres.ts';
import { startService } from '../src/service.ts';
import { allMigrations, defineService, on } from '../src/service-definition.ts';
import { createTestDatabase, type TestDatabase, testToken } from '../src/testing.ts';
import { noBus, silent } from './adapters/bus.harness.ts';

const Rang = defineEvent('bell.rang', 1, z.object({}), { summary: 'The bell rang' });
const Listen = defineJob('listen', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
const listener = defineService({
  name: 'listener',
  kind: 'internal',
  settings: z.object({}),
  migrations: {},
  context: (base, edge) => ({ ...base, ...edge }),
  on: () => [on(Rang, async () => {})],
  jobs: () => [work(Listen, async () => {})],
  broadcast: () => ({ topics: ['bell'], deliver: async () => {} }),
});

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({ url: database.url, service: 'listener', migrations: allMigrations(listener) });
  await withOwner(database.url, (owner) => migrateQueues(owner, 'listener'));
});

afterAll(async () => {
  await database?.drop();
});

/** Returns a bus that is down while `state.away` is true. */
function openFlakyBus() {
  const state = { away: true };
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const listen = async () => {
    if (state.away) throw refused();
    return { isHealthy: () => !state.away, stop: async () => {} };
  };
  const bus: Bus = { ...noBus, subscribe: listen, broadcast: listen };
  return { state, bus };
}

async function start(
  bus: Bus,
  more: Record<string, string> = {},
  localServices?: ReadonlyMap<string, ServiceClient>,
  definition = listener,
) {
  const settings = baseSettings.parse({ DATABASE_URL: database.url, INTERNAL_TOKEN: testToken, ...more });
  const service = await startService(definition, { settings, bus, port: 0, log: silent, localServices });
  onTestFinished(() => service.stop());
  const request = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${testToken}` } });
    return { status: answer.status, body: await answer.json() };
  };
  return { service, request };
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 150_000, interval: 50 });

it('a service starts and responds while the bus is down, and subscribes when the bus is back', async () => {
  const { state, bus } = openFlakyBus();
  const { request } = await start(bus);
  expect(await request('/dead-letters')).toEqual({ status: 200, body: { deadLetters: [], nextCursor: null } });
  // The start waits for the queue, but only for a limited time.
  await eventually(async () =>
    expect(await request('/readyz?verbose')).toEqual({
      status: 200,
      body: {
        service: 'listener',
        status: 'ready',
        degraded: true,
        database: 'ready',
        bus: 'not ready',
        queue: 'ready',
      },
    }),
  );
  expect(await request('/readyz')).toEqual({
    status: 200,
    body: { service: 'listener', status: 'ready', degraded: true },
  });
  state.away = false;
  await eventually(async () =>
    expect(await request('/readyz?verbose')).toMatchObject({
      body: { status: 'ready', degraded: false, bus: 'ready' },
    }),
  );
  state.away = true;
  expect(await request('/readyz?verbose')).toMatchObject({ status: 200, body: { degraded: true, bus: 'not ready' } });
});

it('/livez and the operators’ route return the version and the commit', async () => {
  const { state, bus } = openFlakyBus();
  state.away = false;
  const { request } = await start(bus, { GIT_COMMIT: '0123abc' });
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  const body = { service: 'listener', version, commit: '0123abc' };
  expect(await request('/livez')).toEqual({ status: 200, body: { ...body, status: 'alive' } });
  expect(await request('/system')).toMatchObject({ status: 200, body });
});

it('a service accepts two tokens for calls between services, and sends the first one', async () => {
  const { state, bus } = openFlakyBus();
  state.away = false;
  const tokens = { INTERNAL_TOKEN: `the-token-to-come-next, ${testToken}` };
  const { service } = await start(bus, tokens);
  const statusFor = async (token: string) => {
    const answer = await fetch(`${service.url}/dead-letters`, { headers: { authorization: `Bearer ${token}` } });
    return answer.status;
  };
  expect(await Promise.all([testToken, 'the-token-to-come-next', tokens.INTERNAL_TOKEN].map(statusFor))).toEqual([
    200, 200, 401,
  ]);

  const authorizations: (string | undefined)[] = [];
  const other = createServer((request, reply) => {
    authorizations.push(request.headers.authorization);
    reply.setHeader('content-type', 'application/json').end('{"deadLetters":[],"nextCursor":null}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const client = service.context.connect('other', `http://127.0.0.1:${port}`);
  onTestFinished(() => client.close());
  await client.call(operationsApi.listDeadLetters, { query: {} });
  expect(authorizations).toEqual(['Bearer the-token-to-come-next']);
});

it('a service starts, responds and stops while Redis is down', async () => {
  const { state, bus } = openFlakyBus();
  state.away = false;
  const { request } = await start(bus, { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(await request('/dead-letters')).toMatchObject({ status: 200 });
  expect(await request('/readyz?verbose')).toMatchObject({
    status: 200,
    body: { status: 'ready', degraded: true, bus: 'ready', queue: 'not ready' },
  });
});

it('a service deletes expired rows of the shared tables and of its own tables when it starts', async () => {
  const { state, bus } = openFlakyBus();
  state.away = false;
  const insert = (daysAgo: number) =>
    withOwner(database.url, async (db) => {
      const at = sql`now() - make_interval(days => ${daysAgo})`;
      await sql`
        insert into listener.inbox (event_id, handled_at) values (${`handled ${daysAgo}`}, ${at})`.execute(db);
      await sql`
        insert into listener.schedule (name, last_ran_at) values (${`ran ${daysAgo}`}, ${at})`.execute(db);
    });
  for (const daysAgo of [31, 29, 6, 4]) await insert(daysAgo);
  const retention = {
    // A rule that fails does not prevent the other rules.
    nowhere: { days: 1, since: sql.ref('at') },
    schedule: { days: 5, since: sql.ref('last_ran_at') },
  };
  await start(bus, {}, undefined, { ...listener, retention });
  await eventually(async () => {
    const { rows } = await withOwner(database.url, (db) =>
      sql<{ id: string }>`
        select event_id as id from listener.inbox union select name from listener.schedule order by id`.execute(db),
    );
    expect(rows.map(({ id }) => id)).toEqual(['handled 29', 'handled 4', 'handled 6', 'ran 4']);
  });
});

it('a service does not retry its start after a programming error', async () => {
  const bus: Bus = { ...noBus, subscribe: () => Promise.reject(new TypeError('topics is not iterable')) };
  await expect(start(bus)).rejects.toThrow('topics is not iterable');
});

it('a service calls another service in the same process directly, and all others by HTTP', async () => {
  const { state, bus } = openFlakyBus();
  state.away = false;
  const callee = (await start(bus)).service;
  const unusedUrl = 'http://127.0.0.1:1';
  const health = { deadLetters: 0, failedJobs: 0, failingProviders: [] };

  const caller = (await start(bus, {}, new Map([['listener', callee.localClient as ServiceClient]]))).service.context;
  const direct = caller.connect('listener', unusedUrl);
  expect(await direct.call(operationsApi.readHealth)).toEqual(health);
  const byHttp = caller.connect('another', callee.url);
  onTestFinished(() => byHttp.close());
  expect(await direct.ready()).toEqual(await byHttp.ready());
  expect(await byHttp.call(operationsApi.readHealth)).toEqual(health);
  await expect(caller.connect('another', unusedUrl).call(operationsApi.readHealth)).rejects.toMatchObject({
    code: 'service_unavailable',
  });

  await callee.stop();
  await expect(direct.call(operationsApi.readHealth)).rejects.toMatchObject({ code: 'service_unavailable' });
});

it('a service deletes expired rows soon after its start', async () => {
  await withOwner(database.url, (owner) =>
    sql`insert into listener.inbox (event_id, handled_at) values ('old', now() - interval '31 days')`.execute(owner),
  );
  const { bus } = openFlakyBus();
  const { service } = await start(bus);
  const readInbox = async () => (await sql`select event_id from inbox`.execute(service.context.db)).rows;
  await eventually(async () => expect(await readInbox()).not.toContainEqual({ event_id: 'old' }));
});
