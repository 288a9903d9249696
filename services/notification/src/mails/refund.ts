import { formatCents } from '@xrp-bridge/contracts/prices';
import { composeMail, formatMoment, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Texts by the access that the refund closes. */
const meanings: Record<string, string> = {
  guide: 'You can no longer use your transfer guide.',
  concierge: 'You can no longer use your concierge. You can still use your transfer guide.',
  all: 'You can no longer use your transfer guide or your concierge.',
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
          'Your refund will go back to the card you paid with. It takes 5 to 10 business days to reach your card.',
      },
      { paragraph: meanings[about.closes] ?? 'You can no longer use what you bought with this payment.' },
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
