import type { TransactionAnswer } from '@xrp-bridge/contracts/ledger';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { closeLedger, createTransfer, eventually, type Outside, startOutside, wallets } from './harness.ts';

const [wallet, other] = wallets;
const unknownHash = '0'.repeat(64);
let outside: Outside;
let test: TestService<Context>;

beforeAll(async () => {
  outside = await startOutside();
  test = await testService<Context>(transferService, { environment: { XRPL_WS_URL: outside.urls } });
});
beforeEach(async () => {
  await outside.reset();
  await closeLedger(test, outside);
});
afterEach(() => outside.heal());
afterAll(async () => {
  await test.stop();
  await outside.stop();
});

const explain = (hash: string, transferId?: string): Promise<TransactionAnswer> =>
  test.client.call(transferApi.checkTransaction, { body: { hash, ...(transferId ? { transferId } : {}) } });

async function closed(order: object): Promise<string> {
  const { hash } = await outside.pay({ destination: wallet, ...order });
  await outside.closeLedger();
  return hash;
}

describe('the outcome of a transaction check', () => {
  it('is delivered for a successful payment', async () => {
    const hash = await closed({ tag: 7 });
    expect(await explain(hash)).toMatchObject({
      outcome: 'delivered',
      code: 'tesSUCCESS',
      deliveredXrp: '25',
      destination: wallet,
      destinationTag: '7',
      ledgerIndex: expect.any(Number),
      at: expect.any(String),
    });
  });

  it.each([
    ['tecNO_DST_INSUF_XRP', { drops: '500000' }, {}],
    ['tecNO_DST', { kind: 'token' }, {}],
    ['tecDST_TAG_NEEDED', {}, { flags: ['requireDestinationTag'] }],
    ['tecNO_PERMISSION', {}, { flags: ['depositAuth'] }],
    ['tecPATH_DRY', { kind: 'failed' }, {}],
    ['tecINSUFF_FEE', { kind: 'failed', result: 'tecINSUFF_FEE' }, {}],
  ])('is failed with %s', async (code, order, account) => {
    if ('flags' in account) await outside.fund(wallet, '5000000', account);
    const answer = await explain(await closed(order));
    expect(answer).toMatchObject({ outcome: 'failed', code, deliveredXrp: null, lookAgainAt: null });
    expect(answer.title).not.toBe('The payment failed');
  });

  it('is failed with tecUNFUNDED_PAYMENT', async () => {
    await outside.fund(other, '5000000');
    expect(await explain(await closed({ from: other }))).toMatchObject({ code: 'tecUNFUNDED_PAYMENT' });
  });

  it('is not_xrp for a token, and other_transaction for an escrow', async () => {
    await outside.fund(wallet, '5000000');
    expect((await explain(await closed({ kind: 'token' }))).outcome).toBe('not_xrp');
    expect((await explain(await closed({ kind: 'escrow' }))).outcome).toBe('other_transaction');
  });

  it('is partial for a partial payment, with the delivered amount', async () => {
    await outside.fund(wallet, '5000000');
    const hash = await closed({ kind: 'partial', drops: '900000000' });
    expect(await explain(hash)).toMatchObject({ outcome: 'partial', code: 'tesSUCCESS', deliveredXrp: '0.9' });
  });

  it('is pending before the ledger closes, and delivered afterwards', async () => {
    await outside.holdLedger();
    const { hash } = await outside.pay({ destination: wallet });
    expect(await explain(hash)).toMatchObject({ outcome: 'pending', lookAgainAt: expect.any(String) });
    await outside.closeLedger();
    expect((await explain(hash)).outcome).toBe('delivered');
  });

  it('is not_found after two servers returned nothing', async () => {
    expect(await explain(unknownHash)).toMatchObject({ outcome: 'not_found', lookAgainAt: expect.any(String) });
    const { servers } = await outside.status();
    expect([servers.a.commands.tx, servers.b.commands.tx]).toEqual([1, 1]);
  });
});

describe('a transaction check for a transfer', () => {
  it('distinguishes a payment to the customer’s address from a payment to another address', async () => {
    const id = await createTransfer(test, { destinationTag: null });
    const mine = await explain(await closed({}), id);
    expect(mine).toMatchObject({ outcome: 'delivered', destination: null });
    const theirs = await explain(await closed({ destination: other }), id);
    expect(theirs).toMatchObject({ outcome: 'other_recipient', destination: null });
    expect(JSON.stringify(theirs)).not.toContain(other);
  });

  it('ignores a transfer without an address, and answers 404 for an unknown transfer', async () => {
    const id = await createTransfer(test, { destinationAddress: null });
    expect(await explain(await closed({}), id)).toMatchObject({ outcome: 'delivered', destination: wallet });
    await expect(explain(unknownHash, 'f'.repeat(32))).rejects.toMatchObject({ code: 'transfer_not_found' });
  });
});

describe('a transaction check with failing servers', () => {
  it('returns unknown if only one server reports a failed payment as delivered', async () => {
    const hash = await closed({ drops: '500000' });
    for (const server of ['a', 'b']) {
      await outside.fault('lying', { lie: 'payment', server });
      expect((await explain(hash)).outcome).toBe('unknown');
      await outside.heal();
      expect((await explain(hash)).outcome).toBe('failed');
    }
  });

  it('succeeds while one server is down', async () => {
    const hash = await closed({});
    await outside.fault('down', { server: 'a' });
    expect((await explain(hash)).outcome).toBe('delivered');
  });

  it('returns unknown while all servers are down', async () => {
    await outside.fault('down');
    await eventually(async () =>
      expect(await explain(unknownHash)).toMatchObject({ outcome: 'unknown', lookAgainAt: expect.any(String) }),
    );
  });

  it('returns pending if all servers withdraw the validation', async () => {
    const hash = await closed({});
    await outside.fault('lying', { lie: 'unvalidated', server: 'a' });
    expect((await explain(hash)).outcome).toBe('delivered');
    await outside.fault('lying', { lie: 'unvalidated' });
    expect((await explain(hash)).outcome).toBe('pending');
  });
});
