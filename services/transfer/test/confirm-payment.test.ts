import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { LedgerUnavailable } from '../src/ledger/connection.ts';
import { createLedger } from '../src/ledger/ledger.ts';
import { nameOf } from '../src/ledger/server-names.ts';
import { findWithArrivals } from '../src/store.ts';
import { confirmPayment, enqueueConfirmations, type ReportedPayment } from '../src/use-cases/confirm-payment.ts';
import { listWatches } from '../src/watch-store.ts';
import { closeLedger, createTransfer, eventually, type Outside, silentLog, startOutside, wallets } from './harness.ts';

const [wallet] = wallets;
const firstAlone = 9;
let outside: Outside;
let test: TestService<Context>;
let id: string;

beforeAll(async () => {
  outside = await startOutside();
  // The service reads no ledger and runs no job: nothing is heard but what a test tells.
  test = await testService<Context>({ ...transferService, jobs: () => [], schedules: () => [] });
});
beforeEach(async () => {
  await outside.reset();
  test.context.ledger = createLedger({ urls: outside.servers, log: silentLog, report: () => {} });
  test.context.ledger.start();
  await outside.fund(wallet, '5000000');
  await eventually(() => expect(test.context.ledger.state()).not.toBeNull());
  id = await createTransfer(test, { paid: true });
});
afterEach(() => test.context.ledger.stop());
afterAll(async () => {
  await test.stop();
  await outside.stop();
});

const [told, other] = ['a', 'b'] as const;
const arrivals = async () => (await findWithArrivals(test.context.db, id))?.arrivals.map(({ hash }) => hash);
const txAskedOf = async (server: 'a' | 'b') => (await outside.status()).servers[server].commands.tx ?? 0;

/** A payment that server a told of. */
async function hear(over: Partial<ReportedPayment> = {}): Promise<ReportedPayment> {
  const { hash, ledgerIndex } = await outside.pay({ destination: wallet });
  await closeLedger(test, outside);
  const watch = (await listWatches(test.context.db)).find(({ transferId }) => transferId === id);
  const server = nameOf(outside.servers[0]);
  return { watchId: watch?.id ?? '', hash, ledgerIndex, server, joinedAt: ledgerIndex - 1, ...over };
}

it('is asked of the other server, once, and counted once', async () => {
  const payment = await hear();
  await confirmPayment(test.context, payment, 1);
  await confirmPayment(test.context, payment, 2);
  expect(await arrivals()).toEqual([payment.hash]);
  expect([await txAskedOf(told), await txAskedOf(other)]).toEqual([0, 2]);
  expect((await test.published('transfer.arrived')).filter(({ subject }) => subject === id)).toHaveLength(1);
});

it('is refuted by a server that has its ledger and does not find it there; who told of it is left', async () => {
  const payment = await hear({ hash: '1'.repeat(64) });
  await confirmPayment(test.context, payment, 1);
  expect(await arrivals()).toEqual([]);
  await eventually(async () => {
    const { servers } = await outside.status();
    expect(servers.a.connections).toBe(0);
    expect(servers.b.connections).toBeGreaterThanOrEqual(1);
  });
  await eventually(() => expect(test.context.ledger.state()).not.toBeNull());
});

it.each([
  ['takes validation back', 'lying', { lie: 'unvalidated' }],
  ['is behind', 'lagging', { ledgers: 20 }],
  ['is away', 'down', {}],
])(
  'is neither confirmed nor refuted while the other server %s, until one’s word must be enough',
  async (_, kind, more) => {
    await outside.fault(kind, { server: other, ...more });
    const payment = await hear();
    for (const attempt of [1, 2, 7, firstAlone - 1]) {
      await expect(confirmPayment(test.context, payment, attempt)).rejects.toBeInstanceOf(LedgerUnavailable);
    }
    expect(await arrivals()).toEqual([]);
    await eventually(() => confirmPayment(test.context, payment, firstAlone));
    expect(await arrivals()).toEqual([payment.hash]);
  },
);

it('is dropped when nobody waits for it any more', async () => {
  const payment = await hear({ watchId: '999999999' });
  await confirmPayment(test.context, payment, 1);
  expect([await txAskedOf(told), await txAskedOf(other)]).toEqual([0, 0]);
});

it('is kept from when it is heard, unless it is counted already', async () => {
  const [counted, fresh] = [await hear(), await hear()];
  await eventually(() => confirmPayment(test.context, counted, 1));
  await enqueueConfirmations(test.context, [counted, fresh]);
  const kept = await eventually(async () => {
    const counts = await test.context.queues.count();
    expect(counts.waiting).toBe(1);
    return counts;
  });
  await enqueueConfirmations(test.context, [counted, fresh]);
  expect(kept).toMatchObject({ waiting: 1, active: 0 });
});
