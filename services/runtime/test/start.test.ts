import { defineEvent } from '@xrp-bridge/contracts/define';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Bus } from '../src/bus/port.ts';
import { baseSettings } from '../src/config.ts';
import { migrateService } from '../src/db.ts';
import { messagingMigrations } from '../src/messaging/tables.ts';
import { defineJob, work } from '../src/queue.ts';
import { migrateQueues } from '../src/queue-postgres.ts';
import { defineService, on, startService } from '../src/service.ts';
import { createTestDatabase, type TestDatabase, testToken } from '../src/testing.ts';
import { noBus, silent } from './adapters/bus.harness.ts';

const Rang = defineEvent('bell.rang', 1, z.object({}), { summary: 'The bell rang' });
const Listen = defineJob('listen', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
const listener = defineService({
  name: 'listener',
  settings: z.object({}),
  migrations: {},
  context: (base) => base,
  on: () => [on(Rang, async () => {})],
  jobs: () => [work(Listen, async () => {})],
  broadcast: () => ({ topics: ['bell'], deliver: async () => {} }),
});

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({ url: database.url, service: 'listener', migrations: messagingMigrations });
  await migrateQueues(database.url, 'listener');
});

afterAll(async () => {
  await database?.drop();
});

/** A bus that is away until it is said to be back, and can be cut off from then on. */
function openFlakyBus() {
  const state = { away: true };
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const listen = async () => {
    if (state.away) throw refused();
    return { standing: () => !state.away, stop: async () => {} };
  };
  const bus: Bus = { ...noBus, subscribe: listen, broadcast: listen };
  return { state, bus };
}

async function start(bus: Bus, more: Record<string, string> = {}) {
  const settings = baseSettings.parse({ DATABASE_URL: database.url, INTERNAL_TOKEN: testToken, ...more });
  const service = await startService(listener, { settings, bus, port: 0, log: silent, poolSize: 4 });
  onTestFinished(() => service.stop());
  const ask = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${testToken}` } });
    return { status: answer.status, body: await answer.json() };
  };
  return { service, ask };
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 150_000, interval: 50 });

it('starts and answers while the bus is away, says so, and hears it once it is there', async () => {
  const { state, bus } = openFlakyBus();
  const { ask } = await start(bus);
  expect(await ask('/dead-letters')).toEqual({ status: 200, body: { deadLetters: [], nextCursor: null } });
  // A start waits for the queue, but not for ever.
  await eventually(async () =>
    expect(await ask('/readyz')).toEqual({
      status: 503,
      body: { service: 'listener', status: 'not ready', database: 'ready', bus: 'not ready', queue: 'ready' },
    }),
  );
  state.away = false;
  await eventually(async () =>
    expect(await ask('/readyz')).toEqual({
      status: 200,
      body: { service: 'listener', status: 'ready', database: 'ready', bus: 'ready', queue: 'ready' },
    }),
  );
  state.away = true;
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { bus: 'not ready' } });
});

it('starts and answers while Redis is away, says so, and stops', async () => {
  const { state, bus } = openFlakyBus();
  state.away = false;
  const { ask } = await start(bus, { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(await ask('/dead-letters')).toMatchObject({ status: 200 });
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { bus: 'ready', queue: 'not ready' } });
});

it('does not start with a mistake of ours, which no waiting mends', async () => {
  const bus: Bus = { ...noBus, subscribe: () => Promise.reject(new TypeError('topics is not iterable')) };
  await expect(start(bus)).rejects.toThrow('topics is not iterable');
});
