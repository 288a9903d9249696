import { AsyncLocalStorage } from 'node:async_hooks';
import { recordTransactions, runCall } from '@xrp-bridge/runtime/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { Transfer } from '../src/domain/transfer.ts';
import { findTransfer } from '../src/store.ts';
import { createInserter } from '../src/use-cases/create-transfers.ts';
import { transferBody, useService } from './harness.ts';

const service = useService();
const { create, eventsOf } = service;

/** Returns new transfers that are not inserted. */
async function newTransfers(count: number): Promise<Transfer[]> {
  const stored = (await findTransfer(service.test.context.db, await create())) as Transfer;
  return Array.from({ length: count }, () => ({ ...stored, id: transferBody().id }));
}

it('transfers that arrive while others are inserted share a statement, and each emits its event', async () => {
  const transfers = await newTransfers(60);
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  const results = await Promise.all(transfers.map(createInserter(service.test.context)));
  expect(new Set(results)).toEqual(new Set([true]));
  const inserting = ended.filter(({ statements }) => statements.some((text) => text.includes('insert into transfer')));
  // The first two transfers find no statement that runs. All others gather.
  expect(inserting).toHaveLength(3);
  for (const { roundTrips } of inserting) expect(roundTrips).toBe(2);
  for (const { id } of transfers) {
    expect(await eventsOf(id, 'transfer.created')).toMatchObject([{ transferId: id }]);
  }
});

it('a transfer that the database refuses fails alone', async () => {
  const transfers = await newTransfers(20);
  const invalid = transfers[7] as Transfer;
  invalid.serviceFee = 'free' as '4.00';
  const insert = createInserter(service.test.context);
  const results = await Promise.allSettled(transfers.map(insert));
  const [refused, ...others] = results.splice(7, 1).concat(results);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
  expect(new Set(others.map((result) => result.status === 'fulfilled' && result.value))).toEqual(new Set([true]));
  for (const { id } of transfers) {
    expect(await eventsOf(id, 'transfer.created')).toHaveLength(id === invalid.id ? 0 : 1);
  }
});

it('a caller that no longer waits is refused, and the others are inserted', async () => {
  const transfers = await newTransfers(10);
  const insert = createInserter(service.test.context);
  let isGone = false;
  const calls = transfers.map((transfer, index) => {
    const isCallerGone = () => isGone && index === 7;
    const call = { id: transfer.id, deadline: Number.POSITIVE_INFINITY, hasBegun: false, isCallerGone };
    return runCall(call, () => insert(transfer));
  });
  isGone = true;
  const results = await Promise.allSettled(calls);
  expect(results[7]).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect(await findTransfer(service.test.context.db, transfers[7]?.id ?? '')).toBeNull();
  expect(await eventsOf(transfers[7]?.id ?? '')).toEqual([]);
});

it('an id that is created several times at once is inserted and emitted once', async () => {
  const [one, ...others] = (await newTransfers(10)) as [Transfer, ...Transfer[]];
  const insert = createInserter(service.test.context);
  const results = await Promise.all([...others, one, one, one].map(insert));
  expect(results.filter((added) => added)).toHaveLength(10);
  expect(await eventsOf(one.id, 'transfer.created')).toHaveLength(1);
});

it('each event is emitted in the context of its caller', async () => {
  const transfers = await newTransfers(30);
  const caller = new AsyncLocalStorage<string>();
  const emitted: [string, string | undefined][] = [];
  const { context } = service.test;
  const insert = createInserter({
    transact: (work) => {
      expect(caller.getStore()).toBeUndefined();
      return context.transact(work);
    },
    emit(tx, definition, subject, data) {
      emitted.push([subject, caller.getStore()]);
      return context.emit(tx, definition, subject, data);
    },
    takeEvents: context.takeEvents,
  });
  await Promise.all(transfers.map((transfer) => caller.run(transfer.id, () => insert(transfer))));
  expect(emitted).toHaveLength(30);
  for (const [subject, store] of emitted) expect(store).toBe(subject);
});
