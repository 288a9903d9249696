import { describe, expect, it } from 'vitest';
import { unknownHash, useLedger, wallet } from './xrpl-harness.ts';

const { sandbox, connect, pay, fund, closeLedger, fault } = useLedger();

describe('faults of the ledger servers', () => {
  const refused = (server: string) =>
    connect(server).then(
      () => 'open',
      (error: Error) => error.message,
    );

  it('“down” closes open connections and refuses new connections, on one server only', async () => {
    const [a, b] = [await connect('a'), await connect('b')];
    await fault('down', { server: 'a' });
    expect(await a.closed).toBe(1006);
    expect(await refused('a')).toMatch(/socket hang up|ECONNRESET/);
    expect((await b.request('ping')).status).toBe('success');
    await fault('down', { server: 'a', forMs: 0 });
    expect(await refused('a')).toBe('open');
  });

  it('“rate-limited” closes connections with code 1008, and JSON-RPC responds with 503', async () => {
    const client = await connect();
    await fault('rate-limited');
    expect(await client.closed).toBe(1008);
    expect(await (await connect()).closed).toBe(1008);
    expect((await fetch(`${sandbox.url}/xrpl/a`, { method: 'POST', body: '{}' })).status).toBe(503);
  });

  it('“error” responds with “internal”, and with 503 to new connections', async () => {
    const client = await connect();
    await fault('error');
    expect(await client.request('ping')).toMatchObject({ status: 'error', error: 'internal' });
    expect(await refused('a')).toBe('Unexpected server response: 503');
  });

  it('“slow” delays responses by 20 s, but not the ledger stream', async () => {
    const client = await connect();
    await client.request('subscribe', { streams: ['ledger'] });
    await fault('slow');
    const late = client.request('ping');
    await closeLedger();
    await expect.poll(() => client.received('ledgerClosed')).toHaveLength(1);
    await sandbox.control('POST', 'clock', { advanceMs: 20_000 });
    expect((await late).status).toBe('success');
  });

  it('“stalled” leaves the connection open and sends nothing', async () => {
    const client = await connect();
    await client.request('subscribe', { streams: ['ledger'] });
    await fault('stalled');
    void client.request('ping');
    await closeLedger();
    await fault('stalled', { forMs: 0 });
    expect((await client.request('ping')).id).toBe(3);
    expect(client.received('ledgerClosed')).toEqual([]);
  });

  it('“lagging” makes one server receive each ledger later, until the fault ends', async () => {
    const [late, present] = [await connect('a'), await connect('b')];
    const { result } = await late.request('subscribe', { streams: ['ledger'], accounts: [wallet] });
    await fault('lagging', { server: 'a', ledgers: 2 });
    const { hash, ledgerIndex } = await pay({});
    await closeLedger();
    const search = { transaction: hash, min_ledger: ledgerIndex, max_ledger: ledgerIndex };
    expect((await present.request('tx', search)).result.validated).toBe(true);
    expect(await late.request('tx', search)).toMatchObject({ error: 'txnNotFound', searched_all: false });
    expect(await late.request('tx', { ...search, transaction: unknownHash })).toMatchObject({ searched_all: false });
    expect(await present.request('tx', { ...search, transaction: unknownHash })).toMatchObject({ searched_all: true });
    expect((await late.request('account_tx', { account: wallet })).result).toMatchObject({
      ledger_index_max: result.ledger_index,
      transactions: [],
    });
    await closeLedger();
    expect(late.received('ledgerClosed')).toEqual([]);
    await closeLedger();
    await expect.poll(() => late.received('transaction').map((message) => message.hash)).toEqual([hash]);
    expect(late.received('ledgerClosed').map((message) => message.ledger_index)).toEqual([ledgerIndex]);
    await fault('lagging', { forMs: 0 });
    await closeLedger();
    await expect
      .poll(() => late.received('ledgerClosed').map((message) => message.ledger_index))
      .toEqual([ledgerIndex, ledgerIndex + 1, ledgerIndex + 2, ledgerIndex + 3]);
  });

  it('“lying” applies one lie at a time', async () => {
    await fund(wallet, '5000000');
    const client = await connect();
    const { result: truth } = await client.request('subscribe', { streams: ['ledger'], accounts: [wallet] });
    const info = () => client.request('account_info', { account: wallet });

    await fault('lying', { lie: 'unvalidated' });
    expect((await info()).result.validated).toBe(false);
    await fault('lying', { lie: 'other-account' });
    expect((await info()).result.account_data.Account).not.toBe(wallet);
    await fault('lying', { lie: 'reserve' });
    await closeLedger();
    await expect.poll(() => client.received('ledgerClosed').at(-1)?.reserve_base).toBe(5_000_000_000_000);
    await fault('lying', { lie: 'behind' });
    await closeLedger();
    await expect.poll(() => client.received('ledgerClosed').at(-1)?.ledger_index).toBe(truth.ledger_index + 2 - 1_000);
    await fault('lying', { lie: 'payment' });
    await closeLedger();
    await expect.poll(() => client.received('transaction')).toHaveLength(1);
    const { hash } = client.received('transaction')[0];
    expect((await client.request('tx', { transaction: hash })).result).toMatchObject({ hash, validated: true });
    await fund(wallet, '5000000', { flags: ['depositAuth'] });
    await fault('lying', { lie: 'account' });
    expect((await info()).result).toMatchObject({
      account_data: { Account: wallet, Balance: '20000000', Flags: 0 },
      validated: true,
    });
    const honest = await connect('b');
    await fault('lying', { lie: 'payment', server: 'b', forMs: 0 });
    await fault('lying', { forMs: 0 });
    expect((await honest.request('tx', { transaction: hash })).error).toBe('txnNotFound');
  });

  it.each([
    ['faults', { provider: 'stripe', kind: 'lying', forMs: 1 }, 'kind'],
    ['faults', { provider: 'smtp', kind: 'down', forMs: 1, server: 'a' }, 'server'],
    ['faults', { provider: 'xrpl', kind: 'down', forMs: 1, server: 'c' }, 'server'],
    ['xrpl/payments', { destination: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmX', drops: '1' }, 'destination'],
    ['xrpl/payments', { destination: wallet, drops: '1.5' }, 'drops'],
    ['xrpl/payments', { destination: wallet, drops: '1', tag: 4_294_967_296 }, 'tag'],
    ['xrpl/payments', { destination: wallet, drops: '1', kind: 'gift' }, 'kind'],
    ['xrpl/accounts', { address: wallet, drops: '1', flags: ['friendly'] }, 'flags'],
    ['xrpl/accounts', { address: wallet }, 'drops'],
  ])('the control API refuses the path %s with the body %j', async (path, body, field) => {
    expect(await sandbox.control('POST', path, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});
