import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteDefinition } from '../src/define.ts';
import { exchangeIds } from '../src/exchanges.ts';
import { metamaskNotice } from '../src/metamask.ts';
import { problems } from '../src/problem.ts';
import {
  AdminBypassPayment,
  CheckDestination,
  CheckTransaction,
  CreateTransfer,
  GetInstructions,
  LogTransferSteps,
  publicRoutes,
  ReadTransfer,
  UpdateTransfer,
} from '../src/public-api/index.ts';
import { transferSchema } from '../src/transfer.ts';
import { walletIds } from '../src/wallets.ts';
import { address, chosen, customerCalls, hash, operatorCalls, transferId } from './specified-calls.ts';

const scheduleAction = (act: string) => ({ service: 'ads', name: 'post-when-due', act });

function findRoute(method: string, path: string): RouteDefinition {
  const route = (publicRoutes as readonly RouteDefinition[]).find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`There is no ${method} ${path}`);
  return route;
}

/** Operator routes that only read, but use POST because their input may be personal data. */
const privateReads = ['/api/admin/contacts/search', '/api/admin/transfers/search'];

/** Returns the names of the required fields of a reply. */
function requiredFields(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
}

describe('the contracts', () => {
  it.each(customerCalls)(
    'accept and return what the specification requires for $call',
    ({ call, sends = [], asks = [], reads = [] }) => {
      const [method, path] = call.split(' ') as [string, string];
      const route = findRoute(method, path);
      for (const query of asks) expect(route.query.safeParse(query).error, JSON.stringify(query)).toBeUndefined();
      for (const body of sends) expect(route.body.safeParse(body).error, JSON.stringify(body)).toBeUndefined();
      expect(requiredFields(route.reply)).toEqual(expect.arrayContaining(reads));
    },
  );

  it.each(operatorCalls)(
    'accept and return what the specification requires for $call, with the access kind ‘$access’',
    ({ call, access, sends = [], reads = [] }) => {
      const [method, path] = call.split(' ') as [string, string];
      const route = findRoute(method, path);
      expect(route.access).toBe(access);
      for (const body of sends) expect(route.body.safeParse(body).error, JSON.stringify(body)).toBeUndefined();
      expect(requiredFields(route.reply)).toEqual(expect.arrayContaining(reads));
    },
  );

  it('accept a transfer with any exchange and any wallet', () => {
    for (const fromExchange of exchangeIds) {
      for (const toWallet of walletIds) {
        expect(CreateTransfer.body.safeParse({ ...chosen, fromExchange, toWallet }).success).toBe(true);
      }
    }
  });

  it('return a transfer with all specified fields, but without an e-mail address or a phone number', () => {
    expect(Object.keys(transferSchema.shape)).toEqual(
      expect.arrayContaining(
        'id fromExchange toWallet sourceAmount destinationAddress destinationTag cryptoType serviceFee status arrivals createdAt updatedAt'.split(
          ' ',
        ),
      ),
    );
    expect(Object.keys(transferSchema.shape).join()).not.toMatch(/mail|phone/);
    for (const status of ['pending', 'paid', 'instructions_sent', 'completed', 'expired', 'refunded']) {
      expect(transferSchema.shape.status.safeParse(status).success).toBe(true);
    }
  });

  it('return instructions with all specified fields', () => {
    const shape = GetInstructions.reply.shape.instructions.shape;
    expect(Object.keys(shape)).toEqual(['overview', 'network', 'sendNow', 'steps', 'troubleshooting']);
    expect(requiredFields(shape.overview)).toEqual(
      expect.arrayContaining(['title', 'description', 'estimatedTime', 'networkFee']),
    );
    expect(requiredFields(shape.steps.element)).toEqual(
      expect.arrayContaining('step title description destinationAddress destinationTag amount actions tips'.split(' ')),
    );
    expect(requiredFields(shape.troubleshooting.shape.support)).toEqual(['email', 'hours', 'response']);
  });
});

describe('a request is refused with', () => {
  it.each([
    ['an unknown exchange', { fromExchange: 'mtgox' }, 'fromExchange'],
    ['an unknown wallet', { toWallet: 'paper' }, 'toWallet'],
    ['a fee outside the price list', { serviceFee: '0.01' }, 'serviceFee'],
    ['a missing fee', { serviceFee: undefined }, 'serviceFee'],
    ['the fee of the upgrade', { serviceFee: '13.76' }, 'serviceFee'],
    ['a fee as a number', { serviceFee: 4 }, 'serviceFee'],
    ['a negative amount', { sourceAmount: -1 }, 'sourceAmount'],
    ['a seventh decimal', { sourceAmount: '1.0000001' }, 'sourceAmount'],
    ['a seventh decimal as a number', { sourceAmount: 1e-7 }, 'sourceAmount'],
    ['more XRP than exists', { sourceAmount: '100000000001' }, 'sourceAmount'],
    ['a status that only the server may set', { status: 'paid' }, 'status'],
    ['another coin', { cryptoType: 'BTC' }, 'cryptoType'],
    ['a wrong address', { destinationAddress: 'rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9' }, 'destinationAddress'],
    ['a tag of 2^32', { destinationTag: '4294967296' }, 'destinationTag'],
    ['an invalid e-mail address', { email: 'someone@' }, 'email'],
  ])('%s', (_, change, field) => {
    const { error } = CreateTransfer.body.safeParse({ ...chosen, ...change });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it.each([
    ['an invalid amount', CheckDestination, { address, amount: '1e3' }, 'amount'],
    ['an unknown exchange', CheckDestination, { address, exchange: 'mtgox' }, 'exchange'],
    ['an answer that is neither yes nor no', CheckDestination, { address, newAddress: 'perhaps' }, 'newAddress'],
    ['an address twice', CheckDestination, { address: [address, address] }, 'address'],
    ['a hash that is too short', CheckTransaction, { hash: hash.slice(1) }, 'hash'],
    ['a hash with a non-hex letter', CheckTransaction, { hash: hash.replace('E', 'G') }, 'hash'],
    ['no hash', CheckTransaction, {}, 'hash'],
    ['a link to somewhere else', CheckTransaction, { hash: `https://x.example/?${hash}` }, 'hash'],
  ])('%s in the query of a ledger check', (_, route, query, field) => {
    const { error } = (route.query as z.ZodType).safeParse(query);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it('a secret in place of a hash, without repeating the secret', () => {
    const seed = 'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9';
    const { error } = CheckTransaction.query.safeParse({ hash: seed });
    expect(error?.issues).toMatchObject([{ path: ['hash'], params: { code: 'secret' } }]);
    expect(JSON.stringify(error?.issues)).not.toContain(seed);
  });

  it('unknown fields, and the error names these fields', () => {
    const { error } = CreateTransfer.body.safeParse({ ...chosen, id: transferId });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['id'] }]);
  });

  it('MetaMask as the wallet, and the error states the reason', () => {
    const { error } = CreateTransfer.body.safeParse({ ...chosen, toWallet: 'metamask' });
    expect(error?.issues).toMatchObject([{ path: ['toWallet'], message: metamaskNotice.reason }]);
  });
});

describe('ledger checks:', () => {
  it('query parameters are normalised; a hash may be in lower case, contain line breaks or be part of a link', () => {
    expect(
      CheckDestination.query.parse({ address: ' r ', amount: '25.5', newAddress: 'yes', recentPurchase: '' }),
    ).toEqual({
      address: ' r ',
      tag: '',
      amount: '25500000',
      newAddress: true,
    });
    const { properties = {} } = z.toJSONSchema(CheckTransaction.query, { io: 'input' });
    const { pattern } = properties.hash as { pattern: string };
    for (const pasted of [
      hash,
      `\u200B${hash.toLowerCase()}\u00AD\n`,
      `${hash.slice(0, 30)}\r\n${hash.slice(30)}`,
      `Https://xrpscan.com/\ntx/${hash} /`,
      `https://xrpscan.com/tx/${hash.toLowerCase()}`,
    ]) {
      expect(CheckTransaction.query.parse({ hash: pasted }).hash).toBe(hash);
      expect(pasted).toMatch(new RegExp(pattern));
    }
  });
});

describe('defaults:', () => {
  it('missing fields get defaults when a transfer is created, but not when a transfer is changed', () => {
    expect(CreateTransfer.body.parse(chosen)).toMatchObject({
      sourceAmount: '0',
      destinationAddress: null,
      destinationTag: null,
      email: null,
    });
    expect(UpdateTransfer.body.parse({})).toEqual({});
    expect(UpdateTransfer.body.parse({ destinationTag: '' })).toEqual({ destinationTag: null });
  });

  it('reads are idempotent, and writes are not unless their contract says so', () => {
    expect(ReadTransfer.idempotent).toBe(true);
    expect(CreateTransfer.idempotent).toBe(false);
    expect(LogTransferSteps.bodyLimit).toBe(16 * 1024);
  });
});

describe('the list of public routes', () => {
  it('marks only routes that begin new work as routes to refuse first under overload', () => {
    const shed = publicRoutes.filter(({ shedFirst }) => shedFirst).map(({ method, path }) => `${method} ${path}`);
    expect(shed.sort()).toEqual([
      'POST /api/quantum-waitlist',
      'POST /api/signal-subscriptions',
      'POST /api/transfers',
    ]);
  });

  it('contains each combination of method and path once, and only known error codes', () => {
    const names = publicRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    for (const code of publicRoutes.flatMap((route) => [...route.errors])) expect(problems).toHaveProperty(code);
  });

  it('sets publicIfBodyHas only for clicks on ads', () => {
    const opened = (publicRoutes as readonly RouteDefinition[]).filter(
      ({ publicIfBodyHas }) => publicIfBodyHas.length > 0,
    );
    expect(opened.map(({ path, publicIfBodyHas }) => [path, publicIfBodyHas])).toEqual([
      ['/api/ad-revenue', ['adNetwork', 'campaignId']],
    ]);
  });

  it('sets an audit action for exactly the operator routes that change something', () => {
    for (const { method, path, access, auditAction, summary } of publicRoutes as readonly RouteDefinition[]) {
      const words = auditAction?.({ params: {}, body: 'nonsense' });
      const isChange = access === 'operator' && method !== 'GET' && !privateReads.includes(path);
      expect(words === undefined, path).toBe(!isChange);
      if (words !== summary && words !== undefined) expect(words, path).toMatch(/^[A-Z][\w -]{3,28}$/);
    }
  });

  it.each(
    (publicRoutes as readonly RouteDefinition[])
      .filter(({ access, method }) => access === 'operator' && !['GET', 'DELETE'].includes(method))
      .filter(({ path }) => !privateReads.includes(path))
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('allows a reason of up to 500 characters for the audit trail in the body of %s', (_call, { body }) => {
    const wrong = (reason: string) =>
      (body.safeParse({ reason }).error?.issues ?? []).filter(
        ({ path, code }) => path[0] === 'reason' || code === 'unrecognized_keys',
      );
    expect(wrong('x'.repeat(500))).toEqual([]);
    expect(wrong('x'.repeat(501))).toHaveLength(1);
  });

  it.each([
    ['PUT', '/api/maintenance-status', {}, { maintenanceMode: true }, 'Turn maintenance on'],
    ['PUT', '/api/maintenance-status', {}, { maintenanceMode: false, reason: 'Done' }, 'Turn maintenance off'],
    [
      'PUT',
      '/api/maintenance-status',
      {},
      { maintenanceMode: 'maybe' },
      'Opens or closes the application for customers',
    ],
    ['PUT', '/api/maintenance-status', {}, null, 'Opens or closes the application for customers'],
    ['POST', '/api/admin/refunds/{transferId}', { transferId }, undefined, 'Refund a payment'],
    ['POST', '/api/admin/refunds/{transferId}', { transferId }, { product: 'concierge' }, 'Refund the concierge'],
    ['POST', '/api/admin/tasks/{id}/assign', { id: 'a' }, { to: 'Ada' }, 'Assign a task'],
    ['POST', '/api/admin/tasks/{id}/assign', { id: 'a' }, { to: null }, 'Unassign a task'],
    ['POST', '/api/admin/schedules/{service}/{name}/{act}', scheduleAction('pause'), undefined, 'Pause a schedule'],
    ['POST', '/api/admin/schedules/{service}/{name}/{act}', scheduleAction('resume'), {}, 'Resume a schedule'],
    ['PATCH', '/api/admin/ad-automation', {}, { autoPostEnabled: false }, 'Stop all posting'],
    ['PATCH', '/api/admin/ad-automation', {}, { autoPostEnabled: true }, 'Turn on posting'],
    ['PATCH', '/api/admin/ad-automation', {}, { dailyCap: 2 }, 'Change posting settings'],
    ['PATCH', '/api/admin/ad-variations/{id}', { id: 'a' }, { retired: true }, 'Retire an ad text'],
    ['PATCH', '/api/admin/ad-variations/{id}', { id: 'a' }, { retired: false }, 'Restore an ad text'],
    ['PATCH', '/api/admin/ad-variations/{id}', { id: 'a' }, { theme: 'tags' }, 'Edit an ad text'],
    ['PATCH', '/api/admin/campaigns/{id}', { id: 'a' }, { status: 'ended' }, 'End a campaign'],
  ])(
    'contains %s %s, whose audit action for the params %j and the body %j is “%s”',
    (method, path, params, body, words) => {
      expect(findRoute(method, path).auditAction?.({ params, body })).toBe(words);
    },
  );

  it('requires an operator for every path below /api/admin/', () => {
    const operatorRoutes = publicRoutes.filter(({ path }) => path.startsWith('/api/admin/'));
    expect(operatorRoutes.every((route) => route.access === 'operator')).toBe(true);
    expect(AdminBypassPayment.errors).toContain('operator_required');
  });
});
