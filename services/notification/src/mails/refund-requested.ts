import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { composeMail, formatMoment, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Confirms a refund request. */
export function refundRequestedMail(sender: Sender, links: Links, about: { transferId: string; at: string }): Mail {
  return composeMail(sender, {
    subject: 'We have your request for a refund',
    title: 'We have your request for a refund',
    blocks: [
      {
        paragraph:
          `You asked for your money back on ${formatMoment(about.at)}. A person looks at it and writes to you. ` +
          'Until then what you have stays open.',
      },
      { paragraph: refundWay.back },
      { paragraph: `If you did not ask for this, please write to ${sender.supportEmail}.` },
      ...linkBlocks('Open your transfer', links),
      { rows: [referenceRow(about.transferId)] },
    ],
  });
}
