import { referenceOf } from '@xrp-bridge/contracts/reference';
import type { SignalsDay } from '@xrp-bridge/contracts/signals';
import type { ReadyMail } from '../src/domain/notification.ts';
import type { Links } from '../src/mails/layout.ts';

export const transferId = '0123456789abcdef0123456789abcdef';
export const reference = referenceOf(transferId);
export const sender = { productName: 'XRP Bridge', supportEmail: 'help@bridge.example', statementName: 'BRIDGE LTD' };
export const page = `https://bridge.example/checkout?transfer=${transferId}`;
export const links: Links = { page, resume: 'https://bridge.example/resume#t=abc' };
export const paidAt = '2026-11-21T23:30:00.000Z';
export const guide = { product: 'guide', amountCents: 400, paidAt } as const;
const path = { fromExchange: 'kraken', toWallet: 'ledger' };

export const payment = { hash: 'E'.repeat(64), deliveredDrops: '4998500000' };

export const mails: ReadyMail[] = [
  { id: '1', transferId, template: 'receipt', facts: { ...path, payment: guide } },
  { id: '2', transferId, template: 'receipt', facts: { fromExchange: null, toWallet: null, payment: null } },
  {
    id: '3',
    transferId,
    template: 'concierge_receipt',
    facts: { payment: { ...guide, product: 'concierge', amountCents: 1376 } },
  },
  { id: '4', transferId, template: 'address_changed', facts: { at: paidAt } },
  { id: '5', transferId, template: 'arrived', facts: { payment: null } },
  {
    id: '6',
    transferId,
    template: 'refund',
    facts: {
      closes: 'all',
      refundedCents: 1776,
      at: '2026-11-25T08:00:00.000Z',
      payment: { product: 'bundle', amountCents: 1776, paidAt },
    },
  },
  { id: '7', transferId, template: 'contact_received', facts: {} },
  { id: '8', transferId, template: 'arrived', facts: { payment } },
  { id: '9', transferId, template: 'first_arrival', facts: { payment } },
  { id: '10', transferId, template: 'refund_requested', facts: { at: paidAt } },
  { id: '11', transferId, template: 'new_link', facts: {} },
];

export const waitlist: ReadyMail = {
  id: '12',
  transferId: null,
  contactId: '0f9ad4c1-7e11-4c57-8f0a-3e2b1d5c6a70',
  template: 'waitlist_joined',
  facts: {},
};

const citation = { title: 'A bank did it', url: 'https://news.example/a', site: 'news.example', at: paidAt };
const week = {
  from: '2026-11-16',
  to: '2026-11-22',
  paragraphs: [
    { title: 'Prices', text: 'XRP ended the week at $2.10. It rose 5.0% in seven days.', sources: [] },
    {
      title: 'Stellar',
      text: 'A bank did it.',
      sources: [citation, { ...citation, url: 'javascript:alert(1)', title: 'Evil' }],
    },
  ],
};
export const newsletterLinks: Links = {
  page: 'https://bridge.example/concierge/dashboard',
  resume: null,
  stop: {
    page: 'https://bridge.example/newsletters#stop=abc',
    oneClick: 'https://bridge.example/api/newsletters/unsubscribe/abc',
  },
  subscription: 'https://bridge.example/nansen#subscription=abc',
};
const day: SignalsDay = {
  day: '2026-11-22',
  paragraphs: [
    {
      title: 'Stellar',
      text: 'A bank integrated it. 3 sites report it. Our confidence is 84%. The price hasn’t moved much since then.',
      sources: [citation, { ...citation, url: 'javascript:alert(1)', title: 'Evil' }],
    },
  ],
};
export const toContact = { transferId: null, contactId: '0f9ad4c1-7e11-4c57-8f0a-3e2b1d5c6a70' } as const;
export const newsletters: ReadyMail[] = [
  { id: '31', ...toContact, template: 'newsletters_asked', facts: { newsletterId: 'n' } },
  { id: '32', ...toContact, template: 'market_analysis', facts: week },
  { id: '33', ...toContact, template: 'deviation_alert', facts: { coin: 'XRP', day: '2026-11-20', sigma: -2.63 } },
  { id: '34', ...toContact, template: 'signals_day', facts: day },
  {
    id: '41',
    ...toContact,
    template: 'deviation_alert',
    facts: {
      coin: 'XRP',
      day: '2026-11-20',
      sigma: -2.63,
      others: [
        { coin: 'XLM', sigma: 2.41 },
        { coin: 'HBAR', sigma: -2.2 },
      ],
    },
  },
];

export const toOwners: ReadyMail[] = [
  { id: '13', ...toContact, template: 'concierge_link', facts: {} },
  {
    id: '14',
    ...toContact,
    template: 'concierge_bought',
    facts: { orderId: transferId, amountCents: 1776, at: paidAt },
  },
  {
    id: '15',
    ...toContact,
    template: 'concierge_refunded',
    facts: { orderId: transferId, refundedCents: 1376, closes: 'concierge', at: paidAt },
  },
  {
    id: '42',
    ...toContact,
    template: 'concierge_refund_requested',
    facts: { orderId: transferId, at: paidAt },
  },
  { id: '35', ...toContact, template: 'concierge_moved', facts: { orderId: transferId, at: paidAt } },
];
export const toSubscribers: ReadyMail[] = (
  [
    { what: 'started', at: paidAt },
    { what: 'started', at: null },
    { what: 'paid', at: paidAt, cents: 400 },
    { what: 'failed', at: paidAt },
    { what: 'failed', at: null },
    { what: 'canceled', at: paidAt },
    { what: 'canceled', at: paidAt, unpaid: true },
    { what: 'refunded', cents: 400 },
    { what: 'ended' },
  ] as const
).map((facts, index) => ({ id: `${16 + index}`, ...toContact, template: 'subscription_news', facts }));

export const confirmation: ReadyMail = { id: '36', ...toContact, template: 'subscription_asked', facts: {} };
