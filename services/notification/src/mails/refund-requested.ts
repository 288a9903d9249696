import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { composeMail, formatMoment, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Confirms a refund request. */
export function refundRequestedMail(sender: Sender, links: Links, about: { transferId: string; at: string }): Mail {
  return composeMail(sender, {
    subject: 'We got your refund request',
    title: 'We got your refund request',
    blocks: [
      {
        paragraph:
          `You asked for a refund on ${formatMoment(about.at)}. Someone from our team will review it and email you. ` +
          'Until then, you can keep using what you bought.',
      },
      { paragraph: refundWay.back },
      { paragraph: `If you didn’t ask for this, please email us at ${sender.supportEmail}.` },
      ...linkBlocks('Open your transfer', links),
      { rows: [referenceRow(about.transferId)] },
    ],
    drawing: 'receipt',
  });
}
