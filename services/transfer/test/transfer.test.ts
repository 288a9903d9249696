import { randomBytes } from 'node:crypto';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { TransferExpired, transferApi } from '@xrp-bridge/contracts/transfer';
import { recordTransactions, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import type { Transfer } from '../src/domain/transfer.ts';
import { transferService } from '../src/index.ts';
import { lockTransfer, updateTransfer } from '../src/store.ts';
import { completeTransfer, createTransfer, payFor, transferBody, wallets } from './harness.ts';

const [address, otherAddress] = wallets;
let now = new Date('2026-11-20T10:00:00Z');
let test: TestService<Context>;

beforeAll(async () => {
  test = await testService<Context>(transferService, { clock: () => now });
});
afterAll(() => test.stop());

const create = (over: object = {}) => createTransfer(test, { destinationAddress: null, ...over });
const read = (id: string) => test.client.call(transferApi.read, { params: { id } });
async function eventsOf(id: string, type?: string) {
  return (await test.published(type)).filter((event) => event.subject === id);
}

it('creates a transfer with its event by one statement: two round trips', async () => {
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  await create();
  const creating = ended.filter(({ statements }) => statements.some((text) => text.includes('insert into transfer')));
  expect(creating).toEqual([
    { statements: ['begin', expect.stringContaining('into outbox'), 'commit'], roundTrips: 2 },
  ]);
});

it('refuses to update a transfer of which another version is stored', async () => {
  const id = await create();
  const updating = test.context.transact(async (tx) => {
    const transfer = (await lockTransfer(tx, id)) as Transfer;
    const skipping = { ...transfer, version: transfer.version + 2 };
    test.context.emit(tx, TransferExpired, id, { transferId: id });
    await updateTransfer(tx, skipping, { watch: 'none', afterLedger: null, events: test.context.takeEvents(tx) });
  });
  await expect(updating).rejects.toThrow('is not at the version before');
  expect(await eventsOf(id, 'transfer.expired')).toEqual([]);
});

describe('creating', () => {
  it('is idempotent by id, and emits once', async () => {
    const body = transferBody({ amountDrops: '25500000', destinationTag: '0' });
    const { id } = body;
    await test.client.call(transferApi.create, { body });
    const again = await test.client.call(transferApi.create, { body });
    expect(again).toMatchObject({
      id,
      status: 'pending',
      sourceAmount: formatDrops('25500000'),
      destinationAddress: address,
      destinationTag: '0',
      version: 1,
    });
    expect(await eventsOf(id, 'transfer.created')).toHaveLength(1);
  });

  it('refuses an id that is taken by another order', async () => {
    const id = await create();
    const body = transferBody({ id, fromExchange: 'kraken', destinationAddress: null });
    const call = test.client.call(transferApi.create, { body });
    await expect(call).rejects.toMatchObject({ code: 'already_exists', status: 409 });
  });

  it('keeps address and amount out of the events', async () => {
    const id = await create({ destinationAddress: address, amountDrops: '77000000' });
    const [event] = await eventsOf(id, 'transfer.created');
    expect(JSON.stringify(event)).not.toContain(address);
    expect(event?.data).toEqual({ transferId: id, fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' });
  });

  it('lists newest first and by status', async () => {
    now = new Date(now.getTime() + 1000);
    const first = await create();
    now = new Date(now.getTime() + 1000);
    const second = await create();
    const { transfers } = await test.client.call(transferApi.list, { query: { limit: 2, status: 'pending' } });
    expect(transfers.map((transfer) => transfer.id)).toEqual([second, first]);
  });
});

describe('changing', () => {
  it('marks a swapped address after payment', async () => {
    const id = await create({ paid: true, destinationAddress: address });
    const changed = await test.client.call(transferApi.change, {
      params: { id },
      body: { destinationAddress: otherAddress },
    });
    expect(changed).toMatchObject({
      destinationAddress: otherAddress,
      addressChangedAt: now.toISOString(),
      version: 3,
    });
    const updates = await eventsOf(id, 'transfer.updated');
    expect(updates.at(-1)?.data).toMatchObject({ changed: ['destinationAddress'], addressChangedAfterPayment: true });
    expect(JSON.stringify(updates)).not.toContain(otherAddress);
  });

  it('keeps whether a test goes first, and the instructions follow', async () => {
    const id = await create({ paid: true, amountDrops: '5000000000' });
    const change = (testFirst: boolean) =>
      test.client.call(transferApi.change, { params: { id }, body: { testFirst } });
    const sendNow = async (forOwner: boolean) => {
      const reply = await test.client.call(transferApi.readInstructions, { params: { id }, query: { forOwner } });
      return reply.instructions.sendNow;
    };
    expect(await read(id)).toMatchObject({ testFirst: true });
    expect(await sendNow(true)).toMatchObject({ kind: 'test', amountXrp: '2' });
    expect(await change(false)).toMatchObject({ testFirst: false, sourceAmount: '5000' });
    expect(await sendNow(true)).toMatchObject({ kind: 'all', amountXrp: '5000' });
    expect(await sendNow(false)).toMatchObject({ kind: 'test', amountXrp: null });
    expect((await eventsOf(id, 'transfer.updated')).at(-1)?.data).toMatchObject({ changed: ['testFirst'] });
    const { version } = await change(true);
    expect(await sendNow(true)).toMatchObject({ kind: 'test', amountXrp: '2' });
    const written = await test.client.call(transferApi.readInstructions, { params: { id }, query: { forOwner: true } });
    expect(written.version).toBe(version);
    expect((await change(true)).version).toBe(version);
  });

  it('is refused once completed', async () => {
    const id = await create({ paid: true, destinationAddress: address });
    const done = await completeTransfer(test, id);
    expect(done.status).toBe('completed');
    expect(await test.client.call(transferApi.confirmArrival, { params: { id } })).toEqual(done);
    await expect(
      test.client.call(transferApi.change, { params: { id }, body: { destinationTag: '1' } }),
    ).rejects.toMatchObject({ code: 'transfer_closed' });
    expect(await eventsOf(id, 'transfer.completed')).toHaveLength(1);
  });

  it('concurrent changes lose nothing', async () => {
    const id = await create();
    await Promise.all([
      test.client.call(transferApi.change, { params: { id }, body: { destinationAddress: address } }),
      test.client.call(transferApi.change, { params: { id }, body: { destinationTag: '42' } }),
      test.client.call(transferApi.change, { params: { id }, body: { amountDrops: '5000000' } }),
    ]);
    expect(await read(id)).toMatchObject({
      destinationAddress: address,
      destinationTag: '42',
      sourceAmount: '5',
      version: 4,
    });
  });
});

it('answers unknown ids with 404 and calls without the token with 401', async () => {
  const id = randomBytes(16).toString('hex');
  await expect(read(id)).rejects.toMatchObject({ code: 'transfer_not_found', status: 404 });
  const answer = await fetch(`${test.url}/transfers/${id}`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'internal_token_required' });
});

describe('what is counted', () => {
  it('is each transfer that is started, paid and completed, once, on its day', async () => {
    const before = now;
    now = new Date('2027-03-01T23:59:00Z');
    try {
      const [one] = await Promise.all([create(), create(), create()]);
      const id = one as string;
      now = new Date('2027-03-02T00:01:00Z');
      for (let times = 0; times < 2; times++) await payFor(test, id);
      for (let times = 0; times < 2; times++) await completeTransfer(test, id);
      const query = { from: '2027-03-01', to: '2027-03-02' };
      await vi.waitFor(async () =>
        expect((await test.client.call(operationsApi.readFigures, { query })).days).toEqual([
          { day: '2027-03-01', name: 'transfers_created', value: 3 },
          { day: '2027-03-02', name: 'transfers_completed', value: 1 },
          { day: '2027-03-02', name: 'transfers_paid', value: 1 },
        ]),
      );
    } finally {
      now = before;
    }
  });
});
