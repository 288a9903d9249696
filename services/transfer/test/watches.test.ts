import { PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { describe, expect, it } from 'vitest';
import { listWatches } from '../src/watch-store.ts';
import {
  completeTransfer,
  createTransfer,
  eventually,
  payFor,
  refundOf,
  runJob,
  useWatching,
  wallets,
} from './harness.ts';

const [wallet, other] = wallets;
const dayMs = 86_400_000;
const watching = useWatching();
const { publish, read, change, eventsOf, watch, send, arrived } = watching;

/** Returns the server with the subscriptions. The other server may have a connection too. */
const servingServer = () =>
  eventually(async () => {
    const { servers } = await watching.outside.status();
    const serving = (['a', 'b'] as const).find((name) => servers[name].accounts > 0);
    if (!serving) throw new Error('Nothing is subscribed yet');
    return serving;
  });

describe('a watch', () => {
  const isWatched = async (id: string) =>
    (await listWatches(watching.test.context.db)).some(({ transferId }) => transferId === id);

  it('begins when a paid transfer gets an address, and begins again with another address', async () => {
    const id = await watch({ destinationAddress: null });
    expect(await isWatched(id)).toBe(false);
    await change(id, { destinationAddress: other });
    const first = await send({ destination: other });
    await arrived(id, [first]);
    await change(id, { destinationAddress: wallet });
    await send({ destination: other });
    const second = await send({});
    await arrived(id, [first, second]);
  });

  it('uses the new tag after a change of the tag', async () => {
    const id = await watch({ destinationTag: '5' });
    await change(id, { destinationTag: null });
    // If the first payment arrives before the watcher reads the change, it is found in the history.
    await eventually(async () => {
      await send({});
      expect((await read(id)).arrivals.length).toBeGreaterThan(0);
    });
  });

  it.each([
    ['completion', (id: string) => completeTransfer(watching.test, id)],
    ['a refund', (id: string) => publish(PaymentRefunded, id, refundOf(id))],
  ])('ends with %s', async (_, end) => {
    const id = await watch();
    await end(id);
    await eventually(async () => expect(await isWatched(id)).toBe(false));
    const { arrivals } = await read(id);
    const witness = await watch();
    await arrived(witness, [await send({})]);
    expect((await read(id)).arrivals).toEqual(arrivals);
  });

  it('ends after 14 days with transfer.updated, and later payments do not count', async () => {
    watching.clockOffsetMs = -15 * dayMs;
    const id = await watch({ destinationAddress: other });
    watching.clockOffsetMs = 0;
    const before = await read(id);
    expect(before.watch).toEqual({ state: 'ended', until: expect.any(String), checkedAt: null });
    for (let runs = 0; runs < 2; runs++) await runJob(watching.test, 'end-watches');
    expect(await isWatched(id)).toBe(false);
    const sameAddress = await watch({ destinationAddress: other });
    await arrived(sameAddress, [await send({ destination: other })]);
    expect(await read(id)).toMatchObject({ arrivals: [], version: before.version + 1, watch: before.watch });
    const { status } = before;
    expect((await eventsOf(id, 'transfer.updated')).at(-1)).toMatchObject({ changed: ['watch'], status });
    expect((await read(sameAddress)).watch?.state).toBe('watching');
  });

  it('is returned with an end in 14 days while the transfer is paid, has an address and is open', async () => {
    const id = await createTransfer(watching.test, { destinationAddress: null });
    expect((await read(id)).watch).toBeNull();
    await payFor(watching.test, id);
    expect((await read(id)).watch).toBeNull();
    const body = { destinationAddress: wallet };
    const { watch, updatedAt } = await change(id, body);
    expect(watch?.state).toBe('watching');
    expect(Math.round((Date.parse(watch?.until ?? '') - Date.parse(updatedAt)) / 1_000)).toBe((14 * dayMs) / 1_000);
    expect((await completeTransfer(watching.test, id)).watch).toBeNull();
  });
});

describe('a missed payment is recorded', () => {
  it('after all servers were down', async () => {
    const id = await watch();
    const before = await send({});
    await arrived(id, [before]);
    await watching.outside.fault('down');
    await eventually(() => expect(watching.test.context.ledger.state()).toBeNull());
    const { hashes } = await watching.outside.pay({ destination: wallet, count: 3 });
    await watching.outside.closeLedger(5);
    await watching.outside.heal();
    await arrived(id, [before, ...hashes.toSorted()]);
    expect(await eventsOf(id, 'transfer.arrived')).toHaveLength(4);
  });

  it('after the client changed to another server', async () => {
    const id = await watch();
    const serving = await servingServer();
    await watching.outside.fault('down', { server: serving });
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.closeLedger();
    await watching.outside.fault('down', { server: serving, forMs: 0 });
    await arrived(id, [hash]);
  });

  it('once, after the service was stopped and restarted', async () => {
    const id = await watch();
    const before = await send({});
    await arrived(id, [before]);
    await watching.stop();
    const { hashes } = await watching.outside.pay({ destination: wallet, count: 2 });
    await watching.outside.closeLedger(3);
    await watching.start();
    const transfer = await arrived(id, [before, ...hashes.toSorted()]);
    const after = await send({});
    await arrived(id, [...transfer.arrivals.map(({ hash }) => hash), after]);
    expect((await eventsOf(id, 'transfer.arrived')).map(({ hash }) => hash).toSorted()).toEqual(
      [before, ...hashes, after].toSorted(),
    );
  });

  it('even if the watch ended before the service started again', async () => {
    const id = await watch();
    await watching.stop();
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.closeLedger();
    watching.clockOffsetMs = 14 * dayMs + 60_000;
    await watching.start();
    expect((await arrived(id, [hash])).watch?.state).toBe('ended');
    await runJob(watching.test, 'end-watches');
    watching.clockOffsetMs = 0;
  });

  it('if the watch began while the ledger could not be read', async () => {
    await watching.outside.fault('down');
    await eventually(() => expect(watching.test.context.ledger.state()).toBeNull());
    const id = await watch();
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.closeLedger();
    await watching.outside.heal();
    await arrived(id, [hash]);
  });

  it('from a history of several pages', async () => {
    const id = await watch();
    await watching.outside.fault('down');
    await eventually(() => expect(watching.test.context.ledger.state()).toBeNull());
    // Payments below the minimum do not count, but they fill the pages.
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.pay({ destination: wallet, drops: '1000', count: 450 });
    await watching.outside.closeLedger();
    await watching.outside.heal();
    await arrived(id, [hash]);
  });
});

describe('a server that sends false data', () => {
  // confirm-payment.test.ts covers more cases.
  const otherThan = (server: 'a' | 'b') => (server === 'a' ? 'b' : 'a');

  it('causes no lost payment if it withdraws the validation', async () => {
    const id = await watch();
    const serving = await servingServer();
    await watching.outside.fault('lying', { lie: 'unvalidated', server: serving });
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.closeLedger(2);
    await eventually(async () =>
      expect((await watching.outside.status()).servers[otherThan(serving)].accounts).toBe(1),
    );
    await watching.outside.heal();
    await arrived(id, [hash]);
  });

  it('adds no invented payment, because another server does not confirm it', async () => {
    const id = await watch();
    const serving = await servingServer();
    await watching.outside.fault('lying', { lie: 'payment', server: serving });
    await watching.outside.closeLedger(2);
    await eventually(async () =>
      expect((await watching.outside.status()).servers[otherThan(serving)].commands.tx).toBeGreaterThan(0),
    );
    const hash = await send({});
    await arrived(id, [hash]);
  });
});
