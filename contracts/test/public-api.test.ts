import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Access, RouteDefinition } from '../src/define.ts';
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

const transferId = '0af7651916cd43dd8448eb211c80319c';
const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const hash = 'E3FE6EA3D48F0C2B639448020EA4F03D4F4F8FFDB243A852A0F59177921B4879';
const chosen = { fromExchange: 'coinbase', toWallet: 'trust', serviceFee: '4.00' };

const scheduled = (act: string) => ({ service: 'ads', name: 'post-when-due', act });

function findRoute(method: string, path: string): RouteDefinition {
  const route = (publicRoutes as readonly RouteDefinition[]).find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`There is no ${method} ${path}`);
  return route;
}

/** The names of the fields that a reply always has. */
function requiredFields(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
}

/** Everything the customer's screens send and read (specification of the journey, §7), and what the design adds. */
const calls: { call: string; sends?: unknown[]; asks?: object[]; reads?: string[] }[] = [
  {
    call: 'POST /api/transfers',
    sends: [
      { ...chosen, sourceAmount: 100, destinationAddress: 'pending' },
      { ...chosen, sourceAmount: '0', destinationAddress: 'pending' },
      { ...chosen, sourceAmount: '25.5', destinationAddress: address, serviceFee: '17.76' },
      { ...chosen, sourceAmount: '', destinationAddress: '', destinationTag: '', email: '' },
      { ...chosen, destinationTag: null, destinationAddress: null, sourceAmount: null, email: null },
      { ...chosen, destinationAddress: address, destinationTag: 0, cryptoType: 'XRP', status: 'pending' },
      { ...chosen, email: 'someone@example.com' },
      chosen,
    ],
    reads: ['id', 'status', 'createdAt'],
  },
  { call: 'GET /api/transfers/{id}', reads: ['id', 'fromExchange', 'toWallet', 'status', 'serviceFee'] },
  {
    call: 'PATCH /api/transfers/{id}',
    sends: [
      {},
      { destinationAddress: address },
      { destinationTag: '4294967295' },
      { destinationTag: '' },
      { sourceAmount: '12.000001' },
      { testFirst: false },
      { email: null },
    ],
    reads: ['id', 'destinationAddress', 'destinationTag', 'sourceAmount'],
  },
  { call: 'POST /api/transfers/{id}/complete', sends: [undefined], reads: ['status'] },
  { call: 'POST /api/transfers/{id}/confirm-arrival', sends: [undefined], reads: ['status', 'arrivals'] },
  { call: 'GET /api/transfers/{id}/events' },
  {
    call: 'POST /api/create-payment-intent',
    sends: [{ transferId }, { transferId, amount: '4.00' }, { transferId, amount: 17.76 }, { transferId, amount: -1 }],
    reads: ['clientSecret'],
  },
  {
    call: 'POST /api/create-concierge-payment',
    sends: [{ transferId }, { transferId, amount: 1376 }],
    reads: ['clientSecret'],
  },
  { call: 'GET /api/transfer-instructions/{id}', reads: ['instructions'] },
  {
    call: 'GET /api/destination-check',
    asks: [
      {},
      { address },
      { address: '0x0000', tag: 'x' },
      { address, tag: '', amount: '', exchange: '', newAddress: '', passwordChanged: '', recentPurchase: '' },
      { address, tag: '7', amount: '25.5', exchange: 'kraken', newAddress: 'true', passwordChanged: 'false' },
      { address, recentPurchase: 'yes', exchange: 'other' },
    ],
    reads:
      'verdict address tag reasons reserveXrp networkFeeXrp firstAmountXrp expectedArrival checkedAt ledgerIndex'.split(
        ' ',
      ),
  },
  {
    call: 'GET /api/transaction-check',
    asks: [
      { hash },
      { hash: ` ${hash.toLowerCase()}\n`, transferId },
      { hash: `https://livenet.xrpl.org/transactions/${hash}` },
    ],
    reads: 'outcome hash code title text next deliveredXrp lookAgainAt links checkedAt'.split(' '),
  },
  { call: 'GET /api/wallet-guides/{wallet}', reads: ['guide'] },
  { call: 'GET /api/exchange-guides/{exchange}', reads: ['guide'] },
  {
    call: 'POST /api/log-transfer-steps',
    sends: [
      { walletAddress: address, destinationTag: '', fromExchange: 'kraken', toWallet: 'xumm' },
      { walletAddress: '', destinationTag: null },
    ],
  },
  {
    call: 'POST /api/save-contact',
    sends: [
      { transferId, email: 'someone@example.com', phone: '', reason: 'stripe_pending_notification' },
      {
        transferId,
        email: 'someone@example.com',
        reason: 'stripe_pending_notification',
        message: 'Please write to me',
      },
    ],
  },
  { call: 'POST /api/quantum-waitlist', sends: [{ email: ' someone@example.com ' }] },
  {
    call: 'POST /api/ai-helper',
    sends: [
      { question: 'Do I need a destination tag?', context: '/checkout', step: 'payment' },
      { question: ' tag? ', context: '/transfer', step: 'anything', fromExchange: 'kraken', toWallet: 'xumm' },
      { question: 'Hello', context: null, step: null, fromExchange: null, toWallet: null },
      { question: 'Hello' },
      { question: 'How much?', transferId: 'f'.repeat(32) },
    ],
    reads: ['response', 'suggestions', 'sources'],
  },
  {
    call: 'GET /api/config',
    reads: ['productName', 'mode', 'prices', 'stripe', 'manualPayments', 'support'],
  },
  { call: 'GET /api/maintenance-status', reads: ['maintenanceMode'] },
  { call: 'PUT /api/maintenance-status', sends: [{ maintenanceMode: true }], reads: ['maintenanceMode'] },
  { call: 'GET /api/get-client-ip', reads: ['ip'] },
  {
    call: 'POST /api/admin/bypass-payment/{transferId}',
    sends: [undefined, {}, { reason: 'Paid by hand' }],
    reads: ['success', 'message'],
  },
  {
    call: 'POST /api/admin/refunds/{transferId}',
    sends: [undefined, { reason: 'Asked by the customer' }, { paymentId: 'pay_1', product: 'all' }],
  },
  {
    call: 'POST /api/admin/concierge/{orderId}/email',
    sends: [{ email: 'ann@example.com' }, { email: ' ann@example.com ', reason: 'She showed the card statement' }],
    reads: ['ok'],
  },
  { call: 'POST /api/admin/events/{id}/redrive', sends: [undefined, { reason: 'Fixed' }] },
  { call: 'GET /api/admin/transfers' },
  { call: 'GET /api/admin/payments' },
  { call: 'GET /api/admin/contacts' },
  { call: 'GET /api/admin/events' },
  { call: 'GET /api/admin/jobs' },
  { call: 'GET /api/admin/audit' },
  { call: 'POST /api/operator/session', sends: [{ password: 'x' }, { password: 'x', name: 'Ada' }] },
  { call: 'GET /api/operator/session', reads: ['name', 'expiresAt'] },
  { call: 'DELETE /api/operator/session' },
  { call: 'POST /webhooks/stripe' },
];

const campaign = {
  platform: 'google-ads',
  campaignName: 'Autumn',
  budget: 100,
  keywords: ['xrp wallet'],
  adMessage: 'Your own wallet.',
  targetAudience: 'Holders of XRP',
};

/** Every call of the secondary areas (their specification, §7), with who may make it (DESIGN §2, "Who may call"). */
const operatorCalls: { call: string; access: Access; sends?: unknown[]; reads?: string[] }[] = [
  {
    call: 'GET /api/ad-automation-status',
    access: 'operator',
    reads: ['autoPostEnabled', 'canPost', 'nextPostTime', 'totalPosts', 'adPoolSize', 'lastPost'],
  },
  { call: 'GET /api/google-ads/campaigns', access: 'operator' },
  { call: 'GET /api/trending-cryptos', access: 'open' },
  { call: 'POST /api/safe-ad-post', access: 'operator', sends: [undefined], reads: ['success', 'message'] },
  { call: 'GET /api/preview-next-ad', access: 'operator', reads: ['preview'] },
  {
    call: 'POST /api/google-ads/initialize-robinhood',
    access: 'operator',
    sends: [undefined],
    reads: ['success', 'message'],
  },
  { call: 'POST /api/x-ads/daily-post', access: 'operator', sends: [undefined], reads: ['success', 'message'] },
  { call: 'GET /api/test-x-api', access: 'operator' },
  { call: 'POST /api/test-x-post', access: 'operator', sends: [{ message: 'Hello' }] },
  { call: 'GET /api/x-rate-limits', access: 'operator' },
  {
    call: 'POST /api/test-x-ad',
    access: 'operator',
    sends: [{ campaignName: 'A try', budget: 50, keywords: ['one', 'two', 'three'] }],
  },
  { call: 'GET /api/get-client-ip', access: 'open', reads: ['ip'] },
  { call: 'POST /api/admin/bypass-payment/{transferId}', access: 'operator', sends: [undefined] },
  { call: 'GET /api/maintenance-status', access: 'open', reads: ['maintenanceMode'] },
  { call: 'PUT /api/maintenance-status', access: 'operator', sends: [{ maintenanceMode: true }] },
  { call: 'POST /api/quantum-waitlist', access: 'open', sends: [{ email: 'ann@example.com' }] },
  {
    call: 'POST /api/ad-revenue',
    access: 'operator',
    sends: [
      { source: 'Sponsor', amount: '12.50', currency: 'USD' },
      { source: 'xrp-bridge-cpc', amount: 0.2, currency: 'USD', adNetwork: 'coinzilla' },
      { source: 'house', amount: 2.5, currency: 'USD', campaignId: 'campaign_1' },
    ],
  },
  { call: 'GET /api/ad-revenue/unreinvested', access: 'operator', reads: ['revenue'] },
  { call: 'POST /api/ad-revenue/{id}/reinvest', access: 'operator', sends: [undefined] },
  {
    call: 'GET /api/admin/dashboard',
    access: 'operator',
    reads: [
      'totalRevenue',
      'completedTransfers',
      'adRevenue',
      'unreinvestedAmount',
      'activeCampaigns',
      'shouldReinvest',
    ],
  },
  { call: 'POST /api/initialize-advertising', access: 'operator', sends: [undefined] },
  {
    call: 'POST /api/ad-campaigns',
    access: 'operator',
    sends: ['google-ads', 'meta-ads', 'rumble-ads', 'x-ads'].map((platform) => ({ ...campaign, platform })),
  },
  { call: 'GET /api/hot-meter', access: 'open', reads: ['coins'] },
  { call: 'GET /api/leader-highlights', access: 'open' },
];

describe('nothing is narrowed', () => {
  it.each(calls)('$call', ({ call, sends = [], asks = [], reads = [] }) => {
    const [method, path] = call.split(' ') as [string, string];
    const route = findRoute(method, path);
    for (const query of asks) expect(route.query.safeParse(query).error, JSON.stringify(query)).toBeUndefined();
    for (const body of sends) expect(route.body.safeParse(body).error, JSON.stringify(body)).toBeUndefined();
    expect(requiredFields(route.reply)).toEqual(expect.arrayContaining(reads));
  });

  it.each(operatorCalls)(
    '$call of the secondary areas, for the kind ‘$access’',
    ({ call, access, sends = [], reads = [] }) => {
      const [method, path] = call.split(' ') as [string, string];
      const route = findRoute(method, path);
      expect(route.access).toBe(access);
      for (const body of sends) expect(route.body.safeParse(body).error, JSON.stringify(body)).toBeUndefined();
      expect(requiredFields(route.reply)).toEqual(expect.arrayContaining(reads));
    },
  );

  it('clicks alone are open where records of revenue are closed', () => {
    expect(findRoute('POST', '/api/ad-revenue').openWith).toEqual(['adNetwork', 'campaignId']);
  });

  it('every exchange and every wallet can be chosen', () => {
    for (const fromExchange of exchangeIds) {
      for (const toWallet of walletIds) {
        expect(CreateTransfer.body.safeParse({ ...chosen, fromExchange, toWallet }).success).toBe(true);
      }
    }
  });

  it('the transfer has the fields of the design, and none that is private', () => {
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

  it('instructions keep the shape of the specification', () => {
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

describe('what is refused', () => {
  it.each([
    ['an unknown exchange', { fromExchange: 'mtgox' }, 'fromExchange'],
    ['an unknown wallet', { toWallet: 'paper' }, 'toWallet'],
    ['a fee outside the price list', { serviceFee: '0.01' }, 'serviceFee'],
    ['a missing fee', { serviceFee: undefined }, 'serviceFee'],
    ['a negative amount', { sourceAmount: -1 }, 'sourceAmount'],
    ['a seventh decimal', { sourceAmount: '1.0000001' }, 'sourceAmount'],
    ['a status that only we may give', { status: 'paid' }, 'status'],
    ['another coin', { cryptoType: 'BTC' }, 'cryptoType'],
    ['a wrong address', { destinationAddress: 'rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9' }, 'destinationAddress'],
    ['a tag of 2^32', { destinationTag: '4294967296' }, 'destinationTag'],
    ['an e-mail address that is none', { email: 'someone@' }, 'email'],
  ])('%s', (_, change, field) => {
    const { error } = CreateTransfer.body.safeParse({ ...chosen, ...change });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it.each([
    ['an amount that is none', CheckDestination, { address, amount: '1e3' }, 'amount'],
    ['an exchange we do not know', CheckDestination, { address, exchange: 'mtgox' }, 'exchange'],
    ['an answer that is neither yes nor no', CheckDestination, { address, newAddress: 'perhaps' }, 'newAddress'],
    ['an address twice', CheckDestination, { address: [address, address] }, 'address'],
    ['a hash that is too short', CheckTransaction, { hash: hash.slice(1) }, 'hash'],
    ['a hash with other letters', CheckTransaction, { hash: hash.replace('E', 'G') }, 'hash'],
    ['no hash', CheckTransaction, {}, 'hash'],
    ['a link to somewhere else', CheckTransaction, { hash: `https://x.example/?${hash}` }, 'hash'],
  ])('%s in a question', (_, route, query, field) => {
    const { error } = (route.query as z.ZodType).safeParse(query);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it('a secret where a hash belongs, without repeating it', () => {
    const seed = 'sn3nxiW7v8KXzPzAqzyHXbSSKNuN9';
    const { error } = CheckTransaction.query.safeParse({ hash: seed });
    expect(error?.issues).toMatchObject([{ path: ['hash'], params: { code: 'secret' } }]);
    expect(JSON.stringify(error?.issues)).not.toContain(seed);
  });

  it('unknown fields, which are named', () => {
    const { error } = CreateTransfer.body.safeParse({ ...chosen, id: transferId });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['id'] }]);
  });

  it('MetaMask, with the reason', () => {
    const { error } = CreateTransfer.body.safeParse({ ...chosen, toWallet: 'metamask' });
    expect(error?.issues).toMatchObject([{ path: ['toWallet'], message: metamaskNotice.reason }]);
  });
});

describe('questions about the ledger', () => {
  it('are read as they are meant', () => {
    expect(
      CheckDestination.query.parse({ address: ' r ', amount: '25.5', newAddress: 'yes', recentPurchase: '' }),
    ).toEqual({
      address: ' r ',
      tag: '',
      amount: '25500000',
      newAddress: true,
    });
    for (const pasted of [
      hash,
      hash.toLowerCase(),
      `${hash.slice(0, 30)}\n${hash.slice(30)}`,
      `https://xrpscan.com/tx/${hash}/`,
    ]) {
      expect(CheckTransaction.query.parse({ hash: pasted }).hash).toBe(hash);
    }
  });
});

describe('defaults', () => {
  it('a new transfer has everything, a change only what is given', () => {
    expect(CreateTransfer.body.parse(chosen)).toMatchObject({
      sourceAmount: '0',
      destinationAddress: null,
      destinationTag: null,
      email: null,
    });
    expect(UpdateTransfer.body.parse({})).toEqual({});
    expect(UpdateTransfer.body.parse({ destinationTag: '' })).toEqual({ destinationTag: null });
  });

  it('reads may be repeated, writes only where it is said', () => {
    expect(ReadTransfer.idempotent).toBe(true);
    expect(CreateTransfer.idempotent).toBe(false);
    expect(LogTransferSteps.bodyLimit).toBe(16 * 1024);
  });
});

describe('the list of calls', () => {
  it('sheds first what begins something new, and nothing that a customer has begun or paid', () => {
    const shed = publicRoutes.filter(({ shedFirst }) => shedFirst).map(({ method, path }) => `${method} ${path}`);
    expect(shed.sort()).toEqual([
      'POST /api/quantum-waitlist',
      'POST /api/signal-subscriptions',
      'POST /api/transfers',
    ]);
  });

  it('names each call once, and only codes of the closed list', () => {
    const names = publicRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    for (const code of publicRoutes.flatMap((route) => [...route.errors])) expect(problems).toHaveProperty(code);
  });

  // Specification of the operators' areas, §7, and who may call (DESIGN §2).
  it.each([
    ['GET /api/ad-automation-status', 'operator'],
    ['GET /api/google-ads/campaigns', 'operator'],
    ['GET /api/trending-cryptos', 'open'],
    ['POST /api/safe-ad-post', 'operator'],
    ['GET /api/preview-next-ad', 'operator'],
    ['POST /api/google-ads/initialize-robinhood', 'operator'],
    ['POST /api/x-ads/daily-post', 'operator'],
    ['GET /api/test-x-api', 'operator'],
    ['POST /api/test-x-post', 'operator'],
    ['GET /api/x-rate-limits', 'operator'],
    ['POST /api/test-x-ad', 'operator'],
    ['GET /api/get-client-ip', 'open'],
    ['POST /api/admin/bypass-payment/{transferId}', 'operator'],
    ['GET /api/maintenance-status', 'open'],
    ['PUT /api/maintenance-status', 'operator'],
    ['POST /api/quantum-waitlist', 'open'],
    ['POST /api/ad-revenue', 'operator'],
    ['GET /api/ad-revenue/unreinvested', 'operator'],
    ['POST /api/ad-revenue/{id}/reinvest', 'operator'],
    ['GET /api/admin/dashboard', 'operator'],
    ['POST /api/initialize-advertising', 'operator'],
    ['POST /api/ad-campaigns', 'operator'],
    ['GET /api/hot-meter', 'open'],
    ['GET /api/leader-highlights', 'open'],
    ['GET /api/ads', 'open'],
  ])('%s is for the kind ‘%s’', (call, access) => {
    const [method = '', path = ''] = call.split(' ');
    expect(findRoute(method, path).access).toBe(access);
  });

  it('opens a call for operators to clicks on ads alone', () => {
    const opened = (publicRoutes as readonly RouteDefinition[]).filter(({ openWith }) => openWith.length > 0);
    expect(opened.map(({ path, openWith }) => [path, openWith])).toEqual([
      ['/api/ad-revenue', ['adNetwork', 'campaignId']],
    ]);
  });

  it.each([
    ['a banner', { source: 'xrp-bridge-cpc', amount: 0.2, currency: 'USD', adNetwork: 'coinzilla' }],
    ['a card', { source: 'house', amount: 2.5, currency: 'USD', campaignId: 'house-tag' }],
    ['an operator', { source: 'Sponsor', amount: '12.50', currency: 'USD' }],
  ])('takes the revenue that %s tells of', (_who, body) => {
    expect((findRoute('POST', '/api/ad-revenue').body as z.ZodType).safeParse(body).success).toBe(true);
  });

  it('says in words what an operator does by each call that changes something, and by no other', () => {
    for (const { method, path, access, act, summary } of publicRoutes as readonly RouteDefinition[]) {
      const words = act?.({ params: {}, body: 'nonsense' });
      const isChange = access === 'operator' && method !== 'GET';
      expect(words === undefined, path).toBe(!isChange);
      if (words !== summary && words !== undefined) expect(words, path).toMatch(/^[A-Z][\w ]{3,28}$/);
    }
  });

  it.each(
    (publicRoutes as readonly RouteDefinition[])
      .filter(({ access, method }) => access === 'operator' && !['GET', 'DELETE'].includes(method))
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('%s takes the words for the audit trail (DESIGN §4.7), up to 500 letters', (_call, { body }) => {
    const wrong = (reason: string) =>
      (body.safeParse({ reason }).error?.issues ?? []).filter(
        ({ path, code }) => path[0] === 'reason' || code === 'unrecognized_keys',
      );
    expect(wrong('x'.repeat(500))).toEqual([]);
    expect(wrong('x'.repeat(501))).toHaveLength(1);
  });

  it.each([
    ['PUT', '/api/maintenance-status', {}, { maintenanceMode: true }, 'Close the application'],
    ['PUT', '/api/maintenance-status', {}, { maintenanceMode: false, reason: 'Done' }, 'Open the application'],
    [
      'PUT',
      '/api/maintenance-status',
      {},
      { maintenanceMode: 'maybe' },
      'Opens or closes the application for customers',
    ],
    ['PUT', '/api/maintenance-status', {}, null, 'Opens or closes the application for customers'],
    ['POST', '/api/admin/refunds/{transferId}', { transferId }, undefined, 'Pay back'],
    ['POST', '/api/admin/refunds/{transferId}', { transferId }, { product: 'concierge' }, 'Pay the concierge back'],
    ['POST', '/api/admin/tasks/{id}/assign', { id: 'a' }, { to: 'Ada' }, 'Assign a task'],
    ['POST', '/api/admin/tasks/{id}/assign', { id: 'a' }, { to: null }, 'Give a task back'],
    ['POST', '/api/admin/schedules/{service}/{name}/{act}', scheduled('pause'), undefined, 'Pause a schedule'],
    ['POST', '/api/admin/schedules/{service}/{name}/{act}', scheduled('resume'), {}, 'Resume a schedule'],
    ['PATCH', '/api/admin/ad-automation', {}, { autoPostEnabled: false }, 'Stop all posting'],
    ['PATCH', '/api/admin/ad-automation', {}, { autoPostEnabled: true }, 'Switch posting on'],
    ['PATCH', '/api/admin/ad-automation', {}, { dailyCap: 2 }, 'Change the posting'],
    ['PATCH', '/api/admin/ad-variations/{id}', { id: 'a' }, { retired: true }, 'Retire a text'],
    ['PATCH', '/api/admin/ad-variations/{id}', { id: 'a' }, { retired: false }, 'Take a text back'],
    ['PATCH', '/api/admin/ad-variations/{id}', { id: 'a' }, { theme: 'tags' }, 'Edit a text'],
    ['PATCH', '/api/admin/campaigns/{id}', { id: 'a' }, { status: 'ended' }, 'End a campaign'],
  ])('%s %s of %j with %j is “%s”', (method, path, params, body, words) => {
    expect(findRoute(method, path).act?.({ params, body })).toBe(words);
  });

  it('closes every operator call', () => {
    const operatorRoutes = publicRoutes.filter(({ path }) => path.startsWith('/api/admin/'));
    expect(operatorRoutes.every((route) => route.access === 'operator')).toBe(true);
    expect(AdminBypassPayment.errors).toContain('operator_required');
  });
});
