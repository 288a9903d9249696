import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { type TestService, testService, testToken } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { createTransfer, eventually, type Outside, startOutside, wallets } from './harness.ts';

const entry = fileURLToPath(new URL('./transfer-process.ts', import.meta.url));
const [wallet] = wallets;
let outside: Outside;
let child: ChildProcess;
/**
 * Provides the database and the bus, and creates transfers.
 * It has no ledger, so it records no arrivals.
 */
let observer: TestService<Context>;

beforeAll(async () => {
  outside = await startOutside();
  await outside.fund(wallet, '5000000');
  // The observer runs no jobs and no schedules, so that only the killed process records arrivals.
  observer = await testService<Context>({ ...transferService, jobs: () => [], schedules: () => [] });
  child = await start();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await observer.stop();
  await outside.stop();
});

async function start(): Promise<ChildProcess> {
  const started = fork(entry, {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: observer.databaseUrl,
      INTERNAL_TOKEN: testToken,
      XRPL_WS_URL: outside.urls,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(started, 'exit').then(([code]) => {
    throw new Error(`The service ended while starting (exit ${code})`);
  });
  await Promise.race([once(started, 'message'), exit]);
  exit.catch(() => undefined);
  return started;
}

async function kill(): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('a service that is killed while watching loses no arrival and emits no arrival twice', async () => {
  const id = await createTransfer(observer, { paid: true });
  const read = () => observer.client.call(transferApi.read, { params: { id } });
  const sent: string[] = [];
  const send = async (count: number) => {
    sent.push(...(await outside.pay({ destination: wallet, count })).hashes);
    await outside.closeLedger();
  };
  const isWatched = async () => {
    const { servers } = await outside.status();
    expect(servers.a.accounts + servers.b.accounts).toBe(1);
  };

  await eventually(isWatched);
  // In each round, the process is killed after it has recorded at least `counted` payments. Two more payments are made
  // while it is down.
  for (const counted of [1, 0, 3]) {
    const before = (await read()).arrivals.length;
    await send(5);
    await eventually(async () => expect((await read()).arrivals.length).toBeGreaterThanOrEqual(before + counted));
    await kill();
    await send(2);
    child = await start();
    await eventually(isWatched);
  }
  await send(1);

  const transfer = await eventually(async () => {
    const found = await read();
    expect(found.arrivals).toHaveLength(sent.length);
    return found;
  });
  expect(transfer.arrivals.map(({ hash }) => hash).toSorted()).toEqual(sent.toSorted());
  expect(transfer.version).toBe(2 + sent.length);
  const emitted = (await observer.published('transfer.arrived')).map(({ data }) => (data as { hash: string }).hash);
  expect(emitted.toSorted()).toEqual(sent.toSorted());
});
