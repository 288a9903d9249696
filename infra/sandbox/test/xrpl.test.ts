import { describe, expect, it } from 'vitest';
import type { Json } from './harness.ts';
import { other, unknownHash, useLedger, wallet } from './xrpl-harness.ts';

const { sandbox, connect, pay, fund, closeLedger, hold, resultOf } = useLedger();

describe('the simulated ledger', () => {
  it('creates an account with its first payment, and returns both by account_info, tx and account_tx', async () => {
    const client = await connect();
    expect(await client.request('account_info', { account: wallet, ledger_index: 'validated' })).toMatchObject({
      status: 'error',
      error: 'actNotFound',
      validated: true,
    });
    const { hash, ledgerIndex } = await pay({ tag: 7 });
    expect((await client.request('tx', { transaction: hash })).result).toMatchObject({ validated: false });
    await closeLedger();
    expect((await client.request('account_info', { account: wallet })).result).toMatchObject({
      account_data: { Account: wallet, Balance: '25000000' },
      account_flags: { requireDestinationTag: false },
      ledger_index: ledgerIndex,
      validated: true,
    });
    const paid = {
      hash,
      ledger_index: ledgerIndex,
      validated: true,
      close_time_iso: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/),
      tx_json: { TransactionType: 'Payment', Destination: wallet, DestinationTag: 7, DeliverMax: '25000000' },
      meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '25000000' },
    };
    expect((await client.request('tx', { transaction: hash })).result).toMatchObject(paid);
    expect((await client.request('account_tx', { account: wallet })).result.transactions).toMatchObject([paid]);
  });

  it.each([
    ['a payment below the reserve to an unknown account', { drops: '999999' }, 'tecNO_DST_INSUF_XRP'],
    ['a token payment to an unknown account', { kind: 'token' }, 'tecNO_DST'],
    ['a payment of more than the sender has', { from: other, drops: '60000000' }, 'tecUNFUNDED_PAYMENT'],
    ['a failed payment', { kind: 'failed' }, 'tecPATH_DRY'],
    ['a failed payment with a given result', { kind: 'failed', result: 'tecKILLED' }, 'tecKILLED'],
    ['an ordinary payment', {}, 'tesSUCCESS'],
  ])('gives the result code of the real ledger for %s', async (_, order, result) => {
    await fund(other, '50000000');
    expect(await resultOf(order)).toBe(result);
  });

  it.each([
    [['requireDestinationTag'], {}, 'tecDST_TAG_NEEDED'],
    [['lsfRequireDestTag'], { tag: '0' }, 'tesSUCCESS'],
    [{ depositAuth: true }, {}, 'tecNO_PERMISSION'],
    [0x01000000, { drops: '1000000' }, 'tecNO_PERMISSION'],
    [0x00080000, {}, 'tesSUCCESS'],
  ])('with the account flags %j and the payment %j, gives the result %s', async (flags, order, result) => {
    expect((await fund(wallet, '5000000', { flags })).status).toBe(200);
    expect(await resultOf(order)).toBe(result);
  });

  it('allows a small payment to an account at its reserve, despite deposit authorisation', async () => {
    await fund(wallet, '1000000', { flags: ['depositAuth'] });
    expect(await resultOf({ drops: '1000000' })).toBe('tesSUCCESS');
  });

  it('charges the sender of a failed payment the fee, and does not list the payment for the destination', async () => {
    await fund(other, '50000000');
    const { hash } = await pay({ from: other, drops: '10' });
    await closeLedger();
    const client = await connect();
    const rows = async (account: string) =>
      (await client.request('account_tx', { account })).result.transactions.map((row: Json) => row.hash);
    expect(await rows(other)).toEqual([hash]);
    expect(await rows(wallet)).toEqual([]);
    expect((await client.request('account_info', { account: other })).result.account_data.Balance).toBe('49999990');
  });

  it('returns partial, token and escrow payments with the fields of the real ledger', async () => {
    await fund(wallet, '5000000');
    const kinds = ['partial', 'token', 'escrow'];
    for (const kind of kinds) await pay({ kind });
    await closeLedger();
    const client = await connect();
    const { transactions } = (await client.request('account_tx', { account: wallet, forward: true })).result;
    expect(transactions).toMatchObject([
      { tx_json: { Flags: 0x80020000, DeliverMax: '25000000' }, meta: { delivered_amount: '25000' } },
      { meta: { delivered_amount: { currency: 'USD', value: '25' } } },
      { tx_json: { TransactionType: 'EscrowFinish' } },
    ]);
    expect(transactions[2].meta.delivered_amount).toBeUndefined();
  });
});

describe('the simulated ledger’s API', () => {
  it('returns account_tx page by page in both directions, and only from the requested ledgers', async () => {
    await pay({ count: 3 });
    await closeLedger();
    const second = await pay({ count: 2 });
    await closeLedger();
    const client = await connect();
    for (const forward of [true, false]) {
      const seen: string[] = [];
      let marker: unknown;
      do {
        const { result } = await client.request('account_tx', { account: wallet, limit: 2, forward, marker });
        seen.push(...result.transactions.map((row: Json) => row.hash));
        marker = result.marker;
      } while (marker);
      expect(seen).toHaveLength(5);
      expect(forward ? seen.slice(3) : seen.slice(0, 2).reverse()).toEqual(second.hashes);
    }
    const range = { account: wallet, ledger_index_min: second.ledgerIndex, ledger_index_max: -1, forward: true };
    expect((await client.request('account_tx', range)).result.transactions).toHaveLength(2);
  });

  it.each([
    ['account_info', { account: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmX' }, 'actMalformed'],
    ['account_info', {}, 'invalidParams'],
    ['account_tx', { account: wallet, ledger_index_min: 2_000_000_000 }, 'lgrIdxMalformed'],
    ['account_tx', { account: wallet, forward: 'yes' }, 'invalidParams'],
    ['tx', { transaction: unknownHash }, 'txnNotFound'],
    ['tx', { transaction: 'abc' }, 'invalidParams'],
    ['subscribe', { accounts: ['rNope'] }, 'actMalformed'],
    ['submit', { tx_blob: '00' }, 'unknownCmd'],
  ])('refuses the command %s with the fields %j and returns the error %s', async (command, fields, error) => {
    const client = await connect();
    expect(await client.request(command, fields)).toMatchObject({ status: 'error', type: 'response', error });
  });

  it('returns the same responses over JSON-RPC, with errors inside the result', async () => {
    const rpc = async (method: string, params: object = {}) =>
      (
        await fetch(`${sandbox.url}/xrpl/b`, { method: 'POST', body: JSON.stringify({ method, params: [params] }) })
      ).json() as Promise<Json>;
    expect(await rpc('account_info', { account: wallet })).toMatchObject({
      result: { status: 'error', error: 'actNotFound' },
    });
    expect((await rpc('server_info')).result.info.validated_ledger).toMatchObject({ reserve_base_xrp: 1 });
    expect((await rpc('fee')).result.drops.base_fee).toBe('10');
    expect((await rpc('ping')).result.status).toBe('success');
  });

  it('applies a changed reserve at once', async () => {
    await sandbox.control('PUT', 'xrpl', { reserveBase: '2000000' });
    const client = await connect();
    expect((await client.request('subscribe', { streams: ['ledger'] })).result.reserve_base).toBe(2_000_000);
    expect(await resultOf({ drops: '1500000' })).toBe('tecNO_DST_INSUF_XRP');
  });
});

describe('subscriptions to the ledger', () => {
  it('receive each ledger, and the transactions of the subscribed accounts only', async () => {
    const client = await connect();
    const { result } = await client.request('subscribe', { streams: ['ledger'], accounts: [wallet] });
    const { hash } = await pay({});
    await pay({ destination: other });
    await closeLedger();
    await expect
      .poll(() => client.received('transaction'))
      .toMatchObject([{ hash, validated: true, engine_result: 'tesSUCCESS', ledger_index: result.ledger_index + 1 }]);
    expect(client.received('ledgerClosed')).toMatchObject([
      {
        ledger_index: result.ledger_index + 1,
        reserve_base: 1_000_000,
        reserve_inc: 200_000,
        fee_base: 10,
        txn_count: 2,
      },
    ]);
    await client.request('unsubscribe', { accounts: [wallet] });
    await pay({});
    await closeLedger();
    await expect.poll(() => client.received('ledgerClosed')).toHaveLength(2);
    expect(client.received('transaction')).toHaveLength(1);
  });

  it.each([
    ['when the ledger is no longer held', () => hold(false)],
    ['after a reset', () => sandbox.control('POST', 'reset')],
  ])('receive a ledger every 3 s of sandbox time %s', async (_, release) => {
    await release();
    const client = await connect();
    await client.request('subscribe', { streams: ['ledger'] });
    const { hash, ledgerIndex } = await pay({});
    await sandbox.control('POST', 'clock', { advanceMs: 3_000 });
    const its = () => client.received('ledgerClosed').find((ledger) => ledger.ledger_index === ledgerIndex);
    await expect.poll(its).toMatchObject({ txn_count: 1 });
    expect((await client.request('tx', { transaction: hash })).result.validated).toBe(true);
  });

  it('receive ledgers only on request while the ledger is held', async () => {
    const client = await connect();
    await client.request('subscribe', { streams: ['ledger'] });
    const { hash, ledgerIndex } = await pay({});
    await sandbox.control('POST', 'clock', { advanceMs: 60_000 });
    expect((await client.request('tx', { transaction: hash })).result.validated).toBe(false);
    await closeLedger();
    await sandbox.control('POST', 'clock', { advanceMs: 60_000 });
    expect((await client.request('tx', { transaction: hash })).result.validated).toBe(true);
    expect(client.received('ledgerClosed').map((ledger) => ledger.ledger_index)).toEqual([ledgerIndex]);
  });

  it('are counted for each server, so that tests can read the counts', async () => {
    const client = await connect('b');
    await client.request('subscribe', { accounts: [wallet, other] });
    const { body } = await sandbox.control('GET', 'xrpl');
    expect(body.servers).toEqual({
      a: { connections: 0, accounts: 0, commands: {} },
      b: { connections: 1, accounts: 2, commands: { subscribe: 1 } },
    });
  });
});
