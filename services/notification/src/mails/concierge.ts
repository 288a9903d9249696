import { formatCents } from '@xrp-bridge/contracts/prices';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { conciergeLinkMinutes } from '../domain/notification.ts';
import { composeMail, formatMoment, type Links, type Mail, receiptRows, type Sender } from './layout.ts';

const givenFor = 'for the concierge of';

/** The mail with a sign-in link to the concierge. */
export function conciergeLinkMail(sender: Sender, links: Links): Mail {
  return composeMail(sender, {
    subject: 'Your link to your concierge',
    title: 'Your link to your concierge',
    blocks: [
      {
        paragraph: 'You asked to open your concierge. Press the button on the phone or computer that you want to use.',
      },
      { link: { label: 'Open my concierge', url: links.page } },
      {
        paragraph:
          `The link is for you alone. It works once, and for ${conciergeLinkMinutes} minutes. ` +
          'Did you not ask for it? Then do nothing: nobody gets in without it.',
      },
    ],
    givenFor,
  });
}

/** Warns the former address that sign-in links go to another address, without naming either. */
export function conciergeMovedMail(sender: Sender, about: { orderId: string; at: string }): Mail {
  return composeMail(sender, {
    subject: 'Your concierge has a new e-mail address',
    title: 'Your concierge has a new e-mail address',
    blocks: [
      {
        paragraph:
          `On ${formatMoment(about.at)} the e-mail address of your concierge was changed. ` +
          'Links that open it go to the new one from now on.',
      },
      { paragraph: 'If you asked for this, all is well and you need to do nothing.' },
      { paragraph: `If you did not, please write to ${sender.supportEmail}, and name the reference below.` },
      { rows: [['Your reference', referenceOf(about.orderId)]] },
    ],
    givenFor,
  });
}

/** The receipt of a concierge without a transfer. */
export function conciergeBoughtMail(
  sender: Sender,
  links: Links,
  about: { orderId: string; amountCents: number; at: string },
): Mail {
  return composeMail(sender, {
    subject: 'Your concierge is open',
    title: 'Thank you. Your concierge is open.',
    blocks: [
      { paragraph: 'It is yours for life. A guide for one transfer is part of it: your next transfer costs nothing.' },
      { link: { label: 'Open my concierge', url: links.page } },
      { heading: 'Your receipt' },
      {
        rows: receiptRows(sender, about.orderId, [
          ['What you bought', 'Transfer guide with concierge'],
          ['Amount', `$${formatCents(about.amountCents)} (US dollars)`],
          ['Paid on', formatMoment(about.at)],
        ]),
      },
      { heading: 'Your money back' },
      { paragraph: `Concierge: ${refundTerms.concierge} Guide: ${refundTerms.guide} ${refundWay.back}` },
    ],
    givenFor,
  });
}

/** Confirms a refund request. */
export function conciergeRefundRequestedMail(
  sender: Sender,
  links: Links,
  about: { orderId: string; at: string },
): Mail {
  return composeMail(sender, {
    subject: 'We have your request for a refund',
    title: 'We have your request for a refund',
    blocks: [
      {
        paragraph:
          `You asked for your money back on ${formatMoment(about.at)}. A person looks at it and writes to you. ` +
          'Until then your concierge stays open.',
      },
      { paragraph: refundWay.back },
      { paragraph: `If you did not ask for this, please write to ${sender.supportEmail}.` },
      { link: { label: 'Open my concierge', url: links.page } },
      { rows: [['Your reference', referenceOf(about.orderId)]] },
    ],
    givenFor,
  });
}

/** Confirms a refund. */
export function conciergeRefundedMail(
  sender: Sender,
  about: { orderId: string; refundedCents: number; closes: string; at: string },
): Mail {
  const closed = about.closes === 'concierge' || about.closes === 'all';
  return composeMail(sender, {
    subject: 'Your money is on its way back',
    title: 'Your money is on its way back',
    blocks: [
      {
        paragraph: `We paid back $${formatCents(about.refundedCents)} on ${formatMoment(about.at)}. Banks take 5 to 10 working days to show it.`,
      },
      ...(closed ? [{ paragraph: 'Your concierge is closed now.' }] : []),
      { rows: [['Your reference', referenceOf(about.orderId)]] },
    ],
    givenFor,
  });
}
