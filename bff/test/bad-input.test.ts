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

// Schedules are off, because scheduled jobs also change rows.
const system = useSystem({}, { hasNoSchedules: true });
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
 * Returns every row of all services' tables, and the number of events.
 *
 * Leaves out the tables that a refused call may change: the audit trail, the operator sessions and the health of
 * providers.
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

function createWith(what: string, over: object, field: string): Call {
  return {
    what: `creating a transfer with ${what}`,
    send: () => stranger.post('/api/transfers', { ...order, ...over }),
    answer: [400, 'invalid_input'],
    field,
  };
}

function changeTo(what: string, body: unknown, field: string): Call {
  return {
    what: `changing a transfer to ${what}`,
    send: () => owner.send('PATCH', `/api/transfers/${id}`, body),
    answer: [400, 'invalid_input'],
    field,
  };
}

function sendBody(what: string, body: string, type: string, answer: [number, string]): Call[] {
  const headers = { 'content-type': type };
  return [
    { what: `creating a transfer with ${what}`, send: () => stranger.post('/api/transfers', body, headers), answer },
    {
      what: `changing a transfer with ${what}`,
      send: () => owner.send('PATCH', `/api/transfers/${id}`, body, headers),
      answer,
    },
    {
      what: `creating a payment with ${what}`,
      send: () => owner.post('/api/create-payment-intent', body, headers),
      answer,
    },
    { what: `saving a contact with ${what}`, send: () => owner.post('/api/save-contact', body, headers), answer },
  ];
}

function useId(what: string, wrong: string): Call[] {
  const answer: Call['answer'] = [404, 'transfer_not_found'];
  const path = `/api/transfers/${wrong}`;
  return [
    { what: `changing ${what}`, send: () => owner.send('PATCH', path, { destinationAddress: otherAddress }), answer },
    { what: `completing ${what}`, send: () => owner.post(`${path}/complete`), answer },
    { what: `unlocking ${what}`, send: () => operator.post(`/api/admin/bypass-payment/${wrong}`), answer },
    { what: `refunding ${what}`, send: () => operator.post(`/api/admin/refunds/${wrong}`), answer },
  ];
}

function sendWebhook(what: string, signature: string | undefined): Call {
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

// contracts/test/public-api.test.ts covers the invalid values of each field.
const calls: Call[] = [
  createWith('an unknown exchange', { fromExchange: 'mtgox' }, 'fromExchange'),
  createWith('a status', { status: 'paid' }, 'status'),
  createWith('an id of its own', { id: unknownId }, 'id'),
  createWith('a secret seed', { destinationAddress: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb' }, 'destinationAddress'),
  changeTo('a negative amount', { sourceAmount: '-0.000001', email: 'half@example.com' }, 'sourceAmount'),
  changeTo('seven decimals', { sourceAmount: '1.0000001', destinationTag: '9' }, 'sourceAmount'),
  changeTo(
    'a tag that conflicts with the X-address',
    { destinationAddress: taggedAddress, destinationTag: '7', email: 'half@example.com' },
    'destinationTag',
  ),
  changeTo('another price', { serviceFee: '17.76' }, 'serviceFee'),
  changeTo('paid', { status: 'instructions_sent' }, 'status'),
  ...sendBody('a body of 10 MB', large, 'application/json', [413, 'too_large']),
  ...sendBody('broken JSON', '{"transferId": ', 'application/json', [400, 'invalid_json']),
  ...sendBody('JSON declared as text', JSON.stringify(order), 'text/plain', [415, 'unsupported_media_type']),
  ...sendBody('a form body', 'transferId=1', 'application/x-www-form-urlencoded', [415, 'unsupported_media_type']),
  ...sendBody('a NUL character', nul, 'application/json', [400, 'invalid_input']),
  ...useId('an unknown transfer', unknownId),
  ...useId('a transfer with a malformed id', 'not-an-id'),
  ...useId('a transfer with a NUL character in its id', '%00'),
  {
    what: 'changing a transfer of another customer',
    send: () => stranger.send('PATCH', `/api/transfers/${id}`, { destinationAddress: otherAddress }),
    answer: [403, 'not_your_transfer'],
  },
  {
    what: 'changing a transfer without a cookie',
    send: () => system.browser().send('PATCH', `/api/transfers/${id}`, { email: 'thief@example.com' }),
    answer: [403, 'not_your_transfer'],
  },
  {
    what: 'unlocking a transfer without an operator session',
    send: () => owner.post(`/api/admin/bypass-payment/${id}`),
    answer: [401, 'operator_required'],
  },
  sendWebhook('without a signature', undefined),
  sendWebhook('with a forged signature', sign('whsec_somebody_else', now)),
  sendWebhook('with an old signature', sign('whsec_test_0123456789', now - 3600)),
];

describe('invalid input:', () => {
  let before: object[];
  beforeAll(async () => {
    before = await readAll();
  });

  it.each(calls)('$what is refused and changes no row', async ({ send, answer, field }) => {
    const refused = await send();
    expect(refusal(refused)).toEqual(answer);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    if (field) expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(await readAll()).toEqual(before);
  });

  it('after all invalid calls, the transfer is unchanged and the guide is still locked', async () => {
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
