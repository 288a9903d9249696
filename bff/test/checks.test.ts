import { beforeEach, describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { listen } from './event-stream.ts';
import { eventually, useSystem } from './harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const order = { fromExchange: 'kraken', toWallet: 'xumm', serviceFee: '4.00', destinationAddress: address };
const system = useSystem();

beforeEach(async () => {
  await system.control('POST', 'xrpl/accounts', { address, drops: '55000000' });
  await eventually(async () => expect((await check({ address })).body.verdict).toBe('ok'));
});

const check = (query: Record<string, string>) =>
  system.browser().get(`/api/destination-check?${new URLSearchParams(query)}`);
const explain = (query: Record<string, string>, browser = system.browser()) =>
  browser.get(`/api/transaction-check?${new URLSearchParams(query)}`);

async function pay(order: object): Promise<string> {
  const { hash } = (await system.control('POST', 'xrpl/payments', { destination: address, ...order })) as {
    hash: string;
  };
  await system.control('POST', 'xrpl/ledgers', {});
  return hash;
}

describe('GET /api/destination-check', () => {
  it('returns all fields of the contract without a session', async () => {
    const { status, body } = await check({
      address: 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV',
      amount: '25.5',
      exchange: 'kraken',
      newAddress: 'true',
      passwordChanged: 'false',
      recentPurchase: '',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      verdict: 'ok',
      address,
      tag: '123456',
      reasons: expect.arrayContaining([
        { code: 'valid', text: expect.any(String) },
        { code: 'tag_unneeded', text: expect.any(String) },
        { code: 'hold', text: expect.any(String) },
        { code: 'hold_possible', text: expect.any(String) },
      ]),
      reserveXrp: '1',
      networkFeeXrp: '0.00001',
      firstAmountXrp: '2',
      expectedArrival: { earliest: expect.any(String), latest: expect.any(String) },
      checkedAt: expect.any(String),
      ledgerIndex: expect.any(Number),
    });
  });

  it.each([
    ['an empty query', {}],
    ['an Ethereum address', { address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
    ['a tag of 2^32', { address, tag: '4294967296' }],
    ['a conflicting tag', { address: 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV', tag: '1' }],
  ])('returns the verdict “invalid” with status 200 for %s', async (_, query) => {
    expect(await check(query)).toMatchObject({ status: 200, body: { verdict: 'invalid', address: null, tag: null } });
  });

  it.each([
    [{ address, amount: '-1' }, 'amount'],
    [{ address, exchange: 'mtgox' }, 'exchange'],
    [{ address, newAddress: 'perhaps' }, 'newAddress'],
  ])('answers 400 to the query %j and names the field', async (query, field) => {
    const { status, body } = await check(query as Record<string, string>);
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid_input', field]);
  });
});

describe('GET /api/transaction-check', () => {
  it('explains a payment, and compares the payment with a transfer only for the transfer’s owner', async () => {
    const browser = system.browser();
    const { body: transfer } = await browser.post('/api/transfers', order);
    const hash = await pay({ drops: '5000000' });
    expect((await explain({ hash: hash.toLowerCase() })).body).toMatchObject({
      outcome: 'delivered',
      hash,
      deliveredXrp: '5',
      destination: address,
    });
    const about = { hash, transferId: transfer.id };
    expect((await explain(about, browser)).body).toMatchObject({ outcome: 'delivered', destination: null });
    expect((await explain(about)).body).toMatchObject({ outcome: 'delivered', destination: address });
  });

  it('refuses a value that is not a hash, and does not repeat the value in the answer', async () => {
    const seed = 'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9';
    const { status, body, text } = await explain({ hash: seed });
    expect([status, body.errors[0].field, body.errors[0].code]).toEqual([400, 'hash', 'secret']);
    expect(text).not.toContain(seed);
    expect((await explain({})).body.errors[0].field).toBe('hash');
  });

  it('answers 404 for a malformed or unknown transfer id', async () => {
    for (const transferId of ['x', 'f'.repeat(32)]) {
      expect(refusal(await explain({ hash: 'A'.repeat(64), transferId }))).toEqual([404, 'transfer_not_found']);
    }
  });
});

it('an arrival is sent to the open page and mailed, without a request by the customer', async () => {
  const email = 'ann@example.com';
  // Arrivals are watched only after the guide is released, so the transfer is paid first.
  const { browser, transfer } = await system.startPaid({ ...order, email, sourceAmount: '30' });
  const path = `/api/transfers/${transfer.id}/events`;
  const stream = await listen(`${system.url}${path}`, { cookie: browser.cookiesFor(path) });

  const test = await pay({ drops: '2000000' });
  const arrivals = () =>
    stream
      .states()
      .at(-1)
      ?.arrivals.map((arrival) => arrival.hash);
  await eventually(() => expect(arrivals()).toEqual([test]));
  expect(stream.states().at(-1)?.status).toBe('instructions_sent');
  // Only the test amount has arrived, so the customer can still request a refund.
  const refund = await browser.post(`/api/transfers/${transfer.id}/refund-request`);
  expect(refund.body).toEqual({ requested: true });
  const rest = await pay({ drops: '28000000' });
  await eventually(() => expect(stream.states().at(-1)).toMatchObject({ status: 'completed' }));
  expect(arrivals()).toEqual([test, rest]);

  await eventually(async () => {
    const mails = await system.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['2 XRP arrived in your wallet', 'Your XRP is home']),
    );
    expect(mails.find(({ subject }) => subject === 'Your XRP is home')?.text).toContain(rest);
  });
  stream.leave();
});
