import { createHmac } from 'node:crypto';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { withOwner } from '@xrp-bridge/runtime/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, refusal } from './browser.ts';
import { operatorPassword, useSystem } from './harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
const taggedAddress = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';
const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00', email: 'ann@example.com' };
const unknownId = 'f'.repeat(32);

// What runs by itself writes, too.
const system = useSystem({}, { isQuiet: true });
let owner: Browser;
let stranger: Browser;
let operator: Browser;
let id: string;

beforeAll(async () => {
  [owner, stranger, operator] = [system.browser(), system.browser(), system.browser()];
  id = (await owner.post('/api/transfers', { ...order, destinationAddress: address })).body.id;
  await owner.post('/api/create-payment-intent', { transferId: id });
  await stranger.post('/api/transfers', order);
  await operator.post('/api/operator/session', { password: operatorPassword });
});

/**
 * Every row of all services’ tables, and how many events there were; not what operators tried, when they were last
 * seen, nor when providers answered.
 */
async function readAll(): Promise<object[]> {
  return withOwner(system.database.url, async (db) => {
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in (${sql.join(['bff', ...serviceNames])}) and table_name not in ('outbox', 'audit', 'provider_health', 'operator_session')
      order by 1, 2`.execute(db);
    const rowsOf = tables.map(({ schema, name }) => {
      const table = `${schema}.${name}`;
      return sql`select ${sql.lit(table)} as name, array_agg(t::text order by t::text) as rows from ${sql.table(table)} t`;
    });
    const outboxes = ['bus.event', ...serviceNames.map((name) => `${name}.outbox`)];
    const counts = outboxes.map((table) => sql`(select count(*) from ${sql.table(table)})`);
    const events = sql`select 'events', array[(${sql.join(counts, sql` + `)})::text]`;
    const { rows } = await sql<object>`${sql.join([...rowsOf, events], sql` union all `)} order by 1`.execute(db);
    return rows;
  });
}

interface Call {
  what: string;
  send(): ReturnType<Browser['send']>;
  answer: [number, string];
  field?: string;
}

function creating(what: string, over: object, field: string): Call {
  return {
    what: `creating with ${what}`,
    send: () => stranger.post('/api/transfers', { ...order, ...over }),
    answer: [400, 'invalid_input'],
    field,
  };
}

function changing(what: string, body: unknown, field: string): Call {
  return {
    what: `changing to ${what}`,
    send: () => owner.send('PATCH', `/api/transfers/${id}`, body),
    answer: [400, 'invalid_input'],
    field,
  };
}

function sending(what: string, body: string, type: string, answer: [number, string]): Call[] {
  const headers = { 'content-type': type };
  return [
    { what: `creating by ${what}`, send: () => stranger.post('/api/transfers', body, headers), answer },
    { what: `changing by ${what}`, send: () => owner.send('PATCH', `/api/transfers/${id}`, body, headers), answer },
    { what: `paying by ${what}`, send: () => owner.post('/api/create-payment-intent', body, headers), answer },
    { what: `writing to us by ${what}`, send: () => owner.post('/api/save-contact', body, headers), answer },
  ];
}

function naming(what: string, wrong: string): Call[] {
  const answer: Call['answer'] = [404, 'transfer_not_found'];
  const path = `/api/transfers/${wrong}`;
  return [
    { what: `changing ${what}`, send: () => owner.send('PATCH', path, { destinationAddress: otherAddress }), answer },
    { what: `completing ${what}`, send: () => owner.post(`${path}/complete`), answer },
    { what: `unlocking ${what}`, send: () => operator.post(`/api/admin/bypass-payment/${wrong}`), answer },
    { what: `paying back ${what}`, send: () => operator.post(`/api/admin/refunds/${wrong}`), answer },
  ];
}

function hooking(what: string, signature: string | undefined): Call {
  return {
    what: `a webhook ${what}`,
    send: () => system.browser().post('/webhooks/stripe', event, signature ? { 'stripe-signature': signature } : {}),
    answer: [400, 'invalid_signature'],
  };
}

const event = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'payment_intent.succeeded', data: {} });
const now = Math.floor(Date.now() / 1000);
function sign(secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${event}`).digest('hex')}`;
}

const large = JSON.stringify({ ...order, email: 'a'.repeat(10 * 1024 * 1024) });
const nul = String.raw`{"transferId": "x", "email": "a\u0000@example.com", "reason": "stripe_pending_notification"}`;

// Each wrong value of a field is in contracts/test/public-api.test.ts.
const calls: Call[] = [
  creating('an unknown exchange', { fromExchange: 'mtgox' }, 'fromExchange'),
  creating('a status', { status: 'paid' }, 'status'),
  creating('an id of its own', { id: unknownId }, 'id'),
  creating('a secret seed', { destinationAddress: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb' }, 'destinationAddress'),
  changing('a negative amount', { sourceAmount: '-0.000001', email: 'half@example.com' }, 'sourceAmount'),
  changing('seven decimals', { sourceAmount: '1.0000001', destinationTag: '9' }, 'sourceAmount'),
  changing(
    'a tag beside the one inside the address',
    { destinationAddress: taggedAddress, destinationTag: '7', email: 'half@example.com' },
    'destinationTag',
  ),
  changing('another price', { serviceFee: '17.76' }, 'serviceFee'),
  changing('paid', { status: 'instructions_sent' }, 'status'),
  ...sending('10 MB', large, 'application/json', [413, 'too_large']),
  ...sending('broken JSON', '{"transferId": ', 'application/json', [400, 'invalid_json']),
  ...sending('JSON called text', JSON.stringify(order), 'text/plain', [415, 'unsupported_media_type']),
  ...sending('a form', 'transferId=1', 'application/x-www-form-urlencoded', [415, 'unsupported_media_type']),
  ...sending('a character that cannot be kept', nul, 'application/json', [400, 'invalid_input']),
  ...naming('an unknown transfer', unknownId),
  ...naming('a malformed id', 'not-an-id'),
  ...naming('an id that cannot be kept', '%00'),
  {
    what: 'changing somebody else’s transfer',
    send: () => stranger.send('PATCH', `/api/transfers/${id}`, { destinationAddress: otherAddress }),
    answer: [403, 'not_your_transfer'],
  },
  {
    what: 'changing it without any cookie',
    send: () => system.browser().send('PATCH', `/api/transfers/${id}`, { email: 'thief@example.com' }),
    answer: [403, 'not_your_transfer'],
  },
  {
    what: 'unlocking without being an operator',
    send: () => owner.post(`/api/admin/bypass-payment/${id}`),
    answer: [401, 'operator_required'],
  },
  hooking('without a signature', undefined),
  hooking('with a forged signature', sign('whsec_somebody_else', now)),
  hooking('with an old signature', sign('whsec_test_0123456789', now - 3600)),
];

describe('bad input', () => {
  let before: object[];
  beforeAll(async () => {
    before = await readAll();
  });

  it.each(calls)('$what is refused, and leaves nothing behind', async ({ send, answer, field }) => {
    const refused = await send();
    expect(refusal(refused)).toEqual(answer);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    if (field) expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(await readAll()).toEqual(before);
  });

  it('of all these has unlocked nothing', async () => {
    expect((await owner.get(`/api/transfers/${id}`)).body).toMatchObject({
      status: 'pending',
      destinationAddress: address,
      destinationTag: null,
      sourceAmount: '0',
      serviceFee: '4.00',
    });
    expect(refusal(await owner.get(`/api/transfer-instructions/${id}`))).toEqual([402, 'payment_required']);
  });
});
