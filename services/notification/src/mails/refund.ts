import { formatCents } from '@xrp-bridge/contracts/prices';
import type { RefundFacts } from '../domain/notification.ts';
import {
  composeMail,
  formatMoment,
  type Links,
  linkBlocks,
  type Mail,
  productRow,
  type Row,
  receiptRows,
  type Sender,
} from './layout.ts';

/** Texts by the access that the refund closes. */
const meanings: Record<string, string> = {
  guide: 'You can no longer use your transfer guide.',
  concierge: 'You can no longer use your concierge. You can still use your transfer guide.',
  all: 'You can no longer use your transfer guide or your concierge.',
  nothing: 'Nothing else changes. You can keep using what you have.',
};

/**
 * Confirms a refund, and names the payment, so that the mail also serves as its receipt.
 * Card refunds take 5 to 10 business days (https://docs.stripe.com/refunds).
 */
export function refundMail(sender: Sender, links: Links, about: RefundFacts & { transferId: string }): Mail {
  const amount = `$${formatCents(about.refundedCents)}`;
  return composeMail(sender, {
    subject: `We refunded ${amount}`,
    title: `We refunded ${amount}`,
    blocks: [
      {
        paragraph:
          'Your refund will go back to the card you paid with. It takes 5 to 10 business days to reach your card. You don’t need to do anything.',
      },
      { paragraph: meanings[about.closes] ?? 'You can no longer use what you bought with this payment.' },
      {
        rows: receiptRows(sender, about.transferId, [
          ...paymentRows(about.payment),
          ['Refunded', `${amount} (US dollars)`],
          ['Refunded on', formatMoment(about.at)],
        ]),
      },
      ...linkBlocks('Open your transfer', links),
    ],
    drawing: 'receipt',
  });
}

function paymentRows(payment: RefundFacts['payment']): Row[] {
  if (!payment) return [];
  return [
    productRow(payment.product),
    ['Paid', `$${formatCents(payment.amountCents)} (US dollars)`],
    ...(payment.paidAt ? [['Paid on', formatMoment(payment.paidAt)] as const] : []),
  ];
}
