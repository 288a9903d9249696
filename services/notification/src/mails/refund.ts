import { formatCents } from '@xrp-bridge/contracts/prices';
import { composeMail, formatMoment, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Texts by the access that the refund closes. */
const meanings: Record<string, string> = {
  guide: 'Your transfer guide is now closed.',
  concierge: 'Your concierge is now closed. Your transfer guide stays open.',
  all: 'Your transfer guide and your concierge are now closed.',
  nothing: 'Nothing else changes. You can keep using what you have.',
};

/** Confirms a refund. Card refunds take 5 to 10 business days (https://docs.stripe.com/refunds). */
export function refundMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; closes: string; refundedCents: number; at: string },
): Mail {
  const amount = `$${formatCents(about.refundedCents)}`;
  return composeMail(sender, {
    subject: `We refunded ${amount}`,
    title: `We refunded ${amount}`,
    blocks: [
      {
        paragraph:
          'Your refund will go back to the card you paid with. It takes your bank 5 to 10 business days to show it.',
      },
      { paragraph: meanings[about.closes] ?? 'What you bought with this payment is now closed.' },
      {
        rows: [
          ['Refunded', `${amount} (US dollars)`],
          ['Refunded on', formatMoment(about.at)],
          referenceRow(about.transferId),
        ],
      },
      ...linkBlocks('Open your transfer', links),
    ],
    drawing: 'receipt',
  });
}
