import { PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { createTestDatabase, type TestDatabase, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { listWatches } from '../src/watch-store.ts';
import {
  completeTransfer,
  createTransfer,
  eventually,
  hearLedger,
  type Outside,
  payFor,
  runJob,
  startOutside,
  wallets,
} from './harness.ts';

const [wallet, other] = wallets;
const dayMs = 86_400_000;
let outside: Outside;
let database: TestDatabase;
let test: TestService<Context>;
let clockOffsetMs = 0;

/** What its schedules do by themselves, tests do at the moment they choose. */
const startService = () =>
  testService<Context>(
    { ...transferService, schedules: () => [] },
    {
      environment: { XRPL_WS_URL: outside.urls },
      database,
      clock: () => new Date(Date.now() + clockOffsetMs),
    },
  );

beforeAll(async () => {
  outside = await startOutside();
  database = await createTestDatabase();
  test = await startService();
});
beforeEach(async () => {
  clockOffsetMs = 0;
  await outside.reset();
  await outside.fund(wallet, '5000000');
  await outside.fund(other, '5000000');
  await hearLedger(test, outside);
});
afterEach(async () => {
  await outside.heal();
  // Each test watches for its own transfers only.
  for (const { transferId } of await listWatches(test.context.db)) {
    await test.publish(PaymentRefunded, transferId, refunded(transferId));
  }
  await eventually(async () => expect(await listWatches(test.context.db)).toEqual([]));
});
afterAll(async () => {
  await test.stop();
  await outside.stop();
  await database.drop();
});

function refunded(transferId: string) {
  const money = { amountCents: 400, refundedCents: 400, currency: 'USD' as const };
  return { paymentId: crypto.randomUUID(), transferId, product: 'guide' as const, closes: 'guide' as const, ...money };
}

const read = (id: string) => test.client.call(transferApi.read, { params: { id } });
const watch = (over: object = {}) => createTransfer(test, { paid: true, ...over });
const eventsOf = async (id: string, type: string) =>
  (await test.published(type)).filter((event) => event.subject === id).map((event) => event.data as Json);
type Json = ReturnType<typeof JSON.parse>;

async function send(order: object): Promise<string> {
  const { hash } = await outside.pay({ destination: wallet, ...order });
  await hearLedger(test, outside);
  return hash;
}

/** The server that tells of the watched accounts; there may be a connection to the other one as well. */
const servingServer = () =>
  eventually(async () => {
    const { servers } = await outside.status();
    const serving = (['a', 'b'] as const).find((name) => servers[name].accounts > 0);
    if (!serving) throw new Error('Nothing is subscribed yet');
    return serving;
  });

const arrived = (id: string, hashes: string[]) =>
  eventually(async () => {
    const transfer = await read(id);
    expect(transfer.arrivals.map(({ hash }) => hash)).toEqual(hashes);
    return transfer;
  });

describe('what counts', () => {
  it('a payment of XRP to the address: listed, told once, and every page learns of it', async () => {
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
      { transferId: id, hash, deliveredDrops: '25500000', ledgerIndex: expect.any(Number), completes: false },
    ]);
    expect((await eventsOf(id, 'transfer.updated')).at(-1)).toMatchObject({
      changed: ['arrivals'],
      version: version + 1,
      addressChangedAfterPayment: false,
    });
    const { transfers } = await test.client.call(transferApi.list, { query: { limit: 1 } });
    expect(transfers[0]?.arrivals).toEqual(transfer.arrivals);
  });

  it('nothing else does: partial payments, tokens, escrows, failures, dust, other people’s', async () => {
    const id = await watch();
    for (const kind of ['partial', 'token', 'escrow', 'failed']) await send({ kind, drops: '900000000' });
    await send({ drops: '99999' });
    await send({ destination: other });
    const hash = await send({ drops: '100000' });
    expect((await arrived(id, [hash])).arrivals[0]?.deliveredXrp).toBe('0.1');
  });

  it('only what comes after the payment for the guide', async () => {
    const id = await createTransfer(test);
    await send({});
    await payFor(test, id);
    const hash = await send({});
    await arrived(id, [hash]);
  });

  it('only the tag that was stated', async () => {
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
  ])('whatever the clock of this host says: ten minutes %s', async (_, offsetMs) => {
    clockOffsetMs = offsetMs;
    const id = await watch();
    await arrived(id, [await send({})]);
  });

  it('the first payment to a wallet that was not there', async () => {
    const fresh = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
    const id = await watch({ destinationAddress: fresh });
    await send({ destination: fresh, drops: '500000' });
    const hash = await send({ destination: fresh, drops: '1000000' });
    await arrived(id, [hash]);
  });

  it('not at an exchange’s address, where anybody’s payment would look like the customer’s; with a tag it does', async () => {
    const kraken = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
    const untagged = await watch({ destinationAddress: kraken, amountDrops: '1000000' });
    const tagged = await watch({ destinationAddress: kraken, destinationTag: '7' });
    const hash = await send({ destination: kraken, tag: 7 });
    await arrived(tagged, [hash]);
    await eventually(async () => {
      const watches = await listWatches(test.context.db);
      expect(watches.map(({ transferId }) => transferId)).toEqual([tagged]);
    });
    const ended = { state: 'ended', until: expect.any(String) };
    expect(await read(untagged)).toMatchObject({ status: 'instructions_sent', arrivals: [], watch: ended });
    expect((await eventsOf(untagged, 'transfer.updated')).at(-1)).toMatchObject({ changed: ['watch'] });
    const body = { destinationTag: '9' };
    const again = await test.client.call(transferApi.change, { params: { id: untagged }, body });
    expect(again.watch?.state).toBe('watching');
    await arrived(untagged, [await send({ destination: kraken, tag: 9 })]);
  });

  it('for every transfer that waits at the address, once each', async () => {
    const ids = [await watch(), await watch({ amountDrops: '25000000' })];
    const hash = await send({});
    for (const id of ids) {
      await arrived(id, [hash]);
      expect(await eventsOf(id, 'transfer.arrived')).toHaveLength(1);
    }
  });
});

describe('completing', () => {
  it('a test, then the rest: at 90% of the amount the transfer completes by itself', async () => {
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
    await expect(
      test.client.call(transferApi.change, { params: { id }, body: { amountDrops: '1' } }),
    ).rejects.toMatchObject({ code: 'transfer_closed' });
  });

  it('a test that came to another address before is none for this one, and is not sent again', async () => {
    const id = await watch({ amountDrops: '5000000000' });
    const sendNow = async () => {
      const params = { params: { id }, query: { forOwner: true } };
      return (await test.client.call(transferApi.readInstructions, params)).instructions.sendNow;
    };
    const before = await send({ drops: '2000000' });
    await arrived(id, [before]);
    expect(await sendNow()).toMatchObject({ kind: 'rest', amountXrp: '4998' });
    clockOffsetMs = 60_000;
    await test.client.call(transferApi.change, { params: { id }, body: { destinationAddress: other } });
    expect(await sendNow()).toMatchObject({ kind: 'test', amountXrp: '2' });
    await test.client.call(transferApi.change, { params: { id }, body: { testFirst: false } });
    expect(await sendNow()).toMatchObject({ kind: 'all', amountXrp: '4998' });
  });

  it('without an amount only the customer can say so', async () => {
    const id = await watch();
    const hash = await send({ drops: '900000000' });
    expect((await arrived(id, [hash])).status).toBe('instructions_sent');
    const { status } = await test.client.call(transferApi.confirmArrival, { params: { id } });
    expect(status).toBe('completed');
    expect(await eventsOf(id, 'transfer.completed')).toEqual([{ transferId: id, by: 'customer' }]);
  });

  it('a claim leaves it watched, and the arrival completes it', async () => {
    const id = await watch();
    const claimed = await test.client.call(transferApi.confirmArrival, { params: { id } });
    expect(claimed).toMatchObject({ status: 'instructions_sent', watch: { state: 'watching' } });
    const hash = await send({ drops: '900000000' });
    expect((await arrived(id, [hash])).status).toBe('completed');
    expect(await eventsOf(id, 'transfer.completed')).toEqual([{ transferId: id, by: 'ledger' }]);
  });
});

describe('beginning and ending', () => {
  const isWatched = async (id: string) =>
    (await listWatches(test.context.db)).some(({ transferId }) => transferId === id);

  it('begins when a paid transfer gets its address, and begins anew at another one', async () => {
    const id = await watch({ destinationAddress: null });
    expect(await isWatched(id)).toBe(false);
    await test.client.call(transferApi.change, { params: { id }, body: { destinationAddress: other } });
    const first = await send({ destination: other });
    await arrived(id, [first]);
    await test.client.call(transferApi.change, { params: { id }, body: { destinationAddress: wallet } });
    await send({ destination: other });
    const second = await send({});
    await arrived(id, [first, second]);
  });

  it('a tag that changes is heeded from then on', async () => {
    const id = await watch({ destinationTag: '5' });
    await test.client.call(transferApi.change, { params: { id }, body: { destinationTag: null } });
    // The next payment may come before the change is noticed; its history is read then.
    const hash = await eventually(async () => {
      const sent = await send({});
      expect((await read(id)).arrivals.length).toBeGreaterThan(0);
      return sent;
    });
    expect((await read(id)).arrivals.length).toBeGreaterThan(0);
    expect(hash).toMatch(/^[0-9A-F]{64}$/);
  });

  it.each([
    ['completion', (id: string) => completeTransfer(test, id)],
    ['a refund', (id: string) => test.publish(PaymentRefunded, id, refunded(id))],
  ])('ends with %s', async (_, end) => {
    const id = await watch();
    await end(id);
    await eventually(async () => expect(await isWatched(id)).toBe(false));
    const { arrivals } = await read(id);
    const witness = await watch();
    await arrived(witness, [await send({})]);
    expect((await read(id)).arrivals).toEqual(arrivals);
  });

  it('ends after 14 days', async () => {
    clockOffsetMs = -15 * dayMs;
    const id = await watch({ destinationAddress: other });
    const begun = await test.context.db.selectFrom('watch').select(['since', 'ends_at']).executeTakeFirstOrThrow();
    expect(begun.ends_at.getTime() - begun.since.getTime()).toBe(14 * dayMs);
    clockOffsetMs = 0;
    await runJob(test, 'end-watches');
    const witness = await watch();
    const hash = await eventually(async () => {
      const { servers } = await outside.status();
      expect(servers.a.accounts + servers.b.accounts).toBe(1);
      return send({});
    });
    await send({ destination: other });
    await arrived(witness, [hash]);
    await arrived(witness, [hash, await send({})]);
    expect((await read(id)).arrivals).toEqual([]);
  });
});

describe('what is told of it', () => {
  it('nothing before there is something to watch for, then until when, and nothing once all has arrived', async () => {
    const id = await createTransfer(test, { destinationAddress: null });
    expect((await read(id)).watch).toBeNull();
    await payFor(test, id);
    expect((await read(id)).watch).toBeNull();
    const body = { destinationAddress: wallet };
    const { watch, updatedAt } = await test.client.call(transferApi.change, { params: { id }, body });
    expect(watch?.state).toBe('watching');
    expect(Math.round((Date.parse(watch?.until ?? '') - Date.parse(updatedAt)) / 1_000)).toBe((14 * dayMs) / 1_000);
    expect((await completeTransfer(test, id)).watch).toBeNull();
  });

  it('that it has ended, to open pages too; what another transfer gets there no longer counts', async () => {
    clockOffsetMs = -15 * dayMs;
    const id = await watch();
    clockOffsetMs = 0;
    const before = await read(id);
    expect(before.watch).toEqual({ state: 'ended', until: expect.any(String) });
    const witness = await watch();
    await arrived(witness, [await send({})]);
    await runJob(test, 'end-watches');
    await runJob(test, 'end-watches');
    expect(await read(id)).toMatchObject({ arrivals: [], version: before.version + 1, watch: before.watch });
    expect((await eventsOf(id, 'transfer.updated')).at(-1)).toMatchObject({
      changed: ['watch'],
      status: before.status,
    });
    expect((await read(witness)).watch?.state).toBe('watching');
  });
});

describe('what was missed is read', () => {
  it('while no server could be reached', async () => {
    const id = await watch();
    const before = await send({});
    await arrived(id, [before]);
    await outside.fault('down');
    await eventually(() => expect(test.context.ledger.state()).toBeNull());
    const { hashes } = await outside.pay({ destination: wallet, count: 3 });
    await outside.closeLedger(5);
    await outside.heal();
    await arrived(id, [before, ...hashes.toSorted()]);
    expect(await eventsOf(id, 'transfer.arrived')).toHaveLength(4);
  });

  it('when the server changes', async () => {
    const id = await watch();
    const serving = await servingServer();
    await outside.fault('down', { server: serving });
    const { hash } = await outside.pay({ destination: wallet });
    await outside.closeLedger();
    await outside.fault('down', { server: serving, forMs: 0 });
    await arrived(id, [hash]);
  });

  it('while the service did not run, and nothing twice', async () => {
    const id = await watch();
    const before = await send({});
    await arrived(id, [before]);
    await test.stop();
    const { hashes } = await outside.pay({ destination: wallet, count: 2 });
    await outside.closeLedger(3);
    test = await startService();
    const transfer = await arrived(id, [before, ...hashes.toSorted()]);
    const after = await send({});
    await arrived(id, [...transfer.arrivals.map(({ hash }) => hash), after]);
    expect((await eventsOf(id, 'transfer.arrived')).map(({ hash }) => hash).toSorted()).toEqual(
      [before, ...hashes, after].toSorted(),
    );
  });

  it('also when the time of the watch was up before the service came back', async () => {
    const id = await watch();
    await test.stop();
    const { hash } = await outside.pay({ destination: wallet });
    await outside.closeLedger();
    clockOffsetMs = 14 * dayMs + 60_000;
    test = await startService();
    expect((await arrived(id, [hash])).watch?.state).toBe('ended');
    await runJob(test, 'end-watches');
    clockOffsetMs = 0;
  });

  it('when the watch began before the ledger could be read', async () => {
    await outside.fault('down');
    await eventually(() => expect(test.context.ledger.state()).toBeNull());
    const id = await watch();
    const { hash } = await outside.pay({ destination: wallet });
    await outside.closeLedger();
    await outside.heal();
    await arrived(id, [hash]);
  });

  it('a history of several pages', async () => {
    const id = await watch();
    await outside.fault('down');
    await eventually(() => expect(test.context.ledger.state()).toBeNull());
    // Dust comes to nothing, but it fills the pages.
    const { hash } = await outside.pay({ destination: wallet });
    await outside.pay({ destination: wallet, drops: '1000', count: 450 });
    await outside.closeLedger();
    await outside.heal();
    await arrived(id, [hash]);
  });
});

describe('a server that lies or lags', () => {
  const otherThan = (server: 'a' | 'b') => (server === 'a' ? 'b' : 'a');

  // What else it may do is in confirm-payment.test.ts.
  it('nothing is lost while the one that is to confirm takes validation back', async () => {
    const id = await watch();
    const confirming = otherThan(await servingServer());
    await outside.fault('lying', { lie: 'unvalidated', server: confirming });
    const before = (await outside.status()).servers[confirming].commands.tx ?? 0;
    const hash = await send({});
    await eventually(async () => {
      const { tx = 0 } = (await outside.status()).servers[confirming].commands;
      expect(tx - before).toBeGreaterThanOrEqual(6);
    });
    expect((await read(id)).arrivals).toEqual([]);
    await outside.heal();
    await arrived(id, [hash]);
  });

  it('nothing is lost while the one that tells of payments takes their validation back', async () => {
    const id = await watch();
    const telling = await servingServer();
    await outside.fault('lying', { lie: 'unvalidated', server: telling });
    const { hash } = await outside.pay({ destination: wallet });
    await outside.closeLedger(2);
    await eventually(async () => expect((await outside.status()).servers[otherThan(telling)].accounts).toBe(1));
    await outside.heal();
    await arrived(id, [hash]);
  });

  it('makes up a payment: another server does not know it, so it does not count', async () => {
    const id = await watch();
    const serving = await servingServer();
    await outside.fault('lying', { lie: 'payment', server: serving });
    await outside.closeLedger(2);
    const asked = serving === 'a' ? 'b' : 'a';
    await eventually(async () => expect((await outside.status()).servers[asked].commands.tx).toBeGreaterThan(1));
    const hash = await send({});
    await arrived(id, [hash]);
  });
});
