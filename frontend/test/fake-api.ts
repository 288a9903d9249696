import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { transactionLinks } from '@xrp-bridge/contracts/explorers';
import type { DestinationAnswer, TransactionAnswer } from '@xrp-bridge/contracts/ledger';
import type { Receipt } from '@xrp-bridge/contracts/payment';
import { type ProblemCode, problems } from '@xrp-bridge/contracts/problem';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { transferSchema } from '@xrp-bridge/contracts/transfer';
import { buildInstructions } from '@xrp-bridge/guidance/instructions';
import { findExchangeGuide, findWalletGuide } from '@xrp-bridge/guidance/open-guides';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import type { ConciergeStanding } from '../src/domain/concierge/standing.ts';
import type { Highlight, HotCoin, Signal, SourceAge, Trending } from '../src/domain/signals/api.ts';
import type { Transfer } from '../src/domain/transfer/transfers.ts';
import type { Reply } from '../src/lib/api/client.ts';
import type { Config } from '../src/lib/api/config.ts';

export const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
/** Test vectors of the XRP Ledger's own documentation. */
export const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
export const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
export const sandboxStripe = 'https://stripe.sandbox.test';

const config: Config = {
  productName: 'XRP Bridge',
  mode: 'sandbox',
  prices: { guide: '4.00', concierge: '13.76', bundle: '17.76', currency: 'USD' },
  conciergeOffered: false,
  statementName: 'XRP BRIDGE',
  stripe: { publishableKey: 'pk_sandbox_test', apiBase: sandboxStripe },
  manualPayments: [
    { id: 'paypal', label: 'PayPal', handle: '@bridge-paypal' },
    { id: 'venmo', label: 'Venmo', handle: '@bridge-venmo' },
    { id: 'cashapp', label: 'Cash App', handle: '$bridgecash' },
    { id: 'zelle', label: 'Zelle', handle: 'zelle@bridge.test' },
  ],
  support: { email: 'help@bridge.test', hours: 'Monday to Friday', response: 'within one working day' },
};

function transferOf(over: Partial<Transfer> = {}): Transfer {
  const transfer = withWatch(over, {
    id,
    mine: true,
    fromExchange: 'coinbase',
    toWallet: 'xumm',
    sourceAmount: '0',
    destinationAddress: 'pending',
    destinationTag: null,
    testFirst: true,
    cryptoType: 'XRP',
    serviceFee: '4.00',
    status: 'pending',
    access: { guide: false, concierge: 'none' },
    arrivals: [],
    arrivalClaimedAt: null,
    watch: null,
    addressChangedAt: null,
    refundRequestedAt: null,
    version: 1,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    ...over,
  });
  return withAccess(over, withArrival(over, transfer));
}

/** As the server does: what was ordered is owned once it is paid for, unless a test says otherwise. */
function withAccess(said: Partial<Transfer>, transfer: Transfer): Transfer {
  if (said.access !== undefined) return transfer;
  const guide = transfer.status === 'instructions_sent' || transfer.status === 'completed';
  const ordered = transfer.serviceFee === '17.76';
  const concierge = !ordered ? 'none' : guide ? 'owned' : transfer.status === 'refunded' ? 'refunded' : 'none';
  return { ...transfer, access: { guide, concierge } };
}

/** As the server does: a completed transfer has arrived, unless a test says otherwise. */
function withArrival(said: Partial<Transfer>, transfer: Transfer): Transfer {
  if (transfer.status !== 'completed' || said.arrivals !== undefined || transfer.arrivals.length > 0) return transfer;
  if (transfer.arrivalClaimedAt) return transfer;
  return { ...transfer, arrivals: [{ hash, deliveredXrp: '25', ledgerIndex: 9, at: '2026-11-20T10:00:00.000Z' }] };
}

/** As the server does: what is paid and has an address is watched, unless a test says otherwise. */
function withWatch(said: Partial<Transfer>, transfer: Transfer): Transfer {
  if (said.watch !== undefined) return transfer;
  const watched = transfer.mine && transfer.status === 'instructions_sent' && transfer.destinationAddress !== 'pending';
  return { ...transfer, watch: watched ? { state: 'watching', until: '2026-12-04T10:00:00.000Z' } : null };
}

export const hash = 'E3FE6EA3D48F0C2B639448020EA4F03D4F4F8FFDB243A852A0F59177921B4879';

function transactionOf(over: Partial<TransactionAnswer> = {}): TransactionAnswer {
  return {
    outcome: 'delivered',
    hash,
    code: 'tesSUCCESS',
    title: 'The payment has arrived at your address',
    text: 'The ledger has delivered this XRP to the address of your wallet.',
    next: ['Open your wallet app to see it.'],
    deliveredXrp: '24.9',
    destination: null,
    destinationTag: null,
    ledgerIndex: 9,
    at: '2026-11-20T12:00:00.000Z',
    lookAgainAt: null,
    links: transactionLinks(hash),
    checkedAt: '2026-11-20T12:00:05.000Z',
    ...over,
  };
}

/** An error answer as the BFF gives it. */
export function problem(
  code: ProblemCode,
  more: { detail?: string; errors?: { field: string; message: string }[]; headers?: Record<string, string> } = {},
) {
  const { status, title } = problems[code];
  const errors = more.errors?.map((error) => ({ code: 'invalid', ...error }));
  const body = {
    type: 'about:blank',
    title,
    status,
    detail: more.detail ?? title,
    code,
    requestId: 'test',
    errors,
  };
  return HttpResponse.json(body, { status, headers: { 'content-type': 'application/problem+json', ...more.headers } });
}

export interface Call {
  method: string;
  path: string;
  query?: Record<string, string>;
  body: unknown;
}

/** What the ledger says of an address that was never used. */
function destinationOf(over: Partial<DestinationAnswer> = {}): DestinationAnswer {
  return {
    verdict: 'new',
    address,
    tag: null,
    reasons: [{ code: 'not_funded', text: 'This address is correct. No wallet is on the XRP Ledger for it yet.' }],
    reserveXrp: '1',
    networkFeeXrp: '0.00001',
    firstAmountXrp: '2',
    expectedArrival: { earliest: '2026-11-20T10:01:00.000Z', latest: '2026-11-20T11:00:00.000Z' },
    checkedAt: '2026-11-20T10:00:00.000Z',
    ledgerIndex: 9,
    ...over,
  };
}

/** The provider's page: within this one, so that the test is not left. */
const providerPage = () => `${location.href.split('#')[0]}#provider`;

/** What somebody has who has bought no concierge. */
const noConcierge: ConciergeStanding = {
  state: 'none',
  guide: false,
  guideCredit: false,
  transferId: null,
  boughtAt: null,
  refundRequestedAt: null,
  refundableUntil: null,
  refundable: null,
  email: false,
};

/** Before the first figures have come. */
const noFigures: Pick<FakeApi, 'marketDay' | 'analysis'> = {
  marketDay: {
    stable: [],
    alerts: [],
    summary: { tokens: 0, rose: 0, fell: 0, unusual: 0, mentions: 0, mostMentioned: null, sentences: [] },
    updatedAt: null,
    sources: [],
  },
  analysis: { date: null, paragraphs: [], updatedAt: null, sources: [] },
};

/** The server of one test: one transfer that it remembers, what was called, and a way to push a change. */
export class FakeApi {
  transfer: Transfer;
  config: Config = config;
  destination: DestinationAnswer = destinationOf();
  transaction: TransactionAnswer = transactionOf();
  assist: () => Response | Promise<Response> = () =>
    HttpResponse.json({
      response: 'Yes.',
      suggestions: ['Is it safe?', 'What does it cost?'],
      suggestionIds: ['safety', 'cost'],
      sources: [],
    });
  receipt: Receipt = {
    reference: referenceOf(id),
    payee: 'XRP BRIDGE',
    payments: [
      {
        product: 'guide',
        amount: '4.00',
        currency: 'USD',
        paidAt: '2026-11-20T10:00:00.000Z',
        refunded: '0.00',
        refundedAt: null,
      },
    ],
  };
  hotCoins: HotCoin[] = [];
  signals: Signal[] = [];
  highlights: Highlight[] = [];
  trending: Trending[] = [];
  signalSources: SourceAge[] = [];
  ads: Reply<'GET /api/ads'>['ads'] = [];
  standing: ConciergeStanding = noConcierge;
  marketDay: Reply<'GET /api/concierge/dashboard'> = noFigures.marketDay;
  trends: Reply<'GET /api/concierge/trends'>['trends'] = [];
  analysis: Reply<'GET /api/concierge/analysis'> = noFigures.analysis;
  market: Reply<'GET /api/market'>['tokens'] = [];
  subscription: Reply<'POST /api/signal-subscriptions/read'> = {
    state: 'confirmed',
    price: '4.00',
    trialEndsAt: null,
    renewsAt: null,
    endsAt: null,
    moneyBack: null,
    refunded: '0.00',
  };
  newsletterChoice: Reply<'GET /api/concierge/newsletters'> = { market: false, alerts: false, state: 'none' };
  /** What the ledger holds at an address, in XRP; at any other there is no account. */
  balances: Record<string, string> = {};
  /** Says that the signals have changed, to the page that is open. */
  tellSignals: () => void = () => {};
  /** Ends the page's stream of signals; the browser opens another at once. */
  dropSignals: () => void = () => {};
  /** How many links for a phone were made. */
  phoneLinks = 0;
  readonly calls: Call[] = [];
  /** How often a page began to watch the transfer: what is pushed between two pages reaches nobody. */
  watches = 0;
  /** The page that is open: a test looks at one at a time. */
  private tell: ((transfer: Transfer) => void) | undefined;

  constructor(transfer: Partial<Transfer> = {}) {
    this.transfer = transferOf(transfer);
  }

  /** Changes the transfer as the server would, and tells the page that watches it. */
  push(change: Partial<Transfer>): void {
    const version = this.transfer.version + 1;
    const updatedAt = new Date(Date.parse(this.transfer.updatedAt) + 1000).toISOString();
    const changed = withArrival(change, withWatch(change, { ...this.transfer, ...change, version, updatedAt }));
    this.transfer = change.status ? withAccess(change, changed) : changed;
    this.tell?.(this.transfer);
  }

  /** Changes what the ledger says from the next check on. */
  find(change: Partial<DestinationAnswer>): void {
    this.destination = { ...this.destination, ...change };
  }

  /** Changes what the ledger says of a transaction. */
  explain(change: Partial<TransactionAnswer>): void {
    this.transaction = { ...this.transaction, ...change };
  }

  called(method: string, path: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  handlers(): RequestHandler[] {
    const known = ({ params }: { params: Record<string, unknown> }) => params.id === this.transfer.id;
    const read = (info: { params: Record<string, unknown> }) =>
      known(info) ? HttpResponse.json(this.transfer) : problem('transfer_not_found');
    return [
      http.all('*/api/*', async ({ request }) => {
        const text = await request.clone().text();
        const { pathname, searchParams } = new URL(request.url);
        this.calls.push({
          method: request.method,
          path: pathname,
          query: Object.fromEntries(searchParams),
          body: text ? JSON.parse(text) : undefined,
        });
      }),
      http.get('/api/config', () => HttpResponse.json(this.config)),
      http.get('/api/maintenance-status', () => HttpResponse.json({ maintenanceMode: false })),
      http.post('/api/transfers', async ({ request }) => {
        this.transfer = { ...this.transfer, ...((await request.json()) as Partial<Transfer>) };
        return HttpResponse.json(this.transfer, { status: 201 });
      }),
      http.get('/api/transfers/:id', read),
      http.patch('/api/transfers/:id', async ({ request }) => {
        const { email: _, ...change } = (await request.json()) as Partial<Transfer> & { email?: string };
        if (change.sourceAmount === null) change.sourceAmount = '0';
        this.push(change);
        return HttpResponse.json(this.transfer);
      }),
      http.post('/api/transfers/:id/complete', read),
      http.post('/api/transfers/:id/confirm-arrival', () => {
        const seen = this.transfer.arrivals.length > 0;
        this.push(seen ? { status: 'completed' } : { arrivalClaimedAt: new Date().toISOString() });
        return HttpResponse.json(this.transfer);
      }),
      http.delete('/api/transfers/:id/confirm-arrival', () => {
        this.push({ arrivalClaimedAt: null });
        return HttpResponse.json(this.transfer);
      }),
      http.post('/api/transfers/:id/refund-request', () => {
        this.push({ refundRequestedAt: '2026-11-20T10:30:00.000Z' });
        return HttpResponse.json({ requested: true });
      }),
      http.get('/api/transfers/:id/receipt', (info) =>
        known(info) ? HttpResponse.json(this.receipt) : problem('transfer_not_found'),
      ),
      http.post('/api/transfers/:id/phone-link', () => {
        this.phoneLinks++;
        return HttpResponse.json({ token: `${'t'.repeat(42)}${this.phoneLinks}`, minutes: 10 }, { status: 201 });
      }),
      http.post('/api/transfers/resume-link', () => HttpResponse.json({ requested: true })),
      http.get('/api/transfer-instructions/:id', () => {
        const { version, mine } = this.transfer;
        return HttpResponse.json({ instructions: this.instructions(), version, mine });
      }),
      http.get('/api/wallet-guides/:wallet', ({ params }) => {
        const guide = findWalletGuide(String(params.wallet));
        return guide ? HttpResponse.json({ guide }) : problem('wallet_guide_not_found');
      }),
      http.get('/api/exchange-guides/:exchange', ({ params }) => {
        const guide = findExchangeGuide(String(params.exchange));
        return guide ? HttpResponse.json({ guide }) : problem('exchange_guide_not_found');
      }),
      http.get('/api/destination-check', () => HttpResponse.json(this.destination)),
      http.post('/api/ai-helper', () => this.assist()),
      http.get('/api/transaction-check', () => HttpResponse.json(this.transaction)),
      http.post('/api/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_2' })),
      http.post('/api/save-contact', () => HttpResponse.json({ ok: true })),
      http.post('/api/quantum-waitlist', () => HttpResponse.json({ ok: true })),
      http.get('/api/hot-meter', () => HttpResponse.json({ coins: this.hotCoins, ...this.ages() })),
      http.get('/api/signals', () => HttpResponse.json({ signals: this.signals, ...this.ages() })),
      http.get('/api/leader-highlights', () => HttpResponse.json(this.highlights)),
      http.get('/api/trending-cryptos', () => HttpResponse.json(this.trending)),
      http.get('/api/signals/events', () => this.signalStream()),
      http.post('/api/signal-subscriptions', () => HttpResponse.json({ ok: true })),
      http.post('/api/newsletters/confirm', () =>
        HttpResponse.json({ market: true, alerts: true, state: 'confirmed' }),
      ),
      http.post('/api/newsletters/unsubscribe', () => HttpResponse.json({ ok: true, stopped: 'market' })),
      http.post('/api/signal-subscriptions/confirm', () => HttpResponse.json({ ok: true })),
      http.post('/api/signal-subscriptions/read', () => HttpResponse.json(this.subscription)),
      http.post('/api/signal-subscriptions/checkout', () => HttpResponse.json({ url: providerPage() })),
      http.post('/api/signal-subscriptions/cancel', () => {
        this.subscription = { ...this.subscription, renewsAt: null, endsAt: '2026-12-20T10:00:00.000Z' };
        return HttpResponse.json(this.subscription);
      }),
      http.post('/api/signal-subscriptions/money-back', () => {
        const ended = { state: 'ended', renewsAt: null, endsAt: '2026-11-20T10:30:00.000Z', moneyBack: null } as const;
        this.subscription = { ...this.subscription, ...ended, refunded: '4.00' };
        return HttpResponse.json(this.subscription);
      }),
      http.get('/api/market', () => HttpResponse.json({ tokens: this.market, ...this.ages() })),
      http.post('/api/concierge-checkout', () => HttpResponse.json({ url: providerPage() })),
      http.post('/api/create-concierge-payment', () => HttpResponse.json({ clientSecret: 'pi_2_secret_3' })),
      http.get('/api/concierge/me', () => HttpResponse.json(this.standing)),
      http.post('/api/concierge/complete', () => HttpResponse.json(this.standing)),
      http.post('/api/concierge/sign-in-link', () => HttpResponse.json({ ok: true })),
      http.post('/api/concierge/sign-in', () => {
        this.own();
        return HttpResponse.json(this.standing);
      }),
      http.post('/api/concierge/register', () => {
        this.standing = { ...this.standing, email: true };
        return HttpResponse.json({ ok: true });
      }),
      http.post('/api/concierge/refund-request', () => {
        const asked = { refundRequestedAt: '2026-11-20T10:30:00.000Z', refundableUntil: null, refundable: null };
        this.standing = { ...this.standing, ...asked };
        return HttpResponse.json({ requested: true });
      }),
      http.get('/api/concierge/dashboard', () => this.ifOwned(this.marketDay)),
      http.get('/api/concierge/trends', () => this.ifOwned({ trends: this.trends, ...this.ages() })),
      http.get('/api/concierge/analysis', () => this.ifOwned(this.analysis)),
      http.get('/api/concierge/newsletters', () => this.ifOwned(this.newsletterChoice)),
      http.put('/api/concierge/newsletters', async ({ request }) => {
        const { market, alerts } = (await request.json()) as { market: boolean; alerts: boolean };
        const state = this.newsletterChoice.state === 'confirmed' ? 'confirmed' : 'asked';
        this.newsletterChoice = { market, alerts, state };
        return this.ifOwned(this.newsletterChoice);
      }),
      http.post('/api/concierge/portfolio', async ({ request }) => {
        const { address: asked } = (await request.json()) as { address: string };
        return this.ifOwned(this.balanceOf(asked));
      }),
      http.get('/api/ads', () => HttpResponse.json({ ads: this.ads })),
      http.post('/api/ad-revenue', () => HttpResponse.json({ success: true, id: null })),
      http.get('/api/operator/session', () => problem('operator_required')),
      http.post('/api/log-transfer-steps', () => HttpResponse.json({ ok: true })),
      http.get('/api/transfers/:id/events', () => this.stream()),
    ];
  }

  /** From now on the browser owns the concierge. */
  own(change: Partial<ConciergeStanding> = {}): void {
    const bought = { boughtAt: '2026-11-20T10:00:00.000Z', refundableUntil: '2026-12-04T10:00:00.000Z' };
    const refundable = { amount: '13.76', concierge: true, guide: false };
    this.standing = { ...noConcierge, state: 'owned', guide: true, email: true, ...bought, refundable, ...change };
  }

  private ifOwned(answer: object): Response {
    return this.standing.state === 'owned' ? HttpResponse.json(answer) : problem('concierge_required');
  }

  private balanceOf(asked: string): Reply<'POST /api/concierge/portfolio'> {
    const balanceXrp = this.balances[asked] ?? null;
    const [reserveXrp, spendableXrp] = balanceXrp === null ? [null, null] : ['1.2', balanceXrp];
    return {
      address: asked,
      state: balanceXrp === null ? 'empty' : 'found',
      balanceXrp,
      reserveXrp,
      spendableXrp,
      price: null,
      ledgerIndex: 9,
      checkedAt: '2026-11-20T12:00:05.000Z',
    };
  }

  /** The transfer as it is, and as it becomes. */
  private stream(): Response {
    const { readable, writable } = new TransformStream<string, string>();
    const writer = writable.getWriter();
    const tell = (transfer: Transfer) => {
      const data = JSON.stringify(transferSchema.parse(transfer));
      // Nobody listens any more once the page is closed.
      writer.write(`event: status\ndata: ${data}\n\n`).catch(() => {});
    };
    tell(this.transfer);
    this.tell = tell;
    this.watches++;
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(readable.pipeThrough(new TextEncoderStream()), { headers });
  }

  private ages() {
    const updatedAt = this.hotCoins.length > 0 || this.signals.length > 0 ? '2026-11-20T12:07:00.000Z' : null;
    return { updatedAt, sources: this.signalSources };
  }

  private signalStream(): Response {
    const { readable, writable } = new TransformStream<string, string>();
    const writer = writable.getWriter();
    this.tellSignals = () => void writer.write('event: changed\ndata: {}\n\n').catch(() => {});
    this.dropSignals = () => void writer.close();
    void writer.write('retry: 1\n\n').catch(() => {});
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(readable.pipeThrough(new TextEncoderStream()), { headers });
  }

  /** The steps as the server would write them now. */
  instructions() {
    const { destinationAddress, sourceAmount, ...rest } = this.transfer;
    return buildInstructions({
      ...rest,
      forOwner: rest.mine,
      destinationAddress: destinationAddress === 'pending' || !rest.mine ? null : destinationAddress,
      amountXrp: sourceAmount === '0' ? null : sourceAmount,
      baseReserveXrp: '1',
      support: this.config.support,
    });
  }
}

export const network = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
  onUnhandledFrame: 'bypass',
  context: { quiet: true },
});
