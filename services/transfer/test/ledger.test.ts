import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LedgerUnavailable } from '../src/ledger/connection.ts';
import { createLedger, type Ledger } from '../src/ledger/ledger.ts';
import { accountRequest, historyRequest, readStreamed, transactionRequest } from '../src/ledger/requests.ts';
import { nameOf } from '../src/ledger/server-names.ts';
import { eventually, type Outside, silentLog, startOutside, wallets } from './harness.ts';

const [wallet, other] = wallets;
let outside: Outside;
let ledger: Ledger;

/** Last reported outcome of each server. */
const outcomes = new Map<string, string | null>();
const report = (url: string, error: string | null) => void outcomes.set(url, error);

async function follow(stalledMs: number): Promise<void> {
  ledger = createLedger({ urls: outside.servers, log: silentLog, report, stalledMs, firstBackoffMs: 100 });
  ledger.start();
  await eventually(() => expect(ledger.state()).not.toBeNull());
}

beforeAll(async () => {
  outside = await startOutside();
});
beforeEach(async () => {
  await outside.reset();
  outcomes.clear();
});
afterEach(() => ledger.stop());
afterAll(() => outside.stop());

async function readBalance() {
  const question = accountRequest(wallet, ledger.oldestTrusted());
  return (await ledger.query({ ...question, timeoutMs: 250 })).account?.balanceDrops;
}
const servedBy = async () => {
  const { servers } = await outside.status();
  return (['a', 'b'] as const).filter((name) => servers[name].connections > 0);
};

describe('the ledger client', () => {
  beforeEach(async () => {
    await outside.holdLedger();
    // A held ledger sends no messages during the test, but its server must not count as stalled.
    await follow(3_600_000);
  });

  it('follows the newest ledger with its reserve and fee', async () => {
    const before = ledger.state()?.ledgerIndex as number;
    await outside.setLedgerCosts({ reserveBase: '2000000', fee: '12' });
    await outside.closeLedger();
    await eventually(() =>
      expect(ledger.state()).toMatchObject({
        ledgerIndex: before + 1,
        reserveBaseDrops: 2_000_000n,
        baseFeeDrops: 12n,
      }),
    );
  });

  it('reads an account, and returns null for a missing account', async () => {
    expect(await ledger.query(accountRequest(wallet, 0))).toEqual({
      account: null,
      ledgerIndex: ledger.state()?.ledgerIndex,
    });
    await outside.fund(wallet, '5000000', { flags: ['requireDestinationTag', 'depositAuth'], regularKey: other });
    expect((await ledger.query(accountRequest(wallet, 0))).account).toEqual({
      balanceDrops: 5_000_000n,
      requiresTag: true,
      depositAuthorization: true,
      refusesXrp: false,
      masterKeyDisabled: false,
      regularKey: other,
    });
  });

  it('reads a transaction before and after its ledger closes, and returns null for an unknown hash', async () => {
    const { hash, ledgerIndex } = await outside.pay({ destination: wallet, tag: 9 });
    expect((await ledger.query(transactionRequest(hash))).transaction).toMatchObject({
      validated: false,
      result: null,
    });
    await outside.closeLedger();
    expect((await ledger.query(transactionRequest(hash))).transaction).toEqual({
      hash,
      validated: true,
      ledgerIndex,
      closedAt: expect.any(Date),
      type: 'Payment',
      sender: expect.stringMatching(/^r/),
      destination: wallet,
      destinationTag: '9',
      partialPayment: false,
      result: 'tesSUCCESS',
      delivered: 25_000_000n,
    });
    expect((await ledger.query(transactionRequest('0'.repeat(64)))).transaction).toBeNull();
  });

  it('reads a history in pages, newest first', async () => {
    const { hashes } = await outside.pay({ destination: wallet, count: 12 });
    const ledgerIndex = await outside.closeLedger();
    const first = await ledger.query(historyRequest(wallet, { fromLedger: ledgerIndex, limit: 10 }));
    const { marker } = first;
    const second = await ledger.query(historyRequest(wallet, { fromLedger: ledgerIndex, limit: 10, marker }));
    expect([...first.transactions, ...second.transactions].map(({ hash }) => hash)).toEqual(hashes.toReversed());
    expect(second.marker).toBeNull();
  });

  it('receives the transactions of subscribed accounts until it unsubscribes', async () => {
    const received: string[] = [];
    ledger.listen({
      connected() {},
      transaction: (message) => received.push(readStreamed(message)?.hash ?? 'unreadable'),
    });
    await ledger.subscribe([wallet]);
    const { hash } = await outside.pay({ destination: wallet });
    await outside.pay({ destination: other });
    await outside.closeLedger();
    await eventually(() => expect(received).toEqual([hash]));
    await ledger.unsubscribe([wallet]);
    const index = (await outside.pay({ destination: wallet })).ledgerIndex;
    await outside.closeLedger();
    await eventually(() => expect(ledger.state()?.ledgerIndex).toBe(index));
    expect(received).toEqual([hash]);
  });
});

describe('the ledger client with a failing server', () => {
  beforeEach(async () => {
    await outside.fund(wallet, '5000000');
    await follow(6_000);
  });

  it('logs one line when an outage begins and one line when it ends, however many attempts it makes', async () => {
    let tries = 0;
    const dead = createServer((socket) => socket.destroy(void tries++)).listen(0, '127.0.0.1');
    await once(dead, 'listening');
    const lines: unknown[][] = [];
    const log = Object.assign(Object.create(silentLog), { warn: (...line: unknown[]) => lines.push(line) });
    const { port } = dead.address() as AddressInfo;
    const failing = createLedger({ urls: [outside.servers[0], `ws://127.0.0.1:${port}`], log, report });
    failing.start();
    await eventually(() => expect(failing.state()).not.toBeNull());
    await outside.fault('down');
    await eventually(() => expect(tries).toBeGreaterThan(1));
    await outside.heal();
    await eventually(() => expect(failing.state()).not.toBeNull());
    expect(lines).toEqual([
      [
        { why: expect.stringMatching(/^(The|We can’t reach the) ledger server/) },
        'no ledger server can be read, trying on',
      ],
      [{ server: new URL(outside.servers[0]).host }, 'the ledger can be read again'],
    ]);
    await failing.stop();
    dead.close();
  });

  it.each([
    ['is gone', 'down'],
    ['is slow', 'slow'],
    ['answers internal errors and 503', 'error'],
    ['closes with 1008', 'rate-limited'],
    ['stalls', 'stalled'],
    ['falsifies every reply', 'lying'],
  ])('uses the other server when one server %s', async (_, kind) => {
    // Connections of the previous test may still be closing.
    await eventually(async () => expect(await servedBy()).toEqual(['a']));
    await outside.fault(kind, { server: 'a' });
    expect(await readBalance()).toBe(5_000_000n);
    await outside.closeLedger();
    await eventually(async () => {
      expect(await servedBy()).toContain('b');
      await outside.closeLedger();
      expect(ledger.state()?.ledgerIndex).toBeGreaterThan((await outside.status()).ledgerIndex - 3);
    });
    expect(await readBalance()).toBe(5_000_000n);
  });

  it.each(['down', 'slow', 'error', 'rate-limited', 'stalled', 'lying'])(
    'rejects with LedgerUnavailable while both servers have the fault “%s”, and recovers afterwards',
    async (kind) => {
      await outside.fault(kind);
      await expect(readBalance()).rejects.toBeInstanceOf(LedgerUnavailable);
      await eventually(() => expect(ledger.state()).toBeNull());
      await outside.heal();
      await eventually(async () => expect(await readBalance()).toBe(5_000_000n));
    },
  );

  it('reports the outcome of each server', async () => {
    const [a, b] = outside.servers;
    await eventually(() => expect([...outcomes]).toEqual([[a, null]]));
    await outside.fault('down', { server: 'a' });
    await eventually(() => expect(outcomes.get(a)).toMatch(/^(The|We can’t reach the) ledger server/));
    await eventually(() => expect(outcomes.get(b)).toBeNull());
    await outside.heal();
    await eventually(async () => {
      await ledger.queryAnother(accountRequest(wallet, ledger.oldestTrusted()), nameOf(b));
      expect(outcomes.get(a)).toBeNull();
    });
  });

  it.each([
    ['cannot be reached', 'error'],
    ['falsifies its reply', 'lying'],
  ])('reports the failure of the server that only confirms payments, when it %s', async (_, kind) => {
    const [a, b] = outside.servers;
    await outside.fault(kind, { server: 'b' });
    const second = ledger.queryAnother(accountRequest(wallet, ledger.oldestTrusted()), nameOf(a));
    await expect(second).rejects.toBeInstanceOf(LedgerUnavailable);
    expect([...outcomes]).toEqual([
      [a, null],
      [b, expect.any(String)],
    ]);
  });

  it('reports no failure when it is stopped', async () => {
    await ledger.stop();
    expect([...outcomes.values()]).toEqual([null]);
  });

  it('disconnects a silent server even without a pending request', async () => {
    await ledger.stop();
    await follow(1_000);
    await outside.fault('stalled', { server: 'a' });
    await eventually(async () => {
      await outside.closeLedger();
      expect(await servedBy()).toEqual(['b']);
    });
    await eventually(() => expect(ledger.state()).not.toBeNull());
  });

  it.each(['unvalidated', 'other-account'])('queries the other server after a false reply (%s)', async (lie) => {
    await outside.fault('lying', { lie, server: 'a' });
    expect(await readBalance()).toBe(5_000_000n);
    expect((await outside.status()).servers.b.commands.account_info).toBe(1);
    await outside.fault('lying', { lie });
    await expect(readBalance()).rejects.toBeInstanceOf(LedgerUnavailable);
  });

  it.each(['reserve', 'behind'])('drops a server with a false ledger message (%s)', async (lie) => {
    const truth = ledger.fees();
    const { ledgerIndex } = await outside.status();
    await outside.fault('lying', { lie, server: 'a' });
    await outside.closeLedger();
    await eventually(async () => expect(await servedBy()).toEqual(['b']));
    await eventually(() => expect(ledger.state()?.ledgerIndex).toBeGreaterThan(ledgerIndex));
    expect(ledger.fees()).toMatchObject({ reserveBaseDrops: truth.reserveBaseDrops });
  });

  it('queries another server for a confirmation, or the same server if it is the only one', async () => {
    const { hash } = await outside.pay({ destination: wallet });
    await outside.closeLedger();
    const [first, second] = outside.servers.map(nameOf) as [string, string];
    const { server } = await ledger.queryAnother(transactionRequest(hash), first);
    expect(server).toBe(second);

    const alone = createLedger({ urls: [outside.servers[0]], log: silentLog, report });
    alone.start();
    expect((await alone.queryAnother(transactionRequest(hash), first)).transaction?.hash).toBe(hash);
    await alone.stop();
  });

  it('rejects at once with LedgerUnavailable if no server is configured', async () => {
    const nowhere = createLedger({ urls: [], log: silentLog, report });
    nowhere.start();
    await expect(nowhere.query(accountRequest(wallet, 0))).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(nowhere.fees()).toEqual({ reserveBaseDrops: 1_000_000n, baseFeeDrops: 10n });
    await nowhere.stop();
  });
});
