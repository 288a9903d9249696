import { type DestinationAnswer, ReadDestinationCheck } from '@xrp-bridge/contracts/ledger';
import { ReadInstructions } from '@xrp-bridge/contracts/transfer';
import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { createTransfer, eventually, hearLedger, type Outside, startOutside, wallets } from './harness.ts';

const [wallet, other] = wallets;
const kraken = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
/** Somebody who pays the sandbox's people; any valid address will do. */
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
  await hearLedger(test, outside);
});
afterEach(() => outside.heal());
afterAll(async () => {
  await test.stop();
  await outside.stop();
});

const check = (question: object = {}): Promise<DestinationAnswer> =>
  test.client.call(ReadDestinationCheck, { body: { address: wallet, tag: '', amountDrops: '0', ...question } });
const codesOf = ({ reasons }: DestinationAnswer) => reasons.map(({ code }) => code);
const asked = async (command: string) => {
  const { servers } = await outside.status();
  return (servers.a.commands[command] ?? 0) + (servers.b.commands[command] ?? 0);
};

describe('what the ledger says', () => {
  it('ok: a wallet that is there', async () => {
    await outside.fund(wallet, '55000000');
    const answer = await check({ exchange: 'kraken', amountDrops: '25000000' });
    expect(answer).toMatchObject({
      verdict: 'ok',
      address: wallet,
      tag: null,
      reserveXrp: '1',
      networkFeeXrp: '0.00001',
      firstAmountXrp: '1',
      ledgerIndex: test.context.ledger.state()?.ledgerIndex,
    });
    expect(Date.parse(answer.expectedArrival.latest)).toBeGreaterThan(Date.parse(answer.checkedAt));
  });

  it('new: no wallet yet, with the live reserve and what to send first', async () => {
    await outside.setFigures({ reserveBase: '3000000', fee: '15' });
    await hearLedger(test, outside);
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
  ])('%s: %s', async (verdict, code, account) => {
    await outside.fund(wallet, '55000000', account);
    await hearLedger(test, outside);
    const answer = await check();
    expect(answer.verdict).toBe(verdict);
    expect(codesOf(answer)).toContain(code);
  });

  it('exchange: known, rich, or paid by many with tags', async () => {
    expect(codesOf(await check({ address: kraken }))).toEqual(['exchange_known']);

    await outside.fund(wallet, '1000000000001');
    expect(await check()).toMatchObject({ verdict: 'exchange', firstAmountXrp: null });

    await outside.fund(other, '5000000');
    for (const [index, from] of senders.entries()) {
      await outside.pay({ destination: other, from, tag: 100_000 + index, drops: '2000000' });
    }
    await hearLedger(test, outside);
    // One of the ten is the address itself, which cannot be its own customer.
    expect(codesOf(await check({ address: other }))).toEqual(['exchange_history']);
  });

  it('a tag that was given is enough, and an X-address holds both', async () => {
    await outside.fund(wallet, '55000000', { flags: ['requireDestinationTag'] });
    expect(await check({ tag: '0' })).toMatchObject({ verdict: 'ok', tag: '0' });
    const tagged = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';
    expect(await check({ address: tagged })).toMatchObject({ verdict: 'ok', address: wallet, tag: '123456' });
    expect(await check({ address: tagged, tag: '1' })).toMatchObject({ verdict: 'invalid' });
  });

  it('invalid: never asks the ledger, and never repeats what was pasted', async () => {
    const before = await asked('account_info');
    for (const address of [
      '',
      'rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9',
      `r\u0430${wallet}`,
      'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9',
    ]) {
      const answer = await check({ address });
      expect(answer).toMatchObject({ verdict: 'invalid', address: null, tag: null, ledgerIndex: null });
      if (address) expect(JSON.stringify(answer)).not.toContain(address);
    }
    for (const tag of ['-1', '1.5', '4294967296', 'memo']) {
      expect(codesOf(await check({ tag }))).toEqual(['tag_invalid']);
    }
    expect(await asked('account_info')).toBe(before);
  });

  it('line breaks and spaces in a pasted address are no matter', async () => {
    await outside.fund(wallet, '55000000');
    const pasted = ` ${wallet.slice(0, 10)}\n${wallet.slice(10)}\u200b `;
    expect(await check({ address: pasted })).toMatchObject({ verdict: 'ok', address: wallet });
  });
});

describe('asking no more than needed', () => {
  it('an answer is good for one ledger, and the same question at the same time is asked once', async () => {
    await outside.fund(wallet, '55000000');
    await hearLedger(test, outside);
    const answers = await Promise.all(Array.from({ length: 50 }, () => check()));
    expect(new Set(answers.map(({ verdict }) => verdict))).toEqual(new Set(['ok']));
    // Ledgers may close meanwhile; fifty they are not.
    expect(await asked('account_info')).toBeLessThanOrEqual(3);

    await outside.fund(wallet, '55000000', { flags: ['depositAuth'] });
    await hearLedger(test, outside);
    expect((await check()).verdict).toBe('blocked');
  });

  it('the history of an address is not read again for the next ledger', async () => {
    await outside.fund(other, '55000000');
    await check({ address: other });
    const before = await asked('account_tx');
    await hearLedger(test, outside);
    await check({ address: other });
    expect(await asked('account_tx')).toBe(before);
  });
});

describe('when the ledger cannot be read', () => {
  // Which servers are believed when, ledger.test.ts has for every failure.
  it.each(['down', 'lying'])(
    'unknown while both servers are %s, and an answer again afterwards',
    async (kind) => {
      await outside.fund(wallet, '55000000');
      await outside.fault(kind);
      // An answer that was read before the fault stays good for its ledger.
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
    },
    90_000,
  );
});

it('the instructions name the live reserve', async () => {
  await outside.setFigures({ reserveBase: '2000000' });
  await hearLedger(test, outside);
  const id = await createTransfer(test, { paid: true });
  const { instructions } = await test.client.call(ReadInstructions, { params: { id } });
  expect(JSON.stringify(instructions)).toContain('keeps 2 XRP as its reserve');
});
