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
  // The service has no ledger servers and runs no jobs, so that only the tests report payments.
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

const [reporting, other] = ['a', 'b'] as const;
const arrivals = async () => (await findWithArrivals(test.context.db, id))?.arrivals.map(({ hash }) => hash);
const txQueriesOf = async (server: 'a' | 'b') => (await outside.status()).servers[server].commands.tx ?? 0;

/** Makes a payment and returns it as reported by server a. */
async function reportPayment(over: Partial<ReportedPayment> = {}): Promise<ReportedPayment> {
  const { hash, ledgerIndex } = await outside.pay({ destination: wallet });
  await closeLedger(test, outside);
  const watch = (await listWatches(test.context.db)).find(({ transferId }) => transferId === id);
  const server = nameOf(outside.servers[0]);
  return { watchId: watch?.id ?? '', hash, ledgerIndex, server, joinedAt: ledgerIndex - 1, ...over };
}

it('a reported payment is confirmed by the other server, and recorded once', async () => {
  const payment = await reportPayment();
  await confirmPayment(test.context, payment, 1);
  await confirmPayment(test.context, payment, 2);
  expect(await arrivals()).toEqual([payment.hash]);
  expect([await txQueriesOf(reporting), await txQueriesOf(other)]).toEqual([0, 2]);
  expect((await test.published('transfer.arrived')).filter(({ subject }) => subject === id)).toHaveLength(1);
});

it('a reported payment that the other server does not find in its ledger is refuted, and the reporting server is dropped', async () => {
  const payment = await reportPayment({ hash: '1'.repeat(64) });
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
  ['withdraws the validation', 'lying', { lie: 'unvalidated' }],
  ['is behind', 'lagging', { ledgers: 20 }],
  ['is down', 'down', {}],
])(
  'a reported payment stays undecided while the second server %s; the last attempts accept one server’s reply',
  async (_, kind, more) => {
    await outside.fault(kind, { server: other, ...more });
    const payment = await reportPayment();
    for (const attempt of [1, 2, 7, firstAlone - 1]) {
      await expect(confirmPayment(test.context, payment, attempt)).rejects.toBeInstanceOf(LedgerUnavailable);
    }
    expect(await arrivals()).toEqual([]);
    await eventually(() => confirmPayment(test.context, payment, firstAlone));
    expect(await arrivals()).toEqual([payment.hash]);
  },
);

it('a reported payment is dropped without a query if its watch has ended', async () => {
  const payment = await reportPayment({ watchId: '999999999' });
  await confirmPayment(test.context, payment, 1);
  expect([await txQueriesOf(reporting), await txQueriesOf(other)]).toEqual([0, 0]);
});

it('a reported payment is enqueued once, unless it is already an arrival', async () => {
  const [counted, fresh] = [await reportPayment(), await reportPayment()];
  await eventually(() => confirmPayment(test.context, counted, 1));
  await enqueueConfirmations(test.context, [counted, fresh]);
  const queued = await eventually(async () => {
    const counts = await test.context.queues.count();
    expect(counts.waiting).toBe(1);
    return counts;
  });
  await enqueueConfirmations(test.context, [counted, fresh]);
  expect(queued).toMatchObject({ waiting: 1, active: 0 });
});
