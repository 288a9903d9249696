import { formatCents, productNames } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { conciergeLinkMinutes } from '../domain/notification.ts';
import { composeMail, formatMoment, type Links, type Mail, receiptRows, referenceRow, type Sender } from './layout.ts';
import { refundRequestedMail } from './refund-requested.ts';

const givenFor = 'for the concierge from';

/** Returns the mail with a sign-in link to the concierge. */
export function conciergeLinkMail(sender: Sender, links: Links): Mail {
  return composeMail(sender, {
    subject: 'Your concierge sign-in link',
    title: 'Your concierge sign-in link',
    blocks: [
      {
        paragraph:
          'You asked for a link to your concierge. Press the button below on the phone or computer you want to use.',
      },
      { link: { label: 'Open my concierge', url: links.page } },
      {
        paragraph:
          `This link is only for you. It works once and expires in ${conciergeLinkMinutes} minutes. ` +
          'If you didn’t ask for it, you can ignore this email. No one can get in without the link.',
      },
    ],
    drawing: 'lock',
    givenFor,
  });
}

/** Warns the former address that sign-in links now go to another address. Contains neither address. */
export function conciergeMovedMail(sender: Sender, about: { orderId: string; at: string }): Mail {
  return composeMail(sender, {
    subject: 'Your concierge has a new email address',
    title: 'Your concierge has a new email address',
    blocks: [
      {
        paragraph:
          `The email address for your concierge was changed on ${formatMoment(about.at)}. ` +
          'From now on, we’ll send sign-in links to the new address.',
      },
      { paragraph: 'If you asked for this, you’re all set. There’s nothing you need to do.' },
      {
        paragraph: `If you didn’t ask for this, please email us at ${sender.supportEmail}. Include the reference below.`,
      },
      { rows: [referenceRow(about.orderId)] },
    ],
    drawing: 'lock',
    givenFor,
  });
}

/** Returns the receipt of a concierge without a transfer. */
export function conciergeBoughtMail(
  sender: Sender,
  links: Links,
  about: { orderId: string; amountCents: number; at: string },
): Mail {
  return composeMail(sender, {
    subject: 'Your concierge is ready',
    title: 'Thank you. Your concierge is ready.',
    blocks: [
      {
        paragraph:
          'Your concierge is yours for life. It includes a guide for one transfer, so your next guide is already paid for.',
      },
      { link: { label: 'Open my concierge', url: links.page } },
      { heading: 'Your receipt' },
      {
        rows: receiptRows(sender, about.orderId, [
          ['What you bought', productNames.bundle],
          ['Amount', `$${formatCents(about.amountCents)} (US dollars)`],
          ['Paid on', formatMoment(about.at)],
        ]),
      },
      { heading: 'Refunds' },
      {
        rows: [
          ['Guide', refundTerms.guide],
          ['Concierge', refundTerms.concierge],
        ],
      },
      { paragraph: refundWay.back },
    ],
    drawing: 'receipt',
    givenFor,
  });
}

/** Confirms a refund request. */
export function conciergeRefundRequestedMail(
  sender: Sender,
  links: Links,
  about: { orderId: string; at: string },
): Mail {
  const open = { link: { label: 'Open my concierge', url: links.page } };
  return refundRequestedMail(sender, { ...about, usable: 'your concierge', links: [open], givenFor });
}

/** Confirms a refund. */
export function conciergeRefundedMail(
  sender: Sender,
  about: { orderId: string; refundedCents: number; closes: string; at: string },
): Mail {
  const closed = about.closes === 'concierge' || about.closes === 'all';
  return composeMail(sender, {
    subject: 'Your refund is on its way',
    title: 'Your refund is on its way',
    blocks: [
      {
        paragraph: `We refunded $${formatCents(about.refundedCents)} on ${formatMoment(about.at)}. The refund takes 5 to 10 business days to reach your card.`,
      },
      ...(closed ? [{ paragraph: 'You can no longer use your concierge.' }] : []),
      { rows: [referenceRow(about.orderId)] },
    ],
    drawing: 'receipt',
    givenFor,
  });
}
