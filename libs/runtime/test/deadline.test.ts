import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { defineRoute } from '@xrp-bridge/contracts/define';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type Call, handle } from '../src/calls.ts';
import { runCall, timeoutHeader } from '../src/current-call.ts';
import { openDatabase, type ServiceDatabase, withOwner } from '../src/db.ts';
import { addRoutes, allow, createHttpServer } from '../src/http.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

const about = { method: 'POST', summary: 'Writes a row', reply: z.object({}) } as const;
const Internal = defineRoute({ ...about, path: '/internal', access: 'internal' });
const Open = defineRoute({ ...about, path: '/open', access: 'open' });

let test: TestDatabase;
let database: ServiceDatabase<unknown>;

beforeAll(async () => {
  test = await createTestDatabase();
  await withOwner(test.url, async (db) => {
    await sql`create schema writer`.execute(db);
    await sql`create table writer.row ()`.execute(db);
  });
  database = openDatabase({ url: test.url, service: 'writer', onError: () => {}, max: 1 });
});

beforeEach(async () => {
  await sql`truncate writer.row`.execute(database.db);
});

afterAll(async () => {
  await database?.close();
  await test?.drop();
});

async function write(): Promise<Record<string, never>> {
  await sql`insert into writer.row default values`.execute(database.db);
  return {};
}

async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from writer.row`.execute(database.db);
  return rows[0]?.count as number;
}

async function serve(run: (call: Pick<Call<typeof Internal>, 'reply'>) => ReturnType<typeof write> = write) {
  const app = createHttpServer({ log: pino({ level: 'silent' }), guards: { open: allow, internal: allow } });
  await addRoutes(app, [handle(Internal, run), handle(Open, run)]);
  onTestFinished(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return (path: string, options: RequestInit = {}) => fetch(`${url}${path}`, { method: 'POST', ...options });
}

it('a call whose deadline has passed does not begin, and a browser’s deadline header is ignored', async () => {
  const send = await serve();
  const headers = { [timeoutHeader]: '0' };
  const refused = await send('/internal', { headers });
  expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'overloaded' })]);
  expect(await countRows()).toBe(0);
  expect((await send('/open', { headers })).status).toBe(200);
  expect(await countRows()).toBe(1);
});

it('a call whose caller disconnects while it waits for a database connection writes nothing', async () => {
  const received = Promise.withResolvers<ServerResponse>();
  const ended = vi.fn();
  const send = await serve(async ({ reply }) => {
    received.resolve(reply.raw);
    return write().finally(ended);
  });
  const held = await database.pool.connect();
  const caller = new AbortController();
  const call = send('/internal', { signal: caller.signal });
  const response = await received.promise;
  const closed = once(response, 'close');
  caller.abort();
  await expect(call).rejects.toThrow();
  await closed;
  held.release();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(await countRows()).toBe(0);
});

it('a call whose deadline passes while it waits for a connection writes nothing, but a call that has begun continues', async () => {
  const call = { id: 'call', deadline: Number.POSITIVE_INFINITY, hasBegun: false };
  const held = await database.pool.connect();
  const waiting = runCall(call, write);
  call.deadline = performance.now();
  held.release();
  await expect(waiting).rejects.toMatchObject({ code: 'overloaded' });
  expect(await countRows()).toBe(0);

  const begun = { id: 'begun', deadline: Number.POSITIVE_INFINITY, hasBegun: false };
  await runCall(begun, async () => {
    await write();
    begun.deadline = performance.now();
    await write();
  });
  expect(await countRows()).toBe(2);
});

it('the deadline of a call does not apply to a stream or to work after the response', async () => {
  const answered = Promise.withResolvers<void>();
  let later: Promise<unknown> | undefined;
  const call = { id: 'call', deadline: performance.now() + 60_000, hasBegun: false, isCallerGone: () => isGone };
  let isGone = false;
  await runCall(call, async () => {
    later = answered.promise.then(write);
  });
  isGone = true;
  answered.resolve();
  await later;
  expect(await countRows()).toBe(1);
});
