import { transferApi } from '@xrp-bridge/contracts/transfer';
import { describe, expect, it } from 'vitest';
import { listWatches } from '../src/watch-store.ts';
import { createTransfer, eventually, payFor, useWatching, wallets } from './harness.ts';

const [, other] = wallets;
const watching = useWatching();
const { read, change, confirmArrival, readInstructions, eventsOf, watch, send, arrived } = watching;

describe('an arrival', () => {
  it('is listed for a payment of XRP to the address, with one transfer.arrived and one transfer.updated', async () => {
    const id = await watch();
    const { version } = await read(id);
    const hash = await send({ drops: '25500000' });
    const transfer = await arrived(id, [hash]);
    expect(transfer).toMatchObject({
      status: 'instructions_sent',
      version: version + 1,
      arrivals: [{ hash, deliveredXrp: '25.5', ledgerIndex: expect.any(Number), at: expect.any(String) }],
    });
    expect(await eventsOf(id, 'transfer.arrived')).toEqual([
      {
        transferId: id,
        hash,
        deliveredDrops: '25500000',
        ledgerIndex: expect.any(Number),
        completes: false,
        testFirst: true,
      },
    ]);
    expect((await eventsOf(id, 'transfer.updated')).at(-1)).toMatchObject({
      changed: ['arrivals'],
      version: version + 1,
      addressChangedAfterPayment: false,
    });
    const { transfers } = await watching.test.client.call(transferApi.list, { body: { limit: 1 } });
    expect(transfers[0]?.arrivals).toEqual(transfer.arrivals);
  });

  it('is not recorded for partial payments, tokens, escrows, failures, dust or other addresses', async () => {
    const id = await watch();
    for (const kind of ['partial', 'token', 'escrow', 'failed']) await send({ kind, drops: '900000000' });
    await send({ drops: '99999' });
    await send({ destination: other });
    const hash = await send({ drops: '100000' });
    expect((await arrived(id, [hash])).arrivals[0]?.deliveredXrp).toBe('0.1');
  });

  it('is recorded only for a payment after the guide was paid', async () => {
    const id = await createTransfer(watching.test);
    await send({});
    await payFor(watching.test, id);
    const hash = await send({});
    await arrived(id, [hash]);
  });

  it('is recorded only for the stated tag, or for every tag if no tag was stated', async () => {
    const stated = await watch({ destinationTag: '0' });
    const any = await watch();
    const untagged = await send({});
    const otherTag = await send({ tag: 7 });
    const sameTag = await send({ tag: 0 });
    await arrived(stated, [sameTag]);
    await arrived(any, [untagged, otherTag, sameTag]);
  });

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])('is recorded even if the clock of this host is ten minutes %s', async (_, offsetMs) => {
    watching.clockOffsetMs = offsetMs;
    const id = await watch();
    await arrived(id, [await send({})]);
  });

  it('is recorded for the payment that funds a new wallet', async () => {
    const fresh = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
    const id = await watch({ destinationAddress: fresh });
    await send({ destination: fresh, drops: '500000' });
    const hash = await send({ destination: fresh, drops: '1000000' });
    await arrived(id, [hash]);
  });

  it('is recorded at an exchange’s address only with a tag, because many customers share the address', async () => {
    const kraken = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
    const untagged = await watch({ destinationAddress: kraken, amountDrops: '1000000' });
    const tagged = await watch({ destinationAddress: kraken, destinationTag: '7' });
    const hash = await send({ destination: kraken, tag: 7 });
    await arrived(tagged, [hash]);
    await eventually(async () => {
      const watches = await listWatches(watching.test.context.db);
      expect(watches.map(({ transferId }) => transferId)).toEqual([tagged]);
    });
    const ended = { state: 'ended', until: expect.any(String) };
    expect(await read(untagged)).toMatchObject({ status: 'instructions_sent', arrivals: [], watch: ended });
    expect((await eventsOf(untagged, 'transfer.updated')).at(-1)).toMatchObject({ changed: ['watch'] });
    const body = { destinationTag: '9' };
    const again = await change(untagged, body);
    expect(again.watch?.state).toBe('watching');
    await arrived(untagged, [await send({ destination: kraken, tag: 9 })]);
  });

  it('is recorded once for every transfer that watches the address', async () => {
    const ids = [await watch(), await watch({ amountDrops: '25000000' })];
    const hash = await send({});
    for (const id of ids) {
      await arrived(id, [hash]);
      expect(await eventsOf(id, 'transfer.arrived')).toHaveLength(1);
    }
  });
});

describe('completing a transfer', () => {
  it('happens when the test and the rest reach 90% of the stated amount', async () => {
    const id = await watch({ amountDrops: '100000000' });
    const first = await send({ drops: '2000000' });
    expect((await arrived(id, [first])).status).toBe('instructions_sent');
    const second = await send({ drops: '88000000' });
    const done = await arrived(id, [first, second]);
    expect(done.status).toBe('completed');
    expect((await eventsOf(id, 'transfer.arrived')).map(({ completes }) => completes)).toEqual([false, true]);
    expect(await eventsOf(id, 'transfer.completed')).toEqual([{ transferId: id, by: 'ledger' }]);
    expect((await eventsOf(id, 'transfer.updated')).at(-1)).toMatchObject({
      changed: ['arrivals', 'status'],
      status: 'completed',
      version: done.version,
    });
    await expect(change(id, { amountDrops: '1' })).rejects.toMatchObject({ code: 'transfer_closed' });
  });

  it('counts a test to a previous address toward the amount, but suggests a new test for the new address', async () => {
    const id = await watch({ amountDrops: '5000000000' });
    const sendNow = async () => {
      return (await readInstructions(id)).instructions.sendNow;
    };
    const before = await send({ drops: '2000000' });
    await arrived(id, [before]);
    expect(await sendNow()).toMatchObject({ kind: 'rest', amountXrp: '4998' });
    watching.clockOffsetMs = 60_000;
    await change(id, { destinationAddress: other });
    expect(await sendNow()).toMatchObject({ kind: 'test', amountXrp: '2' });
    await change(id, { testFirst: false });
    expect(await sendNow()).toMatchObject({ kind: 'all', amountXrp: '4998' });
  });

  it('needs the customer’s confirmation if no amount was stated', async () => {
    const id = await watch();
    const hash = await send({ drops: '900000000' });
    expect((await arrived(id, [hash])).status).toBe('instructions_sent');
    const { status } = await confirmArrival(id);
    expect(status).toBe('completed');
    expect(await eventsOf(id, 'transfer.completed')).toEqual([{ transferId: id, by: 'customer' }]);
  });

  it('happens with the first arrival after a claim, and the claim does not end the watch', async () => {
    const id = await watch();
    const claimed = await confirmArrival(id);
    expect(claimed).toMatchObject({ status: 'instructions_sent', watch: { state: 'watching' } });
    const hash = await send({ drops: '900000000' });
    expect((await arrived(id, [hash])).status).toBe('completed');
    expect(await eventsOf(id, 'transfer.completed')).toEqual([{ transferId: id, by: 'ledger' }]);
  });
});
