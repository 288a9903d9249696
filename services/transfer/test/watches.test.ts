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

/** The server that tells of the watched accounts; there may be a connection to the other one as well. */
const servingServer = () =>
  eventually(async () => {
    const { servers } = await watching.outside.status();
    const serving = (['a', 'b'] as const).find((name) => servers[name].accounts > 0);
    if (!serving) throw new Error('Nothing is subscribed yet');
    return serving;
  });

describe('beginning and ending', () => {
  const isWatched = async (id: string) =>
    (await listWatches(watching.test.context.db)).some(({ transferId }) => transferId === id);

  it('begins when a paid transfer gets its address, and begins anew at another one', async () => {
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

  it('a tag that changes is heeded from then on', async () => {
    const id = await watch({ destinationTag: '5' });
    await change(id, { destinationTag: null });
    // The next payment may come before the change is noticed; its history is read then.
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

  it('ends after 14 days: open pages are told, and what comes to the address later does not count', async () => {
    watching.clockOffsetMs = -15 * dayMs;
    const id = await watch({ destinationAddress: other });
    watching.clockOffsetMs = 0;
    const before = await read(id);
    expect(before.watch).toEqual({ state: 'ended', until: expect.any(String) });
    for (let runs = 0; runs < 2; runs++) await runJob(watching.test, 'end-watches');
    expect(await isWatched(id)).toBe(false);
    const sameAddress = await watch({ destinationAddress: other });
    await arrived(sameAddress, [await send({ destination: other })]);
    expect(await read(id)).toMatchObject({ arrivals: [], version: before.version + 1, watch: before.watch });
    const { status } = before;
    expect((await eventsOf(id, 'transfer.updated')).at(-1)).toMatchObject({ changed: ['watch'], status });
    expect((await read(sameAddress)).watch?.state).toBe('watching');
  });

  it('is told of while there is something to watch for, with its 14 days', async () => {
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

describe('what was missed is read', () => {
  it('while no server could be reached', async () => {
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

  it('when the server changes', async () => {
    const id = await watch();
    const serving = await servingServer();
    await watching.outside.fault('down', { server: serving });
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.closeLedger();
    await watching.outside.fault('down', { server: serving, forMs: 0 });
    await arrived(id, [hash]);
  });

  it('while the service did not run, and nothing twice', async () => {
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

  it('also when the time of the watch was up before the service came back', async () => {
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

  it('when the watch began before the ledger could be read', async () => {
    await watching.outside.fault('down');
    await eventually(() => expect(watching.test.context.ledger.state()).toBeNull());
    const id = await watch();
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.closeLedger();
    await watching.outside.heal();
    await arrived(id, [hash]);
  });

  it('a history of several pages', async () => {
    const id = await watch();
    await watching.outside.fault('down');
    await eventually(() => expect(watching.test.context.ledger.state()).toBeNull());
    // Dust comes to nothing, but it fills the pages.
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.pay({ destination: wallet, drops: '1000', count: 450 });
    await watching.outside.closeLedger();
    await watching.outside.heal();
    await arrived(id, [hash]);
  });
});

describe('a server that lies or lags', () => {
  // What else one may do is in confirm-payment.test.ts.
  const otherThan = (server: 'a' | 'b') => (server === 'a' ? 'b' : 'a');

  it('nothing is lost while the one that tells of payments takes their validation back', async () => {
    const id = await watch();
    const telling = await servingServer();
    await watching.outside.fault('lying', { lie: 'unvalidated', server: telling });
    const { hash } = await watching.outside.pay({ destination: wallet });
    await watching.outside.closeLedger(2);
    await eventually(async () =>
      expect((await watching.outside.status()).servers[otherThan(telling)].accounts).toBe(1),
    );
    await watching.outside.heal();
    await arrived(id, [hash]);
  });

  it('makes up a payment: another server does not know it, so it does not count', async () => {
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
