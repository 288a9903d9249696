import { randomBytes } from 'node:crypto';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { TransferExpired } from '@xrp-bridge/contracts/transfer-events';
import { recordTransactions } from '@xrp-bridge/runtime/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dayMs, type Transfer } from '../src/domain/transfer.ts';
import { lockTransfer, updateTransfer } from '../src/store.ts';
import { completeTransfer, payFor, transferBody, useService, wallets } from './harness.ts';

const [address, otherAddress] = wallets;
const service = useService();
const { clock, create, read, change, confirmArrival, readInstructions, eventsOf } = service;

it('a new transfer and its event are stored in one transaction of two round trips', async () => {
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  await create();
  const creating = ended.filter(({ statements }) => statements.some((text) => text.includes('insert into transfer')));
  expect(creating).toEqual([
    { statements: ['begin', expect.stringContaining('into outbox'), 'commit'], roundTrips: 2 },
  ]);
});

it('updateTransfer throws if another version of the transfer is stored', async () => {
  const id = await create();
  const updating = service.test.context.transact(async (tx) => {
    const transfer = (await lockTransfer(tx, id)) as Transfer;
    const skipping = { ...transfer, version: transfer.version + 2 };
    service.test.context.emit(tx, TransferExpired, id, { transferId: id });
    await updateTransfer(tx, skipping, {
      watch: 'none',
      afterLedger: null,
      events: service.test.context.takeEvents(tx),
    });
  });
  await expect(updating).rejects.toThrow('is not at the version before');
  expect(await eventsOf(id, 'transfer.expired')).toEqual([]);
});

describe('creating a transfer', () => {
  it('is idempotent by id, and emits transfer.created once', async () => {
    const body = transferBody({ amountDrops: '25500000', destinationTag: '0' });
    const { id } = body;
    await service.test.client.call(transferApi.create, { body });
    const again = await service.test.client.call(transferApi.create, { body });
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

  it('is refused if the id belongs to a different transfer', async () => {
    const id = await create();
    const body = transferBody({ id, fromExchange: 'kraken', destinationAddress: null });
    const call = service.test.client.call(transferApi.create, { body });
    await expect(call).rejects.toMatchObject({ code: 'already_exists', status: 409 });
  });

  it('does not put the address or the amount into events', async () => {
    const id = await create({ destinationAddress: address, amountDrops: '77000000' });
    const [event] = await eventsOf(id, 'transfer.created');
    expect(JSON.stringify(event)).not.toContain(address);
    expect(event).toEqual({ transferId: id, fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' });
  });
});

describe('the list of transfers', () => {
  it('starts with the newest transfer for status pending', async () => {
    clock.now = new Date(clock.now.getTime() + 1000);
    const first = await create();
    clock.now = new Date(clock.now.getTime() + 1000);
    const second = await create();
    const { transfers } = await service.test.client.call(transferApi.list, { body: { limit: 2, status: 'pending' } });
    expect(transfers.map((transfer) => transfer.id)).toEqual([second, first]);
  });

  it('with status not_arrived contains a paid transfer after 24 hours without arrival, even if changed', async () => {
    const late = await create({ paid: true, destinationAddress: address });
    const unpaid = await create();
    clock.now = new Date(clock.now.getTime() + dayMs + 1000);
    const fresh = await create({ paid: true, destinationAddress: address });
    const list = async () => {
      const body = { status: 'not_arrived', limit: 200 } as const;
      const { transfers } = await service.test.client.call(transferApi.list, { body });
      return transfers.map((transfer) => transfer.id);
    };
    const listed = await list();
    expect(listed).toContain(late);
    expect(listed).not.toContain(unpaid);
    expect(listed).not.toContain(fresh);
    await change(late, { destinationAddress: otherAddress });
    expect(await list()).toContain(late);
  });
});

describe('changing a transfer', () => {
  it('sets addressChangedAt if the address is replaced after payment', async () => {
    const id = await create({ paid: true, destinationAddress: address });
    const changed = await change(id, { destinationAddress: otherAddress });
    expect(changed).toMatchObject({
      destinationAddress: otherAddress,
      addressChangedAt: clock.now.toISOString(),
      version: 3,
    });
    const updates = await eventsOf(id, 'transfer.updated');
    expect(updates.at(-1)).toMatchObject({ changed: ['destinationAddress'], addressChangedAfterPayment: true });
    expect(JSON.stringify(updates)).not.toContain(otherAddress);
  });

  it('stores testFirst, and adapts the instructions', async () => {
    const id = await create({ paid: true, amountDrops: '5000000000' });
    const setTestFirst = (testFirst: boolean) => change(id, { testFirst });
    const sendNow = async (forOwner: boolean) => {
      const reply = await readInstructions(id, forOwner);
      return reply.instructions.sendNow;
    };
    expect(await read(id)).toMatchObject({ testFirst: true });
    expect(await sendNow(true)).toMatchObject({ kind: 'test', amountXrp: '2' });
    expect(await setTestFirst(false)).toMatchObject({ testFirst: false, sourceAmount: '5000' });
    expect(await sendNow(true)).toMatchObject({ kind: 'all', amountXrp: '5000' });
    expect(await sendNow(false)).toMatchObject({ kind: 'test', amountXrp: null });
    expect((await eventsOf(id, 'transfer.updated')).at(-1)).toMatchObject({ changed: ['testFirst'] });
    const { version } = await setTestFirst(true);
    expect(await sendNow(true)).toMatchObject({ kind: 'test', amountXrp: '2' });
    const written = await readInstructions(id);
    expect(written.version).toBe(version);
    expect((await setTestFirst(true)).version).toBe(version);
  });

  it('is refused once the transfer is completed', async () => {
    const id = await create({ paid: true, destinationAddress: address });
    const done = await completeTransfer(service.test, id);
    expect(done.status).toBe('completed');
    expect(await confirmArrival(id)).toEqual(done);
    await expect(change(id, { destinationTag: '1' })).rejects.toMatchObject({ code: 'transfer_closed' });
    expect(await eventsOf(id, 'transfer.completed')).toHaveLength(1);
  });

  it('loses no field in concurrent changes', async () => {
    const id = await create();
    await Promise.all([
      change(id, { destinationAddress: address }),
      change(id, { destinationTag: '42' }),
      change(id, { amountDrops: '5000000' }),
    ]);
    expect(await read(id)).toMatchObject({
      destinationAddress: address,
      destinationTag: '42',
      sourceAmount: '5',
      version: 4,
    });
  });
});

it('the transfer API answers unknown ids with 404 and calls without the token with 401', async () => {
  const id = randomBytes(16).toString('hex');
  await expect(read(id)).rejects.toMatchObject({ code: 'transfer_not_found', status: 404 });
  const answer = await fetch(`${service.test.url}/transfers/${id}`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'internal_token_required' });
});

describe('the daily totals of transfers', () => {
  it('count each created, paid and completed transfer once, on its day', async () => {
    clock.now = new Date('2027-03-01T23:59:00Z');
    const [one] = await Promise.all([create(), create(), create()]);
    const id = one as string;
    clock.now = new Date('2027-03-02T00:01:00Z');
    for (let times = 0; times < 2; times++) await payFor(service.test, id);
    for (let times = 0; times < 2; times++) await completeTransfer(service.test, id);
    const query = { from: '2027-03-01', to: '2027-03-02' };
    await vi.waitFor(async () =>
      expect((await service.test.client.call(operationsApi.readDailyTotals, { query })).days).toEqual([
        { day: '2027-03-01', name: 'transfers_created', value: 3 },
        { day: '2027-03-02', name: 'transfers_completed', value: 1 },
        { day: '2027-03-02', name: 'transfers_paid', value: 1 },
      ]),
    );
  });
});
