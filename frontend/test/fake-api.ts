import type { DestinationAnswer, TransactionAnswer } from '@xrp-bridge/contracts/ledger';
import type { Receipt } from '@xrp-bridge/contracts/payment';
import { type ProblemCode, problems } from '@xrp-bridge/contracts/problem';
import { transferSchema } from '@xrp-bridge/contracts/transfer';
import { buildInstructions } from '@xrp-bridge/guidance/instructions';
import { findExchangeGuide, findWalletGuide } from '@xrp-bridge/guidance/open-guides';
import { HttpResponse, http, type RequestHandler } from 'msw';
import type { ConciergeOwnership } from '../src/domain/concierge/ownership.ts';
import type { Highlight, HotCoin, Signal, SourceAge, Trending } from '../src/domain/signals/api.ts';
import type { Transfer } from '../src/domain/transfer/transfers.ts';
import type { Reply } from '../src/lib/api/client.ts';
import type { Config } from '../src/lib/api/config.ts';
import { openEventStream } from './event-stream.ts';
import {
  answer,
  config,
  destinationOf,
  emptyMarketData,
  noConcierge,
  noReach,
  portfolioOf,
  receipt,
  subscription,
  transactionOf,
  transferOf,
  withAccess,
  withArrival,
  withWatch,
} from './replies.ts';

/** Returns an error response in the BFF's format. */
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

/**
 * Returns the URL of the payment provider's page: a fragment of the test's URL, so that the
 * browser stays on the test.
 */
const providerPage = () => `${location.href.split('#')[0]}#provider`;

/** Fake server of one test. It stores one transfer, records calls, and pushes changes to the open page. */
export class FakeApi {
  transfer: Transfer;
  config: Config = config;
  destination: DestinationAnswer = destinationOf();
  transaction: TransactionAnswer = transactionOf();
  assist: () => Response | Promise<Response> = () => HttpResponse.json(answer);
  receipt: Receipt = receipt;
  reach: Reply<'GET /api/transfers/{id}/reach'> = noReach;
  hotCoins: HotCoin[] = [];
  signals: Signal[] = [];
  highlights: Highlight[] = [];
  trending: Trending[] = [];
  signalSources: SourceAge[] = [];
  ads: Reply<'GET /api/ads'>['ads'] = [];
  ownership: ConciergeOwnership = noConcierge;
  marketDay: Reply<'GET /api/concierge/dashboard'> = emptyMarketData.marketDay;
  trends: Reply<'GET /api/concierge/trends'>['trends'] = [];
  analysis: Reply<'GET /api/concierge/analysis'> = emptyMarketData.analysis;
  market: Reply<'GET /api/market'>['tokens'] = [];
  subscription: Reply<'POST /api/signal-subscriptions/read'> = subscription;
  newsletterChoice: Reply<'GET /api/concierge/newsletters'> = { market: false, alerts: false, state: 'none' };
  /** XRP balances by address. An address that is not listed has no account. */
  balances: Record<string, string> = {};
  /** Sends the event “signals changed” to the open page. */
  sendSignalsChanged: () => void = () => {};
  /** Closes the page's event stream of signals. The browser reconnects at once. */
  closeSignalStream: () => void = () => {};
  readonly calls: Call[] = [];
  /**
   * The number of opened event streams of the transfer.
   * Tests wait for it, because a change that is pushed between two pages is lost.
   */
  watches = 0;
  /** Sends the transfer to the open page's event stream. A test has one open page at a time. */
  private sendTransfer: ((transfer: Transfer) => void) | undefined;

  constructor(transfer: Partial<Transfer> = {}) {
    this.transfer = transferOf(transfer);
  }

  /** Updates the transfer as the server would, and sends it to the open page. */
  push(change: Partial<Transfer>): void {
    const version = this.transfer.version + 1;
    const updatedAt = new Date(Date.parse(this.transfer.updatedAt) + 1000).toISOString();
    const changed = withArrival(change, withWatch(change, { ...this.transfer, ...change, version, updatedAt }));
    this.transfer = change.status ? withAccess(change, changed) : changed;
    this.sendTransfer?.(this.transfer);
  }

  /** Updates the response of the destination check. */
  setDestination(change: Partial<DestinationAnswer>): void {
    this.destination = { ...this.destination, ...change };
  }

  /** Updates the response of the transaction check. */
  setTransaction(change: Partial<TransactionAnswer>): void {
    this.transaction = { ...this.transaction, ...change };
  }

  called(method: string, path: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  bodies(method: string, path: string): unknown[] {
    return this.called(method, path).map(({ body }) => body);
  }

  handlers(): RequestHandler[] {
    const isTransfer = ({ params }: { params: Record<string, unknown> }) => params.id === this.transfer.id;
    const read = (info: { params: Record<string, unknown> }) =>
      isTransfer(info) ? HttpResponse.json(this.transfer) : problem('transfer_not_found');
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
        const { email, ...change } = (await request.json()) as Partial<Transfer> & { email?: string };
        if (email)
          this.reach = { email: `${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`, receiptSent: false };
        if (change.sourceAmount === null) change.sourceAmount = '0';
        this.push(change);
        return HttpResponse.json(this.transfer);
      }),
      http.post('/api/transfers/:id/complete', read),
      http.post('/api/transfers/:id/confirm-arrival', async ({ request }) => {
        const { unseen } = (await request.json()) as { unseen: boolean };
        const seen = !unseen && this.transfer.arrivals.length > 0;
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
        isTransfer(info) ? HttpResponse.json(this.receipt) : problem('transfer_not_found'),
      ),
      http.get('/api/transfers/:id/reach', () => HttpResponse.json(this.reach)),
      http.post('/api/transfers/:id/phone-link', () =>
        HttpResponse.json({ token: String(this.calls.length).padStart(43, 't'), minutes: 10 }, { status: 201 }),
      ),
      http.get('/api/push-key', () => HttpResponse.json({ publicKey: 'B'.repeat(87) })),
      http.put('/api/transfers/:id/push-subscription', () => new HttpResponse(null, { status: 204 })),
      http.delete('/api/transfers/:id/push-subscription', () => new HttpResponse(null, { status: 204 })),
      http.post('/api/transfers/:id/resume-link', () => HttpResponse.json({ requested: true })),
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
      http.get('/api/concierge/me', () => HttpResponse.json(this.ownership)),
      http.post('/api/concierge/complete', () => HttpResponse.json(this.ownership)),
      http.post('/api/concierge/sign-in-link', () => HttpResponse.json({ ok: true })),
      http.post('/api/concierge/sign-in', () => {
        this.own();
        return HttpResponse.json(this.ownership);
      }),
      http.post('/api/concierge/register', () => {
        this.ownership = { ...this.ownership, email: true };
        return HttpResponse.json({ ok: true });
      }),
      http.post('/api/concierge/refund-request', () => {
        const requested = { refundRequestedAt: '2026-11-20T10:30:00.000Z', refundableUntil: null, refundable: null };
        this.ownership = { ...this.ownership, ...requested };
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
        const { address } = (await request.json()) as { address: string };
        return this.ifOwned(portfolioOf(address, this.balances[address] ?? null));
      }),
      http.get('/api/ads', () => HttpResponse.json({ ads: this.ads })),
      http.post('/api/ad-revenue', () => HttpResponse.json({ success: true, id: null })),
      http.get('/api/operator/session', () => problem('operator_required')),
      http.post('/api/log-transfer-steps', () => HttpResponse.json({ ok: true })),
      http.get('/api/transfers/:id/events', () => this.stream()),
    ];
  }

  /** Makes the browser the owner of the concierge and of a paid guide. */
  own(change: Partial<ConciergeOwnership> = {}): void {
    const bought = { boughtAt: '2026-11-20T10:00:00.000Z', refundableUntil: '2026-12-04T10:00:00.000Z' };
    const refundable = { amount: '13.76', concierge: true, guide: false };
    this.ownership = { ...noConcierge, state: 'owned', guide: true, email: true, ...bought, refundable, ...change };
  }

  private ifOwned(answer: object): Response {
    return this.ownership.state === 'owned' ? HttpResponse.json(answer) : problem('concierge_required');
  }

  /** Returns an event stream with the current transfer and all its later changes. */
  private stream(): Response {
    const { response, send } = openEventStream();
    const sendTransfer = (transfer: Transfer) =>
      send(`event: status\ndata: ${JSON.stringify(transferSchema.parse(transfer))}\n\n`);
    sendTransfer(this.transfer);
    this.sendTransfer = sendTransfer;
    this.watches++;
    return response;
  }

  private ages() {
    const updatedAt = this.hotCoins.length > 0 || this.signals.length > 0 ? '2026-11-20T12:07:00.000Z' : null;
    return { updatedAt, sources: this.signalSources };
  }

  private signalStream(): Response {
    const { response, send, close } = openEventStream();
    this.sendSignalsChanged = () => send('event: changed\ndata: {}\n\n');
    this.closeSignalStream = close;
    send('retry: 1\n\n');
    return response;
  }

  /** Returns the instructions that the server would build for the current transfer. */
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
