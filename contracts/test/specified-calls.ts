import type { Access } from '../src/define.ts';

export const transferId = '0af7651916cd43dd8448eb211c80319c';
export const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
export const hash = 'E3FE6EA3D48F0C2B639448020EA4F03D4F4F8FFDB243A852A0F59177921B4879';
/** The shortest valid body that creates a transfer. */
export const chosen = { fromExchange: 'coinbase', toWallet: 'trust', serviceFee: '4.00' };

/** Requests and replies of the customer screens (specification of the journey, §7). */
export const customerCalls: { call: string; sends?: unknown[]; asks?: object[]; reads?: string[] }[] = [
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
  { call: 'POST /api/admin/transfers/search', sends: [{}, { search: 'kraken', limit: 5 }], reads: ['transfers'] },
  { call: 'GET /api/admin/payments' },
  { call: 'GET /api/admin/contacts' },
  {
    call: 'POST /api/admin/contacts/search',
    sends: [{}, { search: 'ann@example.com', limit: 5 }],
    reads: ['contacts'],
  },
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

/**
 * Calls of the secondary areas (specification, §7), each with the kind of caller that may use it (ADR
 * 0009).
 */
export const operatorCalls: { call: string; access: Access; sends?: unknown[]; reads?: string[] }[] = [
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
  { call: 'GET /api/maintenance-status', access: 'open', reads: ['maintenanceMode'] },
  {
    call: 'PUT /api/maintenance-status',
    access: 'operator',
    sends: [{ maintenanceMode: true }],
    reads: ['maintenanceMode'],
  },
  { call: 'POST /api/quantum-waitlist', access: 'open', sends: [{ email: ' ann@example.com ' }] },
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
  { call: 'GET /api/ads', access: 'open' },
];
