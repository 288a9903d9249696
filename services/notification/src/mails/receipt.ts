import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { wallets } from '@xrp-bridge/contracts/wallets';
import type { PaymentFacts } from '../domain/notification.ts';
import {
  type Block,
  composeMail,
  formatMoment,
  type Links,
  linkBlocks,
  type Mail,
  productRow,
  receiptRows,
  referenceRow,
  type Sender,
} from './layout.ts';

/** Reports that the guide is ready, with the receipt. A bypassed transfer has no receipt. */
export function receiptMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; fromExchange: string | null; toWallet: string | null; payment: PaymentFacts | null },
): Mail {
  const { payment } = about;
  return composeMail(sender, {
    subject: payment
      ? `Your transfer guide and receipt for $${formatCents(payment.amountCents)}`
      : 'Your transfer guide is ready',
    title: 'Your transfer guide is ready',
    blocks: [
      {
        paragraph:
          `${payment ? 'Thank you. We got your payment. ' : ''}Your guide shows you, step by step, how to move your XRP` +
          `${describePath(about.fromExchange, about.toWallet)}. There’s no rush.`,
      },
      ...linkBlocks('Open your guide', links),
      ...(payment ? receiptBlocks(sender, about.transferId, payment) : [{ rows: [referenceRow(about.transferId)] }]),
    ],
    drawing: 'receipt',
  });
}

/** Returns the receipt of a concierge bought after the guide. */
export function conciergeReceiptMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; payment: PaymentFacts },
): Mail {
  return composeMail(sender, {
    subject: `Your concierge is ready (receipt for $${formatCents(about.payment.amountCents)})`,
    title: 'Your concierge is ready',
    blocks: [
      { paragraph: 'Thank you. We got your payment. You only pay once, so we won’t charge you again.' },
      ...linkBlocks('Open your transfer', links),
      ...receiptBlocks(sender, about.transferId, about.payment),
    ],
    drawing: 'receipt',
  });
}

function receiptBlocks(sender: Sender, transferId: string, payment: PaymentFacts): Block[] {
  const { conciergeRefunded = false } = payment;
  return [
    { heading: 'Receipt' },
    {
      rows: receiptRows(sender, transferId, [
        productRow(payment.product),
        ['Amount', `$${formatCents(payment.amountCents)} (US dollars)`],
        ['Paid on', formatMoment(payment.paidAt)],
        ...(conciergeRefunded ? [['Refunded', `$${formatCents(prices.concierge)}, for the concierge`] as const] : []),
      ]),
    },
    { heading: 'Refunds' },
    { rows: refundRows(conciergeRefunded ? 'guide' : payment.product) },
    { paragraph: `${refundWay.how} ${refundWay.back}` },
  ];
}

function refundRows(product: string): (readonly [string, string])[] {
  if (product === 'bundle') {
    return [
      [`Guide ($${formatCents(prices.guide)})`, refundTerms.guide],
      [`Concierge ($${formatCents(prices.concierge)})`, refundTerms.concierge],
    ];
  }
  return product === 'guide' ? [['Guide', refundTerms.guide]] : [['Concierge', refundTerms.concierge]];
}

function describePath(fromExchange: string | null, toWallet: string | null): string {
  const exchange = exchanges.find(({ id }) => id === fromExchange && id !== 'other');
  const wallet = wallets.find(({ id }) => id === toWallet);
  if (!wallet) return '';
  return exchange ? ` from ${exchange.name} to ${wallet.name}` : ` to ${wallet.name}`;
}
