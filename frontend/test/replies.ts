import { transactionLinks } from '@xrp-bridge/contracts/explorers';
import type { DestinationAnswer, TransactionAnswer } from '@xrp-bridge/contracts/ledger';
import type { Receipt } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import type { ConciergeOwnership } from '../src/domain/concierge/ownership.ts';
import type { HotCoin, MarketToken } from '../src/domain/signals/api.ts';
import type { Transfer } from '../src/domain/transfer/transfers.ts';
import type { Reply } from '../src/lib/api/client.ts';
import type { Config } from '../src/lib/api/config.ts';

// The fake API's replies, unless a test overrides them.

export const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
/** An example address from the XRP Ledger's documentation. */
export const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
export const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
export const sandboxStripe = 'https://stripe.sandbox.test';

export const config: Config = {
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
  company: {},
  support: { email: 'help@bridge.test', hours: 'Monday to Friday', response: 'within one business day' },
};

export function transferOf(over: Partial<Transfer> = {}): Transfer {
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

/** Adds the access that follows from the transfer's status and fee, unless the test sets `access`. */
export function withAccess(set: Partial<Transfer>, transfer: Transfer): Transfer {
  if (set.access !== undefined) return transfer;
  const guide = transfer.status === 'instructions_sent' || transfer.status === 'completed';
  const ordered = transfer.serviceFee === '17.76';
  const concierge = !ordered ? 'none' : guide ? 'owned' : transfer.status === 'refunded' ? 'refunded' : 'none';
  return { ...transfer, access: { guide, concierge } };
}

/** Adds an arrival to a completed transfer, unless the test sets `arrivals` or `arrivalClaimedAt`. */
export function withArrival(set: Partial<Transfer>, transfer: Transfer): Transfer {
  if (transfer.status !== 'completed' || set.arrivals !== undefined || transfer.arrivals.length > 0) return transfer;
  if (transfer.arrivalClaimedAt) return transfer;
  return { ...transfer, arrivals: [{ hash, deliveredXrp: '25', ledgerIndex: 9, at: '2026-11-20T10:00:00.000Z' }] };
}

const watching = {
  state: 'watching',
  until: '2026-12-04T10:00:00.000Z',
  checkedAt: '2026-11-20T10:00:20.000Z',
} as const;

/** Adds a watch to a paid transfer with an address, unless the test sets `watch`. */
export function withWatch(set: Partial<Transfer>, transfer: Transfer): Transfer {
  if (set.watch !== undefined) return transfer;
  const watched = transfer.mine && transfer.status === 'instructions_sent' && transfer.destinationAddress !== 'pending';
  return { ...transfer, watch: watched ? watching : null };
}

export const hash = 'E3FE6EA3D48F0C2B639448020EA4F03D4F4F8FFDB243A852A0F59177921B4879';

export function transactionOf(over: Partial<TransactionAnswer> = {}): TransactionAnswer {
  return {
    outcome: 'delivered',
    hash,
    code: 'tesSUCCESS',
    title: 'The payment arrived at your address',
    text: 'The ledger has delivered this XRP to the address of your wallet.',
    next: ['Open your wallet app to see your XRP.'],
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

/** Returns the response of the destination check for an address that was never used. */
export function destinationOf(over: Partial<DestinationAnswer> = {}): DestinationAnswer {
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

/** The reach of a customer who gave no e-mail address. */
export const noReach: Reply<'GET /api/transfers/{id}/reach'> = { email: null, receiptSent: false };

export const receipt: Receipt = {
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

/** The ownership of a customer who did not buy the concierge. */
export const noConcierge: ConciergeOwnership = {
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

/** Responses before the first market data is stored. */
export const emptyMarketData: {
  marketDay: Reply<'GET /api/concierge/dashboard'>;
  analysis: Reply<'GET /api/concierge/analysis'>;
} = {
  marketDay: {
    stable: [],
    alerts: [],
    summary: { tokens: 0, rose: 0, fell: 0, unusual: 0, mentions: 0, mostMentioned: null, sentences: [] },
    updatedAt: null,
    sources: [],
  },
  analysis: { date: null, paragraphs: [], updatedAt: null, sources: [] },
};

export const subscription: Reply<'POST /api/signal-subscriptions/read'> = {
  state: 'confirmed',
  price: '4.00',
  trialEndsAt: null,
  renewsAt: null,
  endsAt: null,
  moneyBack: null,
  refunded: '0.00',
};

export function marketTokenOf(more: Partial<MarketToken> = {}): MarketToken {
  return {
    symbol: 'XRP',
    name: 'XRP',
    price: '2.41',
    change24h: 0.4,
    volume24h: null,
    marketCap: null,
    mentions: 120,
    mentionChange: null,
    lastUpdate: new Date().toISOString(),
    description: 'The coin of the XRP Ledger.',
    realWorldUsage: 'Firms move money with it.',
    describedOn: '2026-11-25',
    deviation: 0.2,
    deviationDay: '2026-11-19',
    dayChange: 0.5,
    level: 'Moderate',
    isAlert: false,
    source: 'Kraken',
    stale: false,
    ...more,
  };
}

/** An article of a news source. */
export const article = {
  title: 'A bank settled its bills',
  url: 'https://news.example.com/1',
  site: 'news.example.com',
  at: '2026-11-19T08:00:00.000Z',
};

/** Returns the portfolio of one address. A null balance means that the account does not exist. */
export function portfolioOf(address: string, balanceXrp: string | null): Reply<'POST /api/concierge/portfolio'> {
  return {
    address,
    state: balanceXrp === null ? 'empty' : 'found',
    balanceXrp,
    reserveXrp: balanceXrp === null ? null : '1.2',
    spendableXrp: balanceXrp,
    price: null,
    ledgerIndex: 9,
    checkedAt: '2026-11-20T12:00:05.000Z',
  };
}

/** The assistant's reply to every question. */
export const answer: Reply<'POST /api/ai-helper'> = {
  response: 'Yes.',
  suggestions: ['Is it safe?', 'What does it cost?'],
  suggestionIds: ['safety', 'cost'],
  sources: [],
};

export function hotCoin(more: Partial<HotCoin> = {}): HotCoin {
  return {
    coin: 'XRP',
    name: 'XRP',
    mentions: 12,
    priceChange: '+2.3%',
    heatScore: 8.7,
    signalWords: ['settle', 'join', 'open'],
    inputs: {
      mentions: { recent: 16, usual: 4, spread: 2.97, sample: 232, z: 3.87 },
      development: { recent: 3, usual: 3, spread: 1, sample: 111, z: 0 },
      price: { change: 0.0232, spread: 0.08, z: 0.29 },
    },
    window: { from: '2026-10-15', to: '2026-11-20' },
    scoredAt: '2026-11-20T12:07:00.000Z',
    days: Array.from({ length: 37 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 15 + index)).toISOString().slice(0, 10),
      close: 2 + (index % 3) / 10,
      mentions: index % 5,
      development: 3,
    })),
    closeBefore: 2,
    sources: [
      { name: 'GDELT', mentions: 30 },
      { name: 'Hacker News', mentions: 6 },
    ],
    read: [article],
    ...more,
  };
}
