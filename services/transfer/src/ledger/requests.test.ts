import { describe, expect, it } from 'vitest';
import { LedgerUnavailable, UntrustedReply } from './connection.ts';
import {
  accountRequest,
  closedTransactionRequest,
  historyRequest,
  readStreamed,
  transactionRequest,
} from './requests.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const hash = 'E'.repeat(64);

/**
 * A payment as servers stream it
 * (https://xrpl.org/docs/references/http-websocket-apis/public-api-methods/subscription-methods/subscribe).
 */
const message = {
  type: 'transaction',
  validated: true,
  engine_result: 'tesSUCCESS',
  hash,
  ledger_index: 101,
  close_time_iso: '2026-11-20T12:00:10Z',
  tx_json: {
    TransactionType: 'Payment',
    Account: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn',
    Destination: address,
    DeliverMax: '900000000',
    Amount: '900000000',
    Flags: 0,
    date: 848_491_210,
  },
  meta: { TransactionResult: 'tesSUCCESS', DeliveredAmount: '900000000', delivered_amount: '25000000' },
};
const withMeta = (meta: object) => ({ ...message, meta: { TransactionResult: 'tesSUCCESS', ...meta } });

describe('a streamed payment', () => {
  it.each([
    ['an amount in drops for a string', { delivered_amount: '25000000' }, 25_000_000n],
    ['a token for an object', { delivered_amount: { currency: 'USD', issuer: address, value: '25' } }, 'token'],
    ['no amount for “unavailable”, the value of old payments', { delivered_amount: 'unavailable' }, null],
    ['no amount for a number', { delivered_amount: 25_000_000 }, null],
    ['no amount for a fraction', { delivered_amount: '25.5' }, null],
    ['no amount for a negative string', { delivered_amount: '-25000000' }, null],
    ['no amount for more XRP than exists', { delivered_amount: '9'.repeat(18) }, null],
    ['no amount without delivered_amount', {}, null],
  ])('has %s', (_, meta, delivered) => {
    expect(readStreamed(withMeta(meta))).toMatchObject({ hash, delivered, destination: address });
  });

  it('is partial only if tfPartialPayment is set', () => {
    expect(readStreamed(message)?.partialPayment).toBe(false);
    const flagged = { ...message.tx_json, Flags: 0x80020000 };
    expect(readStreamed({ ...message, tx_json: flagged })?.partialPayment).toBe(true);
  });

  it('takes the close time from either field', () => {
    const closedAt = new Date('2026-11-20T12:00:10Z');
    expect(readStreamed(message)?.closedAt).toEqual(closedAt);
    expect(readStreamed({ ...message, close_time_iso: undefined })?.closedAt).toEqual(closedAt);
  });

  it.each([
    ['with a short hash', { hash: 'E'.repeat(63) }],
    ['without a transaction', { tx_json: undefined }],
  ])('is ignored %s', (_, change) => {
    expect(readStreamed({ ...message, ...change })).toBeNull();
  });

  it.each([false, undefined])('is not trusted when validated is %s', (validated) => {
    expect(() => readStreamed({ ...message, validated })).toThrow(UntrustedReply);
  });
});

describe('a payment that another server reported', () => {
  const { fields, read } = closedTransactionRequest(message.hash, 101);
  const missing = (body: object) => read({ error: 'txnNotFound', body: body as Record<string, unknown> }, 'a');

  it('is requested by its hash, only in the reported ledger', () => {
    expect(fields).toEqual({ transaction: message.hash, min_ledger: 101, max_ledger: 101 });
  });

  it('is confirmed by a validated ledger, refuted by a server that searched the reported ledger, and undecided otherwise', () => {
    expect(read({ error: null, body: message }, 'a')?.hash).toBe(message.hash);
    expect(missing({ searched_all: true })).toBeNull();
    expect(() => missing({ searched_all: false })).toThrow(LedgerUnavailable);
    expect(() => missing({})).toThrow(LedgerUnavailable);
    expect(() => read({ error: null, body: { ...message, validated: false } }, 'a')).toThrow(LedgerUnavailable);
  });
});

describe('a reply', () => {
  const account = { Account: address, Balance: '5000000', Flags: 0 };
  const reply = (body: object) => ({ error: null, body: body as Record<string, unknown> });
  const read = accountRequest(address, 90).read;

  it.each([
    ['is about another account', { account_data: { ...account, Account: 'r' }, ledger_index: 100, validated: true }],
    ['is not validated', { account_data: account, ledger_index: 100, validated: false }],
    ['comes from an old ledger', { account_data: account, ledger_index: 89, validated: true }],
    [
      'has a balance in an unknown format',
      { account_data: { ...account, Balance: '1e12' }, ledger_index: 100, validated: true },
    ],
  ])('is not trusted if it contains an account but %s', (_, body) => {
    expect(() => read(reply(body), 'a')).toThrow(UntrustedReply);
  });

  it('is not trusted if it reports a missing account from an unvalidated ledger or for another address', () => {
    const missing = (body: object) => () => read({ error: 'actNotFound', body: body as Record<string, unknown> }, 'a');
    expect(missing({ account: address, ledger_index: 100, validated: true })()).toEqual({
      account: null,
      ledgerIndex: 100,
    });
    expect(missing({})()).toEqual({ account: null, ledgerIndex: null });
    expect(missing({ account: address, validated: false })).toThrow(UntrustedReply);
    expect(missing({ account: 'r', validated: true })).toThrow(UntrustedReply);
  });

  it('is not trusted if it has another transaction’s hash', () => {
    expect(() => transactionRequest('A'.repeat(64)).read(reply(message), 'a')).toThrow(UntrustedReply);
  });

  it('causes a query to another server if its history begins too late', () => {
    const page = { account: address, ledger_index_min: 51, ledger_index_max: 100, transactions: [] };
    const history = (fromLedger: number) => historyRequest(address, { fromLedger, limit: 10 }).read(reply(page), 'a');
    expect(history(51)).toMatchObject({ newestLedger: 100, marker: null });
    expect(() => history(50)).toThrow(LedgerUnavailable);
  });
});
