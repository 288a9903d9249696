import type { DestinationAnswer } from '@xrp-bridge/contracts/ledger';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { addressOf, closeLedger, createTransfer, eventually, type Outside, startOutside, wallets } from './harness.ts';

const [wallet, other] = wallets;
const kraken = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
/** Senders of payments in the sandbox. Any valid address works. */
const senders = [
  kraken,
  other,
  'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
];

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

const check = (question: object = {}): Promise<DestinationAnswer> =>
  test.client.call(transferApi.checkDestination, { body: { address: wallet, tag: '', amountDrops: '0', ...question } });
const codesOf = ({ reasons }: DestinationAnswer) => reasons.map(({ code }) => code);
const queryCount = async (command: string) => {
  const { servers } = await outside.status();
  return (servers.a.commands[command] ?? 0) + (servers.b.commands[command] ?? 0);
};

describe('the verdict of a destination check', () => {
  it('is ok for a funded wallet', async () => {
    await outside.holdLedger();
    await outside.fund(wallet, '55000000');
    const answer = await check({ exchange: 'kraken', amountDrops: '25000000' });
    expect(answer).toMatchObject({
      verdict: 'ok',
      address: wallet,
      tag: null,
      reserveXrp: '1',
      networkFeeXrp: '0.00001',
      firstAmountXrp: '2',
      ledgerIndex: test.context.ledger.state()?.ledgerIndex,
    });
    expect(Date.parse(answer.expectedArrival.latest)).toBeGreaterThan(Date.parse(answer.checkedAt));
  });

  it('is new for an unfunded wallet, with the live reserve and the first amount', async () => {
    await outside.setLedgerCosts({ reserveBase: '3000000', fee: '15' });
    await closeLedger(test, outside);
    const answer = await check({ exchange: 'kraken', amountDrops: '2000000' });
    expect(answer).toMatchObject({
      verdict: 'new',
      reserveXrp: '3',
      networkFeeXrp: '0.000015',
      firstAmountXrp: '4',
      ledgerIndex: expect.any(Number),
    });
    expect(codesOf(answer)).toEqual(expect.arrayContaining(['not_funded', 'amount_too_small']));
  });

  it.each([
    ['tag_required', 'tag_needed', { flags: ['requireDestinationTag'] }],
    ['blocked', 'deposit_authorization', { flags: ['depositAuth'] }],
    ['blocked', 'black_hole', { blackHole: true }],
    ['ok', 'incoming_refused', { flags: ['disallowIncomingXRP'] }],
  ])('is %s with reason %s', async (verdict, code, account) => {
    await outside.fund(wallet, '55000000', account);
    await closeLedger(test, outside);
    const answer = await check();
    expect(answer.verdict).toBe(verdict);
    expect(codesOf(answer)).toContain(code);
  });

  it('is exchange for a listed address, a very high balance, or many senders with tags', async () => {
    expect(codesOf(await check({ address: kraken }))).toEqual(['exchange_known']);

    await outside.fund(wallet, '1000000000001');
    expect(await check()).toMatchObject({ verdict: 'exchange', firstAmountXrp: null });

    await outside.fund(other, '5000000');
    for (const [index, from] of senders.entries()) {
      await outside.pay({ destination: other, from, tag: 100_000 + index, drops: '2000000' });
    }
    await closeLedger(test, outside);
    // One of the ten senders is the address itself, which does not count.
    expect(codesOf(await check({ address: other }))).toEqual(['exchange_history']);
  });

  it('is ok if the required tag is given, even as a part of an X-address', async () => {
    await outside.fund(wallet, '55000000', { flags: ['requireDestinationTag'] });
    expect(await check({ tag: '0' })).toMatchObject({ verdict: 'ok', tag: '0' });
    const tagged = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';
    expect(await check({ address: tagged })).toMatchObject({ verdict: 'ok', address: wallet, tag: '123456' });
    expect(await check({ address: tagged, tag: '1' })).toMatchObject({ verdict: 'invalid' });
  });

  const tagged = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';
  const untagged = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M4nTcCp9iyQwu7Q9Nv';
  const lower = 'e08d6e9754025ba2534a78707605e0601f03ace063687a0ca1bddacfcd1698c7';

  it.each([
    [wallet, '', 'ok', 'valid', null],
    [other, '', 'new', 'not_funded', null],
    [kraken, '', 'exchange', 'exchange_known', null],
    ['rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', '', 'exchange', 'exchange_known', null],
    [untagged, '', 'ok', 'valid', null],
    ['XVw9UfvRwx2mSjxk4YaDyd59dzCf6MSueufdqTPLzm5LUgJ', '', 'ok', 'tag_unneeded', '0'],
    [tagged, '', 'ok', 'tag_unneeded', '123456'],
    ['XVw9UfvRwx2mSjxk4YaDyd59dzCf6MXjiB2N8NHaGaxNR8g', '', 'ok', 'tag_unneeded', '4294967295'],
    [untagged, '7', 'ok', 'tag_unneeded', '7'],
    [tagged, '0123456', 'ok', 'tag_unneeded', '123456'],
    [wallet, ' 0 ', 'ok', 'tag_unneeded', '0'],
    [`\u00a0${wallet.slice(0, 17)}\r\n\t${wallet.slice(17)}\u200b`, '', 'ok', 'valid', null],
  ])('for the address %j with the tag %j is “%s” with the reason %s', async (address, tag, verdict, code, known) => {
    await outside.fund(wallet, '55000000');
    await closeLedger(test, outside);
    const answer = await check({ address, tag });
    expect(answer).toMatchObject({ verdict, tag: known });
    expect(answer.address).toMatch(/^r/);
    expect(codesOf(answer)).toContain(code);
  });

  it.each([
    ['', '', 'missing'],
    ['rrrrrrrrrrrrrrrrrrrrBZbvji', '', 'black_hole'],
    ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', '', 'black_hole'],
    ['rrrrrrrrrrrrrrrrrNAMEtxvNvQ', '', 'black_hole'],
    ['rrrrrrrrrrrrrrrrrrrn5RM1rHd', '', 'black_hole'],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', '', 'black_hole'],
    ['rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9', '', 'checksum'],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJH', '', 'checksum'],
    ['RLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', '', 'capital_r'],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJ0', '', 'wrong_character'],
    ['TVnCcNnQpv38tEjMeLFz1d7hfSBvUApfQ8c7TYUvmSZx3Yx', '', 'test_network'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', '', 'tron_address'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', '', 'evm_address'],
    ['E08D6E9754025BA2534A78707605E0601F03ACE063687A0CA1BDDACFCD1698C7', '', 'transaction_hash'],
    [lower, '', 'transaction_hash'],
    ['snoPBrXtMeMyMHUVTgbuqAfg1SUTb', '', 'secret'],
    ['legal winner thank year wave sausage worth useful legal winner thank yellow', '', 'secret'],
    [wallet.replace('X', '\u0425'), '', 'look_alike'],
    [wallet.replace('D', '\uff24'), '', 'look_alike'],
    [tagged, '7', 'tag_conflict'],
    ['XVw9UfvRwx2mSjxk4YaDyd59dzCf6MSueufdqTPLzm5LUgJ', '1', 'tag_conflict'],
    [wallet, '-1', 'tag_invalid'],
    [wallet, '+1', 'tag_invalid'],
    [wallet, '1.5', 'tag_invalid'],
    [wallet, '1e3', 'tag_invalid'],
    [wallet, '12 34', 'tag_invalid'],
    [wallet, '\uff11\uff12', 'tag_invalid'],
    [wallet, '4294967296', 'tag_invalid'],
    [wallet, '99999999999999999999', 'tag_invalid'],
  ])(
    'for the address %j with the tag %j is “invalid” with the reason %s, without a query of the ledger',
    async (address, tag, code) => {
      const before = [await queryCount('account_info'), await queryCount('account_tx')];
      const answer = await check({ address, tag });
      expect(answer).toMatchObject({ verdict: 'invalid', address: null, tag: null, firstAmountXrp: null });
      expect(codesOf(answer)).toEqual([code]);
      if (address) expect(JSON.stringify(answer)).not.toContain(address);
      expect([await queryCount('account_info'), await queryCount('account_tx')]).toEqual(before);
    },
  );
});

describe('the queries of a destination check', () => {
  it('are shared by simultaneous checks of an address, and cached for one ledger', async () => {
    // No ledger closes during these checks.
    await outside.holdLedger();
    await outside.fund(wallet, '55000000');
    await closeLedger(test, outside);
    const answers = await Promise.all(Array.from({ length: 50 }, () => check()));
    expect(new Set(answers.map(({ verdict }) => verdict))).toEqual(new Set(['ok']));
    // Each query goes to two servers. Fifty separate checks would need a hundred queries.
    expect(await queryCount('account_info')).toBeLessThanOrEqual(6);

    await outside.fund(wallet, '55000000', { flags: ['depositAuth'] });
    await closeLedger(test, outside);
    expect((await check()).verdict).toBe('blocked');
  });

  it('do not read the history of an address again for the next ledger', async () => {
    await outside.fund(other, '55000000');
    await check({ address: other });
    const before = await queryCount('account_tx');
    await closeLedger(test, outside);
    await check({ address: other });
    expect(await queryCount('account_tx')).toBe(before);
  });
});

// These tests run before the failures below, because a failed server is backed off, and a check then uses one server.
describe('a destination check with contradicting servers', () => {
  it.each([
    ['that there is no account', null, 'new'],
    ['a setting of the account', { flags: ['depositAuth'] }, 'blocked'],
    ['a lost key', { blackHole: true }, 'blocked'],
  ])('returns unknown if one server hides %s', async (_, account, truth) => {
    if (account) await outside.fund(wallet, '55000000', account);
    for (const server of ['a', 'b']) {
      await outside.fault('lying', { lie: 'account', server });
      await closeLedger(test, outside);
      const doubted = await check();
      expect(doubted).toMatchObject({ verdict: 'unknown', ledgerIndex: null });
      expect(codesOf(doubted)).toEqual(['ledger_unavailable']);
      await outside.heal();
      // The verdict `unknown` is not cached, so the next check needs no new ledger.
      await eventually(async () => expect((await check()).verdict).toBe(truth));
    }
  });

  it('returns unknown if one server hides a balance that only an exchange has', async () => {
    await outside.fund(wallet, '1000000000001');
    await outside.fault('lying', { lie: 'account', server: 'a' });
    await closeLedger(test, outside);
    expect((await check()).verdict).toBe('unknown');
  });
});

it.each(['down', 'slow', 'error', 'stalled'])(
  'a destination check uses one server while the other has the fault “%s”',
  async (kind) => {
    await outside.fund(wallet, '55000000', { flags: ['depositAuth'] });
    const { servers } = await outside.status();
    const idle = servers.a.connections > 0 ? 'b' : 'a';
    await outside.fault(kind, { server: idle });
    await closeLedger(test, outside);
    expect((await check()).verdict).toBe('blocked');
  },
);

// ledger.test.ts covers each failure of a server.
it('a destination check returns unknown while the ledger cannot be read, and a verdict afterwards', async () => {
  await outside.fund(wallet, '55000000');
  await outside.fault('down');
  // A verdict from before the fault stays cached for its ledger.
  await eventually(async () => expect((await check()).verdict).toBe('unknown'));
  expect(await check()).toMatchObject({
    address: wallet,
    reasons: [{ code: 'ledger_unavailable' }],
    reserveXrp: '1',
    firstAmountXrp: '2',
    ledgerIndex: null,
  });
  await outside.heal();
  await eventually(async () => expect((await check()).verdict).toBe('ok'));
});

it('the instructions contain the live reserve', async () => {
  await outside.setLedgerCosts({ reserveBase: '2000000' });
  await closeLedger(test, outside);
  const id = await createTransfer(test, { paid: true });
  const { instructions } = await test.client.call(transferApi.readInstructions, {
    params: { id },
    query: { forOwner: true },
  });
  expect(JSON.stringify(instructions)).toContain('keeps 2 XRP as its reserve');
});

it('300 simultaneous destination checks stay within the query budget, and do not delay an arrival', async () => {
  const flooded = await testService<Context>(transferService, { environment: { XRPL_WS_URL: outside.urls } });
  onTestFinished(() => flooded.stop());
  await outside.holdLedger();
  await outside.fund(wallet, '5000000');
  await closeLedger(flooded, outside);
  const id = await createTransfer(flooded, { paid: true });
  const before = await queryCount('account_info');
  const verdicts = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const body = { address: addressOf(index), tag: '', amountDrops: '0' };
      return (await flooded.client.call(transferApi.checkDestination, { body })).verdict;
    }),
  );
  expect(new Set(verdicts)).toEqual(new Set(['new', 'unknown']));
  expect((await queryCount('account_info')) - before).toBeLessThan(300);
  const { hash } = await outside.pay({ destination: wallet });
  await outside.closeLedger();
  await eventually(async () => {
    const { arrivals } = await flooded.client.call(transferApi.read, { params: { id } });
    expect(arrivals.map((arrival) => arrival.hash)).toEqual([hash]);
  });
});
