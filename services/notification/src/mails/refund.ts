import { formatCents } from '@xrp-bridge/contracts/prices';
import { composeMail, formatMoment, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Texts by the access that the refund closes. */
const meanings: Record<string, string> = {
  guide: 'Your transfer guide is now closed.',
  concierge: 'Your concierge is now closed. Your transfer guide stays as it is.',
  all: 'Your transfer guide and your concierge are now closed.',
  nothing: 'Nothing else changes: what you have stays open.',
};

/** Confirms a refund. Card refunds take 5 to 10 business days (https://docs.stripe.com/refunds). */
export function refundMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; closes: string; refundedCents: number; at: string },
): Mail {
  const amount = `$${formatCents(about.refundedCents)}`;
  return composeMail(sender, {
    subject: `We have paid back ${amount}`,
    title: `We have paid back ${amount}`,
    blocks: [
      {
        paragraph: 'The money goes back to the card you paid with. Your bank shows it in 5 to 10 working days.',
      },
      { paragraph: meanings[about.closes] ?? 'What this payment had opened is now closed.' },
      {
        rows: [['Paid back', `${amount} (US dollars)`], ['On', formatMoment(about.at)], referenceRow(about.transferId)],
      },
      ...linkBlocks('Open your transfer', links),
    ],
  });
}
